// Command schemagen writes what is made from the Go structs of the scenario
// format and of the runner events: the schemas of schema/, and the tables of
// docs/format.md and docs/events.md. It is run by go generate ./... and is no
// part of the command.
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
	schemaFile       = "schema/scenario.schema.json"
	docsFile         = "docs/format.md"
	eventsSchemaFile = "schema/events.schema.json"
	eventsDocsFile   = "docs/events.md"
	errorsDocsFile   = "docs/errors.md"
)

// generate returns the content of every file that is made, by its path from
// the root.
func generate(root string) (map[string][]byte, error) {
	texts, err := readComments(root, "scenario", "steps", "steps/match")
	if err != nil {
		return nil, err
	}
	b := newBuilder(texts)
	files := map[string][]byte{}
	if files[schemaFile], err = b.scenario().file(); err != nil {
		return nil, err
	}
	if files[docsFile], err = fillDocs(root, docsFile, b.tables()); err != nil {
		return nil, err
	}
	mistakes, err := errorTable(root)
	if err != nil {
		return nil, err
	}
	if files[errorsDocsFile], err = fillDocs(root, errorsDocsFile, map[string]string{"errors": mistakes}); err != nil {
		return nil, err
	}
	if texts, err = readComments(root, "event"); err != nil {
		return nil, err
	}
	events := newEventBuilder(texts)
	if files[eventsSchemaFile], err = events.stream().file(); err != nil {
		return nil, err
	}
	files[eventsDocsFile], err = fillDocs(root, eventsDocsFile, events.tables())
	return files, err
}

// fillDocs returns a page of the documentation with its tables made anew.
func fillDocs(root, name string, tables map[string]string) ([]byte, error) {
	docs, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		return nil, err
	}
	if docs, err = fillTables(docs, tables); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return docs, nil
}
