package doc

import (
	"slices"
	"strings"
)

// Text is a TEXT that may hold values known only while running:
// ${{ services.s.port }}, ${{ secrets.X }}, ${{ scenario.tmp }}, and
// ${{ vars.x }} of an exec step's into. Everything else has been filled in
// before.
type Text struct {
	Pos
	Parts []Part // never empty once decoded; one empty part is the empty text
	bad   bool   // a problem has been reported for it: what it would be is unknown
}

// Part is a piece of a Text: characters, or a reference.
type Part struct {
	Text string
	Ref  Ref // the zero Ref for characters
}

// Ref is a ${{ space.name }}; name may have dots (services.s.port is "s.port").
type Ref struct {
	Space, Name string
	Pos         Pos
}

// NewText returns a Text of fixed characters.
func NewText(s string) Text { return Text{Parts: []Part{{Text: s}}} }

// String returns the text with its references as they are written in the file.
func (t Text) String() string {
	var b strings.Builder
	for _, p := range t.Parts {
		if p.Ref.Name != "" {
			b.WriteString("${{ " + p.Ref.Space + "." + p.Ref.Name + " }}")
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

// IsZero reports whether t was never set.
func (t Text) IsZero() bool { return len(t.Parts) == 0 }

// Static returns the characters of a text without references. Nobody knows
// those of a text that was refused.
func (t Text) Static() (string, bool) {
	if t.bad {
		return "", false
	}
	for _, p := range t.Parts {
		if p.Ref.Name != "" {
			return "", false
		}
	}
	return t.String(), true
}

// Resolve fills in the references. The error is that of value.
func (t Text) Resolve(value func(Ref) (string, error)) (string, error) {
	var b strings.Builder
	for _, p := range t.Parts {
		if p.Ref.Name == "" {
			b.WriteString(p.Text)
			continue
		}
		s, err := value(p.Ref)
		if err != nil {
			return "", err
		}
		b.WriteString(s)
	}
	return b.String(), nil
}

// DecodeNode takes any scalar.
func (t *Text) DecodeNode(d *Decoder, n *Node) {
	t.Pos, t.Parts = n.Pos, []Part{{}}
	n, ok := d.text(n, "")
	switch {
	case !ok:
		t.bad = true
	case n.Parts == nil:
		t.Parts = []Part{{Text: textOf(n)}}
	default:
		t.Parts = slices.Clone(n.Parts)
		if last := &t.Parts[len(t.Parts)-1]; n.isBlock() {
			last.Text = strings.TrimSuffix(last.Text, "\n")
		}
	}
}
