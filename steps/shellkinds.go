package steps

import (
	_ "embed"
	"path/filepath"
	"strings"
)

// shellKind is how one shell is started clean: with a start file of ours in the
// place of all of the user's and the machine's.
type shellKind struct {
	name  string
	file  string // the name of the start file
	rc    string // what stands in it, after the prompt is set
	quote *strings.Replacer
	argv  func(rc string) []string // of the start file's path
	env   func(rc string) []string
}

//go:embed shellrc/bash
var bashrc string

//go:embed shellrc/fish
var fishrc string

//go:embed shellrc/sh
var shrc string

//go:embed shellrc/zsh
var zshrc string

// shellKinds are the shells, sorted by name.
func shellKinds() []shellKind {
	posix := strings.NewReplacer(`'`, `'\''`)
	fish := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	return []shellKind{
		{
			name: "bash", file: "bashrc", rc: bashrc, quote: posix,
			argv: func(rc string) []string { return []string{"bash", "--noprofile", "--rcfile", rc, "-i"} },
			env:  func(string) []string { return []string{"INPUTRC=/dev/null"} },
		},
		{
			name: "fish", file: "config.fish", rc: fishrc, quote: fish,
			argv: func(rc string) []string {
				return []string{"fish", "--no-config", "--interactive", "--init-command", "source '" + fish.Replace(rc) + "'"}
			},
			env: func(string) []string { return nil },
		},
		{
			name: "sh", file: "shrc", rc: shrc, quote: posix,
			argv: func(string) []string { return []string{"sh", "-i"} },
			env:  func(rc string) []string { return []string{"ENV=" + rc, "INPUTRC=/dev/null"} },
		},
		{
			name: "zsh", file: ".zshrc", rc: zshrc, quote: posix,
			argv: func(string) []string { return []string{"zsh", "--no-globalrcs", "-i"} },
			env:  func(rc string) []string { return []string{"ZDOTDIR=" + filepath.Dir(rc)} },
		},
	}
}

// shellNamed returns the shell of a name.
func shellNamed(name string) (shellKind, bool) {
	for _, k := range shellKinds() {
		if k.name == name {
			return k, true
		}
	}
	return shellKind{}, false
}

// start is the text of the start file for a prompt.
func (k shellKind) start(prompt string) string {
	assign := "__scenario_prompt="
	if k.name == "fish" {
		assign = "set -g __scenario_prompt "
	}
	return assign + "'" + k.quote.Replace(prompt) + "'\n" + k.rc
}
