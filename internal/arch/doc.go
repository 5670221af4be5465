// Package arch has only tests: they hold the repository to its floor plan,
// which says what package may import which (see docs/ARCHITECTURE.md).
package arch
