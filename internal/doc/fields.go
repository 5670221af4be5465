package doc

import (
	"fmt"
	"reflect"
	"strings"
)

// Field is one key of a mapping as a struct describes it.
type Field struct {
	Name  string // the key; "x-*" for all that begin with x-
	Index []int  // for reflect's FieldByIndex
	Type  reflect.Type
	Tag   reflect.StructTag
	Later bool   // reserved, not supported yet
	Where string // the kind of its mapping for Decoder.Words
}

// Fields returns the keys that a struct type takes, in the order of its fields,
// those of inline structs in their place.
func Fields(t reflect.Type) []Field { return structInfoOf(t).fields }

type structInfo struct {
	fields    []Field
	byName    map[string]*Field
	names     []string // without the reserved ones
	free      string   // what keys begin with that are passed over, "" for none
	pos, node []int
	form      string // "cols: ..., rows: ..."
}

func (d *Decoder) structOf(t reflect.Type) *structInfo {
	info, ok := d.structs[t]
	if !ok {
		info = structInfoOf(t)
		if d.structs == nil {
			d.structs = map[reflect.Type]*structInfo{}
		}
		d.structs[t] = info
	}
	return info
}

func structInfoOf(t reflect.Type) *structInfo {
	info := &structInfo{byName: map[string]*Field{}}
	info.add(t, nil)
	for i := range info.fields {
		f := &info.fields[i]
		if prefix, ok := strings.CutSuffix(f.Name, "*"); ok {
			info.free = prefix
			continue
		}
		info.byName[f.Name] = f
		if !f.Later {
			info.names = append(info.names, f.Name)
		}
	}
	for _, n := range info.names[:min(2, len(info.names))] {
		info.form += n + ": ..., "
	}
	info.form = strings.TrimSuffix(info.form, ", ")
	return info
}

func (info *structInfo) add(t reflect.Type, at []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(append([]int(nil), at...), i)
		name, option, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case name == "@" && f.Type == posType:
			info.pos = index
		case name == "@node" && f.Type == nodeType:
			info.node = index
		case option == "inline":
			info.add(f.Type, index)
		case name == "" || name == "-":
		case !f.IsExported():
			panic(fmt.Sprintf("doc: %s.%s has a key but is not exported", t, f.Name))
		default:
			where := f.Tag.Get("where")
			if where == "" {
				where = name
			}
			info.fields = append(info.fields, Field{
				Name: name, Index: index, Type: f.Type, Tag: f.Tag, Later: f.Tag.Get("later") == "yes", Where: where,
			})
		}
	}
}
