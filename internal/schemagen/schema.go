package main

import (
	"bytes"
	"encoding/json"
)

// schema is one JSON Schema (draft-07), with the keywords that we use in the
// order in which they are written.
type schema struct {
	Schema      string `json:"$schema,omitempty"`
	ID          string `json:"$id,omitempty"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Ref         string `json:"$ref,omitempty"`
	Type        any    `json:"type,omitempty"` // a name, or several
	Enum        []any  `json:"enum,omitempty"`
	Pattern     string `json:"pattern,omitempty"`
	// PatternMessage is what editors show when Pattern does not match; other
	// readers pass over it.
	PatternMessage string      `json:"patternErrorMessage,omitempty"`
	MinLength      int         `json:"minLength,omitempty"`
	Minimum        json.Number `json:"minimum,omitempty"`
	Maximum        json.Number `json:"maximum,omitempty"`
	Items          *schema     `json:"items,omitempty"`
	MinItems       int         `json:"minItems,omitempty"`
	MaxItems       int         `json:"maxItems,omitempty"`
	UniqueItems    bool        `json:"uniqueItems,omitempty"`
	Required       []string    `json:"required,omitempty"`
	Properties     ordered     `json:"properties,omitempty"`
	PropertyNames  *schema     `json:"propertyNames,omitempty"`
	PatternProps   ordered     `json:"patternProperties,omitempty"`
	// Additional is nil, false or a schema.
	Additional    any                 `json:"additionalProperties,omitempty"`
	MinProperties int                 `json:"minProperties,omitempty"`
	MaxProperties int                 `json:"maxProperties,omitempty"`
	OneOf         []*schema           `json:"oneOf,omitempty"`
	AnyOf         []*schema           `json:"anyOf,omitempty"`
	AllOf         []*schema           `json:"allOf,omitempty"`
	If            *schema             `json:"if,omitempty"`
	Then          *schema             `json:"then,omitempty"`
	Not           *schema             `json:"not,omitempty"`
	Const         any                 `json:"const,omitempty"`
	Default       any                 `json:"default,omitempty"`
	Definitions   ordered             `json:"definitions,omitempty"`
	Dependencies  map[string][]string `json:"dependencies,omitempty"`
}

// ordered is a JSON object that keeps the order of its keys.
type ordered []pair

type pair struct {
	key   string
	value *schema
}

func (o ordered) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, p := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := encode(p.key, "")
		if err != nil {
			return nil, err
		}
		value, err := encode(p.value, "")
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// encode is json.Marshal with < and > as they are.
func encode(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	err := enc.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// file is the schema as it stands in a file.
func (s *schema) file() ([]byte, error) {
	js, err := encode(s, "  ")
	return append(js, '\n'), err
}
