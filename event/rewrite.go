package event

import (
	"encoding/json"
	"reflect"
	"strings"
)

// rewriter makes a copy of a payload with its texts replaced.
type rewriter struct {
	text func(string) string
	rows func([]string) []string // the rows of a screen
	list func(reflect.Value) reflect.Value
}

// payload returns a rewritten copy; v itself is left alone. A pointer becomes
// what it points to.
func (r rewriter) payload(v any) any {
	rv := reflect.ValueOf(v)
	for rv.Kind() == reflect.Pointer || rv.Kind() == reflect.Interface {
		rv = rv.Elem()
	}
	if !rv.IsValid() {
		return nil
	}
	return r.value(rv, "").Interface()
}

func (r rewriter) value(v reflect.Value, tag string) reflect.Value {
	switch v.Kind() {
	case reflect.String:
		return r.str(v, tag)
	case reflect.Struct:
		return r.fields(v)
	case reflect.Slice:
		return r.slice(v, tag)
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeMapWithSize(v.Type(), v.Len())
		for it := v.MapRange(); it.Next(); {
			out.SetMapIndex(r.value(it.Key(), ""), r.value(it.Value(), ""))
		}
		return out
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		out := reflect.New(v.Type().Elem())
		out.Elem().Set(r.value(v.Elem(), tag))
		return out
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		out := reflect.New(v.Type()).Elem()
		out.Set(r.value(v.Elem(), tag))
		return out
	}
	return v
}

func (r rewriter) str(v reflect.Value, tag string) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	switch {
	case tag == "-" || v.Type() != reflect.TypeFor[string]():
		return v // a word of ours
	case tag == "rows":
		out.SetString(strings.Join(r.rows(strings.Split(v.String(), "\n")), "\n"))
	default:
		out.SetString(r.text(v.String()))
	}
	return out
}

func (r rewriter) fields(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.IsExported() {
			out.Field(i).Set(r.value(v.Field(i), f.Tag.Get("mask")))
		}
	}
	return out
}

func (r rewriter) slice(v reflect.Value, tag string) reflect.Value {
	if raw, ok := v.Interface().(json.RawMessage); ok {
		return reflect.ValueOf(r.raw(raw))
	}
	if v.IsNil() || v.Type().Elem().Kind() == reflect.Uint8 {
		return v
	}
	if rows, ok := v.Interface().([]string); ok && tag == "rows" {
		return reflect.ValueOf(r.rows(rows))
	}
	if r.list != nil {
		v = r.list(v)
	}
	out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	for i := range v.Len() {
		out.Index(i).Set(r.value(v.Index(i), tag))
	}
	return out
}

// raw rewrites the texts inside JSON of unknown form. What is no JSON becomes
// a text.
func (r rewriter) raw(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return raw
	}
	var v any
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil || dec.More() {
		v = string(raw)
	}
	out, err := encode(r.payload(v))
	if err != nil {
		return json.RawMessage("null")
	}
	return out
}
