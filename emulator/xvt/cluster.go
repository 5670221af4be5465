package xvt

import (
	"bytes"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"scenario/emulator/internal/vt"
)

// lastCluster is the character printed last, as long as nothing came between:
// what follows may still be a part of it (a combining mark, the second half of
// a flag, the next person of a family), in the same write or in a later one.
// Whatever the split, the screen is the same in the end.
type lastCluster struct {
	valid    bool
	row, col int
	width    int
	text     []byte // what is shown: at most vt.MaxCluster bytes
	context  []byte // the end of the cluster, by which the next one is told from it
	// For a narrow character in the last column: what it overwrote, in case
	// that it becomes wide and must go to the next row.
	under   [2]uv.Cell // the cells left of it and at its place
	wrapped bool
}

func (t *terminal) note(c []byte, col, width int) {
	l := &t.last
	l.valid, l.row, l.col, l.width = true, t.row, col, width
	l.text = append(l.text[:0], vt.CutCluster(c)...)
	l.context = append(l.context[:0], vt.EndOfCluster(c)...)
}

// extend joins the beginning of b to the last cluster, when it belongs there,
// and returns how many bytes that were.
func (t *terminal) extend(b []byte) int {
	l := &t.last
	old := len(l.context)
	if len(b) == 0 || b[0] < 0x80 || old == 0 {
		return 0
	}
	if t.joined(firstRune(b)) == 0 { // the common case, without a copy of b
		return 0
	}
	n := t.joined(b)
	cluster := t.scratch[:old+n]
	whole := bytes.Equal(l.text, l.context)
	l.context = append(l.context[:0], vt.EndOfCluster(cluster)...)
	if !whole { // it is cut already
		return n
	}
	text := vt.CutCluster(cluster)
	_, width := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
	t.replace(text, max(width, l.width))
	if len(text) < len(cluster) {
		t.last.context = append(t.last.context[:0], vt.EndOfCluster(cluster)...)
	}
	return n
}

// joined returns how many bytes of b belong to the last cluster, and leaves the
// two in scratch.
func (t *terminal) joined(b []byte) int {
	old := len(t.last.context)
	t.scratch = append(append(t.scratch[:0], t.last.context...), b...)
	end := 0
	for end < old { // a context that is cut may begin with a cluster of its own
		cluster, _ := ansi.FirstGraphemeCluster(t.scratch[end:], ansi.GraphemeWidth)
		end += len(cluster)
	}
	return end - old
}

// replace shows the last cluster as text, which it has grown to.
func (t *terminal) replace(text []byte, width int) {
	l := &t.last
	right := t.rightLimit()
	switch {
	case width == l.width:
		l.text = append(l.text[:0], text...)
		t.page.flush()
		t.page.cell(l.row, l.col).Content = string(text)
		t.page.touch(t.page.rows[l.row])
		t.page.atRow = -1
	case right-t.left < width: // wide nowhere: it stays as it is
	case l.col+width > right:
		t.takeBack()
		t.last.valid = false
		t.cluster(text, width)
	default:
		if t.modes.insert {
			t.page.insert(l.row, l.col+l.width, right, width-l.width, t.pen.Bg)
		}
		t.page.atRow = -1
		t.page.print(l.row, l.col, text, width, t.pen)
		t.col, t.pending = l.col, false
		t.note(text, l.col, width)
		t.advance(width, right)
	}
}

// attach adds a mark without a character of its own to the cell left of the
// cursor.
func (t *terminal) attach(mark []byte) {
	col := t.col - 1
	if t.pending {
		col = t.col
	}
	if r, _ := utf8.DecodeRune(mark); col < 0 || !combining(r) {
		return
	}
	t.page.flush()
	c := t.page.cell(t.row, col)
	if c.Width == 0 && col > 0 {
		c = t.page.cell(t.row, col-1)
	}
	if len(c.Content)+len(mark) <= vt.MaxCluster {
		c.Content += string(mark)
		t.page.touch(t.page.rows[t.row])
	}
}

func (t *terminal) keepUnder() {
	t.page.flush()
	l := &t.last
	l.wrapped = t.page.wrapped[t.page.rows[t.row]]
	l.under[1] = *t.page.cell(t.row, t.col)
	if t.col > 0 {
		l.under[0] = *t.page.cell(t.row, t.col-1)
	}
}

// takeBack undoes the last cluster, a narrow one in the last column.
func (t *terminal) takeBack() {
	l := &t.last
	t.page.flush()
	t.page.wrapped[t.page.rows[l.row]] = l.wrapped
	t.page.touch(t.page.rows[l.row])
	*t.page.cell(l.row, l.col) = l.under[1]
	if l.col > 0 {
		*t.page.cell(l.row, l.col-1) = l.under[0]
	}
	t.col, t.pending, t.page.atRow = l.col, false, -1
}

// markFirst reports whether c has no base that could be wide.
func markFirst(c []byte) bool {
	r := firstRune(c)
	if len(r) == len(c) {
		return false
	}
	_, width := ansi.FirstGraphemeCluster(r, ansi.GraphemeWidth)
	return width == 0
}

func firstRune(b []byte) []byte {
	_, n := utf8.DecodeRune(b)
	return b[:n]
}
