package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
)

// comments are the comments of struct fields by "package.Type.Field", as
// "match.Shown.Text", and those of structs by "package.Type".
type comments map[string]string

// readComments reads the Go files of the packages in folders below root.
func readComments(root string, folders ...string) (comments, error) {
	all := comments{}
	for _, folder := range folders {
		entries, err := os.ReadDir(filepath.Join(root, folder))
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
				continue
			}
			path := filepath.Join(root, folder, e.Name())
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			all.add(f)
		}
	}
	return all, nil
}

func (c comments) add(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		if decl, ok := n.(*ast.GenDecl); ok && len(decl.Specs) == 1 {
			if spec, ok := decl.Specs[0].(*ast.TypeSpec); ok {
				c[f.Name.Name+"."+spec.Name.Name] = oneLine(decl.Doc.Text())
			}
		}
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		s, ok := spec.Type.(*ast.StructType)
		if !ok {
			return true
		}
		for _, field := range s.Fields.List {
			text := field.Doc.Text()
			if text == "" {
				text = field.Comment.Text()
			}
			for _, name := range field.Names {
				c[fmt.Sprintf("%s.%s.%s", f.Name.Name, spec.Name.Name, name.Name)] = oneLine(text)
			}
		}
		return false
	})
}

// of returns the comment of a field of t as a phrase: of "Row is its row" it is
// "its row".
func (c comments) of(t reflect.Type, index []int) string {
	for _, i := range index[:len(index)-1] { // embedded structs
		t = t.Field(i).Type
	}
	f := t.Field(index[len(index)-1])
	text := strings.TrimSuffix(c[t.String()+"."+f.Name], ".")
	if rest, ok := strings.CutPrefix(text, f.Name+" "); ok {
		_, text, _ = strings.Cut(rest, " ")
	}
	return text
}

// ofType is the comment of a struct as a phrase.
func (c comments) ofType(t reflect.Type) string { return phrase(c[t.String()], t.Name()) }

// phrase is a comment without the name of what it explains and without its full
// stop, where it is one sentence.
func phrase(text, name string) string {
	if strings.Count(text, ". ") == 0 {
		text = strings.TrimSuffix(text, ".")
	}
	return strings.TrimPrefix(text, name+" ")
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
