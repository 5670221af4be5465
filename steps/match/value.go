package match

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"scenario/internal/doc"
)

// Match is a TEXT that is contained, a regex, or a text that is equal.
type Match struct {
	// Text is contained.
	Text doc.Text `yaml:"-"`
	// Regex matches a part.
	Regex RE `yaml:"regex"`
	// Equals is the whole.
	Equals doc.Text `yaml:"equals"`
}

// DecodeNode takes a scalar or a mapping with regex or equals.
func (m *Match) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind != doc.Map {
		decodeAwaited(d, n, &m.Text)
		return
	}
	type keys Match
	d.Into(n, (*keys)(m), "match")
	if n.Get("regex") != nil && n.Get("equals") != nil || len(n.Pairs) == 0 {
		d.Errorf(n, "a text, {regex: ...} or {equals: ...}", "one of regex and equals is needed")
	}
}

func (m Match) String() string {
	switch {
	case !m.Regex.IsZero():
		return "{regex: " + flow(m.Regex.Source) + "}"
	case !m.Equals.IsZero():
		return "{equals: " + flow(m.Equals.String()) + "}"
	}
	return flow(m.Text.String())
}

// boundMatch is a Match with its texts filled in.
type boundMatch struct {
	text, equals string
	re           *regexp.Regexp
	kind         byte // 't', 'r', 'e'
}

func (m Match) bind(r Resolve) (b boundMatch, err error) {
	switch {
	case !m.Regex.IsZero():
		return boundMatch{re: m.Regex.re, kind: 'r'}, nil
	case !m.Equals.IsZero():
		b.kind = 'e'
		b.equals, err = r(m.Equals)
	default:
		b.kind = 't'
		b.text, err = resolveText(r, m.Text)
	}
	return b, err
}

// of reports whether the whole of s matches.
func (b boundMatch) of(s string) bool {
	switch b.kind {
	case 'r':
		return b.re.MatchString(s)
	case 'e':
		return s == b.equals
	}
	return strings.Contains(s, b.text)
}

// pattern returns the match as something to look for on a screen, where equals
// is a whole row.
func (b boundMatch) pattern() pattern {
	switch b.kind {
	case 'r':
		return expr{b.re}
	case 'e':
		return wholeLine(b.equals)
	}
	return newLiteral(b.text)
}

// resolveText fills in a text that must not be empty.
func resolveText(r Resolve, t doc.Text) (string, error) {
	s, err := r(t)
	if err == nil && s == "" {
		err = fmt.Errorf("%s: the awaited text is empty: %s", t.Pos, t)
	}
	return s, err
}

// Count is how many matches there must be: a number, or {min, max}.
type Count struct {
	// Min is the smallest number; unset: 0.
	Min *int `yaml:"min" jsonschema:"minimum=0"`
	// Max is the largest number; unset: any.
	Max *int `yaml:"max" jsonschema:"minimum=0"`
}

// DecodeNode takes a number or a mapping.
func (c *Count) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind != doc.Map {
		var v int
		d.Into(n, &v, "count")
		c.Min, c.Max = &v, &v
		if v < 0 && sound(d, n) {
			d.Errorf(n, "", "a count is not negative")
		}
		return
	}
	type keys Count
	d.Into(n, (*keys)(c), "count")
	switch {
	case len(n.Pairs) == 0:
		d.Errorf(n, "", "min or max is needed")
	case c.Min != nil && *c.Min < 0 || c.Max != nil && *c.Max < 0:
		d.Errorf(n, "", "a count is not negative")
	case c.Min != nil && c.Max != nil && *c.Min > *c.Max:
		d.Errorf(n, "", "min is larger than max")
	}
}

// allows reports whether n is a wanted number; without a count one is enough.
func (c *Count) allows(n int) bool {
	if c == nil {
		return n > 0
	}
	return (c.Min == nil || n >= *c.Min) && (c.Max == nil || n <= *c.Max)
}

// words says the count in words.
func (c Count) words() string {
	switch {
	case c.Max == nil:
		return fmt.Sprintf("at least %d", *c.Min)
	case c.Min == nil:
		return fmt.Sprintf("at most %d", *c.Max)
	case *c.Min == *c.Max:
		return strconv.Itoa(*c.Min)
	}
	return fmt.Sprintf("%d to %d", *c.Min, *c.Max)
}

func (c Count) String() string {
	switch {
	case c.Min != nil && c.Max != nil && *c.Min == *c.Max:
		return strconv.Itoa(*c.Min)
	case c.Max == nil && c.Min == nil:
		return "{}"
	case c.Max == nil:
		return fmt.Sprintf("{min: %d}", *c.Min)
	case c.Min == nil:
		return fmt.Sprintf("{max: %d}", *c.Max)
	}
	return fmt.Sprintf("{min: %d, max: %d}", *c.Min, *c.Max)
}

// ExitIs is how a program should have ended: a status, `any`, or the name of a
// signal.
type ExitIs struct {
	Any    bool
	Status int
	Signal string // without SIG
}

// DecodeNode takes a scalar.
func (e *ExitIs) DecodeNode(d *doc.Decoder, n *doc.Node) {
	s, ok := d.Text(n, "")
	if !ok {
		return
	}
	switch {
	case s == "any":
		e.Any = true
		return
	case decimal(s):
		v, err := strconv.Atoi(s)
		if err != nil || v > 255 || len(s) > 1 && s[0] == '0' {
			d.Errorf(n, "a status is 0 to 255", "no exit status: %s", s)
		}
		e.Status = v
		return
	}
	name, near, ok := ParseSignal(s)
	if ok {
		e.Signal = name
		return
	}
	hint := "a status, any, or a signal: INT TERM KILL ..."
	if near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	d.Errorf(n, hint, "no exit status: %s", s)
}

func (e ExitIs) String() string {
	switch {
	case e.Any:
		return "any"
	case e.Signal != "":
		return e.Signal
	}
	return strconv.Itoa(e.Status)
}

func (e ExitIs) holds(x Exit) bool {
	switch {
	case e.Any:
		return true
	case e.Signal != "" || x.Signal != "":
		return e.Signal == x.Signal
	}
	return e.Status == x.Status
}
