package xvt

import (
	"unicode/utf8"

	"scenario/emulator/internal/vt"
)

// ASCII prints characters of one byte and one column.
func (t *terminal) ASCII(b []byte) {
	if t.last.valid && t.last.Prepends() {
		t.Char(rune(b[0]))
		b = b[1:]
	}
	if t.Mapped() {
		for _, c := range b {
			t.mapped(c)
		}
		return
	}
	for len(b) > 0 {
		right := t.wrapFor(1)
		n := min(len(b), right-t.col)
		switch {
		case t.modes.insert:
			n = 1
		case n > 1 && t.col+n == right:
			n-- // the last column is a case of its own
		}
		t.put(b[:n], n, 1, right)
		t.last.Start(rune(b[n-1]), 0)
		b = b[n:]
	}
}

// mapped prints a byte through the sets that are invoked.
func (t *terminal) mapped(c byte) {
	r := t.Map(c)
	if t.one(string(r), 1) {
		t.last.Start(r, vt.PropsOf(r))
	}
}

// Char prints one code point. C1 controls are dropped.
//
// Code points come one by one, and x/vt gets only single ones: so neither here
// nor there does it matter which of them came in one write.
func (t *terminal) Char(r rune) {
	if r >= 0x80 && r < 0xA0 {
		return
	}
	p := vt.PropsOf(r)
	if t.last.valid && t.last.MayAdd(p) {
		if text, ok := t.last.Add(r, p); ok {
			if text != nil {
				t.replace(string(text))
			}
			return
		}
	}
	t.Single = 0
	switch {
	case p.Width() == 0:
		t.attach(r)
	case t.one(string(r), p.Width()):
		t.last.Start(r, p)
	default:
		t.last.valid = false
	}
}

// one prints one character at the cursor. It reports whether there was room for
// it.
func (t *terminal) one(text string, width int) bool {
	if t.rightLimit()-t.left < width {
		return false // it fits in no row
	}
	right := t.wrapFor(width)
	if right-t.col < width {
		return false // no autowrap
	}
	if _, n := utf8.DecodeRuneInString(text); n == len(text) {
		t.scratch = append(t.scratch[:0], text...)
		t.put(t.scratch, width, width, right)
		return true
	}
	t.put([]byte(blanks[width]), width, width, right)
	t.page.flush()
	t.page.cell(t.last.row, t.last.col).Content = text
	t.last.text = text
	return true
}

// blanks stand in x/vt for a cluster of that width until its cell has it.
var blanks = [...]string{1: " ", 2: "\u3000"}

// put prints text of n columns, each of its characters width wide, that has room
// in the row.
func (t *terminal) put(text []byte, n, width, right int) {
	if width == 1 && t.col == right-1 {
		t.keepUnder()
	}
	if t.modes.insert && t.inColumns() {
		t.page.insert(t.row, t.col, right, n, t.pen.Bg)
	}
	t.page.print(t.row, t.col, text, n, t.pen)
	t.note(text, t.col+n-width, width)
	if t.col += n; t.col >= right {
		t.col, t.pending = right-1, true
	}
}

// wrapFor wraps when a character of that width has no room in the row. It
// returns the right limit (exclusive) of the row.
func (t *terminal) wrapFor(width int) int {
	right := t.rightLimit()
	if !t.modes.autowrap || !t.pending && right-t.col >= width {
		t.pending = false
		return right
	}
	t.page.wrapped[t.page.rows[t.row]] = right == t.cols
	t.index()
	t.col = 0
	if right == t.margins.right {
		t.col = t.left
	}
	return t.rightLimit()
}

func (t *terminal) rightLimit() int {
	if t.col < t.margins.right {
		return t.margins.right
	}
	return t.cols
}

// repeat is REP: the last character again.
func (t *terminal) repeat(n int) {
	l := &t.last
	if !l.valid || !l.repeats {
		return
	}
	text, width := l.text, l.width
	for range min(n, t.cols*t.rows) {
		if !t.one(text, width) {
			break
		}
	}
	l.repeats = false
}
