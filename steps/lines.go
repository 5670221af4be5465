package steps

import (
	"strings"

	"scenario/emulator"
	"scenario/session"
)

// lines are the rows of a session by their number from its first one, as far
// as they are kept: the visible row r is line Scrolled+r.
type lines struct {
	screen     *emulator.Screen
	scrollback []emulator.Line
}

func linesOf(v *session.View) lines { return lines{v.Screen, v.Scrollback} }

// row returns the cells of a line and whether its text goes on in the next.
func (l lines) row(n int) (cells []emulator.Cell, wrapped, ok bool) {
	r := n - l.screen.Scrolled
	if r >= 0 {
		if r >= l.screen.Rows {
			return nil, false, false
		}
		return l.screen.Row(r), l.screen.Wrapped[r], true
	}
	if r += len(l.scrollback); r < 0 {
		return nil, false, false
	}
	return l.scrollback[r].Cells, l.scrollback[r].Wrapped, true
}

// text returns the text of a line between two columns, without the blanks at
// its end.
func (l lines) text(n, from, to int) (string, bool) {
	cells, _, ok := l.row(n)
	if !ok {
		return "", false
	}
	to = min(to, len(cells))
	return l.screen.Table.CellText(cells[min(from, to):to]), true
}

// length is the number of cells of a line up to its last character.
func (l lines) length(n int) int {
	cells, _, _ := l.row(n)
	end := len(cells)
	for end > 0 && cells[end-1].Glyph == 0 && !cells[end-1].Attr.Has(emulator.WideTail) {
		end--
	}
	return end
}

// last returns the last line of the text that goes on through line n.
func (l lines) last(n int) int {
	for {
		_, wrapped, ok := l.row(n)
		if !ok || !wrapped || n+1 >= l.screen.Scrolled+l.screen.Rows {
			return n
		}
		n++
	}
}

// first returns the first line of the text that goes on into line n.
func (l lines) first(n int) int {
	for {
		_, wrapped, ok := l.row(n - 1)
		if !ok || !wrapped {
			return n
		}
		n--
	}
}

// joined returns the text of lines that go on in each other.
func (l lines) joined(from, to int) string {
	var b strings.Builder
	for n := from; n <= to; n++ {
		s, _ := l.text(n, 0, emulator.MaxSize)
		b.WriteString(s)
		if cells, _, _ := l.row(n); n < to {
			b.WriteString(strings.Repeat(" ", len(cells)-l.length(n)))
		}
	}
	return b.String()
}
