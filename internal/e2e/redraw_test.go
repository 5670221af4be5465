//go:build e2e && linux

package e2e

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"scenario/capture"
	"scenario/capture/font"
	"scenario/emulator"
	"scenario/emulator/core"
	"scenario/event"
)

// results opens the results folder of the only run in dir.
func results(t *testing.T, dir string) (*capture.Source, event.RunStartedPayload) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "scenario-results", "*", "attempt-1"))
	if err != nil || len(found) != 1 {
		t.Fatalf("results folders: %v, %v", found, err)
	}
	log, err := os.ReadFile(filepath.Join(found[0], "events.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	s := &capture.Source{Engines: emulator.Engines{"core": core.New}, Fonts: font.NewSet(), Cast: func(session string) (io.ReadCloser, error) {
		return os.Open(filepath.Join(found[0], capture.CastName(session)))
	}}
	if s.Log, err = capture.ReadLog(bytes.NewReader(log)); err != nil {
		t.Fatal(err)
	}
	r, err := s.Run()
	if err != nil {
		t.Fatal(err)
	}
	return s, r
}

// A results folder alone is enough to draw the same files again.
func TestResultsFolderIsEnough(t *testing.T) {
	need(t, "vim", "fzf", "less", "k9s")
	bin := command(t)
	for _, name := range []string{"quickstart", "vim", "fzf", "less", "k9s"} {
		t.Run(name, func(t *testing.T) {
			// The service of k9s.yaml is a Go program.
			dir := workspace(t, map[string]string{"go.mod": "module examples\n\ngo 1.26\n"})
			formats(t, dir, name)
			run(t, bin, dir, "run", filepath.Join("examples", name+".yaml"))
			s, r := results(t, dir)
			drawn := 0
			same := func(path string, b []byte) {
				t.Helper()
				drawn++
				want, err := os.ReadFile(filepath.Join(dir, "examples", path))
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(want, b) {
					t.Errorf("%s: drawn again it is another", path)
				}
			}
			for _, rec := range r.Record {
				for _, path := range rec.To {
					var b bytes.Buffer
					if _, err := s.Record(rec, r.Look, r.Pace, []capture.File{{Path: path, W: &b}}); err != nil {
						t.Fatal(err)
					}
					same(path, b.Bytes())
				}
			}
			moments, err := s.Moments("main")
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range moments {
				for _, path := range m.To {
					scr, err := s.Screen("main", m.CastSeq)
					if err != nil {
						t.Fatal(err)
					}
					look := r.Look
					if m.Look != nil {
						look = *m.Look
					}
					var b bytes.Buffer
					if _, err := s.Still(&b, path, scr, look, m); err != nil {
						t.Fatal(err)
					}
					same(path, b.Bytes())
				}
			}
			if all := len(hashes(t, filepath.Join(dir, "examples", "out"))); drawn != all || drawn < 6 {
				t.Errorf("%d files were drawn again, of %d", drawn, all)
			}
		})
	}
}

// Case O11: nothing of the runner's own set-up is ever on the screen.
func TestEveryFrameIsThePromptAndWhatWasTyped(t *testing.T) {
	need(t, "bash")
	dir := workspace(t, map[string]string{"hi.yaml": "record: hi.cast\nsteps:\n  - shell: bash\n  - enter: echo hi\n  - expect: hi\n"})
	run(t, command(t), dir, "run", "hi.yaml")
	s, _ := results(t, dir)
	s.Log = nil // the recording itself, whoever plays it
	s.Cast = func(string) (io.ReadCloser, error) { return os.Open(filepath.Join(dir, "hi.cast")) }
	allowed := regexp.MustCompile(`^\$ ?(e(c(h(o( (h(i)?)?)?)?)?)?)?(\nhi\n\$ ?)?$`)
	frames := 0
	seen := map[string]bool{}
	for seq := 1; ; seq++ {
		scr, err := s.Screen("main", seq)
		if err != nil {
			t.Fatal(err)
		}
		last, err := s.Screen("main", -1)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.TrimRight(scr.Text(), "\n")
		if !seen[text] {
			seen[text] = true
			frames++
			if !allowed.MatchString(text) {
				t.Errorf("frame %d shows %q", frames, text)
			}
		}
		if same(scr, last) && seq > 8 {
			break
		}
	}
	if frames < 8 { // the prompt, six characters that can be seen, the answer
		t.Errorf("%d frames", frames)
	}
}

func same(a, b *emulator.Screen) bool { return a.Text() == b.Text() }
