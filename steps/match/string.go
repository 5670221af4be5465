package match

import (
	"fmt"
	"strconv"
	"strings"
)

// String gives the condition as messages show it, in one line: "4/4 (2)",
// {regex: ^alpha$}. Run-time references stand as they are written.
func (c *Condition) String() string {
	if c.Is == nil {
		return ""
	}
	return c.Is.String()
}

// mapping writes a flow mapping: pairs of keys and values, without those that
// are empty.
func mapping(pairs ...string) string {
	var parts []string
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			parts = append(parts, pairs[i]+": "+pairs[i+1])
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// unless returns s, or nothing if empty is true.
func unless(empty bool, s func() string) string {
	if empty {
		return ""
	}
	return s()
}

func (r Region) flow() string { return unless(r.IsZero(), r.String) }

func (k *Shown) String() string {
	if k.Regex.IsZero() && k.In.IsZero() && k.Nth == 0 && k.Style == nil && k.Count == nil && !k.New {
		return fmt.Sprintf("%q", k.Text.String())
	}
	return mapping(
		"text", unless(k.Text.IsZero(), func() string { return flow(k.Text.String()) }),
		"regex", unless(k.Regex.IsZero(), func() string { return flow(k.Regex.Source) }),
		"in", k.In.flow(),
		"nth", unless(k.Nth == 0, func() string { return fmt.Sprint(k.Nth) }),
		"style", unless(k.Style == nil, func() string { return k.Style.String() }),
		"count", unless(k.Count == nil, func() string { return k.Count.String() }),
		"new", unless(!k.New, func() string { return "true" }))
}

func (k *Gone) String() string   { return mapping("gone", k.Gone.String(), "in", k.In.flow()) }
func (k *Prompt) String() string { return mapping("prompt", flow(k.Prompt.String())) }
func (k *Stable) String() string {
	return mapping("stable", k.Stable.String(), "in", k.In.flow())
}
func (k *Ended) String() string { return mapping("exit", k.Exit.String()) }

func (k *CursorAt) String() string {
	c := &k.Cursor
	return mapping("cursor", mapping(
		"row", unless(c.Row == nil, func() string { return fmt.Sprint(*c.Row) }),
		"col", unless(c.Col == nil, func() string { return fmt.Sprint(*c.Col) }),
		"visible", unless(c.Visible == nil, func() string { return fmt.Sprint(*c.Visible) }),
		"shape", c.Shape))
}

func (k *Title) String() string { return mapping("title", k.Title.String()) }

func (k *Clipboard) String() string { return mapping("clipboard", k.Clipboard.String()) }

func (k *ModesAre) String() string {
	if len(k.Mode) == 1 {
		return mapping("mode", k.Mode[0])
	}
	return mapping("mode", "["+strings.Join(k.Mode, ", ")+"]")
}

func (k *Styled) String() string {
	return mapping("style", k.Style.String(), "in", k.In.flow(),
		"count", unless(k.Count == nil, func() string { return k.Count.String() }))
}

func (k *Bell) String() string { return mapping("bell", fmt.Sprint(k.Bell)) }

func (k *File) String() string {
	return mapping(
		"file", flow(k.File.String()),
		"text", unless(k.Text.IsZero(), func() string { return flow(k.Text.String()) }),
		"regex", unless(k.Regex.IsZero(), func() string { return flow(k.Regex.Source) }),
		"equals", unless(k.Equals.IsZero(), func() string { return flow(k.Equals.String()) }),
		"exists", unless(k.Exists == nil, func() string { return fmt.Sprint(*k.Exists) }))
}

func (k *Any) String() string { return mapping("any", All(k.Any).String()) }
func (k *Not) String() string { return mapping("not", k.Not.String()) }

func (k All) String() string {
	var parts []string
	for i := range k {
		parts = append(parts, k[i].String())
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// flow writes a scalar as it can stand in a YAML flow mapping.
func flow(s string) string {
	if s == "" || strings.ContainsAny(s, "\n\t\x7f") || strings.IndexFunc(s, func(r rune) bool { return r < ' ' }) >= 0 {
		return strconv.Quote(s)
	}
	if strings.ContainsAny(s, "{}[],#'\"`") || strings.Contains(s, ": ") || strings.HasSuffix(s, ":") ||
		strings.TrimSpace(s) != s || strings.ContainsAny(s[:1], "!&*?|>%@-:") {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return s
}
