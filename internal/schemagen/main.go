// Command schemagen writes what is made from the Go structs of the scenario
// format: schema/scenario.schema.json, and the tables of docs/format.md. It is
// run by go generate ./... and is no part of the command.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	root := flag.String("root", "..", "the root of the repository")
	flag.Parse()
	if err := write(*root); err != nil {
		fmt.Fprintln(os.Stderr, "schemagen:", err)
		os.Exit(1)
	}
}

func write(root string) error {
	files, err := generate(root)
	if err != nil {
		return err
	}
	for name, content := range files {
		path := filepath.Join(root, name)
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, content) {
			continue
		}
		if err := os.WriteFile(path, content, 0o666); err != nil {
			return err
		}
	}
	return nil
}

const (
	schemaFile = "schema/scenario.schema.json"
	docsFile   = "docs/format.md"
)

// generate returns the content of every file that is made, by its path from
// the root.
func generate(root string) (map[string][]byte, error) {
	texts, err := readComments(root, "scenario", "steps", "steps/match")
	if err != nil {
		return nil, err
	}
	b := newBuilder(texts)
	js, err := encode(b.scenario(), "  ")
	if err != nil {
		return nil, err
	}
	docs, err := os.ReadFile(filepath.Join(root, docsFile))
	if err != nil {
		return nil, err
	}
	docs, err = fillTables(docs, b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", docsFile, err)
	}
	return map[string][]byte{schemaFile: append(js, '\n'), docsFile: docs}, nil
}
