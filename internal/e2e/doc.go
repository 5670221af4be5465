// Package e2e holds the proofs that take the whole command and real programs:
// recordings that are the same on an idle and on a loaded machine, and that can
// be drawn again from a results folder alone. Its tests have the tag e2e and
// fail where a program is missing.
package e2e
