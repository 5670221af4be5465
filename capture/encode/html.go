package encode

import (
	"fmt"
	"io"
	"strings"

	"scenario/capture/raster"
	"scenario/capture/theme"
	"scenario/emulator"
)

// HTML writes a screen as a page of its own, of nothing but a <pre>: text that
// can be searched and copied, links, and the fonts of the characters in use.
func HTML(w io.Writer, r *raster.Renderer, s *emulator.Screen, title string) error {
	cells := r.Cells()
	h := &htmlRows{row: newSVGRow(r, cells.Paper(s), cells.Ink(s))}
	h.row.fonts = newFonts(r, true)
	for i := range s.Rows {
		h.line(cells.Row(nil, s, i))
	}
	m := r.Metrics()
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n")
	fmt.Fprintf(&b, "<title>%s</title>\n<style>\n%s", escapeXML(title), h.row.fonts.css())
	fmt.Fprintf(&b, "pre{margin:0;display:inline-block;overflow:hidden;width:%dpx;font:%dpx/%dpx %s,ui-monospace,monospace;color:%s;background:%s}\n",
		s.Cols*m.CellW, m.Em, m.CellH, svgFont, hexColor(h.row.ink), hexColor(h.row.paper))
	b.WriteString("pre a{color:inherit;text-decoration:inherit}\n</style>\n<pre>")
	b.WriteString(h.b.String())
	b.WriteString("</pre>\n</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// htmlRows writes rows of cells as lines of a <pre>.
type htmlRows struct {
	row *svgRow // the colours that need not be told, and the fonts
	b   strings.Builder
}

func (h *htmlRows) line(cells []raster.Cell) {
	for i := range cells {
		c := &cells[i]
		if c.Text == "" {
			continue
		}
		if o, _ := h.row.fonts.use(c); o.Cover < 255 { // a shade: the font has it as a block
			c.Ink = blend(c.Paper, c.Ink, int(o.Cover))
		}
	}
	for len(cells) > 0 && cells[len(cells)-1].Text == "" && h.style(&cells[len(cells)-1]) == "" {
		cells = cells[:len(cells)-1]
	}
	for i := 0; i < len(cells); {
		style, link := h.style(&cells[i]), safeLink(cells[i].Link)
		var text strings.Builder
		for ; i < len(cells) && h.style(&cells[i]) == style && safeLink(cells[i].Link) == link; i++ {
			h.cell(&text, &cells[i])
		}
		h.run(style, link, text.String())
	}
	h.b.WriteByte('\n')
}

// cell writes a character. One that the fonts don't have, as an emoji, is the
// viewer's own; it is kept to its cells.
func (h *htmlRows) cell(b *strings.Builder, c *raster.Cell) {
	if c.Text == "" {
		b.WriteString(strings.Repeat(" ", c.Cols))
		return
	}
	if _, ok := h.row.fonts.use(c); ok {
		b.WriteString(escapeXML(c.Text))
		return
	}
	m := &h.row.m
	fmt.Fprintf(b, `<span style="display:inline-block;overflow:hidden;vertical-align:top;width:%dpx;height:%dpx">%s</span>`,
		c.Cols*m.CellW, m.CellH, escapeXML(c.Text))
}

func (h *htmlRows) run(style, link, text string) {
	if link != "" {
		text = fmt.Sprintf(`<a href="%s">%s</a>`, escapeXML(link), text)
	}
	if style != "" {
		text = fmt.Sprintf(`<span style="%s">%s</span>`, style, text)
	}
	h.b.WriteString(text)
}

// style returns the declarations that a cell needs.
func (h *htmlRows) style(c *raster.Cell) string {
	var d []string
	if c.Ink != h.row.ink && (c.Text != "" || c.Attr != 0) {
		d = append(d, "color:"+hexColor(c.Ink))
	}
	if c.Paper != h.row.paper {
		d = append(d, "background:"+hexColor(c.Paper))
	}
	if c.Attr.Has(emulator.Bold) {
		d = append(d, "font-weight:bold")
	}
	if c.Attr.Has(emulator.Italic) {
		d = append(d, "font-style:italic")
	}
	var lines []string
	if u := c.Attr.Underline(); u != emulator.UnderlineNone {
		lines = append(lines, "underline "+[...]string{"", "solid", "double", "wavy", "dotted", "dashed"}[min(u, emulator.UnderlineDashed)])
	}
	if c.Attr.Has(emulator.Strike) {
		lines = append(lines, "line-through")
	}
	if c.Attr.Has(emulator.Overline) {
		lines = append(lines, "overline")
	}
	if len(lines) > 0 {
		decoration := "text-decoration:" + strings.Join(lines, " ")
		if c.Line != c.Ink {
			decoration += " " + hexColor(c.Line)
		}
		d = append(d, decoration)
	}
	switch c.Cursor {
	case emulator.CursorUnderline:
		d = append(d, "box-shadow:inset 0 -2px "+hexColor(c.CursorColor))
	case emulator.CursorBar:
		d = append(d, "box-shadow:inset 2px 0 "+hexColor(c.CursorColor))
	}
	return strings.Join(d, ";")
}

// blend is a colour that covers another one, 0 to 255.
func blend(under, over theme.RGB, cover int) theme.RGB {
	at := func(a, b uint8) uint8 { return uint8((int(a)*(255-cover) + int(b)*cover + 127) / 255) }
	return theme.RGB{R: at(under.R, over.R), G: at(under.G, over.G), B: at(under.B, over.B)}
}
