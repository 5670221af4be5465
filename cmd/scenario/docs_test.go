package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// documents are what people read, by path from the root.
func documents(t *testing.T) map[string]string {
	t.Helper()
	root := filepath.Join("..", "..")
	paths, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	docs := map[string]string{}
	for _, p := range append(paths, filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md")) {
		src, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		docs[strings.TrimPrefix(filepath.ToSlash(p), "../../")] = string(src)
	}
	return docs
}

var (
	consoleLine = regexp.MustCompile(`(?m)^\$ (.*)$`)
	inlineCode  = regexp.MustCompile("`([^`\n]+)`")
	flagWord    = regexp.MustCompile(`^--[a-z][a-z-]+`)
	comment     = regexp.MustCompile(`\s+#.*$`)
)

// Every command line of the documents is one: its command is there, and so are
// its flags.
func TestDocsCommandLines(t *testing.T) {
	lines := 0
	for path, src := range documents(t) {
		var all []string
		for _, m := range consoleLine.FindAllStringSubmatch(src, -1) {
			all = append(all, m[1])
		}
		for _, m := range inlineCode.FindAllStringSubmatch(src, -1) {
			if strings.HasPrefix(m[1], "scenario ") {
				all = append(all, m[1])
			}
		}
		for _, line := range all {
			line = strings.Replace(line, "go run ./cmd/scenario", "scenario", 1)
			for _, part := range regexp.MustCompile(`\s*(\||&&|;)\s*`).Split(comment.ReplaceAllString(line, ""), -1) {
				if args := strings.Fields(part); len(args) > 1 && args[0] == "scenario" {
					lines++
					if err := commandLine(args[1:]); err != "" {
						t.Errorf("%s: %s: %s", path, line, err)
					}
				}
			}
		}
	}
	if lines < 30 {
		t.Errorf("only %d command lines were found", lines)
	}
}

// commandLine says what is wrong with a command line.
func commandLine(args []string) string {
	a := &app{stdout: &stream{f: os.Stdout}, stderr: &stream{f: os.Stderr}}
	root := a.root()
	args = slices.DeleteFunc(args, func(s string) bool { return s == "..." })
	if args[0] == "--version" || args[0] == "--help" {
		return ""
	}
	if err := checkCommand(root, args); err != nil {
		return err.Error()
	}
	cmd, rest, err := root.Find(args)
	if err != nil {
		return err.Error()
	}
	cmd.InitDefaultHelpFlag()
	for _, arg := range rest {
		name, _, _ := strings.Cut(strings.TrimLeft(strings.Trim(arg, "[]"), "-"), "=")
		switch arg = strings.Trim(arg, "[]"); {
		case strings.HasPrefix(arg, "--") && cmd.Flag(name) == nil:
			return "no flag --" + name
		case strings.HasPrefix(arg, "-") && len(arg) == 2 && cmd.Flags().ShorthandLookup(name) == nil:
			return "no flag " + arg
		}
	}
	return ""
}

// Every flag that the documents name is one of a command, or of a program that
// the same code names.
func TestDocsFlags(t *testing.T) {
	a := &app{stdout: &stream{f: os.Stdout}, stderr: &stream{f: os.Stderr}}
	known := map[string]bool{"--help": true}
	var gather func(c *cobra.Command)
	gather = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) { known["--"+f.Name] = true })
		c.PersistentFlags().VisitAll(func(f *pflag.Flag) { known["--"+f.Name] = true })
		for _, sub := range c.Commands() {
			gather(sub)
		}
	}
	gather(a.root())
	for path, src := range documents(t) {
		for _, m := range inlineCode.FindAllStringSubmatch(src, -1) {
			if flag := flagWord.FindString(m[1]); flag != "" && !known[flag] {
				t.Errorf("%s: `%s`: no command has it", path, m[1])
			}
		}
	}
}

// Every command is in the README's table, and every link of the documents leads
// somewhere.
func TestDocsCommandsAndLinks(t *testing.T) {
	docs := documents(t)
	a := &app{stdout: &stream{f: os.Stdout}, stderr: &stream{f: os.Stderr}}
	for _, c := range a.root().Commands() {
		if c.IsAvailableCommand() && !strings.Contains(docs["README.md"], "| `scenario "+c.Name()) {
			t.Errorf("README.md: no `scenario %s` in the table", c.Name())
		}
	}
	link := regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
	for path, src := range docs {
		for _, m := range link.FindAllStringSubmatch(src, -1) {
			if _, err := os.Stat(filepath.Join("..", "..", filepath.Dir(path), m[1])); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	for _, doc := range []string{"docs/go.md"} {
		example, err := os.ReadFile(filepath.Join("..", "..", "scenariotest", "example_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		if _, code, _ := strings.Cut(docs[doc], "## A test drives a program\n\n```go\n"); !strings.Contains(string(example), code[:strings.Index(code, "```")]) {
			t.Errorf("%s: its test is not that of example_test.go", doc)
		}
	}
}
