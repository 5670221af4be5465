package match

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Bind fills in the texts of the condition. The error is that of r, or says
// that an awaited text turned out to be empty.
func (c *Condition) Bind(r Resolve) (Bound, error) {
	if c.Is == nil {
		return nil, errors.New("the condition was not decoded")
	}
	return c.Is.bind(c, r)
}

func (k *Shown) bind(of *Condition, r Resolve) (Bound, error) {
	b := &shown{of: of, in: k.In, nth: k.Nth, count: k.Count, style: k.Style, fresh: k.New}
	if k.Style != nil {
		b.look = k.Style.look()
	}
	if !k.Regex.IsZero() {
		b.source, b.pat = k.Regex.Source, expr{k.Regex.re}
		return b, nil
	}
	text, err := resolveText(r, k.Text)
	b.text, b.pat = text, newLiteral(text)
	return b, err
}

func (k *Gone) bind(of *Condition, r Resolve) (Bound, error) {
	m, err := k.Gone.bind(r)
	if err != nil {
		return nil, err
	}
	return &gone{of: of, pat: m.pattern(), in: k.In}, nil
}

func (k *Prompt) bind(of *Condition, r Resolve) (Bound, error) {
	text, err := resolveText(r, k.Prompt)
	text = strings.TrimRight(text, " ")
	if err == nil && text == "" {
		err = fmt.Errorf("%s: the prompt is blank: %s", k.Prompt.Pos, k.Prompt)
	}
	return &prompt{of: of, text: text}, err
}

func (k *Stable) bind(of *Condition, _ Resolve) (Bound, error) {
	return &stable{of: of, d: k.Stable, in: k.In}, nil
}

func (k *Ended) bind(of *Condition, _ Resolve) (Bound, error) {
	return &ended{of: of, want: k.Exit}, nil
}

func (k *CursorAt) bind(of *Condition, _ Resolve) (Bound, error) {
	return &cursorAt{of: of, want: k.Cursor}, nil
}

func (k *Title) bind(of *Condition, r Resolve) (Bound, error) {
	m, err := k.Title.bind(r)
	return &title{of: of, want: m}, err
}

func (k *Clipboard) bind(of *Condition, r Resolve) (Bound, error) {
	m, err := k.Clipboard.bind(r)
	return &clipboard{of: of, want: m}, err
}

func (k *ModesAre) bind(of *Condition, _ Resolve) (Bound, error) {
	return &modesAre{of: of, want: k.Mode}, nil
}

func (k *Styled) bind(of *Condition, _ Resolve) (Bound, error) {
	return &styled{of: of, style: &k.Style, look: k.Style.look(), in: k.In, count: k.Count}, nil
}

func (k *Bell) bind(of *Condition, _ Resolve) (Bound, error) {
	return &bell{of: of, want: k.Bell}, nil
}

func (k *File) bind(of *Condition, r Resolve) (Bound, error) {
	b := &file{of: of, absent: k.Exists != nil && !*k.Exists, re: k.Regex.re}
	var errs [3]error
	b.path, errs[0] = r(k.File)
	if !k.Text.IsZero() {
		b.text, errs[1] = resolveText(r, k.Text)
	}
	if !k.Equals.IsZero() {
		b.exact = true
		b.equals, errs[2] = r(k.Equals.Text)
	}
	return b, errors.Join(errs[:]...)
}

func (k *Any) bind(of *Condition, r Resolve) (Bound, error) {
	parts, err := bindAll(k.Any, r)
	return &anyOf{of: of, parts: parts}, err
}

func (k *Not) bind(of *Condition, r Resolve) (Bound, error) {
	part, err := k.Not.Bind(r)
	return &not{of: of, part: part}, err
}

func (k *All) bind(_ *Condition, r Resolve) (Bound, error) {
	parts, err := bindAll(*k, r)
	return all(parts), err
}

func bindAll(cs []Condition, r Resolve) ([]Bound, error) {
	parts := make([]Bound, len(cs))
	for i := range cs {
		var err error
		if parts[i], err = cs[i].Bind(r); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// earlier returns the earlier of two looks; 0 is none.
func earlier(a, b time.Duration) time.Duration {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// all holds when all its parts do.
type all []Bound

func (b all) Eval(s *Subject) Result {
	var again time.Duration
	for _, part := range b {
		r := part.Eval(s)
		if !r.OK {
			return r
		}
		again = earlier(again, r.Again)
	}
	return Result{OK: true, Again: again}
}

func (b all) Nearest(s *Subject) *Near {
	for _, part := range b {
		if !part.Eval(s).OK {
			return part.Nearest(s)
		}
	}
	return nil
}

// anyOf holds when one of its parts does.
type anyOf struct {
	of    *Condition
	parts []Bound
}

func (b *anyOf) Eval(s *Subject) Result {
	var again time.Duration
	why := "none of them holds"
	for _, part := range b.parts {
		r := part.Eval(s)
		if again = earlier(again, r.Again); r.OK {
			return Result{OK: true, Again: again}
		}
		if len(b.parts) == 1 {
			why = r.Why
		}
	}
	return Result{Again: again, Why: why, Of: b.of}
}

func (b *anyOf) Nearest(s *Subject) *Near {
	if b.Eval(s).OK {
		return nil
	}
	for _, part := range b.parts {
		if n := part.Nearest(s); n != nil {
			return n
		}
	}
	return nil
}

// not holds when its part does not.
type not struct {
	of   *Condition
	part Bound
}

func (b *not) Eval(s *Subject) Result {
	r := b.part.Eval(s)
	if !r.OK {
		return Result{OK: true, Again: r.Again}
	}
	return Result{Again: r.Again, Why: "it does hold", Of: b.of}
}

func (b *not) Nearest(s *Subject) *Near {
	if b.Eval(s).OK {
		return nil
	}
	if part, ok := b.part.(*shown); ok {
		return (&gone{pat: part.pat, in: part.in}).Nearest(s)
	}
	return nil
}
