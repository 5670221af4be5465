package encode

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"scenario/capture/raster"
	"scenario/emulator"
)

// SVGOptions are the fixed properties of an SVG.
type SVGOptions struct {
	Title string // what the picture shows, for readers that don't see it
	Loop  int    // how often it plays; 0: for ever
}

// SVGWriter writes a picture, or a recording, of screens as SVG 1.1 with CSS
// animations: https://www.w3.org/TR/SVG11/, https://www.w3.org/TR/css-animations-1/.
//
// It is made for <img>: no script, nothing from outside. Text is text that can
// be selected, in an embedded font that holds the characters in use; box drawing
// and blocks are paths. Every text has the length of its cells, so that a viewer
// without embedded fonts keeps the columns. Each row of the screen is a strip of
// its distinct contents that moves behind a window; equal contents of all rows
// are stored once.
//
// Memory grows with the number of distinct rows, as the file does; a recording
// of more than 64 MB is an error.
type SVGWriter struct {
	w     io.Writer
	r     *raster.Renderer
	opt   SVGOptions
	cells *raster.Cells
	row   *svgRow
	strip []strip

	ids      map[string]int // of contents, from 1; 0 is blank
	contents []string
	uses     []int
	bytes    int

	layers []*layer
	laid   map[*raster.Sprite]*layer
	names  map[string]int  // of keyframes
	moves  strings.Builder // the keyframes

	buf    []raster.Cell
	now    time.Duration
	frames int
	err    error
}

// strip is what one row of the screen shows, one after another.
type strip struct {
	last   []raster.Cell
	states []int       // contents, each once
	place  map[int]int // of contents in states
	steps  []stripStep
}

type stripStep struct {
	at    time.Duration
	state int // in states
}

// maxSVG bounds the contents of an SVG.
const maxSVG = 64 << 20

var errSVGTooLarge = errors.New("svg: the recording is too long: over 64 MB; a .gif or .apng of it is smaller")

// NewSVG returns a writer of an SVG of the renderer's size.
func NewSVG(w io.Writer, r *raster.Renderer, opt SVGOptions) *SVGWriter {
	return &SVGWriter{w: w, r: r, opt: opt, cells: r.Cells(), ids: map[string]int{"": 0}, contents: []string{""}, uses: []int{0},
		laid: map[*raster.Sprite]*layer{}, names: map[string]int{}}
}

// Add appends a screen that stands for delay.
func (s *SVGWriter) Add(scr *emulator.Screen, delay time.Duration) error {
	if s.err != nil {
		return s.err
	}
	if s.row == nil {
		s.row = newSVGRow(s.r, s.cells.Paper(scr), s.cells.Ink(scr))
		s.strip = make([]strip, s.r.Grid().Dy()/s.r.Metrics().CellH)
	}
	for i := range s.strip {
		s.buf = s.cells.Row(s.buf[:0], scr, i)
		if s.frames == 0 || !slices.Equal(s.buf, s.strip[i].last) {
			s.change(&s.strip[i])
		}
	}
	s.frames++
	s.now += delay
	if s.bytes > maxSVG {
		s.err = errSVGTooLarge
	}
	return s.err
}

// change notes that a row shows the cells of buf from now on.
func (s *SVGWriter) change(p *strip) {
	p.last = append(p.last[:0], s.buf...)
	text := s.row.markup(s.buf)
	id, ok := s.ids[text]
	if !ok {
		id = len(s.contents)
		s.ids[text] = id
		s.contents = append(s.contents, text)
		s.uses = append(s.uses, 0)
		s.bytes += len(text)
	}
	state, ok := p.place[id]
	if !ok {
		if p.place == nil {
			p.place = map[int]int{}
		}
		state = len(p.states)
		p.place[id] = state
		p.states = append(p.states, id)
		s.uses[id]++
		s.bytes += 32
	}
	if n := len(p.steps); n > 0 && p.steps[n-1].state == state {
		return
	}
	p.steps = append(p.steps, stripStep{s.now, state})
	s.bytes += 48
}

// Close writes the file; it does not close the underlying writer.
func (s *SVGWriter) Close() error {
	if s.err != nil {
		return s.err
	}
	if s.frames == 0 {
		s.err = fmt.Errorf("svg: %w", errNoFrames)
		return s.err
	}
	s.err = errClosed
	under, over := s.laidOut(false), s.laidOut(true)
	var body strings.Builder
	s.body(&body)
	if len(s.names) > 0 {
		count := "infinite"
		if s.opt.Loop > 0 {
			count = fmt.Sprintf("%d forwards", s.opt.Loop)
		}
		fmt.Fprintf(&s.moves, ".a{animation:%dms step-end %s}\n", max(1, s.now.Milliseconds()), count)
	}
	out := s.head(s.moves.String()) + under + s.defs() + body.String() + "</svg>\n" + over + "</svg>\n"
	_, err := io.WriteString(s.w, out)
	return wrapWrite("svg", err)
}

// head is what comes before the rows.
func (s *SVGWriter) head(keyframes string) string {
	var b strings.Builder
	size, m := s.r.Size(), s.r.Metrics()
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" xml:space="preserve" role="img">`+"\n", size.X, size.Y)
	if s.opt.Title != "" {
		fmt.Fprintf(&b, "<title>%s</title>\n", escapeXML(s.opt.Title))
	}
	b.WriteString("<style>\n")
	b.WriteString(s.row.fonts.css())
	fmt.Fprintf(&b, "text{font:%dpx %s,ui-monospace,monospace;white-space:pre}", m.Em, svgFont)
	b.WriteString(".b{font-weight:bold}.i{font-style:italic}.h{fill:none}rect,.g{shape-rendering:crispEdges}")
	b.WriteString(s.row.css())
	b.WriteString("\n" + keyframes + "</style>\n")
	if s.r.Plain() {
		fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="%s"/>`+"\n", size.X, size.Y, hexColor(s.row.paper))
	}
	return b.String()
}

// defs are the contents that are shown in more than one place, and the pictures.
func (s *SVGWriter) defs() string {
	var b strings.Builder
	for n, text := range s.row.drawn {
		fmt.Fprintf(&b, `<g id="e%d">%s</g>`+"\n", n, text)
	}
	for id, text := range s.contents {
		if s.uses[id] > 1 && id > 0 {
			fmt.Fprintf(&b, `<g id="r%d">%s</g>`+"\n", id, text)
		}
	}
	if b.Len() == 0 {
		return s.grid()
	}
	return "<defs>\n" + b.String() + "</defs>\n" + s.grid()
}

// grid opens the window onto the cells.
func (s *SVGWriter) grid() string {
	g := s.r.Grid()
	return fmt.Sprintf(`<svg x="%d" y="%d" width="%d" height="%d" fill="%s">`+"\n", g.Min.X, g.Min.Y, g.Dx(), g.Dy(), hexColor(s.row.ink))
}

// body writes the rows.
func (s *SVGWriter) body(body *strings.Builder) {
	h, w := s.r.Metrics().CellH, s.r.Grid().Dx()
	for i := range s.strip {
		p := &s.strip[i]
		if len(p.steps) == 1 {
			s.show(body, p.states[0], i*h)
			continue
		}
		fmt.Fprintf(body, `<svg y="%d" width="%d" height="%d"><g class="a" style="animation-name:k%d">`+"\n", i*h, w, h, s.keyframes(s.rules(p, h)))
		for k, id := range p.states {
			s.show(body, id, k*h)
		}
		body.WriteString("</g></svg>\n")
	}
}

// keyframes returns the number of keyframes; equal ones are stored once.
func (s *SVGWriter) keyframes(rules string) int {
	n, ok := s.names[rules]
	if !ok {
		n = len(s.names)
		s.names[rules] = n
		fmt.Fprintf(&s.moves, "@keyframes k%d{%s}\n", n, rules)
	}
	return n
}

// percent is a moment as a part of the whole, in keyframes.
func (s *SVGWriter) percent(at time.Duration) string {
	total := int(max(time.Millisecond, s.now) / time.Microsecond)
	return decimal4(int(at/time.Microsecond), total)
}

// show writes a content at a height.
func (s *SVGWriter) show(b *strings.Builder, id, y int) {
	switch {
	case id == 0:
	case s.uses[id] > 1:
		fmt.Fprintf(b, `<use href="#r%d" y="%d"/>`+"\n", id, y)
	case y == 0:
		b.WriteString(s.contents[id] + "\n")
	default:
		fmt.Fprintf(b, `<g transform="translate(0 %d)">%s</g>`+"\n", y, s.contents[id])
	}
}

// rules are the keyframes of a strip: where it stands from when on.
func (s *SVGWriter) rules(p *strip, h int) string {
	var b strings.Builder
	for _, st := range p.steps {
		fmt.Fprintf(&b, "%s%%{transform:translateY(%dpx)}", s.percent(st.at), -st.state*h)
	}
	if s.opt.Loop > 0 { // where it stops
		fmt.Fprintf(&b, "to{transform:translateY(%dpx)}", -p.steps[len(p.steps)-1].state*h)
	}
	return b.String()
}

// decimal4 prints 100*n/d with up to four places.
func decimal4(n, d int) string {
	v := n * 1_000_000 / d
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%d.%04d", v/10_000, v%10_000), "0"), ".")
}

// SVG writes a still picture, with what lies under and over its cells.
func SVG(w io.Writer, r *raster.Renderer, scr *emulator.Screen, opt SVGOptions, under string, over []*raster.Sprite) error {
	s := NewSVG(w, r, opt)
	if err := s.Lay(under, over); err != nil {
		return err
	}
	if err := s.Add(scr, 0); err != nil {
		return err
	}
	return s.Close()
}
