//go:build e2e && linux

package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestEndToEndScripts runs the scripts that need more than sh.
func TestEndToEndScripts(t *testing.T) {
	for _, program := range []string{"bash", "chafa", "fzf", "htop", "less", "mc", "python3", "tmux", "vim"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Fatal(err)
		}
	}
	scripts(t, filepath.Join("testdata", "script-e2e"))
}
