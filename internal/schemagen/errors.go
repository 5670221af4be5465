package main

import (
	"fmt"
	"os"
	"path/filepath"

	"scenario/scenario"
)

// errorTable has a row for each code of static mistakes, with an example: the
// first of it in the bad file of its name.
func errorTable(root string) (string, error) {
	rows := [][]string{{"code", "what is wrong", "for example"}}
	for _, c := range scenario.Codes() {
		name := c.Name + ".yaml"
		src, err := os.ReadFile(filepath.Join(root, "testdata", "bad", name))
		if err != nil {
			return "", err
		}
		_, problems := scenario.Load(name, src, scenario.Options{CI: true})
		example := ""
		for _, p := range problems {
			if p.Code == c.Name && example == "" {
				example = p.Message
			}
		}
		if example == "" {
			return "", fmt.Errorf("%s has no example of its code", name)
		}
		rows = append(rows, []string{code(c.Name), c.Doc, example})
	}
	return table(rows), nil
}
