package snapshot

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"scenario/emulator"
	"scenario/steps/match"
)

// cell is a cell of a row, or what a mask has made of several.
type cell struct {
	text  string // what it shows, "" of the second half of a wide character
	width int    // columns
	style string // "" is the default
	hole  string // the wildcard that stands for it: «times»
	fill  bool   // it stands for a cell of a masked rectangle
}

func (c cell) blank() bool { return c.hole == "" && strings.Trim(c.text, " ") == "" && c.width == 1 }

// row2cells returns the cells of a row, columns left to before right.
func row2cells(s *emulator.Screen, row, left, right int, mask func(string) string) []cell {
	all := s.Row(row)[left:right]
	cells := make([]cell, len(all))
	last, style := emulator.Cell{}, ""
	for i, c := range all {
		if i == 0 || c.Fg != last.Fg || c.Bg != last.Bg || c.Attr != last.Attr || c.Ext != last.Ext || (c.Glyph == 0) != (last.Glyph == 0) {
			style, last = styleOf(s.Table, c, mask), c
		}
		cells[i] = cell{text: s.Table.Text(c.Glyph), width: 1, style: style}
		switch {
		case c.Attr.Has(emulator.WideTail):
			cells[i] = cell{}
		case c.Attr.Has(emulator.WideHead) && i+1 < len(all):
			cells[i].width = 2
		}
		cells[i].text = printableGlyph(cells[i].text)
	}
	return cells
}

// printableGlyph is what a cell shows in one line of a file. Blanks of other
// kinds stay what they are.
func printableGlyph(s string) string {
	if s == " " || s == "" || len(s) == 1 && s[0] > ' ' && s[0] < 0x7f {
		return s
	}
	if p := printable(s); p != "" {
		return p
	}
	return s
}

// Fill is what stands for each cell of a masked rectangle.
const Fill = "░"

// punch marks cells as taken out: by a wildcard, or, when name is "", each by
// Fill, which is stronger.
func punch(cells []cell, col, width int, name string) {
	for i := max(col, 0); i < min(col+width, len(cells)); i++ {
		switch {
		case name == "":
			cells[i] = cell{text: Fill, width: 1, fill: true}
		case !cells[i].fill && cells[i].hole == "":
			cells[i].hole = "«" + name + "»"
		}
	}
}

// render is the normal form of a row: a wildcard for each run of taken-out cells
// and the blanks beside it, and no blanks without a style at the end. at has the
// column that each cell has come to.
func render(cells []cell) (line []cell, at []int) {
	at = make([]int, len(cells)+1)
	col := 0
	add := func(c cell) {
		line = append(line, c)
		col += c.width
	}
	for i := 0; i < len(cells); {
		next := i
		for next < len(cells) && cells[next].blank() {
			next++
		}
		if next == len(cells) || cells[next].hole == "" {
			for end := max(next, i+1); i < end; i++ {
				at[i] = col
				add(cells[i])
			}
			continue
		}
		hole := cells[next].hole
		end := next
		for end < len(cells) && (cells[end].hole == hole || cells[end].blank()) {
			end++
		}
		if len(line) > 0 && !line[len(line)-1].blank() {
			add(cell{text: " ", width: 1})
		}
		for ; i < end; i++ {
			at[i] = col
		}
		add(cell{text: hole, width: utf8.RuneCountInString(hole), hole: hole})
		if end < len(cells) {
			add(cell{text: " ", width: 1})
		}
	}
	at[len(cells)] = col
	for len(line) > 0 && line[len(line)-1].blank() && line[len(line)-1].style == "" {
		line = line[:len(line)-1]
	}
	return line, at
}

func text(line []cell) string {
	var b strings.Builder
	for _, c := range line {
		b.WriteString(c.text)
	}
	return strings.TrimRight(b.String(), " ")
}

// runs are the styles of a row: columns from 1, of the row as it is written.
func runs(line []cell) string {
	var parts []string
	from, col, style := 0, 0, ""
	flush := func() {
		if style == "" {
			return
		}
		where := fmt.Sprint(from + 1)
		if col > from+1 {
			where = fmt.Sprintf("%d-%d", from+1, col)
		}
		parts = append(parts, where+" "+style)
	}
	for _, c := range line {
		if c.width == 0 {
			continue
		}
		if c.style != style {
			flush()
			from, style = col, c.style
		}
		col += c.width
	}
	flush()
	return strings.Join(parts, ", ")
}

// styleOf is how a cell looks: "bold red on 236". Of a blank only what can be
// seen there is said.
func styleOf(t *emulator.Table, c emulator.Cell, mask func(string) string) string {
	var words []string
	blank := strings.Trim(t.Text(c.Glyph), " ") == ""
	reverse := c.Attr.Has(emulator.Reverse)
	for _, a := range []struct {
		bit     emulator.Attr
		name    string
		onBlank bool
	}{
		{emulator.Bold, "bold", false},
		{emulator.Dim, "dim", false},
		{emulator.Italic, "italic", false},
		{emulator.Blink, "blink", false},
		{emulator.Reverse, "reverse", true},
		{emulator.Conceal, "conceal", false},
		{emulator.Strike, "strike", true},
		{emulator.Overline, "overline", true},
	} {
		if c.Attr.Has(a.bit) && (a.onBlank || !blank) {
			words = append(words, a.name)
		}
	}
	ext := t.Ext(c.Ext)
	u := c.Attr.Underline()
	if u != emulator.UnderlineNone {
		words = append(words, underlines()[u])
		if !ext.UnderlineColor.IsDefault() {
			words = append(words, "of "+match.ColorName(ext.UnderlineColor))
		}
	}
	if !c.Fg.IsDefault() && (!blank || reverse || u != emulator.UnderlineNone) {
		words = append(words, match.ColorName(c.Fg))
	}
	if !c.Bg.IsDefault() {
		words = append(words, "on "+match.ColorName(c.Bg))
	}
	if ext.Link.URL != "" {
		words = append(words, "link "+target(mask(ext.Link.URL)))
	}
	return strings.Join(words, " ")
}

// underlines are the words for the styles of underlines.
func underlines() []string {
	return []string{"", "underline", "double underline", "curly underline", "dotted underline", "dashed underline"}
}

// target is a URL as a word: without blanks and commas, which part words and
// runs.
func target(url string) string {
	return strings.NewReplacer(" ", "%20", ",", "%2C").Replace(printable(url))
}
