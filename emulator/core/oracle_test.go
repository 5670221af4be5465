//go:build e2e

package core

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"scenario/emulator/emutest"
)

// The size of the screens that other terminals are compared on.
const oracleCols, oracleRows = 20, 6

// common are pieces of programs on which terminals agree. N stands for a small
// number.
var common = []string{
	"a", "hello world", "the quick brown fox jumps over", "中文", "日", "\r\n", "\n", "\r", "\b",
	"\x1b[N;NH", "\x1b[NA", "\x1b[NB", "\x1b[NC", "\x1b[ND", "\x1b[NE", "\x1b[NF", "\x1b[NG", "\x1b[Nd",
	"\x1b[J", "\x1b[1J", "\x1b[2J", "\x1b[K", "\x1b[1K", "\x1b[2K", "\x1b[N@", "\x1b[NP", "\x1b[NX", "\x1b[NL", "\x1b[NM",
	"\x1b[NS", "\x1b[NT", "\x1b[N;Nr", "\x1b[r", "\x1b7", "\x1b8", "\x1bM", "\x1bD", "\x1bE", "\x1b[1;31m", "\x1b[m",
	"\x1b[4h", "\x1b[4l", "\x1b[?7l", "\x1b[?7h", "\x1b(0", "\x1b(B", "qx", "\x1b[?6h", "\x1b[?6l", "\t", "\x1bH", "\x1b[3g", "\x1b[g",
	"\x1b]0;title\a", "\x1bPq~\x1b\\", "\x1b[?25l",
}

// programs returns n random programs of the pieces that pass keep.
func programs(n int, pieces []string, keep func(string) bool) []string {
	pieces = slices.DeleteFunc(slices.Clone(pieces), func(p string) bool { return !keep(p) })
	rnd := rand.New(rand.NewPCG(1, 2))
	out := make([]string, n)
	for i := range out {
		var b strings.Builder
		for range 3 + rnd.IntN(15) {
			for _, c := range pieces[rnd.IntN(len(pieces))] {
				if c == 'N' {
					fmt.Fprint(&b, 1+rnd.IntN(8))
				} else {
					b.WriteRune(c)
				}
			}
		}
		out[i] = b.String()
	}
	return out
}

// Why a program may leave another screen in another terminal than here and in
// xterm.
const (
	pendingColumn = "a wrap is pending: the cursor stands behind the last column there, on it in xterm"
	wideMargin    = "a wide character has no room in the row: the last column is erased there, left alone in xterm"
	halves        = "one half of a wide character is erased: the other stays there"
)

// explained are the programs of the comparisons that differ, and why.
var explained = map[string]string{
	"\x1b[1J\x1b[J日\x1b8\x1b[2S\x1b[1L\x1b[?7l\x1b[7L\t\x1b[g\x1b[1J中文hello world\x1b[J\x1b[3;4r":                                       pendingColumn,
	"the quick brown fox jumps over\x1bD\x1b(0the quick brown fox jumps over\x1b[K\x1b[4G\x1b[3E":                                       pendingColumn,
	"\x1b[3g\x1b[J\t\x1bPq~\x1b\\the quick brown fox jumps over\x1b[4X\x1b[?25lthe quick brown fox jumps over\x1b(0\x1b(0\x1b[1K\x1bM日": wideMargin,
	"\x1b[?7h\x1b[5S\x1b[7X\x1b[7P\x1b[8F\x1b[5@\x1b[J\x1b[2T\x1b[6E中文\x1b[4h\x1bPq~\x1b\\a\x1b[7E\x1b[1J":                              halves,
	"\x1b[4h\x1b[1F\x1b8\r\x1b[6Xhello world\x1b[2K\x1b[5C\x1b[7F\x1b[6G\n中文\x1b[3Ga\x1b[1Chello world\x1b]0;title\a":                   halves,
	"\x1b[2K\x1b[?7l\x1b[8B\x1b[4P\x1b[?25l中文中文a\x1bM\x1bE\x1b[4h\x1b[3C\x1b[5X\x1bPq~\x1b\\\x1b[?6l\x1b[1K":                            halves,
	"\x1bPq~\x1b\\\x1bM\n\x1b(Bqx中文qx\x1b7\x1b[3F\nqx\x1b[1K":                                                                           halves,
	"\x1b]0;title\a\b\x1bM\x1bE中文\x1b[?6l\r\n\x1b[1K\x1b]0;title\a\x1b[1;31m":                                                           halves,
	"\x1b[7;7H\x1b[3g\x1b[8A\x1bH\x1bEa\x1b[1F日\b\x1b[J\x1b[3gqx\x1b[g\x1b(B\r\n\x1b[?7h\x1bM":                                          halves,
	"\x1b7\r\n\x1b[6;2H\tahello world\x1b[?7l\x1b[4P\x1b[1;31m\x1b[?7l":                                                                 pendingColumn,
	"\x1b[2J\x1b[?25l\x1b[3S中文\x1b[8X\x1b[2Chello world\x1b[m\x1b[J\x1bM\x1b[?25l\x1b[7G\x1b8\n\x1b[1P":                                 halves,
	"\x1b[?7h\x1bH\x1b[6;5H\x1b[1@\x1b[1K\x1b[?25l\x1b[5T\x1b[?7h\x1b[5T中文\b\x1b[?25l\x1bH\x1b[8@\x1b[?6h\x1b[?7l":                      halves,
}

// compare holds the screens of another terminal to ours.
func compare(t *testing.T, who string, programs []string, theirs []emutest.ShownBy) {
	t.Helper()
	wrong := 0
	for i, p := range programs {
		ours := emutest.Show(emutest.Feed(t, newTerm(oracleCols, oracleRows), p))
		other := theirs[i].Show(oracleCols)
		if ours == other {
			continue
		}
		wrong++
		if explained[p] == "" {
			t.Errorf("%q\nours %q\n%s %q", p, ours, who, other)
		}
	}
	t.Logf("%d of %d programs as %s", len(programs)-wrong, len(programs), who)
}

func TestAgainstXtermJS(t *testing.T) {
	// Left out: origin mode, in which xterm.js reports and moves otherwise than
	// xterm.
	list := programs(3000, common, func(p string) bool { return p != "\x1b[?6h" })
	outputs := make([]emutest.Output, len(list))
	for i, p := range list {
		outputs[i] = emutest.Output{Cols: oracleCols, Rows: oracleRows, Data: []byte(p)}
	}
	compare(t, "xterm.js", list, emutest.XtermJS(t, outputs))
}

// TestRecordingsAgainstXtermJS holds recorded programs to xterm.js: what vim, htop,
// tmux, fish and others wrote is at $SCENARIO_DATA/vt-ref and in the casts beside it.
func TestRecordingsAgainstXtermJS(t *testing.T) {
	names, outputs := recordedOutputs(t)
	same := 0
	for i, theirs := range emutest.XtermJS(t, outputs) {
		o := outputs[i]
		ours := emutest.Show(emutest.Feed(t, newTerm(o.Cols, o.Rows), string(o.Data)))
		why := otherInXtermJS[names[i]]
		switch other := theirs.Show(o.Cols); {
		case ours == other:
			if same++; why != "" {
				t.Errorf("%s: as in xterm.js now: take it off the list (%s)", names[i], why)
			}
		case why == "":
			t.Errorf("%s:\nours     %q\nxterm.js %q", names[i], ours, other)
		}
	}
	t.Logf("%d of %d recordings as in xterm.js", same, len(outputs))
}

// otherInXtermJS are the recordings of which xterm.js shows another text, and why.
var otherInXtermJS = map[string]string{
	"colored_underline": "an emoji is one column wide there",
	"erase_in_line":     "EL leaves a pending wrap there",
	"saved_cursor":      "the blank of the line drawing set is an underscore there",
	"saved_cursor_alt":  "the blank of the line drawing set is an underscore there",
}

func recordedOutputs(t *testing.T) (names []string, outputs []emutest.Output) {
	t.Helper()
	data := os.Getenv("SCENARIO_DATA")
	inputs, _ := filepath.Glob(filepath.Join(data, "vt-ref", "*", "input"))
	casts, _ := filepath.Glob(filepath.Join(data, "casts", "*.cast"))
	if len(inputs) == 0 || len(casts) == 0 {
		t.Fatalf("no recordings in SCENARIO_DATA: %q", data)
	}
	for _, file := range inputs {
		dir := filepath.Dir(file)
		var o emutest.Output
		size, err := os.ReadFile(filepath.Join(dir, "expected.json"))
		if err == nil {
			err = json.Unmarshal(size, &o)
		}
		if err == nil {
			o.Data, err = os.ReadFile(file)
		}
		if err != nil {
			t.Fatal(err)
		}
		names, outputs = append(names, filepath.Base(dir)), append(outputs, o)
	}
	for _, file := range casts {
		names, outputs = append(names, filepath.Base(file)), append(outputs, castOutput(t, file))
	}
	return names, outputs
}

// castOutput is what an asciicast of version 2 or 3 shows up to its first resize.
func castOutput(t *testing.T, file string) (o emutest.Output) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	dec := json.NewDecoder(f)
	var head struct {
		Width, Height int
		Term          struct{ Cols, Rows int }
	}
	if err := dec.Decode(&head); err != nil {
		t.Fatal(file, err)
	}
	o.Cols, o.Rows = max(head.Width, head.Term.Cols), max(head.Height, head.Term.Rows)
	for {
		var e [3]any
		if err := dec.Decode(&e); err != nil || e[1] == "r" {
			return o // also at the end of one that is cut
		}
		if text, ok := e[2].(string); ok && e[1] == "o" {
			o.Data = append(o.Data, text...)
		}
	}
}

// TestAgainstTmux runs this test's own binary in a pane of tmux: it writes each
// program, waits for the answer to a status report, and captures the pane.
func TestAgainstTmux(t *testing.T) {
	if os.Getenv("SCENARIO_IN_TMUX") != "" {
		inTmux(t)
		return
	}
	// Left out: IL and DL, which leave the column alone in tmux; DECSTBM, which
	// tmux refuses below the screen; line drawing, which it captures as letters.
	list := programs(2000, common, func(p string) bool {
		return !strings.HasSuffix(p, "NL") && !strings.HasSuffix(p, "NM") && !strings.HasSuffix(p, "r") && p != "\x1b(0"
	})
	dir := t.TempDir()
	raw, _ := json.Marshal(list)
	if err := os.WriteFile(filepath.Join(dir, "in"), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	tmux := func(args ...string) *exec.Cmd {
		cmd := exec.Command("tmux", append([]string{"-S", "socket"}, args...)...)
		cmd.Dir = dir // the whole path of a socket may be too long for the kernel
		return cmd
	}
	defer tmux("kill-server").Run()
	cmd := tmux("-f", "/dev/null", "new-session", "-d",
		"-x", fmt.Sprint(oracleCols), "-y", fmt.Sprint(oracleRows),
		"-e", "SCENARIO_IN_TMUX="+dir, "stty raw -echo; exec "+os.Args[0]+" -test.run '^TestAgainstTmux$'; cat",
		";", "wait-for", "done")
	cmd.Env = append(os.Environ(), "LANG=C.UTF-8", "TERM=xterm-256color")
	done := make(chan error, 1)
	go func() {
		out, err := cmd.CombinedOutput()
		if err != nil {
			err = fmt.Errorf("%w: %s", err, out)
		}
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(10 * time.Minute):
		t.Fatal("tmux did not end")
	}
	f, err := os.Open(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	compare(t, "tmux", list, emutest.ReadShown(t, f, len(list)))
}

func inTmux(t *testing.T) {
	dir := os.Getenv("SCENARIO_IN_TMUX")
	defer exec.Command("tmux", "wait-for", "-S", "done").Run()
	raw, err := os.ReadFile(filepath.Join(dir, "in"))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	stdin := bufio.NewReader(os.Stdin)
	enc := json.NewEncoder(f)
	for _, p := range list {
		os.Stdout.WriteString("\x1bc" + p + "\x1b[5n")
		if err := skipTo(stdin, "\x1b[0n"); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("tmux", "display", "-p", "#{cursor_x} #{cursor_y}", ";", "capture-pane", "-p").Output()
		if err != nil {
			t.Fatal(err)
		}
		head, text, _ := strings.Cut(string(out), "\n")
		s := emutest.ShownBy{Rows: strings.Split(strings.TrimSuffix(text, "\n"), "\n")}
		fmt.Sscan(head, &s.Col, &s.Row)
		if err := enc.Encode(s); err != nil {
			t.Fatal(err)
		}
	}
}

func skipTo(r *bufio.Reader, want string) error {
	for n := 0; n < len(want); {
		c, err := r.ReadByte()
		if err != nil {
			return errors.Join(errors.New("no answer"), err)
		}
		if c == want[n] {
			n++
		} else {
			n = 0
		}
	}
	return nil
}
