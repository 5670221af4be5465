package scenario

import (
	"reflect"
	"slices"
	"strings"

	"scenario/internal/doc"
	"scenario/steps"
	"scenario/steps/match"
)

// Code is a kind of static mistake: what it is called and what it is about.
type Code struct{ Name, Doc string }

// Codes returns the codes of static mistakes, sorted. A mistake has the code of
// the key that it stands in; there is an example of each in testdata/bad.
func Codes() []Code {
	all := []Code{
		{"condition-foreign", "a condition has a key that conditions do not have"},
		{"condition-in", "a region of a condition"},
		{"condition-mask", "what a snapshot or an image leaves out"},
		{"file-choice", "what says whether and how often a scenario is run: skip, only, xfail, retries, lock, needs"},
		{"file-foreign", "the file has a key that files do not have"},
		{"file-values", "the value of a key at the top of the file"},
		{"steps", "a step as such, and its name, timeout and session"},
		{"steps-foreign", "a step has a key that steps do not have"},
		{"values", "a ${{ }}"},
		{"yaml", "the file is no YAML as scenarios have it"},
	}
	for _, key := range ownCodes() {
		all = append(all, Code{"file-" + key, "the key " + key + " of the file"})
	}
	for _, key := range []string{"if", "repeat", "retry", "soft"} {
		all = append(all, Code{"steps-" + key, key + " beside a step"})
	}
	for _, k := range steps.Kinds() {
		all = append(all, Code{"step-" + k.Name, "the step " + k.Name})
	}
	all = append(all, Code{"step-fit", "fit beside a step"})
	for _, key := range match.Subjects() {
		all = append(all, Code{"condition-" + key, "the condition " + key})
	}
	slices.SortFunc(all, func(a, b Code) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// ownCodes are the keys of a file that have a code of their own.
func ownCodes() []string {
	return []string{"files", "look", "matrix", "pace", "record", "services", "terminal"}
}

// setCodes gives the problems that have none their code, by the documents in
// which they stand.
func setCodes(problems doc.Problems, roots []*doc.Node) {
	for _, p := range problems {
		if p.Code == "" {
			p.Code = codeOf(p, roots)
		}
	}
}

func codeOf(p *doc.Problem, roots []*doc.Node) string {
	if r := []rune(p.Source); p.Col <= len(r) && strings.HasPrefix(string(r[p.Col-1:]), open) {
		return "values"
	}
	for _, root := range roots {
		if way, ok := wayTo(root, p.Pos, nil); ok {
			return fileCode(way)
		}
	}
	return "file-values"
}

// wayTo returns the keys that lead to a place.
func wayTo(n *doc.Node, at doc.Pos, way []string) ([]string, bool) {
	for _, p := range n.Pairs {
		here := append(slices.Clone(way), p.Key.Text)
		if p.Key.Pos == at {
			return here, true
		}
		if found, ok := wayTo(p.Value, at, here); ok {
			return found, true
		}
	}
	for _, item := range n.Items {
		if found, ok := wayTo(item, at, way); ok {
			return found, true
		}
	}
	inside := n.Kind == doc.Scalar && n.File == at.File && n.Line == at.Line && n.Col <= at.Col && at.Col < n.Col+n.Width()
	return way, n.Pos == at || inside
}

func fileCode(way []string) string {
	if len(way) == 0 {
		return "file-values"
	}
	switch key := way[0]; {
	case key == "steps" || key == "before" || key == "after":
		return stepCode(way[1:])
	case slices.Contains(ownCodes(), key):
		return "file-" + key
	case slices.Contains([]string{"skip", "only", "xfail", "retries", "lock", "needs"}, key):
		return "file-choice"
	case slices.ContainsFunc(doc.Fields(reflect.TypeFor[Scenario]()), func(f doc.Field) bool { return f.Name == key }):
		return "file-values"
	}
	return "file-foreign"
}

func stepCode(way []string) string {
	if len(way) == 0 {
		return "steps"
	}
	key, rest := way[0], way[1:]
	switch key {
	case "steps", "hide":
		if len(rest) > 0 {
			return stepCode(rest)
		}
	case "wait", "expect":
		return conditionCode("step-"+key, rest)
	case "run":
		if len(rest) > 0 && rest[0] == "until" {
			return conditionCode("step-run", rest[1:])
		}
	case "if", "repeat", "retry", "soft":
		return "steps-" + key
	case "name", "timeout", "session":
		return "steps"
	case "fit":
		return "step-fit"
	}
	if slices.ContainsFunc(steps.Kinds(), func(k steps.Kind) bool { return k.Name == key }) {
		return "step-" + key
	}
	return "steps-foreign"
}

// conditionCode is the code of the innermost condition; code is that of what is
// around it.
func conditionCode(code string, way []string) string {
	for i, key := range way {
		switch {
		case slices.Contains(match.Subjects(), key):
			code = "condition-" + key
		case key == "mask":
			code = "condition-mask"
		case key == "in":
			return "condition-in"
		case i == 0:
			return "condition-foreign"
		}
	}
	return code
}
