package vt

import (
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Cluster is the character printed last, as far as it decides whether the next
// code point still belongs to it: a combining mark, the second half of a flag,
// the next person of a family. Code points come one by one, so that it does not
// matter with which write they came.
type Cluster struct {
	end   []byte // UTF-8 of its end, at most MaxCluster bytes; empty: only is all of it
	only  rune
	joins Props // propSpecial of a single code point, propPrepend of its end
	cut   bool  // what is shown is not all of it

	whole  []byte // scratch
	breaks *graphemes.Iterator[[]byte]
}

// Start begins a character with a code point that has the properties p.
func (c *Cluster) Start(r rune, p Props) {
	c.end = c.end[:0]
	c.only, c.joins, c.cut = r, p&(propSpecial|propPrepend), false
}

// Prepends reports whether whatever is printed next belongs to the character.
func (c *Cluster) Prepends() bool { return c.joins&propPrepend != 0 }

// MayAdd reports whether a code point with the properties p can belong to the
// character: the quick answer, for most no.
func (c *Cluster) MayAdd(p Props) bool {
	return p&propMark != 0 || c.joins&propPrepend != 0 || p&propWeak != 0 && (c.joins != 0 || len(c.end) > 0)
}

// Add adds r when it belongs to the character, and reports so. Shown is then the
// text that the character has grown to, valid until the next call; nil: it is
// longer than what is shown.
func (c *Cluster) Add(r rune, p Props) (shown []byte, ok bool) {
	whole := append(c.whole[:0], c.end...)
	if len(whole) == 0 {
		whole = utf8.AppendRune(whole, c.only)
	}
	old := len(whole)
	whole = utf8.AppendRune(whole, r)
	c.whole = whole
	if p&propMark == 0 && !c.one(whole, old) {
		return nil, false
	}
	if !c.cut {
		shown = CutCluster(whole)
		c.cut = len(shown) < len(whole)
	}
	c.end, c.joins = append(c.end[:0], EndOfCluster(whole)...), p&propPrepend
	return shown, true
}

// one reports whether no cluster of b begins at byte old. The start of b may be
// cut off a cluster, and so be some itself.
func (c *Cluster) one(b []byte, old int) bool {
	if c.breaks == nil {
		c.breaks = graphemes.FromBytes(nil)
	}
	it := c.breaks
	for it.SetText(b); it.Next(); {
		if it.End() >= len(b) {
			return it.Start() < old
		}
	}
	return false
}

// Width is the number of columns of a cluster.
func Width(cluster string) int { return min(displaywidth.String(cluster), 2) }

// Combines reports whether r is drawn onto the character before it.
func Combines(r rune) bool { return unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc) }
