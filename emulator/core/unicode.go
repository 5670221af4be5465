package core

import (
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
	"github.com/clipperhouse/uax29/v2/graphemes"

	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// maxKnown is the number of clusters whose glyphs are remembered.
const maxKnown = 1 << 16

// resume completes a character whose first bytes came with an earlier write.
func (t *terminal) resume(b []byte) int {
	p := &t.parser
	i := 0
	for i < len(b) && !utf8.FullRune(p.part[:p.npart]) {
		if b[i]&0xC0 != 0x80 {
			break
		}
		p.part[p.npart] = b[i]
		p.npart++
		i++
	}
	if i == len(b) && !utf8.FullRune(p.part[:p.npart]) {
		return i
	}
	part := p.part[:p.npart]
	r, n := utf8.DecodeRune(part)
	if r == utf8.RuneError && n <= 1 {
		// The last byte may be what broke it: then it begins something else.
		n = vt.BrokenLen(part)
		taken := i - (p.npart - n)
		p.npart = 0
		t.char(utf8.RuneError)
		return taken
	}
	p.npart = 0
	t.char(r)
	return i
}

// unicode prints the characters from b[i] on that are not ASCII, up to a byte
// that is.
func (t *terminal) unicode(b []byte, i int) int {
	for i < len(b) && b[i] >= 0x80 {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n <= 1 {
			if !utf8.FullRune(b[i:]) {
				t.parser.npart = copy(t.parser.part[:], b[i:])
				return len(b)
			}
			i += vt.BrokenLen(b[i:])
			t.char(utf8.RuneError)
			continue
		}
		t.char(r)
		i += n
	}
	return i
}

// char prints one code point. C1 controls are dropped.
func (t *terminal) char(r rune) {
	if r >= 0x80 && r < 0xA0 {
		return
	}
	p := propOf(r)
	width := int(p & propWidth)
	if t.wcwidth {
		width = int(p >> propWcShift & propWidth)
	} else if t.last.valid && (p&propMark != 0 || t.mayJoin(p)) && t.join(r, p) {
		return
	}
	t.Single = 0
	switch {
	case width == 0:
		t.attach(r)
	case t.put(glyph(r), width):
		t.last.joins = p & (propSpecial | propPrepend)
	default:
		t.last.valid = false
	}
}

// mayJoin reports whether a code point with the properties p, not a mark, can
// belong to the last cluster.
func (t *terminal) mayJoin(p uint8) bool {
	l := &t.last
	if l.joins&propPrepend != 0 {
		return true
	}
	return p&propWeak != 0 && (l.joins != 0 || len(l.context) > 0)
}

// join adds a code point to the last cluster, when it belongs there.
func (t *terminal) join(r rune, p uint8) bool {
	l := &t.last
	whole := append(t.scratch[:0], l.context...)
	if len(whole) == 0 {
		whole = t.appendText(whole, l.glyph)
	}
	old := len(whole)
	whole = utf8.AppendRune(whole, r)
	t.scratch = whole
	if p&propMark == 0 && !t.oneCluster(whole, old) {
		return false
	}
	cut := l.cut
	if !cut { // else nothing of it is shown
		text := vt.CutCluster(whole)
		cut = len(text) < len(whole)
		g, width := t.cluster(text)
		t.replace(g, max(width, l.width))
	}
	l.context, l.cut = append(l.context[:0], vt.EndOfCluster(whole)...), cut
	l.joins = p & propPrepend
	return true
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
	k := known{t.table.Intern(s), min(displaywidth.String(s), 2)}
	if len(t.clusters) < maxKnown {
		if t.clusters == nil {
			t.clusters = map[string]known{}
		}
		t.clusters[s] = k
	}
	return k.glyph, k.width
}

// oneCluster reports whether no cluster of b begins at byte old. The start of
// b may be cut off a cluster, and so be some itself.
func (t *terminal) oneCluster(b []byte, old int) bool {
	if t.breaks == nil {
		t.breaks = graphemes.FromBytes(nil)
	}
	it := t.breaks
	for it.SetText(b); it.Next(); {
		if it.End() >= len(b) {
			return it.Start() < old
		}
	}
	return false
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
	if col < 0 || !unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc) {
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
