package vt

import (
	"fmt"

	"scenario/emulator"
)

// What both engines say of themselves: as xterm 379, by which programs choose
// what they may use.
const (
	SecondaryDA = "\x1b[>41;379;0c"
	TertiaryDA  = "\x1bP!|00000000\x1b\\"
	Version     = "\x1bP>|scenario\x1b\\"
)

// Replies are the bytes that wait for the program, at most
// emulator.MaxReplies.
type Replies []byte

// Add keeps an answer, whole or not at all.
func (r *Replies) Add(s string) {
	if len(*r)+len(s) <= emulator.MaxReplies {
		*r = append(*r, s...)
	}
}

// Addf is Add of what fmt.Sprintf makes.
func (r *Replies) Addf(format string, args ...any) { r.Add(fmt.Sprintf(format, args...)) }

// Take returns and forgets the bytes.
func (r *Replies) Take() []byte {
	b := *r
	*r = nil
	return b
}
