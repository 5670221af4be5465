package main

import (
	"reflect"
	"strings"
)

// tag is what the struct tag jsonschema says of a key, in the words of
// github.com/invopop/jsonschema where it has one:
//
//	required              it must be there
//	oneof_required        exactly one of the keys with this word must be there
//	without=KEY           it must not stand beside KEY
//	with=KEY              it must stand beside KEY
//	long                  of the first key of a step: it has no short form
//	subject               of the keys of a condition, one of its subjects
//	minimum=N maximum=N   of a number
//	enum=WORD             one of these words (repeated)
//	ref=NAME              a form of this package, see types.go
//	default=VALUE         what holds when it is not there
type tag struct {
	required, oneRequired, subject, long bool
	with, without, min, max, ref, def    string
	enum                                 []string
}

func tagOf(f reflect.StructTag) tag {
	var t tag
	for _, word := range strings.Split(f.Get("jsonschema"), ",") {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "":
		case "required":
			t.required = true
		case "oneof_required":
			t.oneRequired = true
		case "long":
			t.long = true
		case "subject":
			t.subject = true
		case "with":
			t.with = value
		case "without":
			t.without = value
		case "minimum":
			t.min = value
		case "maximum":
			t.max = value
		case "enum":
			t.enum = append(t.enum, value)
		case "ref":
			t.ref = value
		case "default":
			t.def = value
		default:
			panic("schemagen: unknown word in a jsonschema tag: " + word)
		}
	}
	return t
}
