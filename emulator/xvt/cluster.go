package xvt

import (
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"

	"scenario/emulator/internal/vt"
)

// lastChar is the character printed last, as long as nothing but SGR and strings
// came after it: what follows may still be a part of it, and REP repeats it, if it
// follows at once.
type lastChar struct {
	vt.Cluster
	valid    bool
	repeats  bool // nothing at all came after it
	row, col int
	width    int
	text     string // what is shown of it
	// For a narrow character in the last column: what it overwrote, in case
	// that it becomes wide and must go to the next row.
	under   [3]uv.Cell // the cells left of it, at its place and right of it
	wrapped bool
}

// note remembers the place of the character that was just printed, the last one
// of text.
func (t *terminal) note(text []byte, col, width int) {
	_, n := utf8.DecodeLastRune(text)
	l := &t.last
	l.valid, l.repeats, l.row, l.col, l.width = true, true, t.row, col, width
	if last := text[len(text)-n:]; l.text != string(last) {
		l.text = string(last)
	}
}

// replace shows the last character as text, to which it has grown.
func (t *terminal) replace(text string) {
	l := &t.last
	right := t.rightLimit()
	width := max(vt.Width(text), l.width)
	switch {
	case width == l.width:
		t.page.flush()
		t.page.cell(l.row, l.col).Content = text
		t.page.touch(t.page.rows[l.row])
		l.text = text
	case right-t.left < width: // wide nowhere: it stays as it is
	case l.col+width > right:
		t.takeBack()
		l.valid = t.one(text, width)
	default:
		if t.modes.insert && t.inColumns() {
			t.page.insert(l.row, l.col+l.width, right, width-l.width, t.pen.Bg)
			t.modes.insert = false
			defer func() { t.modes.insert = true }()
		}
		t.row, t.col, t.pending = l.row, l.col, false
		t.one(text, width)
	}
}

// attach adds a mark that begins no character to the cell left of the cursor.
// Other characters without a width are dropped.
func (t *terminal) attach(r rune) {
	col := t.col - 1
	if t.pending {
		col = t.col
	}
	if col < 0 || !vt.Combines(r) {
		return
	}
	t.page.flush()
	c := t.page.cell(t.row, col)
	if c.Width == 0 && col > 0 {
		c = t.page.cell(t.row, col-1)
	}
	if len(c.Content)+utf8.RuneLen(r) <= vt.MaxCluster {
		c.Content += string(r)
		t.page.touch(t.page.rows[t.row])
	}
}

// keepUnder remembers what a character in the last column overwrites.
func (t *terminal) keepUnder() {
	t.page.flush()
	l := &t.last
	l.wrapped = t.page.wrapped[t.page.rows[t.row]]
	for i := range l.under {
		if x := t.col - 1 + i; x >= 0 && x < t.cols {
			l.under[i] = *t.page.cell(t.row, x)
		}
	}
}

// takeBack undoes the last character, a narrow one in the last column.
func (t *terminal) takeBack() {
	l := &t.last
	t.page.flush()
	for i, c := range l.under {
		if x := l.col - 1 + i; x >= 0 && x < t.cols {
			*t.page.cell(l.row, x) = c
		}
	}
	t.page.wrapped[t.page.rows[l.row]] = l.wrapped
	t.page.touch(t.page.rows[l.row])
	t.row, t.col, t.pending, t.page.atRow = l.row, l.col, false, -1
}
