package suite

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"scenario/internal/doc"
	"scenario/scenario"
	"scenario/steps"
)

// Files returns the files that a scenario is made of, absolute and sorted: its
// own, those that its keys name, and those that stand as words in its commands,
// as ./app or app.py.
func Files(p *scenario.Plan) []string {
	f := files{plan: p}
	f.add(filepath.Base(p.File))
	for _, w := range slices.Concat(p.ThemeFiles, p.FontFiles, p.ImageFiles) {
		f.add(w.Text)
	}
	for _, s := range p.Services {
		f.command(s.Command)
	}
	for i := range p.Steps {
		switch a := p.Steps[i].Step.Action.(type) {
		case *steps.Launch:
			f.words(a.Command.Args)
		case *steps.Run:
			f.command(a.Command)
		case *steps.Exec:
			f.command(a.Command)
		case *steps.Paste:
			f.add(a.File)
		}
	}
	f.all = append(f.all, p.Sources...)
	slices.Sort(f.all)
	return slices.Compact(f.all)
}

type files struct {
	plan *scenario.Plan
	all  []string
}

// add adds a path of the scenario if a file is there.
func (f *files) add(path string) {
	if path == "" {
		return
	}
	abs := f.plan.Abs(path)
	if info, err := os.Stat(abs); err == nil && info.Mode().IsRegular() {
		f.all = append(f.all, filepath.Clean(abs))
	}
}

func (f *files) words(args []doc.Text) {
	for _, t := range args {
		f.command(t)
	}
}

// command adds the files among the words of a command or a script.
func (f *files) command(t doc.Text) {
	s, ok := t.Static()
	if !ok {
		return
	}
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\n'\"`;|&<>()$=", r) }) {
		f.add(w)
	}
}
