package encode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"scenario/emulator"
)

// styleRun is a run of cells of one row that look the same and not as the
// default.
type styleRun struct {
	Row   int      `json:"row"` // from 0
	Col   int      `json:"col"`
	Len   int      `json:"len"` // cells; a wide character is two
	Fg    any      `json:"fg,omitempty"`
	Bg    any      `json:"bg,omitempty"`
	Ul    any      `json:"ul,omitempty"` // the underline's colour
	Attrs []string `json:"attrs,omitempty"`
	Link  string   `json:"link,omitempty"`
}

// JSON writes a screen as an object of cols, rows, screen and style. screen has
// the text of each row, wide characters once, without trailing blanks. style has
// the runs of cells that differ from the default, blanks too: row and col from
// 0, len, and what there is of fg, bg and ul (0 to 255, or "#rrggbb"), attrs
// (sorted) and link (its URL). Each row and each run is a line.
func JSON(w io.Writer, s *emulator.Screen) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\"cols\":%d,\"rows\":%d,\n\"screen\":", s.Cols, s.Rows)
	rows := make([]string, s.Rows)
	for r := range rows {
		rows[r] = s.RowText(r)
	}
	if err := lines(&b, rows); err != nil {
		return err
	}
	b.WriteString(",\n\"style\":")
	if err := lines(&b, styleRuns(s)); err != nil {
		return err
	}
	b.WriteString("}\n")
	_, err := b.WriteTo(w)
	return err
}

// lines writes a list, each item in a line of its own.
func lines[T any](b *bytes.Buffer, items []T) error {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	b.WriteByte('[')
	for i, item := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		if err := enc.Encode(item); err != nil {
			return err
		}
		b.Truncate(b.Len() - 1) // the newline of Encode
	}
	b.WriteByte(']')
	return nil
}

func styleRuns(s *emulator.Screen) []styleRun {
	var runs []styleRun
	for r := range s.Rows {
		row := s.Row(r)
		for c := 0; c < len(row); {
			look, from := lookOf(row[c]), c
			for c < len(row) && lookOf(row[c]) == look {
				c++
			}
			if look != (emulator.Cell{}) {
				runs = append(runs, newStyleRun(s, r, from, c-from, look))
			}
		}
	}
	return runs
}

// lookOf is a cell without its character.
func lookOf(c emulator.Cell) emulator.Cell {
	c.Glyph, c.Attr = 0, c.Attr&^(emulator.WideHead|emulator.WideTail)
	return c
}

func newStyleRun(s *emulator.Screen, row, col, n int, look emulator.Cell) styleRun {
	ext := s.Table.Ext(look.Ext)
	return styleRun{
		Row: row, Col: col, Len: n,
		Fg: colorJSON(look.Fg), Bg: colorJSON(look.Bg), Ul: colorJSON(ext.UnderlineColor),
		Attrs: attrNames(look.Attr), Link: ext.Link.URL,
	}
}

func colorJSON(c emulator.Color) any {
	if i, ok := c.Index(); ok {
		return i
	}
	if r, g, b, ok := c.Components(); ok {
		return fmt.Sprintf("#%02x%02x%02x", r, g, b)
	}
	return nil
}

func attrNames(a emulator.Attr) []string {
	var names []string
	for _, n := range []struct {
		attr emulator.Attr
		name string
	}{
		{emulator.Bold, "bold"}, {emulator.Dim, "dim"}, {emulator.Italic, "italic"}, {emulator.Blink, "blink"},
		{emulator.Reverse, "inverse"}, {emulator.Conceal, "hidden"}, {emulator.Strike, "strike"}, {emulator.Overline, "overline"},
	} {
		if a.Has(n.attr) {
			names = append(names, n.name)
		}
	}
	switch a.Underline() {
	case emulator.UnderlineSingle:
		names = append(names, "underline")
	case emulator.UnderlineDouble:
		names = append(names, "underline-double")
	case emulator.UnderlineCurly:
		names = append(names, "underline-curly")
	case emulator.UnderlineDotted:
		names = append(names, "underline-dotted")
	case emulator.UnderlineDashed:
		names = append(names, "underline-dashed")
	}
	slices.Sort(names)
	return names
}
