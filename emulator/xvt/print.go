package xvt

import (
	"bytes"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"scenario/emulator/internal/vt"
)

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
		n = 1 // an ASCII character, or the first byte of another
		for n < len(b) && b[n] >= 0x80 {
			n++
		}
		t.unicode(b[:n])
		b = b[n:]
	}
}

// ascii prints characters of one byte and one column.
func (t *terminal) ascii(b []byte) {
	if t.Mapped() {
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
		t.page.insert(t.row, t.col, right, width, t.pen.Bg)
	}
	t.page.print(t.row, t.col, text, width, t.pen)
}

// unicode prints a run of UTF-8, some of it perhaps broken.
func (t *terminal) unicode(b []byte) {
	if !utf8.Valid(b) {
		b = vt.Repair(b)
	}
	if !t.last.valid {
		t.page.atRow = -1 // so that x/vt joins nothing to what stands before
	} else {
		b = b[t.extend(b):]
	}
	for len(b) > 0 {
		if b[0] < 0x80 && t.Mapped() {
			t.mapASCII(b[:1])
			b = b[1:]
			b = b[t.extend(b):]
			continue
		}
		cluster, width := ansi.FirstGraphemeCluster(b, ansi.GraphemeWidth)
		b = b[len(cluster):]
		t.Single = 0
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
	text := vt.CutCluster(c)
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
