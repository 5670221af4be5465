package encode

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"scenario/capture/font"
	"scenario/capture/raster"
	"scenario/capture/theme"
	"scenario/emulator"
)

// svgRow writes rows of cells as SVG, with the upper left corner of the row as
// origin. The same cells give the same bytes.
type svgRow struct {
	m      font.Metrics
	fonts  *fonts
	paper  theme.RGB // behind everything
	ink    theme.RGB // of text that says nothing else
	colors map[theme.RGB]int
	list   []theme.RGB // in the order of their numbers
	b      strings.Builder

	pictures map[shapeKey]int // of characters in colours of their own
	drawn    []string         // in the order of their numbers
}

func newSVGRow(r *raster.Renderer, paper, ink theme.RGB) *svgRow {
	return &svgRow{m: r.Metrics(), fonts: newFonts(r, false), paper: paper, ink: ink, colors: map[theme.RGB]int{}, pictures: map[shapeKey]int{}}
}

// markup returns a row, "" when there is nothing to be seen.
func (s *svgRow) markup(cells []raster.Cell) string {
	s.b.Reset()
	s.papers(cells)
	s.geometry(cells)
	for i := 0; i < len(cells); {
		i = s.text(cells, i)
	}
	s.lines(cells)
	return s.b.String()
}

// class returns the class attribute of a fill, with other classes.
func (s *svgRow) class(c theme.RGB, more ...string) string {
	if c != s.ink {
		n, ok := s.colors[c]
		if !ok {
			n = len(s.list)
			s.colors[c] = n
			s.list = append(s.list, c)
		}
		more = append(more, "c"+strconv.Itoa(n))
	}
	if len(more) == 0 {
		return ""
	}
	if name := strings.Join(more, " "); strings.Contains(name, " ") {
		return ` class="` + name + `"`
	} else {
		return ` class=` + strconv.Quote(name)
	}
}

// css returns the rules of the colours in use.
func (s *svgRow) css() string {
	var b strings.Builder
	for i, c := range s.list {
		fmt.Fprintf(&b, ".c%d{fill:%s}", i, hexColor(c))
	}
	return b.String()
}

func hexColor(c theme.RGB) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// papers draws the backgrounds.
func (s *svgRow) papers(cells []raster.Cell) {
	spans(cells, func(c *raster.Cell) (theme.RGB, bool) { return c.Paper, c.Paper != s.paper }, func(c theme.RGB, from, to int) {
		s.rect(s.class(c), from*s.m.CellW, 0, (to-from)*s.m.CellW, s.m.CellH)
	})
}

// spans calls f with the columns of each run of cells of one value.
func spans[T comparable](cells []raster.Cell, value func(*raster.Cell) (T, bool), f func(v T, from, to int)) {
	for i := 0; i < len(cells); {
		v, ok := value(&cells[i])
		from := cells[i].Col
		to := from + cells[i].Cols
		for i++; i < len(cells); i++ {
			w, same := value(&cells[i])
			if w != v || same != ok {
				break
			}
			to = cells[i].Col + cells[i].Cols
		}
		if ok {
			f(v, from, to)
		}
	}
}

func (s *svgRow) rect(class string, x, y, w, h int) {
	if w > 0 && h > 0 {
		fmt.Fprintf(&s.b, `<rect%s x="%d" y="%d" width="%d" height="%d"/>`, class, x, y, w, h)
	}
}

// paint is how a shape is filled.
type paint struct {
	color theme.RGB
	cover uint8
}

// geometry draws the characters that are no text of the font: as paths.
func (s *svgRow) geometry(cells []raster.Cell) {
	var order []paint
	paths := map[paint]*svgPath{}
	for i := range cells {
		c := &cells[i]
		if c.Text == "" {
			continue
		}
		o, asText := s.fonts.use(c)
		if len(o.Layers) > 0 {
			s.picture(c, o)
			continue
		}
		if len(o.Steps) == 0 || asText && !o.Geometry {
			continue
		}
		k := paint{c.Ink, o.Cover}
		p := paths[k]
		if p == nil {
			p = new(svgPath)
			paths[k] = p
			order = append(order, k)
		}
		p.add(o, c.Col*s.m.CellW)
	}
	for _, k := range order {
		opacity := ""
		if k.cover < 255 {
			opacity = fmt.Sprintf(` fill-opacity="%s"`, decimal(int(k.cover), 255))
		}
		straight, curved := paths[k].data()
		if straight != "" {
			fmt.Fprintf(&s.b, `<path%s%s d="%s"/>`, s.class(k.color, "g"), opacity, straight)
		}
		if curved != "" {
			fmt.Fprintf(&s.b, `<path%s%s d="%s"/>`, s.class(k.color), opacity, curved)
		}
	}
}

// picture draws a character in colours of its own: each is stored once.
func (s *svgRow) picture(c *raster.Cell, o *font.Outline) {
	key := shapeKey{c.Text, styleOf(c.Attr), c.Cols}
	n, ok := s.pictures[key]
	if !ok {
		n = len(s.drawn)
		s.pictures[key] = n
		var b strings.Builder
		for _, l := range o.Layers {
			var p svgPath
			p.add(&font.Outline{Steps: l.Steps}, 0)
			straight, curved := p.data()
			opacity := ""
			if l.Color.A < 255 {
				opacity = fmt.Sprintf(` fill-opacity="%s"`, decimal(int(l.Color.A), 255))
			}
			fmt.Fprintf(&b, `<path fill="%s"%s d="%s"/>`, hexColor(theme.RGB{R: l.Color.R, G: l.Color.G, B: l.Color.B}), opacity, straight+curved)
		}
		s.drawn = append(s.drawn, b.String())
	}
	dim := ""
	if c.Attr.Has(emulator.Dim) {
		dim = ` opacity="0.5"`
	}
	fmt.Fprintf(&s.b, `<use href="#e%d" x="%d"%s/>`, n, c.Col*s.m.CellW, dim)
}

// text writes the run of text that begins at cell i and returns where it ends:
// cells that look the same and that the font shows, without blanks at its ends.
func (s *svgRow) text(cells []raster.Cell, i int) int {
	c := &cells[i]
	if c.Text == "" {
		return i + 1
	}
	var b strings.Builder
	_, asText := s.fonts.use(c)
	b.WriteString(c.Text)
	end, cols := i+1, c.Cols
	if asText && c.Cols == 1 {
		for k := end; k < len(cells) && sameText(c, &cells[k]); k++ {
			if cells[k].Text == "" {
				continue
			}
			if _, ok := s.fonts.use(&cells[k]); !ok || cells[k].Cols != 1 {
				break
			}
			for ; end < k; end++ {
				b.WriteByte(' ')
			}
			b.WriteString(cells[k].Text)
			end = k + 1
		}
		cols = cells[end-1].Col + 1 - c.Col
	}
	var classes []string
	if c.Attr.Has(emulator.Bold) {
		classes = append(classes, "b")
	}
	if c.Attr.Has(emulator.Italic) {
		classes = append(classes, "i")
	}
	if !asText {
		classes = append(classes, "h") // drawn as a path: to be selected only
	}
	link := safeLink(c.Link)
	if link != "" {
		fmt.Fprintf(&s.b, `<a href="%s">`, escapeXML(link))
	}
	fmt.Fprintf(&s.b, `<text%s x="%d" y="%d" textLength="%d">%s</text>`,
		s.class(c.Ink, classes...), c.Col*s.m.CellW, s.m.Baseline, cols*s.m.CellW, escapeXML(b.String()))
	if link != "" {
		s.b.WriteString("</a>")
	}
	return end
}

// sameText reports whether b can go on in a run that a began. Blanks have no
// colour of their own.
func sameText(a, b *raster.Cell) bool {
	const style = emulator.Bold | emulator.Italic
	return a.Link == b.Link && (b.Text == "" || a.Ink == b.Ink && a.Attr&style == b.Attr&style)
}

// lines draws what attributes and the cursor draw over the text.
func (s *svgRow) lines(cells []raster.Cell) {
	m := &s.m
	type under struct {
		style emulator.Underline
		color theme.RGB
	}
	spans(cells, func(c *raster.Cell) (under, bool) {
		u := c.Attr.Underline()
		return under{u, c.Line}, u != emulator.UnderlineNone
	}, func(u under, from, to int) { s.underline(u.style, s.class(u.color), u.color, from, to) })
	for _, l := range []struct {
		attr emulator.Attr
		y    int
	}{{emulator.Strike, m.StrikeY}, {emulator.Overline, 0}} {
		spans(cells, func(c *raster.Cell) (theme.RGB, bool) { return c.Ink, c.Attr.Has(l.attr) }, func(c theme.RGB, from, to int) {
			s.rect(s.class(c), from*m.CellW, l.y, (to-from)*m.CellW, m.Stroke)
		})
	}
	for _, c := range cells {
		switch x, w := c.Col*m.CellW, c.Cols*m.CellW; c.Cursor {
		case emulator.CursorUnderline:
			s.rect(s.class(c.CursorColor), x, m.CellH-2*m.Stroke, w, 2*m.Stroke)
		case emulator.CursorBar:
			s.rect(s.class(c.CursorColor), x, 0, 2*m.Stroke, m.CellH)
		}
	}
}

// underline draws an underline from one column to another, where the raster
// draws it.
func (s *svgRow) underline(u emulator.Underline, class string, color theme.RGB, from, to int) {
	m := &s.m
	x, w, y, t := from*m.CellW, (to-from)*m.CellW, m.UnderlineY, m.Stroke
	stroke := fmt.Sprintf(`<path fill="none" stroke="%s" stroke-width="%d"`, hexColor(color), t)
	middle := decimal(2*y+t, 2)
	switch u {
	case emulator.UnderlineDouble:
		y = max(min(y, m.CellH-3*t), 0)
		s.rect(class, x, y, w, t)
		s.rect(class, x, y+2*t, w, t)
	case emulator.UnderlineDotted:
		fmt.Fprintf(&s.b, `%s stroke-dasharray="%d" d="M%d %sh%d"/>`, stroke, t, x, middle, w)
	case emulator.UnderlineDashed:
		fmt.Fprintf(&s.b, `%s stroke-dasharray="%s" d="M%d %sh%d"/>`, stroke, decimal(m.CellW, 4), x, middle, w)
	case emulator.UnderlineCurly:
		height := min(max(m.CellH-y+t, 3*t), 4*t+1, m.CellH)
		half, amp := decimal(m.CellW, 2), height-t
		fmt.Fprintf(&s.b, `%s d="M%d %s`, stroke, x, decimal(2*m.CellH-height, 2))
		for i := range 2 * (to - from) {
			if i == 0 {
				fmt.Fprintf(&s.b, "q%s %d %s 0", decimal(m.CellW, 4), -amp, half)
			} else {
				fmt.Fprintf(&s.b, "t%s 0", half)
			}
		}
		s.b.WriteString(`"/>`)
	default:
		s.rect(class, x, y, w, t)
	}
}

// decimal prints n/d with up to three places.
func decimal(n, d int) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	text := fmt.Sprintf("%d.%03d", n/d, n%d*1000/d)
	return sign + strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// safeLink returns the URLs that a picture may lead to.
func safeLink(url string) string {
	for _, scheme := range []string{"https://", "http://", "mailto:", "ftp://"} {
		if len(url) >= len(scheme) && strings.EqualFold(url[:len(scheme)], scheme) {
			return url
		}
	}
	return ""
}

// escapeXML escapes text; what XML 1.0 can't hold becomes U+FFFD.
func escapeXML(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case r == utf8.RuneError, r < ' ' && r != '\t' && r != '\n', r == 0xFFFE, r == 0xFFFF:
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
