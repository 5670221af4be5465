package report

import (
	"fmt"
	"strings"

	"scenario/event"
)

// Of a screen on a terminal at most maxRows rows are shown; of a taller one
// with a near miss those around it.
const (
	maxRows    = 24
	rowsBefore = 3
	rowsAfter  = 1
	gutter     = 7 // columns left of the box
	minColumns = 20
	maxCells   = 1000 // rows and columns that a screen can have
)

// edges are the characters of a box.
type edges struct{ line, side, cut, topLeft, topRight, left, right, bottomLeft, bottomRight string }

var (
	asciiEdges = edges{"-", "|", ":", "+", "+", "+", "+", "+", "+"}
	lineEdges  = edges{"─", "│", "┊", "┌", "┐", "├", "┤", "└", "┘"}
)

// box is a screen being drawn.
type box struct {
	d          *event.ScreenDump
	e          edges
	ascii      bool
	rows       []string // clean
	from, to   int      // columns shown, from 1
	inner      int      // columns between the edges
	leftCut    bool
	rightCut   bool
	first, end int // rows shown, from 0, end not in it
	red        func(string) string
	out        []string
}

// drawScreen returns the lines of a boxed screen. It is cut to total columns,
// around the nearest match; 0 never cuts.
func drawScreen(d *event.ScreenDump, total int, utf8 bool, red func(string) string) []string {
	b := &box{d: d, e: asciiEdges, ascii: !utf8, red: red}
	if utf8 {
		b.e = lineEdges
	}
	wide := min(d.Cols, maxCells)
	for _, l := range d.Lines {
		row := screenText(l, b.ascii)
		wide = max(wide, width(row))
		b.rows = append(b.rows, row)
	}
	for len(b.rows) < min(d.Rows, maxCells) {
		b.rows = append(b.rows, "")
	}
	b.chooseColumns(wide, total)
	b.chooseRows(total > 0)
	b.draw()
	return b.out
}

// chooseColumns cuts the screen to what fits between the edges: two columns
// on the left, two on the right or one where it is cut.
func (b *box) chooseColumns(wide, total int) {
	b.from, b.to = 1, max(wide, 1)
	if total == 0 || wide+gutter+4 <= total {
		return
	}
	n := max(total-gutter-3, minColumns)
	if n >= wide {
		return
	}
	if last := b.d.Col + b.d.Width - 1; b.d.Row > 0 && last > n {
		b.from = min(b.d.Col-(n-b.d.Width)/2, wide-n+2)
	}
	b.from = max(b.from, 1)
	b.to = min(b.from+n-1, wide)
	b.leftCut, b.rightCut = b.from > 1, b.to < wide
}

// chooseRows leaves out empty rows at both ends, and on a terminal what is too
// much.
func (b *box) chooseRows(terminal bool) {
	match := b.d.Row - 1
	b.end = len(b.rows)
	for b.first < b.end && b.rows[b.first] == "" && b.first != match {
		b.first++
	}
	for b.end > b.first && b.rows[b.end-1] == "" && b.end-1 != match {
		b.end--
	}
	if !terminal || len(b.rows) <= maxRows {
		return
	}
	if match >= 0 && match < len(b.rows) {
		b.first, b.end = max(b.first, match-rowsBefore), min(b.end, match+rowsAfter+1)
		return
	}
	if b.end-b.first > maxRows { // the rows that end with the cursor, if it is below
		if cursor := min(b.d.CursorRow, b.end); cursor > b.first+maxRows {
			b.first = cursor - maxRows
		}
		b.end = b.first + maxRows
	}
}

func (b *box) draw() {
	left := fmt.Sprintf("%dx%d", b.d.Cols, b.d.Rows)
	if b.leftCut || b.rightCut {
		left += fmt.Sprintf(", columns %d-%d", b.from, b.to)
	}
	right := ""
	if b.d.CursorRow > 0 {
		right = fmt.Sprintf("cursor row %d, col %d", b.d.CursorRow, b.d.CursorCol)
	}
	bottom := b.missing()
	b.inner = b.to - b.from + 2
	if !b.rightCut {
		b.inner++
		b.inner = max(b.inner, width(left)+width(right)+10, width(bottom)+6)
	}
	b.border(b.e.topLeft, b.e.topRight, left, right)
	for i := b.first; i < b.end; i++ {
		if n := b.emptyRun(i); n >= 3 {
			b.border(b.e.left, b.e.right, rowsAreEmpty(i+1, i+n), "")
			i += n - 1
			continue
		}
		b.row(fmt.Sprintf("%6d ", i+1), columns(b.rows[i], b.from, b.to), nil)
		if i == b.d.Row-1 {
			b.underline()
		}
	}
	b.border(b.e.bottomLeft, b.e.bottomRight, bottom, "")
}

func (b *box) emptyRun(i int) int {
	n := 0
	for i+n < b.end && b.rows[i+n] == "" && i+n != b.d.Row-1 {
		n++
	}
	return n
}

// missing says which rows are not shown.
func (b *box) missing() string {
	n := len(b.rows)
	switch {
	case n == 0:
		return ""
	case b.first == b.end:
		return "all rows are empty"
	}
	for i, row := range b.rows {
		if row != "" && (i < b.first || i >= b.end) {
			return fmt.Sprintf("%d more rows in screen.txt", n-(b.end-b.first))
		}
	}
	switch {
	case b.first > 0 && b.end < n:
		return fmt.Sprintf("rows %s and %s are empty", rowRange(1, b.first), rowRange(b.end+1, n))
	case b.first > 0:
		return rowsAreEmpty(1, b.first)
	case b.end < n:
		return rowsAreEmpty(b.end+1, n)
	}
	return ""
}

func rowsAreEmpty(from, to int) string {
	if from == to {
		return fmt.Sprintf("row %d is empty", from)
	}
	return "rows " + rowRange(from, to) + " are empty"
}

func rowRange(from, to int) string {
	if from == to {
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d-%d", from, to)
}

func (b *box) underline() {
	from, to := max(b.d.Col, b.from), min(b.d.Col+max(b.d.Width, 1)-1, b.to)
	if from <= to {
		b.row(strings.Repeat(" ", gutter), strings.Repeat(" ", from-b.from)+strings.Repeat("^", to-from+1), b.red)
	}
}

// row draws one row: its text, coloured if color is given, between the edges.
func (b *box) row(gutter, text string, color func(string) string) {
	left, right := b.e.side, b.e.side
	if b.leftCut {
		left = b.e.cut
	}
	if b.rightCut {
		right = b.e.cut
	}
	padded := pad(text, b.inner-1)
	if color != nil {
		trimmed := strings.TrimLeft(text, " ")
		blanks := len(text) - len(trimmed)
		padded = text[:blanks] + color(trimmed) + strings.Repeat(" ", max(0, b.inner-1-len(text)))
	}
	b.out = append(b.out, gutter+left+" "+padded+right)
}

// border draws a horizontal edge with a text at its left and its right end.
func (b *box) border(from, to, left, right string) {
	if b.leftCut {
		from = b.e.cut
	}
	if b.rightCut {
		to = b.e.cut
	}
	line := func(n int) string { return strings.Repeat(b.e.line, max(n, 0)) }
	rest := b.inner
	head, tail := "", ""
	if left != "" {
		head = line(2) + " " + left + " "
	}
	if right != "" {
		tail = " " + right + " " + line(2)
	}
	if width(head)+width(tail) > rest { // both do not fit
		tail = ""
	}
	head = columns(head, 1, rest)
	b.out = append(b.out, strings.Repeat(" ", gutter)+from+head+line(rest-width(head)-width(tail))+tail+to)
}

// screenText makes a row of a screen safe to print, a column for a column.
func screenText(s string, ascii bool) string {
	var out strings.Builder
	for _, r := range strings.TrimRight(s, " ") {
		switch {
		case unsafe(r):
			r = '?'
		case ascii:
			r = plain(r)
		}
		out.WriteRune(r)
	}
	return out.String()
}

// plain draws lines and blocks with ASCII.
func plain(r rune) rune {
	switch {
	case r < 0x2500 || r > 0x259f:
		return r
	case r >= 0x2580:
		return '#'
	case strings.ContainsRune("─━┄┅┈┉╌╍═╴╶╸╺╼╾", r):
		return '-'
	case strings.ContainsRune("│┃┆┇┊┋╎╏║╵╷╹╻╽╿", r):
		return '|'
	case r == '╱':
		return '/'
	case r == '╲':
		return '\\'
	case r == '╳':
		return 'X'
	}
	return '+'
}
