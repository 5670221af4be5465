package event

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"
	"testing"
)

// The table, the constants and Decode know the same kinds and payloads.
func TestKinds(t *testing.T) {
	declared := map[Kind]bool{}
	f, err := parser.ParseFile(token.NewFileSet(), "event.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			if typ, ok := spec.Type.(*ast.Ident); ok && typ.Name == "Kind" {
				name, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				declared[Kind(name)] = true
			}
		}
		return true
	})
	ours := 0
	for _, k := range Kinds() {
		if !declared[k.Kind] {
			t.Errorf("%s is there twice, or no constant", k.Kind)
		}
		delete(declared, k.Kind)
		p, err := Decode(Envelope{Kind: k.Kind, Payload: json.RawMessage("{}")})
		if err != nil || reflect.TypeOf(p) != reflect.TypeOf(k.Payload) {
			t.Errorf("%s is decoded as %T, %v", k.Kind, p, err)
		}
		if k.Ours {
			ours++
		}
	}
	if len(declared) > 0 {
		t.Errorf("the table lacks %v", declared)
	}
	if n := len(Kinds()) - ours; n != 11 {
		t.Errorf("the contract has %d kinds", n)
	}
}
