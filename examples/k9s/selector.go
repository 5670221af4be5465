package main

import (
	"fmt"
	"slices"
	"strings"
)

// selector is the requirements of a label or field selector; all must hold.
type selector []requirement

// requirement says which values a name may have. Without values it asks that
// the name is there, or, negated, that it is not.
type requirement struct {
	name   string
	values []string
	negate bool
}

// parseSelector reads the equality and set forms of the Kubernetes selectors:
// a=b, a==b, a!=b, a in (b,c), a notin (b,c), a, !a, joined with commas.
func parseSelector(text string) (selector, error) {
	var parsed selector
	for _, part := range splitOutside(text) {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		r, ok := parseRequirement(part)
		if !ok {
			return nil, fmt.Errorf("can't read %q", part)
		}
		parsed = append(parsed, r)
	}
	return parsed, nil
}

func parseRequirement(part string) (requirement, bool) {
	var r requirement
	if head, set, found := strings.Cut(part, "("); found {
		words := strings.Fields(head)
		inner, closed := strings.CutSuffix(set, ")")
		if !closed || len(words) != 2 || (words[1] != "in" && words[1] != "notin") {
			return r, false
		}
		r.name, r.negate = words[0], words[1] == "notin"
		for value := range strings.SplitSeq(inner, ",") {
			r.values = append(r.values, strings.TrimSpace(value))
		}
		return r, true
	}
	name, value, found := strings.Cut(part, "=")
	if !found {
		r.name, r.negate = strings.CutPrefix(part, "!")
		return r, r.name != "" && !strings.ContainsAny(r.name, " !")
	}
	r.name, r.negate = strings.CutSuffix(name, "!")
	r.name = strings.TrimSpace(r.name)
	r.values = []string{strings.TrimSpace(strings.TrimPrefix(value, "="))}
	return r, r.name != ""
}

// splitOutside splits text at the commas that stand in no parentheses.
func splitOutside(text string) []string {
	depth := 0
	return strings.FieldsFunc(text, func(c rune) bool {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		return c == ',' && depth <= 0
	})
}

// matches tells whether every requirement holds for the values that get knows.
func (s selector) matches(get func(name string) (value string, ok bool)) bool {
	for _, r := range s {
		value, ok := get(r.name)
		holds := ok && (r.values == nil || slices.Contains(r.values, value))
		if holds == r.negate {
			return false
		}
	}
	return true
}
