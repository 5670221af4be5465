//go:build e2e && linux

package e2e

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scenario/capture"
	"scenario/capture/cast"
	"scenario/capture/font"
	"scenario/emulator"
	"scenario/emulator/core"
	"scenario/emulator/emutest"
)

// shot is a picture that a scenario took: what the program had written by then,
// and the size of the terminal.
type shot struct {
	name       string // of its file, without the extension
	output     string
	cols, rows int
}

// shots returns the pictures of the session of a results folder. The terminal
// must have kept its size.
func shots(t *testing.T, results string) []shot {
	t.Helper()
	log, err := os.ReadFile(filepath.Join(results, "events.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	s := &capture.Source{Engines: emulator.Engines{"core": core.New}, Fonts: font.NewSet()}
	if s.Log, err = capture.ReadLog(bytes.NewReader(log)); err != nil {
		t.Fatal(err)
	}
	moments, err := s.Moments("main")
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(results, capture.CastName("main")))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := cast.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var all []shot
	var output strings.Builder
	seq := 0
	for _, m := range moments {
		if len(m.To) == 0 {
			continue
		}
		for ; seq < m.CastSeq; seq++ {
			e, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if e.Code == cast.Output {
				output.WriteString(e.Data)
			}
		}
		name := filepath.Base(m.To[0])
		all = append(all, shot{strings.TrimSuffix(name, filepath.Ext(name)), output.String(), r.Header().Cols, r.Header().Rows})
	}
	return all
}

// asInXterm holds pictures to what xterm shows after the same output. Those that
// differ must be explained.
func asInXterm(t *testing.T, shots []shot, explained map[string]string) {
	t.Helper()
	xterms := map[[2]int]*emutest.XTerm{}
	differ := map[string]bool{}
	for _, s := range shots {
		size := [2]int{s.cols, s.rows}
		if xterms[size] == nil {
			xterms[size] = emutest.StartXTerm(t, core.New, s.cols, s.rows)
		}
		// In ours the size is the user's; in xterm a program may change it after this.
		output := strings.ReplaceAll(s.output, "\x1b[?40h", "")
		theirs, err := xterms[size].Show(output)
		if err != nil {
			t.Fatal(err)
		}
		term := core.New(emulator.Options{Cols: s.cols, Rows: s.rows})
		screen := emutest.Feed(t, term, output)
		term.Replies()
		emutest.Feed(t, term, "\x1b\\\x1b[6n")
		ours := emutest.AsXTerm(screen, string(term.Replies()))
		if ours == theirs {
			continue
		}
		differ[s.name] = true
		if explained[s.name] == "" {
			t.Errorf("%s: %s", s.name, firstDifferences(ours, theirs))
		}
	}
	for name := range explained {
		if !differ[name] {
			t.Errorf("%s is as in xterm now: take it off the list", name)
		}
	}
	t.Logf("%d of %d screens as in xterm", len(shots)-len(differ), len(shots))
}

// asInXtermJS holds the text and the cursor of pictures to those of xterm.js after the
// same output.
func asInXtermJS(t *testing.T, shots []shot, explained map[string]string) {
	t.Helper()
	outputs := make([]emutest.Output, len(shots))
	for i, s := range shots {
		outputs[i] = emutest.Output{Cols: s.cols, Rows: s.rows, Data: []byte(s.output)}
	}
	same := 0
	for i, theirs := range emutest.XtermJS(t, outputs) {
		s := shots[i]
		ours := emutest.Show(emutest.Feed(t, core.New(emulator.Options{Cols: s.cols, Rows: s.rows}), s.output))
		if other := theirs.Show(s.cols); ours != other && explained[s.name] == "" {
			t.Errorf("%s: %s", s.name, firstDifferences(strings.ReplaceAll(ours, "⏎", "\n"), strings.ReplaceAll(other, "⏎", "\n")))
		} else if ours == other {
			same++
			if explained[s.name] != "" {
				t.Errorf("%s is as in xterm.js now: take it off the list", s.name)
			}
		}
	}
	t.Logf("%d of %d screens as in xterm.js", same, len(shots))
}

// firstDifferences shows the first rows in which two screens differ.
func firstDifferences(ours, theirs string) string {
	a, b := strings.Split(ours, "\n"), strings.Split(theirs, "\n")
	var out strings.Builder
	for i, n := 0, 0; i < max(len(a), len(b)) && n < 4; i++ {
		var x, y string
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			out.WriteString("\n  ours  " + x + "\n  xterm " + y)
			n++
		}
	}
	return out.String()
}
