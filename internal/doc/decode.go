package doc

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"scenario/internal/spell"
)

// Decodable is a type with a syntax of its own, as a short and a long form.
type Decodable interface {
	// DecodeNode fills the value from n, reporting every mistake to d.
	DecodeNode(d *Decoder, n *Node)
}

// Decoder turns nodes into typed values and collects problems.
//
// Into decodes by reflection, by these rules:
//
//   - a Decodable decodes itself
//   - a struct takes a mapping; its fields are named by the tag `yaml:"name"`.
//     `yaml:",inline"` embeds, `yaml:"-"` is skipped. `later:"yes"` marks a
//     word that is reserved: its use is the error `"fit" is not supported yet`.
//     An unknown key is an error with "did you mean"; a key twice is one too.
//     A field with a name as "x-*" lets all such keys pass
//   - a slice takes a list, or one value of its element
//   - a map[string]T takes a mapping; where T is a pointer, a written null is
//     nil
//   - string takes TEXT: any scalar as its characters stand in the file; a
//     block loses its last newline; null is an error that names the cause
//   - bool: true or false only; int: decimal without leading zeros, no _;
//     float64: decimal, without an exponent
//   - time.Duration: 300ms, 2s, 1m30s; the unit is needed
//   - a pointer is allocated when its key is there
//   - a field of type *Node takes any value as it is
//   - a field of type Pos named by `yaml:"@"` gets the position of the mapping,
//     one of type *Node named by `yaml:"@node"` the node
//
// Every problem is recorded; decoding goes on with what it can. A Broken node
// leaves its value alone, without a word.
type Decoder struct {
	Problems Problems
	// Words are the answers to words of other tools: what -> "did you mean"
	// hint, looked up under "WHERE.WORD" (as "step.pause") before spelling. Only
	// an unknown word asks for them.
	Words func() map[string]string
	// Expand fills in the static ${{ }} of a scalar before it is decoded; nil
	// leaves texts alone. It returns n, or a copy of it with another Text or
	// with Parts, or nil when it has reported a problem.
	Expand func(d *Decoder, n *Node) *Node

	structs map[reflect.Type]*structInfo
}

// Errorf records a mistake at n's value, and returns it for more detail
// (Warning). Of a Broken node nothing is recorded.
func (d *Decoder) Errorf(n *Node, hint, format string, args ...any) *Problem {
	p := &Problem{Width: 1, Hint: hint, Message: fmt.Sprintf(format, args...)}
	if n == nil {
		d.Problems.add(p)
		return p
	}
	w := n.written()
	p.Pos, p.Width, p.Source = w.Pos, w.Width(), w.file.Line(w.Line)
	if !n.broken {
		d.Problems.add(p)
	}
	return p
}

// ErrorIn is Errorf for a part of a scalar: the bytes from..to of its Text, as
// one chord of several. The whole value is underlined when that part has no
// place of its own in the file.
func (d *Decoder) ErrorIn(n *Node, from, to int, hint, format string, args ...any) *Problem {
	p := d.Errorf(n, hint, format, args...)
	if n == nil || n.from != nil || from < 0 || to > len(n.Text) || from > to {
		return p
	}
	src, quote := n.source(), 0
	if (n.Style == SingleQuoted || n.Style == DoubleQuoted) && len(src) >= 2 {
		src, quote = src[1:len(src)-1], 1
	}
	if src != n.Text {
		return p
	}
	p.Col += quote + utf8.RuneCountInString(src[:from])
	p.Width = max(1, utf8.RuneCountInString(src[from:to]))
	return p
}

// Said reports whether a problem has been recorded at n's value.
func (d *Decoder) Said(n *Node) bool {
	at := n.written().Pos
	return n.broken || slices.ContainsFunc(d.Problems, func(p *Problem) bool { return p.Pos == at })
}

// Missing records that the mapping n lacks a key that it needs, unless it has
// one that is unknown: that was said, and is probably the one.
func (d *Decoder) Missing(n *Node, hint, format string, args ...any) {
	for _, p := range n.Pairs {
		if p.Key.unknown {
			return
		}
	}
	d.Errorf(n, hint, format, args...)
}

// Unknown records that key is none of the known words; what is "key" or
// "step". The hint is the answer to a word of another tool, the nearest known
// word, or all of them.
func (d *Decoder) Unknown(key *Node, what, where string, known []string) *Problem {
	key.unknown = true
	hint, ok := "", false
	if d.Words != nil {
		words := d.Words()
		if hint, ok = words[where+"."+key.Text]; !ok {
			hint, ok = words[where+"."+snake(key.Text)]
		}
	}
	near, isNear := spell.Nearest(key.Text, known)
	switch {
	case ok:
	case key.bare:
		hint = "a comma ends a value inside { }: quote the text"
	case isNear:
		hint = fmt.Sprintf("did you mean %q?", near)
	case len(known) > 0:
		hint = "one of " + strings.Join(known, ", ")
	}
	return d.Errorf(key, hint, "unknown %s: %s", what, printable(key.Text))
}

// snake is a word as our keys are written: fontSize and Font-Size are font_size.
func snake(word string) string {
	var b strings.Builder
	for i, r := range word {
		if unicode.IsUpper(r) && i > 0 && word[i-1] != '-' && word[i-1] != '_' {
			b.WriteByte('_')
		}
		if r == '-' {
			r = '_'
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// fill returns n with its static ${{ }} filled in, as Into and Text see it.
func (d *Decoder) fill(n *Node) *Node {
	if d.Expand == nil || n.Kind != Scalar || n.broken || n.from != nil {
		return n
	}
	m := d.Expand(d, n)
	switch m {
	case n:
		return n
	case nil:
		m = &Node{Kind: Scalar, broken: true}
	}
	m.Pos, m.from, m.file, m.off, m.name = n.Pos, n, n.file, n.off, n.name
	return m
}

// Into decodes n into the value that into points to. where names the kind of
// mapping for Words ("top", "step", "wait"); in the mappings inside it is their
// key.
func (d *Decoder) Into(n *Node, into any, where string) {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		panic(fmt.Sprintf("doc: Into wants a pointer, not %T", into))
	}
	d.value(n, v.Elem(), where)
}

var (
	decodableType = reflect.TypeFor[Decodable]()
	durationType  = reflect.TypeFor[time.Duration]()
	nodeType      = reflect.TypeFor[*Node]()
	posType       = reflect.TypeFor[Pos]()
)

func (d *Decoder) value(n *Node, v reflect.Value, where string) {
	if v.Type() == nodeType {
		v.Set(reflect.ValueOf(n))
		return
	}
	if n.broken {
		return
	}
	if v.CanAddr() && reflect.PointerTo(v.Type()).Implements(decodableType) {
		v.Addr().Interface().(Decodable).DecodeNode(d, d.fill(n))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		d.value(n, v.Elem(), where)
	case reflect.Struct:
		d.structure(n, v, where)
	case reflect.Slice:
		d.slice(n, v, where)
	case reflect.Map:
		d.mapping(n, v, where)
	default:
		d.basic(n, v)
	}
}

func (d *Decoder) structure(n *Node, v reflect.Value, where string) {
	info := d.structOf(v.Type())
	if info.pos != nil {
		v.FieldByIndex(info.pos).Set(reflect.ValueOf(n.Pos))
	}
	if info.node != nil {
		v.FieldByIndex(info.node).Set(reflect.ValueOf(n))
	}
	if !d.shape(n, Map, info.form) {
		return
	}
	for _, p := range n.Pairs {
		f, ok := info.byName[p.Key.Text]
		switch {
		case !ok && info.free != "" && strings.HasPrefix(p.Key.Text, info.free):
		case !ok:
			d.Unknown(p.Key, "key", where, info.names)
		case f.Later:
			d.Errorf(p.Key, "it is reserved for a later version", "%q is not supported yet", f.Name)
		default:
			d.value(p.Value, v.FieldByIndex(f.Index), f.Where)
		}
	}
}

func (d *Decoder) slice(n *Node, v reflect.Value, where string) {
	items := n.Items
	switch n.Kind {
	case Null:
		d.empty(n, "", "write a value, or [] for none")
		return
	case List:
	default:
		items = []*Node{n}
	}
	out := reflect.MakeSlice(v.Type(), len(items), len(items))
	for i, item := range items {
		d.value(item, out.Index(i), where)
	}
	v.Set(out)
}

func (d *Decoder) mapping(n *Node, v reflect.Value, where string) {
	if v.Type().Key().Kind() != reflect.String {
		panic(fmt.Sprintf("doc: a map needs string keys, not %s", v.Type()))
	}
	if !d.shape(n, Map, "NAME: VALUE") {
		return
	}
	elem := v.Type().Elem()
	out := reflect.MakeMapWithSize(v.Type(), len(n.Pairs))
	for _, p := range n.Pairs {
		e := reflect.New(elem).Elem()
		if elem.Kind() != reflect.Pointer || p.Value.Kind != Null || p.Value.Text == "" {
			d.value(p.Value, e, where)
		}
		out.SetMapIndex(reflect.ValueOf(p.Key.Text).Convert(v.Type().Key()), e)
	}
	v.Set(out)
}

// shape reports whether n is of kind k, and a problem when it is not. form is
// how such a value is written.
func (d *Decoder) shape(n *Node, k Kind, form string) bool {
	switch n.Kind {
	case k:
		return !n.broken
	case Null:
		d.empty(n, "", "write {"+form+"}")
	default:
		d.Errorf(n, "write {"+form+"}", "%s must be %s, not %s", n.named(""), k, n.Kind)
	}
	return false
}

func (d *Decoder) basic(n *Node, v reflect.Value) {
	switch {
	case v.Type() == durationType:
		if x, ok := d.Duration(n, ""); ok {
			v.SetInt(int64(x))
		}
	case v.Kind() == reflect.String:
		if s, ok := d.Text(n, ""); ok {
			v.SetString(s)
		}
	case v.Kind() == reflect.Bool:
		if b, ok := d.Bool(n, ""); ok {
			v.SetBool(b)
		}
	case v.CanInt():
		if i, ok := d.Int(n, ""); ok {
			if v.OverflowInt(int64(i)) {
				d.Errorf(n, "write a smaller number", "%s is too large", n.named(""))
				return
			}
			v.SetInt(int64(i))
		}
	case v.CanFloat():
		if f, ok := d.Float(n, ""); ok {
			v.SetFloat(f)
		}
	default:
		panic(fmt.Sprintf("doc: cannot decode into %s", v.Type()))
	}
}
