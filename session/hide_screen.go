package session

import (
	"sort"
	"strings"
	"unicode/utf8"

	"scenario/emulator"
)

// screen returns s with every secret on it masked; s itself if there is none.
func (h *hider) screen(s *emulator.Screen) *emulator.Screen {
	spans := h.find(s)
	title, icon := h.text(s.Title), h.text(s.Icon)
	links := h.links(s)
	if len(spans) == 0 && len(links) == 0 && title == s.Title && icon == s.Icon {
		return s
	}
	c := s.Clone()
	for i, cell := range c.Cells {
		if links[cell.Ext] {
			c.Cells[i].Ext = 0
		}
	}
	c.Title, c.Icon = title, icon
	for _, cells := range spans {
		for _, i := range cells {
			cell := &c.Cells[i]
			if cell.Glyph != 0 || cell.Attr.Has(emulator.WideTail) {
				cell.Glyph = '*'
			}
			cell.Attr &^= emulator.WideHead | emulator.WideTail
			cell.Ext = 0
		}
	}
	return c
}

// maskedCells are the cells of a screen that were masked, as they truly are.
type maskedCells struct {
	cols, rows, scrolled int
	cells                map[int]emulator.Cell
}

// carry returns the masked cells of the screen before s that have not been
// written since, where they stand now, and keeps those of s; they move up with
// what scrolled.
func (h *hider) carry(s *emulator.Screen, values [][]int) (kept []int) {
	m := &h.masked[0]
	if s.Modes.AltScreen {
		m = &h.masked[1]
	}
	if m.cols == s.Cols && m.rows == s.Rows {
		up := (s.Scrolled - m.scrolled) * s.Cols
		for i, c := range m.cells {
			if at := i - up; at >= 0 && at < len(s.Cells) && s.Cells[at] == c && c.Glyph != 0 {
				kept = append(kept, at)
			}
		}
	}
	*m = maskedCells{cols: s.Cols, rows: s.Rows, scrolled: s.Scrolled}
	if len(kept) == 0 && len(values) == 0 {
		return nil
	}
	m.cells = map[int]emulator.Cell{}
	for _, cells := range append(values, kept) {
		for _, i := range cells {
			m.cells[i] = s.Cells[i]
		}
	}
	return kept
}

// links returns the numbers of the hyperlinks that hold a secret.
func (h *hider) links(s *emulator.Screen) map[uint16]bool {
	var bad map[uint16]bool
	last := uint16(0)
	for _, c := range s.Cells {
		if c.Ext == last || c.Ext == 0 {
			continue
		}
		last = c.Ext
		if l := s.Table.Ext(c.Ext).Link; h.text(l.URL) != l.URL || h.text(l.ID) != l.ID {
			if bad == nil {
				bad = map[uint16]bool{}
			}
			bad[c.Ext] = true
		}
	}
	return bad
}

// text masks the secrets in a title or an address.
func (h *hider) text(s string) string {
	for _, w := range h.words {
		if strings.Contains(s, w) {
			s = strings.ReplaceAll(s, w, strings.Repeat("*", utf8.RuneCountInString(w)))
		}
	}
	return s
}

// find returns the cells of each secret that stands on the screen, of what is
// left of one, and of each beginning of one that may become it.
func (h *hider) find(s *emulator.Screen) [][]int {
	t := joinRows(s)
	words := h.words
	least := minShown
	if h.armed != "" {
		words = append([]string{strings.TrimSpace(h.armed)}, words...)
		least = 1
	}
	left := [...]string{t.leftOf(s.Cursor.Row, s.Cursor.Col), t.leftOf(s.Cursor.Row, s.Cursor.Col+1)}
	var values, spans [][]int
	for n, w := range words {
		if w == "" {
			continue
		}
		whole := h.armed == "" || n > 0 // not what is being typed
		for at := 0; ; {
			i := strings.Index(t.text[at:], w)
			if i < 0 {
				break
			}
			if cells := t.cells(at+i, at+i+len(w)); whole {
				values = append(values, cells)
			} else {
				spans = append(spans, cells)
			}
			at += i + 1
		}
		for k, text := range left {
			if k == 1 && s.Cursor.Col < s.Cols-1 {
				continue // only a wrap that is pending has the cursor on the last character
			}
			if n := beginning(text, w, least); n > 0 {
				spans = append(spans, t.cells(len(text)-n, len(text)))
			}
		}
		if h.armed != "" {
			spans = append(spans, t.beginnings(w)...)
		}
	}
	spans = append(spans, values...)
	if kept := h.carry(s, values); len(kept) > 0 {
		spans = append(spans, kept)
	}
	return spans
}

// rowText is the text of a screen, rows that go on in the next one joined, the
// others parted by newlines.
type rowText struct {
	text  string
	start []int // where the text of each cell begins
	cols  int
}

func joinRows(s *emulator.Screen) *rowText {
	t := &rowText{start: make([]int, 0, len(s.Cells)), cols: s.Cols}
	var b strings.Builder
	b.Grow(len(s.Cells) + s.Rows)
	for r := range s.Rows {
		row := s.Row(r)
		for i, c := range row {
			t.start = append(t.start, b.Len())
			switch {
			case c.Attr.Has(emulator.WideTail):
			case c.Glyph == 0 && i == s.Cols-1 && r < len(s.Wrapped) && s.Wrapped[r] &&
				r+1 < s.Rows && s.Row(r + 1)[0].Attr.Has(emulator.WideHead):
				// A wide character did not fit here.
			case c.Glyph > 0 && c.Glyph < 0x80:
				b.WriteByte(byte(c.Glyph))
			default:
				b.WriteString(s.Table.Text(c.Glyph))
			}
		}
		// Programs that wrap by themselves fill the row to its end.
		if !(r < len(s.Wrapped) && s.Wrapped[r]) && row[s.Cols-1].Glyph == 0 {
			b.WriteByte('\n')
		}
	}
	t.text = b.String()
	return t
}

// leftOf returns the text before a cell.
func (t *rowText) leftOf(row, col int) string {
	i := row*t.cols + min(col, t.cols)
	if i < 0 || i >= len(t.start) {
		return strings.TrimSuffix(t.text, "\n")
	}
	return strings.TrimSuffix(t.text[:t.start[i]], "\n")
}

// cells returns the numbers of the cells whose text is in the bytes from to to.
func (t *rowText) cells(from, to int) []int {
	i := sort.SearchInts(t.start, from)
	var list []int
	for ; i < len(t.start) && t.start[i] < to; i++ {
		list = append(list, i)
	}
	return list
}

// beginnings returns the cells of all beginnings of w of three characters and
// more, wherever they are.
func (t *rowText) beginnings(w string) [][]int {
	head := w
	n := 0
	for i := range w {
		if n++; n > minShown {
			head = w[:i]
			break
		}
	}
	if utf8.RuneCountInString(head) < minShown {
		return nil
	}
	var spans [][]int
	for at := 0; ; {
		i := strings.Index(t.text[at:], head)
		if i < 0 {
			return spans
		}
		at += i
		n := len(head)
		for n < len(w) && at+n < len(t.text) && t.text[at+n] == w[n] {
			n++
		}
		spans = append(spans, t.cells(at, at+n))
		at += len(head)
	}
}
