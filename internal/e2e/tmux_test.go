//go:build e2e && linux

package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"scenario/emulator"
	"scenario/emulator/core"
	"scenario/emulator/emutest"
)

// inTmux returns the screen that output leaves in a pane of tmux, as tmux tells
// it: text and SGR, a line a row.
func inTmux(t *testing.T, s shot) string {
	t.Helper()
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{
		"conf":   "set -g status off\nset -g default-terminal tmux-256color\nset -g allow-passthrough off\n",
		"output": s.output,
		// The pane is done when it has answered what stands behind the output.
		"pane": fmt.Sprintf("stty raw -echo\ncat %s\nprintf '\\033\\\\\\033[5n'\n"+
			"while [ \"$(dd bs=1 count=1 2>/dev/null)\" != n ]; do :; done\ntmux -S socket wait-for -S done\nexec cat >/dev/null\n",
			path("output")),
	} {
		if err := os.WriteFile(path(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	tmux := func(args ...string) string {
		cmd := exec.CommandContext(ctx, "tmux", append([]string{"-S", "socket", "-f", "conf"}, args...)...)
		cmd.Dir = dir // the whole path of a socket may be too long for the kernel
		cmd.Env = append(os.Environ(), "LANG=C.UTF-8", "TERM=xterm-256color")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("tmux %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	tmux("new-session", "-d", "-x", fmt.Sprint(s.cols), "-y", fmt.Sprint(s.rows), "sh "+path("pane"))
	defer tmux("kill-server")
	tmux("wait-for", "done")
	return tmux("capture-pane", "-e", "-N", "-p")
}

// asInTmux holds pictures to what tmux tells of the same output.
func asInTmux(t *testing.T, shots []shot, explained map[string]string) {
	t.Helper()
	differ := map[string]bool{}
	trailing := regexp.MustCompile(`( |\{[^}]*\})*(\n|\|?$)`) // tmux tells nothing of erased cells at the end of a row
	for _, s := range shots {
		told := strings.ReplaceAll(strings.TrimSuffix(inTmux(t, s), "\n"), "\n", "\r\n")
		opt := emulator.Options{Cols: s.cols, Rows: s.rows}
		look := func(output string) string {
			rows := trailing.ReplaceAllString(emutest.AsXTerm(emutest.Feed(t, core.New(opt), output), ""), "\n")
			return strings.TrimRight(rows, "\n")
		}
		ours, theirs := look(s.output), look(told)
		if ours == theirs {
			continue
		}
		differ[s.name] = true
		if explained[s.name] == "" {
			t.Errorf("%s: %s", s.name, strings.ReplaceAll(firstDifferences(ours, theirs), "xterm", "tmux "))
		}
	}
	for name := range explained {
		if !differ[name] {
			t.Errorf("%s is as in tmux now: take it off the list", name)
		}
	}
	t.Logf("%d of %d screens as in tmux", len(shots)-len(differ), len(shots))
}
