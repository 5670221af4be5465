package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"scenario/capture/theme"
	"scenario/internal/doc"
	"scenario/internal/spell"
	"scenario/scenario"
	"scenario/scenario/suite"
	"scenario/steps"
)

// loadFlags are the flags that files are loaded with.
type loadFlags struct {
	vars        []string
	theme, size string
}

func (f *loadFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.vars, "var", nil, "give a variable its value, `NAME=TEXT`; repeatable")
	cmd.Flags().StringVar(&f.theme, "theme", "", "a built-in theme or a theme file, `THEME`, over the file's")
	cmd.Flags().StringVar(&f.size, "size", "", "`COLSxROWS` of the terminal, over the file's")
}

// options checks the flags. dir is the working directory.
func (f *loadFlags) options(a *app, dir string) (scenario.Options, error) {
	o := scenario.Options{Vars: map[string]string{}, Env: a.lookup, CI: a.onCI(), Exists: exists, ReadFile: os.ReadFile}
	for _, v := range f.vars {
		name, text, ok := strings.Cut(v, "=")
		if !ok || !steps.IsName(name) {
			return o, hinted{fmt.Errorf("--var: %q is not NAME=TEXT", v), "names are letters, digits, _ and -"}
		}
		o.Vars[name] = text
	}
	if f.size != "" {
		size, err := steps.ParseSize(f.size)
		if err != nil {
			return o, hinted{fmt.Errorf("--size: %w", err), "write it as 80x24"}
		}
		o.Size = size
	}
	var err error
	o.Theme, err = themeFlag(f.theme, dir)
	return o, err
}

// themeFlag checks the name of a theme; a theme file gets its absolute path,
// because it is named from the working directory.
func themeFlag(name, dir string) (string, error) {
	if name == "" {
		return "", nil
	}
	if _, ok := theme.Lookup(name); ok {
		return name, nil
	}
	if theme.IsText(name) {
		if _, err := theme.Load([]byte(name)); err != nil {
			return "", fmt.Errorf("--theme: %w", err)
		}
		return name, nil
	}
	if scenario.IsThemeFile(name) {
		path := absolute(dir, name)
		data, err := os.ReadFile(path)
		if err == nil {
			_, err = theme.Load(data)
		}
		if err != nil {
			return "", fmt.Errorf("--theme: %s: %w", name, cause(err))
		}
		return path, nil
	}
	err := fmt.Errorf("--theme: unknown theme: %s", name)
	if near, ok := spell.Nearest(name, theme.Names()); ok {
		return "", hinted{err, "did you mean " + near + "?"}
	}
	return "", hinted{err, "one of " + strings.Join(theme.Names(), ", ")}
}

// compile loads what the arguments of a command name.
func (a *app) compile(f *loadFlags, paths []string) ([]suite.File, []*suite.Entry, doc.Problems, error) {
	dir, err := workDir()
	if err != nil {
		return nil, nil, nil, err
	}
	o, err := f.options(a, dir)
	if err != nil {
		return nil, nil, nil, err
	}
	return a.load(dir, paths, o)
}

// load finds the files and plans their scenarios.
func (a *app) load(dir string, paths []string, o scenario.Options) (files []suite.File, entries []*suite.Entry, ps doc.Problems, err error) {
	files, err = suite.Find(dir, paths, a.stdin)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(files) == 0 {
		where := "the current folder"
		if len(paths) > 0 {
			where = strings.Join(paths, ", ")
		}
		return nil, nil, nil, hinted{errors.New("no scenario in " + where), "a scenario is a YAML file with steps: at its top level"}
	}
	entries, ps = suite.Load(files, o)
	if !ps.Fatal() {
		err = unnamed(entries, o.Vars)
	}
	return files, entries, ps, err
}

// unnamed is the mistake of a --var that no scenario has or names.
func unnamed(entries []*suite.Entry, vars map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		if slices.ContainsFunc(entries, func(e *suite.Entry) bool { return slices.Contains(e.Vars, name) }) {
			continue
		}
		var known []string
		for _, e := range entries {
			known = append(known, e.Vars...)
		}
		hint := "name it at the top of the file: vars: {" + name + ": TEXT}"
		if near, ok := spell.Nearest(name, known); ok {
			hint = "did you mean " + near + "?"
		}
		return hinted{fmt.Errorf("--var: no scenario has the variable %s", name), hint}
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// workDir is the absolute working directory.
func workDir() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("working directory: %w", err)
	}
	return dir, nil
}

func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}
