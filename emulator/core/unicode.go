package core

import (
	"unicode/utf8"

	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// maxKnown is the number of clusters whose glyphs are remembered.
const maxKnown = 1 << 16

// Char prints one code point. C1 controls are dropped.
func (t *terminal) Char(r rune) {
	if r >= 0x80 && r < 0xA0 {
		return
	}
	p := vt.PropsOf(r)
	width := p.Width()
	if t.wcwidth {
		width = p.WcWidth()
	} else if t.last.valid && t.last.MayAdd(p) {
		if text, ok := t.last.Add(r, p); ok {
			if text != nil {
				g, width := t.cluster(text)
				t.replace(g, max(width, t.last.width))
			}
			return
		}
	}
	t.Single = 0
	switch {
	case width == 0:
		t.attach(r)
	case t.put(glyph(r), width):
		t.last.Start(r, p)
	default:
		t.last.valid = false
	}
}

// appendText appends the UTF-8 of g.
func (t *terminal) appendText(b []byte, g glyph) []byte {
	switch _, ok := g.Cluster(); {
	case ok:
		return append(b, t.table.Text(g)...)
	case g == 0:
		return append(b, ' ')
	}
	return utf8.AppendRune(b, rune(g))
}

// known is what has been found out about a cluster.
type known struct {
	glyph glyph
	width int
}

// cluster returns the glyph of a cluster and its width; one that is known costs
// no memory.
func (t *terminal) cluster(text []byte) (glyph, int) {
	if k, ok := t.clusters[string(text)]; ok {
		return k.glyph, k.width
	}
	s := string(text)
	k := known{t.table.Intern(s), vt.Width(s)}
	if len(t.clusters) < maxKnown {
		if t.clusters == nil {
			t.clusters = map[string]known{}
		}
		t.clusters[s] = k
	}
	return k.glyph, k.width
}

// replace shows the last cluster as g, to which it has grown.
func (t *terminal) replace(g glyph, width int) {
	p := &t.last
	right := t.wrapLimit()
	switch {
	case width == p.width:
		l := t.page.line(p.row)
		if p.col < len(l.cells) {
			l.cells[p.col].Glyph = g
			l.dirty = true
		}
		p.glyph = g
	case right-t.left < width: // wide nowhere: it stays as it is
	case p.col+width > right:
		t.takeBack()
		p.valid = t.put(g, width)
	default:
		if t.modes.insert {
			t.makeRoom(t.page.line(p.row), p.col+p.width, width-p.width)
			t.modes.insert = false
			defer func() { t.modes.insert = true }()
		}
		t.row, t.col, t.pending = p.row, p.col, false
		t.put(g, width)
	}
}

// attach adds a mark that begins no character to the cell left of the cursor.
// Other characters without a width are dropped.
func (t *terminal) attach(r rune) {
	col := t.col - 1
	if t.pending {
		col = t.col
	}
	l := t.page.line(t.row)
	if col < 0 || !vt.Combines(r) {
		return
	}
	l.grow(col + 1)
	c := &l.cells[col]
	if c.Attr&emulator.WideTail != 0 {
		c = &l.cells[col-1]
	}
	t.scratch = utf8.AppendRune(t.appendText(t.scratch[:0], c.Glyph), r)
	if len(t.scratch) <= vt.MaxCluster {
		c.Glyph, _ = t.cluster(t.scratch)
		l.dirty = true
	}
}
