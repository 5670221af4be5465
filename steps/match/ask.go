package match

import (
	"regexp"
	"strings"
	"time"

	"scenario/internal/doc"
)

// settled is how long a condition must hold that holds by something's absence.
const settled = 150 * time.Millisecond

// each calls f with a condition and those inside it; positive is false below a
// not.
func (c *Condition) each(positive bool, f func(c *Condition, positive bool)) {
	f(c, positive)
	var inner []Condition
	switch k := c.Is.(type) {
	case *Any:
		inner = k.Any
	case *All:
		inner = *k
	case *Not:
		k.Not.each(!positive, f)
	}
	for i := range inner {
		inner[i].each(positive, f)
	}
}

// Hold is for how long the condition must hold without a break before it
// counts: 150 ms when it, or a part of it, holds because something is absent
// (gone, not, a count that allows none, bell: false, exists: false), else 0.
func (c *Condition) Hold() (d time.Duration) {
	c.each(true, func(c *Condition, _ bool) {
		absent := false
		switch k := c.Is.(type) {
		case *Gone, *Not:
			absent = true
		case *Shown:
			absent = k.Count != nil && k.Count.allows(0)
		case *Styled:
			absent = k.Count != nil && k.Count.allows(0)
		case *Bell:
			absent = !k.Bell
		case *File:
			absent = k.Exists != nil && !*k.Exists
		}
		if absent {
			d = settled
		}
	})
	return d
}

// WantsExit reports whether the condition asks how the program ended, so that
// its end does not fail the wait.
func (c *Condition) WantsExit() (yes bool) {
	c.each(true, func(c *Condition, _ bool) {
		_, ok := c.Is.(*Ended)
		yes = yes || ok
	})
	return yes
}

// UsesOutput reports whether the condition looks at what the last run printed,
// so that one must have come before.
func (c *Condition) UsesOutput() (yes bool) {
	c.each(true, func(c *Condition, _ bool) {
		yes = yes || regionOf(c.Is).Name == "output"
	})
	return yes
}

func regionOf(k Kind) Region {
	switch k := k.(type) {
	case *Shown:
		return k.In
	case *Gone:
		return k.In
	case *Stable:
		return k.In
	case *Styled:
		return k.In
	case *Snapshot:
		return k.In
	case *Image:
		return k.In
	}
	return Region{}
}

// Awaited is a text or a regex that is awaited on the screen.
type Awaited struct {
	Pos  doc.Pos
	Text string         // or
	RE   *regexp.Regexp // not nil
}

// In reports whether what is awaited is contained in s, as in a text that is
// typed just before: the wait would end at once.
func (a Awaited) In(s string) bool {
	if a.RE != nil {
		return a.RE.MatchString(s)
	}
	return strings.Contains(s, a.Text)
}

// Texts returns the texts and regexes that the condition awaits on the visible
// screen, as far as they are known before the run and would be satisfied by the
// echo of what is typed: neither styled nor counted.
func (c *Condition) Texts() (texts []Awaited) {
	c.each(true, func(at *Condition, positive bool) {
		k, ok := at.Is.(*Shown)
		if !ok || !positive || k.Style != nil || k.Count != nil || k.Nth > 1 || k.In.Name == "output" {
			return
		}
		if !k.Regex.IsZero() {
			texts = append(texts, Awaited{Pos: at.Pos, RE: k.Regex.re})
		} else if s, static := k.Text.Static(); static && s != "" {
			texts = append(texts, Awaited{Pos: at.Pos, Text: s})
		}
	})
	return texts
}
