//go:build e2e && linux

package e2e

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// programs are scenarios that take pictures of programs people use, beside those
// of the examples.
func programs() map[string]string {
	return map[string]string{
		"chafa": `
size: 80x24
steps:
  - launch: sh -c 'chafa --size 60x20 --animate off -f symbols -c full sample.png; chafa --size 30x3 -f symbols -c 256 sample.png; exec cat'
  - wait: {stable: 300ms}
  - screenshot: out/chafa.png
`,
		"gum": `
size: 80x24
steps:
  - launch: gum choose --header 'Which fruit?' --no-limit apple banana cherry 'a longer one'
  - wait: a longer one
  - key: down x
  - screenshot: out/gum-choose.png
  - key: enter
  - expect: {exit: 0}
`,
		"mc": `
size: 100x30
steps:
  - launch: mc --nosubshell
  - wait: Quit
  - screenshot: out/mc.png
  - key: f9 down down
  - wait: File listing
  - screenshot: out/mc-menu.png
  - key: escape escape f10
`,
		"nano": `
size: 80x24
steps:
  - launch: nano -I notes.txt
  - wait: Exit
  - type: |
      A line of text, and one with wide 日本語 characters.
      Another.
  - key: ctrl+w
  - type: wide
  - key: enter
  - screenshot: out/nano.png
  - key: ctrl+x
  - wait: Save modified buffer
  - screenshot: out/nano-exit.png
  - key: n
`,
		"tmux": `
size: 100x30
steps:
  - launch: tmux -f /dev/null -S tmux.socket new-session 'sh -c "echo left; exec cat"'
  - wait: left
  - key: ctrl+b %
  - wait: "│"
  - key: 'ctrl+b "'
  - wait: "─"
  - screenshot: out/tmux.png
  - key: "ctrl+b :"
  - enter: kill-server
  - expect: {exit: 1}
`,
		"vim-colours": `
size: 100x30
steps:
  - launch: vim -u NONE -N -n -c 'syntax on' -c 'set termguicolors number cursorline list' -c 'colorscheme desert' -c 'split' programs.go
  - wait: package
  - screenshot: out/vim-colours.png
  - key: ctrl+w j
  - type: "/func"
  - key: enter
  - screenshot: out/vim-colours-search.png
  - type: ":qa!"
  - key: enter
`,
	}
}

// Programs look here as they look in xterm, in xterm.js and in tmux: every picture of the examples and of
// the scenarios above, cell by cell, with colours and attributes.
func TestProgramsLookAsElsewhere(t *testing.T) {
	need(t, "vim", "htop", "tmux", "less", "mc", "fzf", "nano", "k9s", "chafa", "gum", "xterm", "Xvfb")
	bin := command(t)
	files := map[string]string{"go.mod": "module examples\n\ngo 1.26\n"} // the service of k9s.yaml is a Go program
	for name, text := range programs() {
		files[name+".yaml"] = text
	}
	files["programs.go"] = strings.Repeat("package e2e\n\n// A comment.\nfunc one(a string) int { return len(a) + 42 }\n", 20)
	dir := workspace(t, files)
	copyFile(t, "../../capture/raster/testdata/colors.png", filepath.Join(dir, "sample.png"))
	var names []string
	for _, name := range slices.Sorted(maps.Keys(programs())) {
		names = append(names, name+".yaml")
	}
	for _, name := range []string{"vim", "fzf", "less", "htop", "k9s"} {
		names = append(names, filepath.Join("examples", name+".yaml"))
	}
	run(t, bin, dir, append([]string{"run"}, names...)...)
	results, err := filepath.Glob(filepath.Join(dir, "scenario-results", "*", "attempt-1"))
	if err != nil || len(results) != len(names) {
		t.Fatalf("results: %v, %v", results, err)
	}
	var all []shot
	for _, r := range results {
		all = append(all, shots(t, r)...)
	}
	t.Run("xterm", func(t *testing.T) { asInXterm(t, all, nil) })
	t.Run("xterm.js", func(t *testing.T) { asInXtermJS(t, all, nil) })
	t.Run("tmux", func(t *testing.T) { asInTmux(t, all, nil) })
}
