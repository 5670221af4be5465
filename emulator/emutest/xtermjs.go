//go:build e2e

package emutest

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

//go:embed xtermjs.js
var xtermJS string

// Output is what a program wrote to a terminal of a size.
type Output struct {
	Cols int    `json:"cols"`
	Rows int    `json:"rows"`
	Data []byte `json:"data"`
}

// ShownBy is a screen as another terminal tells it.
type ShownBy struct {
	Rows     []string
	Col, Row int
}

// Show is the screen in the form of Show; the cursor is at most in the last of cols
// columns.
func (s ShownBy) Show(cols int) string {
	for i, r := range s.Rows {
		s.Rows[i] = strings.TrimRight(r, " ")
	}
	return fmt.Sprintf("%s|%d,%d", strings.TrimRight(strings.Join(s.Rows, "⏎"), "⏎"), min(s.Col, cols-1), s.Row)
}

// XtermJS returns the screens that outputs leave in xterm.js, each in a terminal of
// its own. $SCENARIO_XTERMJS names the module @xterm/headless.
func XtermJS(t *testing.T, outputs []Output) []ShownBy {
	t.Helper()
	if os.Getenv("SCENARIO_XTERMJS") == "" {
		t.Fatal("SCENARIO_XTERMJS must name the module @xterm/headless")
	}
	cmd := exec.CommandContext(t.Context(), "node", "-e", xtermJS)
	cmd.Stderr = os.Stderr
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer in.Close()
		enc := json.NewEncoder(in)
		for _, o := range outputs {
			if enc.Encode(o) != nil {
				return
			}
		}
	}()
	shown := ReadShown(t, out, len(outputs))
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	return shown
}

// ReadShown reads n screens, a line of JSON each.
func ReadShown(t *testing.T, r io.Reader, n int) []ShownBy {
	t.Helper()
	var all []ShownBy
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var s ShownBy
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	if len(all) != n {
		t.Fatalf("%d screens of %d", len(all), n)
	}
	return all
}
