package xvt

import (
	"bytes"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// lastCluster is the character printed last, as long as nothing came between:
// what follows may still be a part of it (a combining mark, the second half of
// a flag, the next person of a family), in the same write or in a later one.
// Whatever the split, the screen is the same in the end.
type lastCluster struct {
	valid    bool
	row, col int
	width    int
	text     []byte // what is shown: at most maxCluster bytes
	context  []byte // the end of the cluster, by which the next one is told from it
	// For a narrow character in the last column: what it overwrote, in case
	// that it becomes wide and must go to the next row.
	under   [2]uv.Cell // the cells left of it and at its place
	wrapped bool
}

// maxCluster is the number of bytes of a cluster that are kept, as
// emulator.Table does.
const maxCluster = 64

// text prints a run of characters.
func (t *terminal) text(b []byte) {
	for len(b) > 0 {
		n := 0
		for n < len(b) && b[n] < 0x80 {
			n++
		}
		if n == len(b) || n > 1 {
			if n < len(b) {
				n-- // a mark may follow the last one
			}
			t.ascii(b[:n])
			b = b[n:]
			continue
		}
		n = 1 // the ASCII character or lead byte
		for n < len(b) && (b[n] >= 0x80 || n+1 < len(b) && b[n+1] >= 0x80) {
			n++
		}
		t.unicode(b[:n])
		b = b[n:]
	}
}

// ascii prints characters of one byte and one column.
func (t *terminal) ascii(b []byte) {
	if t.mapped() {
		t.mapASCII(b)
		return
	}
	t.run(b)
}

func (t *terminal) run(b []byte) {
	for len(b) > 0 {
		right := t.wrapFor(1)
		n := min(len(b), right-t.col)
		if n > 1 && t.col+n == right {
			n-- // the last column is a case of its own
		}
		t.put(b[:n], n, right)
		t.note(b[n-1:n], t.col+n-1, 1)
		t.advance(n, right)
		b = b[n:]
	}
}

// put prints text that has room in the row.
func (t *terminal) put(text []byte, width, right int) {
	if width == 1 && t.col == right-1 {
		t.keepUnder()
	}
	if t.modes.insert {
		t.page.insert(t.row, t.col, right, width, t.pen.bg)
	}
	t.page.print(t.row, t.col, text, width, t.pen)
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

// unicode prints a run of UTF-8, some of it perhaps broken.
func (t *terminal) unicode(b []byte) {
	if !utf8.Valid(b) {
		b = repair(b)
	}
	if !t.last.valid {
		t.page.atRow = -1 // so that x/vt joins nothing to what stands before
	} else {
		b = b[t.extend(b):]
	}
	for len(b) > 0 {
		if b[0] < 0x80 && t.mapped() {
			t.mapASCII(b[:1])
			b = b[1:]
			b = b[t.extend(b):]
			continue
		}
		cluster, width := ansi.FirstGraphemeCluster(b, ansi.GraphemeWidth)
		b = b[len(cluster):]
		t.single = 0
		t.cluster(cluster, width)
	}
}

// cluster prints one grapheme cluster. C1 controls are dropped: this terminal
// does not execute them.
func (t *terminal) cluster(c []byte, width int) {
	if len(c) == 2 && c[0] == 0xC2 && c[1] < 0xA0 {
		return
	}
	if width <= 0 || markFirst(c) {
		t.zeroWidth(c)
		return
	}
	text := cutCluster(c)
	if len(text) < len(c) {
		_, width = ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
	}
	if room := t.rightLimit() - t.left; room < width {
		if base := firstRune(text); room == 1 && ansi.GraphemeWidth.StringWidth(string(base)) == 1 {
			t.cluster(base, 1)
		}
		return // it fits in no row
	}
	right := t.wrapFor(width)
	if right-t.col < width {
		return // no autowrap
	}
	t.put(text, width, right)
	t.note(c, t.col, width)
	t.advance(width, right)
	if len(text) < len(c) {
		t.page.atRow = -1 // so that x/vt joins nothing to what is cut
	}
}

// zeroWidth attaches marks to the cell left of the cursor. Format characters
// that would hide the character after them are dropped.
func (t *terminal) zeroWidth(c []byte) {
	for len(c) > 0 {
		r := firstRune(c)
		t.attach(r)
		if c = c[len(r):]; len(c) > 0 {
			if rest, width := ansi.FirstGraphemeCluster(c, ansi.GraphemeWidth); width > 0 {
				t.page.atRow = -1
				t.cluster(rest, width)
				c = c[len(rest):]
			}
		}
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

func (t *terminal) advance(n, right int) {
	t.col += n
	if t.col >= right {
		t.col, t.pending = right-1, true
	}
}

func (t *terminal) note(c []byte, col, width int) {
	l := &t.last
	l.valid, l.row, l.col, l.width = true, t.row, col, width
	l.text = append(l.text[:0], cutCluster(c)...)
	l.context = append(l.context[:0], endOfCluster(c)...)
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
	l.context = append(l.context[:0], endOfCluster(cluster)...)
	if !whole { // it is cut already
		return n
	}
	text := cutCluster(cluster)
	_, width := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
	t.replace(text, max(width, l.width))
	if len(text) < len(cluster) {
		t.last.context = append(t.last.context[:0], endOfCluster(cluster)...)
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
			t.page.insert(l.row, l.col+l.width, right, width-l.width, t.pen.bg)
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
	if len(c.Content)+len(mark) <= maxCluster {
		c.Content += string(mark)
		t.page.touch(t.page.rows[t.row])
	}
}

// repeat is REP: the last character again.
func (t *terminal) repeat(n int) {
	if !t.last.valid {
		return
	}
	n = min(n, t.cols*t.rows)
	text, width := bytes.Clone(t.last.text), t.last.width
	if len(text) == 1 {
		t.run(bytes.Repeat(text, n))
		return
	}
	for range n {
		t.page.atRow = -1
		t.cluster(text, width)
	}
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

func cutCluster(c []byte) []byte {
	if len(c) <= maxCluster {
		return c
	}
	n := maxCluster
	for !utf8.RuneStart(c[n]) {
		n--
	}
	return c[:n]
}

func endOfCluster(c []byte) []byte {
	i := max(0, len(c)-maxCluster)
	for i < len(c) && !utf8.RuneStart(c[i]) {
		i++
	}
	return c[i:]
}
