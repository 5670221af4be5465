package scenario

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"scenario/internal/doc"
	"scenario/steps"
)

// maxCombos is how many runs a matrix may give.
const maxCombos = 256

// Matrix is the matrix mapping; its values were read before everything else.
type Matrix struct{}

// DecodeNode accepts what readMatrix has already taken.
func (*Matrix) DecodeNode(*doc.Decoder, *doc.Node) {}

// Combo is one value for each name of a matrix, in the order of the file.
type Combo []Binding

// Binding is a name of a matrix with one of its values.
type Binding struct{ Name, Value string }

// value returns the value of a name.
func (c Combo) value(name string) (string, bool) {
	for _, b := range c {
		if b.Name == name {
			return b.Value, true
		}
	}
	return "", false
}

func (c Combo) names() (names []string) {
	for _, b := range c {
		names = append(names, b.Name)
	}
	return names
}

// id is the combination in an id: [shell=bash,size=80x24].
func (c Combo) id() string {
	parts := make([]string, len(c))
	for i, b := range c {
		parts[i] = b.Name + "=" + b.Value
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// label is the combination behind a name: [bash, 80x24].
func (c Combo) label() string {
	parts := make([]string, len(c))
	for i, b := range c {
		parts[i] = b.Value
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

var matrixRE = regexp.MustCompile(`\$\{\{\s*matrix\.`)

// namesCombo reports whether the name of the scenario has values of the matrix
// itself, so that nothing needs to stand behind it.
func (s *Scenario) namesCombo() bool {
	name := s.Node.Get("name")
	return name != nil && matrixRE.MatchString(name.Text)
}

// namesakes reports the documents of a file of which a run has the name of
// another, once each. Two of the same id are reported for that.
func namesakes(all []*Scenario) (problems doc.Problems) {
	byName := map[string]*Scenario{}
	told := map[*doc.Node]bool{}
	for _, s := range all {
		other := byName[s.Name]
		byName[s.Name] = s
		if other == nil || other.ID == s.ID || told[s.Node] {
			continue
		}
		told[s.Node] = true
		hint := "give one of them another name"
		if other.Node == s.Node {
			hint = fmt.Sprintf("write ${{ matrix.%s }} into the name too, or no value of the matrix", s.Combo.differs(other.Combo))
		}
		at := s.Node.Get("name")
		if at == nil {
			at = s.Node
		}
		problems = append(problems, s.Problem(at, hint, "two scenarios of the file have the name %q: %s and %s", s.Name, other.ID, s.ID))
	}
	return problems
}

// differs is the first name of which two combinations of a matrix have other
// values.
func (c Combo) differs(other Combo) string {
	for _, b := range c {
		if v, _ := other.value(b.Name); v != b.Value {
			return b.Name
		}
	}
	return ""
}

// combos reads the matrix of a document and returns its combinations, the last
// name varying fastest; one nil without a matrix.
func combos(d *doc.Decoder, n *doc.Node) []Combo {
	all := []Combo{nil}
	if n == nil || n.Broken() {
		return all
	}
	if n.Kind != doc.Map || len(n.Pairs) == 0 {
		d.Errorf(n, "write matrix: {NAME: [TEXT, TEXT]}", "matrix is a mapping of names to lists")
		return all
	}
	for _, p := range n.Pairs {
		values := matrixValues(d, p)
		if len(values)*len(all) > maxCombos {
			d.Errorf(n, "", "the matrix gives more than %d runs", maxCombos)
			return all
		}
		if len(values) == 0 {
			continue // which has been reported
		}
		var next []Combo
		for _, c := range all {
			for _, v := range values {
				next = append(next, append(c[:len(c):len(c)], Binding{p.Key.Text, v}))
			}
		}
		all = next
	}
	return all
}

// matrixValues are the values of one name.
func matrixValues(d *doc.Decoder, p doc.Pair) (values []string) {
	if !steps.IsName(p.Key.Text) {
		d.Errorf(p.Key, "letters, digits, _ and - only", "%q is no name", p.Key.Text)
	}
	var words Words
	words.DecodeNode(d, p.Value)
	if p.Value.Kind == doc.List && len(p.Value.Items) == 0 {
		d.Errorf(p.Value, "", "matrix.%s has no values", p.Key.Text)
	}
	for _, w := range words {
		if slices.Contains(values, w.Text) {
			d.Errorf(w.Node, "", "matrix.%s has the value %q twice", p.Key.Text, w.Text)
			continue
		}
		values = append(values, w.Text)
	}
	return values
}

// distinct reports the files that several runs of one matrix write.
func distinct(runs []*Scenario) (problems doc.Problems) {
	if len(runs) < 2 {
		return nil
	}
	seen := map[string]bool{}
	name := runs[0].Combo.differs(runs[len(runs)-1].Combo)
	for _, s := range runs {
		for _, out := range s.Outputs {
			path := s.Abs(out.Path)
			if seen[path] {
				problems = append(problems, s.Problem(out.Node, fmt.Sprintf("write ${{ matrix.%s }} into its name", name),
					"%s is written by several runs of the matrix", out.Path))
			}
			seen[path] = true
		}
	}
	return problems
}
