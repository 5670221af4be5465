package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"scenario/internal/doc"
	"scenario/scenario"
	"scenario/steps"
	"scenario/steps/match"
)

// builder makes the schema from the structs that the loader decodes into.
type builder struct {
	texts   comments
	defs    map[string]*schema
	forms   map[string]string // how a definition is written, by its reference
	ordered []string          // names of defs, in the order of their first use
}

func newBuilder(texts comments) *builder {
	return &builder{texts: texts, defs: map[string]*schema{}, forms: map[string]string{}}
}

// scenario is the whole schema.
func (b *builder) scenario() *schema {
	s := b.object(reflect.TypeFor[scenario.Scenario]())
	s.Schema = "http://json-schema.org/draft-07/schema#"
	s.ID = "scenario.schema.json"
	s.Title = "scenario"
	s.Description = "A scenario: steps that are done to a program in a terminal, checked and recorded"
	for _, name := range b.ordered {
		s.Definitions = append(s.Definitions, pair{name, b.defs[name]})
	}
	return s
}

// define returns a reference to the definition name, which is made at its
// first use. Its description goes to the keys that use it alone: an editor
// shows the first that it finds for a value, and that would be the innermost.
func (b *builder) define(name string, make func() *schema) *schema {
	ref := "#/definitions/" + name
	if _, ok := b.defs[name]; !ok {
		b.defs[name] = nil // it may use itself
		b.ordered = append(b.ordered, name)
		s := make()
		b.forms[ref], s.Description = s.Description, ""
		b.defs[name] = s
	}
	return &schema{Ref: ref}
}

// object is the mapping that a struct takes, without its reserved keys.
func (b *builder) object(t reflect.Type) *schema {
	return b.mapping(t, doc.Fields(t))
}

func (b *builder) mapping(t reflect.Type, fields []doc.Field) *schema {
	s := &schema{Type: "object", Additional: false}
	for _, f := range fields {
		if f.Later {
			continue
		}
		g := tagOf(f.Tag)
		if prefix, ok := strings.CutSuffix(f.Name, "*"); ok {
			s.PatternProps = append(s.PatternProps, pair{"^" + prefix, &schema{Description: b.texts.of(t, f.Index)}})
			continue
		}
		p := b.value(f.Type, g)
		p.Description = b.texts.of(t, f.Index)
		if form := b.forms[p.Ref]; form != "" {
			p.Description += "\n\n" + form
		}
		p.Default = defaultValue(g.def)
		s.Properties = append(s.Properties, pair{f.Name, p})
		if g.required {
			s.Required = append(s.Required, f.Name)
		}
		if g.oneRequired {
			s.OneOf = append(s.OneOf, &schema{Required: []string{f.Name}})
		}
		if g.with != "" {
			if s.Dependencies == nil {
				s.Dependencies = map[string][]string{}
			}
			s.Dependencies[f.Name] = []string{g.with}
		}
		if g.without != "" {
			if s.Not == nil {
				s.Not = &schema{}
			}
			s.Not.AnyOf = append(s.Not.AnyOf, &schema{Required: []string{g.without, f.Name}})
		}
	}
	return s
}

func defaultValue(def string) any {
	if def == "" {
		return nil
	}
	if n, err := strconv.ParseFloat(def, 64); err == nil {
		return n
	}
	if v, err := strconv.ParseBool(def); err == nil {
		return v
	}
	return def
}

// shortOrLong is the value of the first key of a struct, or its mapping.
func (b *builder) shortOrLong(t reflect.Type) *schema {
	first := doc.Fields(t)[0]
	g := tagOf(first.Tag)
	if g.long {
		return b.object(t)
	}
	g.def = ""
	return &schema{OneOf: []*schema{b.value(first.Type, g), b.object(t)}}
}

// action is the value of a step kind: of one without keys the value of its last
// field.
func (b *builder) action(k steps.Kind) *schema {
	t := reflect.TypeOf(k.New()).Elem()
	if len(doc.Fields(t)) > 0 {
		return b.shortOrLong(t)
	}
	f := t.Field(t.NumField() - 1)
	return b.value(f.Type, tagOf(f.Tag))
}

// step has a branch for each kind, so that an editor offers exactly the kinds
// that there are.
func (b *builder) step() *schema {
	s := &schema{}
	for _, k := range steps.Kinds() {
		if k.Later {
			continue
		}
		value := b.action(k)
		value.Description = sentence(k.Doc)
		if form := b.forms[value.Ref]; form != "" {
			value.Description += "\n\n" + form
		}
		branch := &schema{
			Title: k.Name, Description: sentence(k.Doc), Type: "object", Required: []string{k.Name}, Additional: false,
			Properties: ordered{{k.Name, value}},
		}
		for _, common := range b.object(reflect.TypeFor[steps.Step]()).Properties {
			if k.Name != "exec" || common.key != "session" {
				branch.Properties = append(branch.Properties, common)
			}
		}
		s.OneOf = append(s.OneOf, branch)
	}
	return s
}

// stepList is a list of steps; one alone will do.
func (b *builder) stepList() *schema {
	step := b.define("step", b.step)
	return &schema{OneOf: []*schema{{Type: "array", MinItems: 1, Items: step}, step}}
}

// condition is a text, a list, or a mapping with one subject.
func (b *builder) condition() *schema {
	self := b.define("condition", b.condition)
	s := &schema{Description: "a text that is on the screen, a list of conditions that all hold, or a mapping", OneOf: []*schema{
		{Type: []string{"string", "boolean"}, MinLength: 1},
		{Type: "array", MinItems: 1, Items: self},
	}}
	for _, k := range match.Kinds() {
		t := reflect.TypeOf(k).Elem()
		subjects, options := subjectsOf(t)
		for _, f := range subjects {
			branch := b.mapping(t, append([]doc.Field{f}, options...))
			branch.Required = []string{f.Name}
			s.OneOf = append(s.OneOf, branch)
		}
	}
	return s
}

// subjectsOf parts the keys of a condition into those of which it has one, and
// the options beside it.
func subjectsOf(t reflect.Type) (subjects, options []doc.Field) {
	fields := doc.Fields(t)
	for _, f := range fields {
		if tagOf(f.Tag).subject {
			subjects = append(subjects, f)
		} else {
			options = append(options, f)
		}
	}
	if subjects == nil {
		return fields[:1], fields[1:]
	}
	return subjects, options
}

// value is one value of type t. The result is fresh: the caller may add to it.
func (b *builder) value(t reflect.Type, g tag) *schema {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if g.ref != "" {
		return b.form(g.ref)
	}
	if g.enum != nil {
		return oneWord(g.enum...)
	}
	if s := b.special(t); s != nil {
		return s
	}
	switch {
	case t == durationType:
		return b.form("duration")
	case t.Kind() == reflect.String:
		return b.form("text")
	case t.Kind() == reflect.Bool:
		return &schema{Type: []string{"boolean", "string"}, Pattern: orReference("^(true|false)$"), PatternMessage: "true or false"}
	case t.Kind() == reflect.Int:
		return integer(g.min, g.max)
	case t.Kind() == reflect.Float64:
		return &schema{
			Type: []string{"number", "string"}, Pattern: orReference(`^-?[0-9]*\.?[0-9]+$`), PatternMessage: "a number is written 1.5",
			Minimum: json.Number(g.min), Maximum: json.Number(g.max),
		}
	case t.Kind() == reflect.Slice:
		return listOf(b.value(t.Elem(), tag{}))
	case t.Kind() == reflect.Struct && !reflect.PointerTo(t).Implements(decodableType):
		return b.object(t)
	}
	panic(fmt.Sprintf("schemagen: no schema for %s: add it to special", t))
}

// oneWord is one of several words. A text with ${{ }} may become one.
func oneWord(words ...string) *schema {
	var all []any
	for _, w := range words {
		all = append(all, w)
	}
	return &schema{AnyOf: []*schema{{Enum: all}, reference()}}
}

// listOf is a list, or one value of it.
func listOf(item *schema) *schema {
	return &schema{OneOf: []*schema{item, {Type: "array", Items: item}}}
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
