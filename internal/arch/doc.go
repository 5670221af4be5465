// Package arch has only tests: they hold the repository to its floor plan,
// which says what package may import which (the table of ARCHITECTURE.md).
package arch
