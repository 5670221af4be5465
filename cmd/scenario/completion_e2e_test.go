//go:build e2e && linux

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// built builds the command and returns a folder that has it, for PATH.
func built(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", dir, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// The shells themselves complete commands and flags with our scripts.
func TestShellsComplete(t *testing.T) {
	bin := built(t)
	scripts := map[string]string{
		"bash": `source "$1" 2>/dev/null
			_get_comp_words_by_ref() { cur=${COMP_WORDS[COMP_CWORD]} prev=scenario words=("${COMP_WORDS[@]}") cword=$COMP_CWORD; }
			__ltrim_colon_completions() { :; }
			COMP_WORDS=(scenario che) COMP_CWORD=1 COMP_LINE='scenario che' COMP_POINT=12 COMP_TYPE=9
			__start_scenario; echo "${COMPREPLY[@]}"`,
		"fish": `source $argv[1]; complete -C 'scenario che'`,
		"zsh": `autoload -U compinit; compinit -u -D; _describe() { print -l -- "${(@P)4}" "${(@P)2}"; }
			compdef() { :; }; source "$1"; words=(scenario che) CURRENT=2; _scenario`,
	}
	for shell, script := range scripts {
		t.Run(shell, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "completion")
			out, err := exec.Command(filepath.Join(bin, "scenario"), "completion", shell).Output()
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, out, 0o666); err != nil {
				t.Fatal(err)
			}
			args := []string{"-c", script, shell, file}
			if shell == "fish" {
				args = []string{"--no-config", "-c", script, file}
			}
			cmd := exec.Command(shell, args...)
			cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "HOME="+t.TempDir())
			got, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(got), "check") {
				t.Errorf("%v: %s", err, got)
			}
		})
	}
}

// Every page is formatted without a warning, and shows its flags.
func TestManPagesRender(t *testing.T) {
	bin, dir := built(t), t.TempDir()
	if out, err := exec.Command(filepath.Join(bin, "scenario"), "man", "--dir", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	pages, err := filepath.Glob(filepath.Join(dir, "*.1"))
	if err != nil || len(pages) < 15 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, page := range pages {
		var out, warnings bytes.Buffer
		cmd := exec.Command("groff", "-man", "-Tascii", "-ww", "-P-c", "-P-b", "-P-u", page)
		cmd.Stdout, cmd.Stderr = &out, &warnings
		if err := cmd.Run(); err != nil || warnings.Len() > 0 {
			t.Errorf("%s: %v\n%s", filepath.Base(page), err, warnings.String())
		}
		for _, want := range []string{"NAME", "SYNOPSIS", "--help", "EXIT STATUS"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: no %s in\n%s", filepath.Base(page), want, out.String())
			}
		}
	}
}
