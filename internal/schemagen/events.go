package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"scenario/event"
)

// eventBuilder makes the schema and the tables of the runner events from the
// structs that the log writes.
type eventBuilder struct {
	texts comments
	defs  ordered
}

func newEventBuilder(texts comments) *eventBuilder { return &eventBuilder{texts: texts} }

// stream is the schema of one event. A kind that is not known may have any
// payload, and a payload any further keys: both are only ever added to.
func (b *eventBuilder) stream() *schema {
	s := &schema{
		Schema: "http://json-schema.org/draft-07/schema#", ID: "events.schema.json", Title: "runner event",
		Description: "One event of a run of scenario: one line of events.jsonl",
		Type:        "object", Additional: false, Required: []string{"at", "kind", "payload", "runId", "seq"},
		Properties: ordered{
			{"at", &schema{Type: "string", Pattern: `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`, Description: "RFC 3339, UTC, milliseconds"}},
			{"kind", &schema{Type: "string", MinLength: 1, Description: "what it tells"}},
			{"payload", &schema{Type: "object", Description: "the keys of its kind"}},
			{"runId", &schema{Type: "string", MinLength: 1, Description: "the run it belongs to"}},
			{"seq", &schema{Type: "integer", Minimum: "1", Description: "from 1, without a gap in a run"}},
		},
	}
	for _, k := range event.Kinds() {
		s.AllOf = append(s.AllOf, &schema{
			If:   &schema{Properties: ordered{{"kind", &schema{Const: string(k.Kind)}}}},
			Then: &schema{Properties: ordered{{"payload", b.object(reflect.TypeOf(k.Payload), k.Ours)}}},
		})
	}
	s.Definitions = b.defs
	return s
}

// object is a reference to the object that a struct becomes. Of the contract's
// own kinds the contract's keys must be there, of the others all that are
// always written.
func (b *eventBuilder) object(t reflect.Type, all bool) *schema {
	name := strings.TrimSuffix(t.Name(), "Payload")
	ref := &schema{Ref: "#/definitions/" + name}
	for _, d := range b.defs {
		if d.key == name {
			return ref
		}
	}
	o := &schema{Type: "object", Description: b.texts.ofType(t)}
	b.defs = append(b.defs, pair{name, o})
	for _, f := range jsonFields(t) {
		p := b.value(f.Type, all, tagOf(f.Tag))
		p.Description = b.texts.of(t, f.Index)
		o.Properties = append(o.Properties, pair{f.name, p})
		if tagOf(f.Tag).required || all && f.always {
			o.Required = append(o.Required, f.name)
		}
	}
	return ref
}

func (b *eventBuilder) value(t reflect.Type, all bool, g tag) *schema {
	if g.enum != nil {
		var words []any
		for _, w := range g.enum {
			words = append(words, w)
		}
		return &schema{Enum: words}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return b.value(t.Elem(), all, g)
	case reflect.String:
		return &schema{Type: "string"}
	case reflect.Bool:
		return &schema{Type: "boolean"}
	case reflect.Int, reflect.Int64:
		return &schema{Type: "integer", Minimum: json.Number(g.min)}
	case reflect.Float64:
		return &schema{Type: "number"}
	case reflect.Slice:
		return &schema{Type: []string{"array", "null"}, Items: b.value(t.Elem(), all, tag{})}
	case reflect.Map:
		return &schema{Type: "object", Additional: b.value(t.Elem(), all, tag{})}
	case reflect.Struct:
		return b.object(t, all)
	}
	panic(fmt.Sprintf("schemagen: no schema for %s in an event", t))
}

// jsonField is a field of a payload as JSON has it.
type jsonField struct {
	reflect.StructField
	name   string
	always bool // it is written even when it is empty
}

func jsonFields(t reflect.Type) (all []jsonField) {
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		all = append(all, jsonField{f, name, options == ""})
	}
	return all
}

// tables are the tables of docs/events.md: the kinds, and the keys of each
// struct that payloads are made of.
func (b *eventBuilder) tables() map[string]string {
	kinds := [][]string{{"kind", "payload"}}
	ours := [][]string{{"kind", "payload"}}
	var payloads, parts strings.Builder
	for _, k := range event.Kinds() {
		t := reflect.TypeOf(k.Payload)
		row := []string{code(string(k.Kind)), b.texts.ofType(t)}
		if k.Ours {
			ours = append(ours, row)
		} else {
			kinds = append(kinds, row)
		}
		fmt.Fprintf(&payloads, "### %s\n\n%s\n", k.Kind, b.keyTable(t))
	}
	for _, t := range b.parts() {
		fmt.Fprintf(&parts, "### %s\n\n%s\n", t.Name(), b.keyTable(t))
	}
	return map[string]string{"kinds": table(kinds), "ours": table(ours), "payloads": payloads.String(), "parts": parts.String()}
}

// parts are the structs within payloads, by name.
func (b *eventBuilder) parts() []reflect.Type {
	var parts []reflect.Type
	var look func(t reflect.Type)
	look = func(t reflect.Type) {
		for _, f := range jsonFields(t) {
			if in := structOf(f.Type); in != nil && !slices.Contains(parts, in) {
				parts = append(parts, in)
				look(in)
			}
		}
	}
	for _, k := range event.Kinds() {
		look(reflect.TypeOf(k.Payload))
	}
	slices.SortFunc(parts, func(x, y reflect.Type) int { return strings.Compare(x.Name(), y.Name()) })
	return parts
}

// structOf is the struct that a value, a pointer or a list is of, nil for
// others.
func structOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() == reflect.Struct {
		return t
	}
	return nil
}

// keyTable has a row for each key.
func (b *eventBuilder) keyTable(t reflect.Type) string {
	rows := [][]string{{"key", "value", ""}}
	for _, f := range jsonFields(t) {
		name := code(f.name)
		if !f.always {
			name += "?"
		}
		rows = append(rows, []string{name, jsonWord(f.Type), b.texts.of(t, f.Index)})
	}
	return table(rows)
}

// jsonWord is how the documentation calls the values of a type.
func jsonWord(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return jsonWord(t.Elem())
	case reflect.Slice:
		return "list of " + jsonWord(t.Elem())
	case reflect.Map:
		return "map of text to " + jsonWord(t.Elem())
	case reflect.Struct:
		return fmt.Sprintf("[%s](#%s)", t.Name(), strings.ToLower(t.Name()))
	case reflect.Bool:
		return "bool"
	case reflect.String:
		return "text"
	case reflect.Float64:
		return "number"
	}
	return "int"
}
