package match

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"scenario/internal/doc"
	"scenario/internal/spell"
)

// Mask is what does not count of a screen: what a normaliser finds, a text or a
// regex, or a part of the screen.
type Mask struct {
	// Name is a normaliser, or cursor or title.
	Name string `yaml:"-"`
	// Text is what does not count, wherever it stands.
	Text doc.Text `yaml:"text" jsonschema:"ref=filled,without=regex"`
	// Regex is what does not count, wherever it matches.
	Regex RE `yaml:"regex"`
	// In is where; alone: all that stands there does not count.
	In Region `yaml:"in"`
}

// Masks are several.
type Masks []Mask

// MaskNames returns the words that a mask can be, sorted.
func MaskNames() []string { return []string{"cursor", "durations", "ids", "paths", "times", "title"} }

// NormaliserNames returns those of them that find something in the text.
func NormaliserNames() []string { return []string{"durations", "ids", "paths", "times"} }

// The normalisers; compiling them takes longer than anything else when the
// command starts.
var (
	durationsRE = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(?:\d+(?:\.\d+)?(?:ns|µs|us|ms|s|m|h|d))+\b|\b\d+(?:\.\d+)? ?(?:milliseconds?|seconds?|secs?|minutes?|mins?|hours?|days?|weeks?)\b`)
	})
	idsRE = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b|\b0x[0-9a-fA-F]+\b|-[bcdfghjklmnpqrstvwxz2456789]{8,10}-[bcdfghjklmnpqrstvwxz2456789]{5}\b|\b[0-9a-f]{7,64}\b`)
	})
	pathsRE = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\B(?:~|\.{1,2})?(?:/[\w.@%+~-]+)+/?`)
	})
	timesRE = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?\b|\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?(?:\d{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d{1,4}(?:,? \d{1,2}:\d\d(?::\d\d)?)?(?: [A-Z]{3,4})?(?:,? \d{4})?\b|\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AaPp][Mm])?\b`)
	})
)

// Normaliser returns what the normaliser of that name finds; nil: there is none.
func Normaliser(name string) *regexp.Regexp {
	switch name {
	case "durations":
		return durationsRE()
	case "ids":
		return idsRE()
	case "paths":
		return pathsRE()
	case "times":
		return timesRE()
	}
	return nil
}

// DecodeNode takes a word of MaskNames or a mapping.
func (m *Mask) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind != doc.Map {
		m.word(d, n)
		return
	}
	type keys Mask
	d.Into(n, (*keys)(m), "mask")
	text, regex := n.Get("text"), n.Get("regex")
	switch {
	case len(n.Pairs) == 0:
		d.Errorf(n, "{text: TEXT}, {regex: RE} or {in: {rows: [1, 2]}}", "the mask is empty")
	case text != nil && regex != nil:
		d.Errorf(regex, "make it two masks", "a mask is a text or a regex, not both")
	}
	checkTextAt(d, n, "text", m.Text)
	if m.In.Name == "output" || m.In.Name == "scrollback" {
		d.Errorf(n.Get("in"), "screen, or rows and columns of it", "a mask is on the screen, not in the %s", m.In.Name)
	}
}

func (m *Mask) word(d *doc.Decoder, n *doc.Node) {
	s, ok := d.Text(n, "mask")
	if !ok {
		return
	}
	for _, name := range MaskNames() {
		if s == name {
			m.Name = s
			return
		}
	}
	hint := fmt.Sprintf("one of %s; a text is {text: %s}", strings.Join(MaskNames(), ", "), flow(s))
	if near, found := spell.Nearest(s, MaskNames()); found {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	d.Errorf(n, hint, "unknown mask: %s", flow(s))
}

func (m Mask) String() string {
	if m.Name != "" {
		return m.Name
	}
	return mapping(
		"text", unless(m.Text.IsZero(), func() string { return flow(m.Text.String()) }),
		"regex", unless(m.Regex.IsZero(), func() string { return flow(m.Regex.Source) }),
		"in", m.In.flow())
}

func (ms Masks) String() string {
	var parts []string
	for _, m := range ms {
		parts = append(parts, m.String())
	}
	switch len(parts) {
	case 0:
		return ""
	case 1:
		return parts[0]
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// HolePart says what a hole is in.
type HolePart uint8

// A hole is in the cells, or is all of the cursor or the title.
const (
	HoleCells HolePart = iota
	HoleCursor
	HoleTitle
)

// Hole is what a mask takes out of the screen.
type Hole struct {
	Part            HolePart
	Row, Col, Width int    // cells, from 0
	Name            string // of the normaliser, * of a text or regex, "" of a part of the screen
}

// boundMask is a Mask with its text filled in.
type boundMask struct {
	name string
	part HolePart
	pat  pattern // nil: all that is there
	in   Region
}

func (ms Masks) bind(r Resolve) ([]boundMask, error) {
	var all []boundMask
	for _, m := range ms {
		b := boundMask{name: "*", in: m.In}
		switch {
		case m.Name == "cursor":
			b.part = HoleCursor
		case m.Name == "title":
			b.part = HoleTitle
		case m.Name != "":
			b.name, b.pat = m.Name, expr{Normaliser(m.Name)}
		case !m.Regex.IsZero():
			b.pat = expr{m.Regex.re}
		case !m.Text.IsZero():
			text, err := resolveText(r, m.Text)
			if err != nil {
				return nil, err
			}
			b.pat = newLiteral(text)
		default:
			b.name = ""
		}
		if b.in.IsZero() {
			b.in.Name = "screen"
		}
		all = append(all, b)
	}
	return all, nil
}

// holes finds what the mask takes out.
func (b *boundMask) holes(s *Subject) (all []Hole) {
	if b.part != HoleCells {
		return []Hole{{Part: b.part}}
	}
	if b.pat == nil {
		top, bottom, left, right := b.in.Rect(s.Screen.Cols, s.Screen.Rows)
		for row := top; row < bottom; row++ {
			all = append(all, Hole{Row: row, Col: left, Width: right - left})
		}
		return all
	}
	p, _ := s.page(b.in)
	if p == nil {
		return nil
	}
	p.find(b.pat, maxHits, func(h hit) bool {
		for _, r := range p.runs(h) {
			if len(r.cells) > 0 {
				all = append(all, Hole{Row: r.row, Col: r.col, Width: len(r.cells), Name: b.name})
			}
		}
		return true
	})
	return all
}

// MaskText puts the wildcards of the normalisers of masks into a text that is not
// on the screen, as a title.
func (ms Masks) MaskText(text string) string {
	for _, m := range ms {
		if re := Normaliser(m.Name); re != nil {
			text = re.ReplaceAllLiteralString(text, "«"+m.Name+"»")
		} else if !m.Regex.IsZero() && m.In.IsZero() {
			text = m.Regex.re.ReplaceAllLiteralString(text, "«*»")
		}
	}
	return text
}
