//go:build linux

package suite

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"scenario/capture/font"
	"scenario/emulator"
	"scenario/emulator/core"
	"scenario/emulator/xvt"
	"scenario/event"
	"scenario/internal/doc"
	"scenario/report"
	"scenario/scenario"
	"scenario/session"
)

// patience is the deadline of what must happen; nothing waits for it.
const patience = 5 * time.Minute

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "6") // runs wait more than they compute
	if err := session.SetSubreaper(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

// call is one call of the command: a folder with files, and what a run of them
// leaves.
type call struct {
	t    *testing.T
	dir  string
	ctx  context.Context
	o    Options
	load scenario.Options
	warn bytes.Buffer

	mu     sync.Mutex
	events []event.Envelope
	cases  []report.Case
	states []*event.State // the last attempt of each, nil for none
}

// newCall writes files into a new folder, NAME: content.
func newCall(t *testing.T, files map[string]string) *call {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	c := &call{t: t, dir: t.TempDir(), ctx: ctx}
	for name, content := range files {
		c.write(name, content)
	}
	env := slices.DeleteFunc(os.Environ(), func(e string) bool { return strings.HasPrefix(e, "TOKEN=") })
	c.o = Options{
		WorkDir: c.dir, Results: "results", Caller: env, Workers: 1, Fonts: font.NewSet(), Warn: &c.warn,
		Engines: emulator.Engines{"core": core.New, "xvt": xvt.New},
		OnEvent: func(e event.Envelope) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.events = append(c.events, e)
		},
	}
	c.load = scenario.Options{
		Exists:   func(path string) bool { _, err := os.Stat(path); return err == nil },
		ReadFile: os.ReadFile,
	}
	return c
}

// one is a call of one scenario, t.yaml.
func one(t *testing.T, yaml string) *call {
	t.Helper()
	return newCall(t, map[string]string{"t.yaml": yaml})
}

func (c *call) path(name string) string { return filepath.Join(c.dir, name) }

func (c *call) write(name, content string) {
	c.t.Helper()
	path := c.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		c.t.Fatal(err)
	}
}

func (c *call) read(name string) string {
	c.t.Helper()
	b, err := os.ReadFile(c.path(name))
	if err != nil {
		c.t.Fatal(err)
	}
	return string(b)
}

// plan loads the files; they must have no mistakes.
func (c *call) plan() []*Entry {
	c.t.Helper()
	entries, ps := c.tryPlan()
	if ps.Fatal() {
		c.t.Fatalf("%v", ps)
	}
	return entries
}

func (c *call) tryPlan() ([]*Entry, doc.Problems) {
	c.t.Helper()
	files, err := Find(c.dir, nil, strings.NewReader(""))
	if err != nil {
		c.t.Fatal(err)
	}
	return Load(files, c.load)
}

// run runs all of it and checks what holds for every run: its log is the stream
// that OnEvent was told, without a fault, and no process of it is left.
func (c *call) run() *call {
	c.t.Helper()
	c.events = nil
	var err error
	if c.cases, err = New(c.o).Run(c.ctx, c.plan()); err != nil {
		c.t.Fatal(err)
	}
	c.states = nil
	for i := range c.cases {
		c.states = append(c.states, c.cases[i].Last())
	}
	var stream bytes.Buffer
	for _, e := range c.events {
		line, err := e.MarshalJSON()
		if err != nil {
			c.t.Fatal(err)
		}
		stream.Write(append(line, '\n'))
	}
	if err := event.Verify(bytes.NewReader(stream.Bytes())); err != nil {
		c.t.Errorf("the events break the contract: %v\n%s", err, stream.String())
	}
	if len(c.cases) == 1 && len(c.cases[0].Attempts) == 1 && c.warn.Len() == 0 {
		if logged := c.read("results/t/attempt-1/events.jsonl"); logged != stream.String() {
			c.t.Errorf("the log is not what OnEvent was told:\n%s", logged)
		}
	}
	return c
}

// final is how the only run ended: its status and error.
func (c *call) final() string {
	c.t.Helper()
	st := c.states[0]
	if st.Error == "" {
		return st.Final
	}
	return st.Final + ": " + st.Error
}

// wants fails the test unless the only run ended so.
func (c *call) wants(final string) *call {
	c.t.Helper()
	if got := c.final(); got != final {
		c.t.Errorf("ended as %q, want %q\n%s", got, final, c.details())
	}
	return c
}

// details are the failures with all that is said of them, and the screen.
func (c *call) details() string {
	var b strings.Builder
	for _, st := range c.states {
		for _, s := range st.Steps {
			if f := s.Failure; f != nil {
				fmt.Fprintf(&b, "%s:%d:%d+%d: %s\n", f.File, f.Line, f.Col, f.Width, f.Message)
				for _, d := range f.Details {
					fmt.Fprintf(&b, "  %s\n", d)
				}
				if f.Hint != "" {
					fmt.Fprintf(&b, "  hint: %s\n", f.Hint)
				}
				if f.Screen != nil {
					b.WriteString("  | " + strings.TrimRight(strings.Join(f.Screen.Lines, "\n  | "), "\n |") + "\n")
				}
			}
		}
		for _, ch := range st.Checks {
			if !ch.OK {
				fmt.Fprintf(&b, "%s:%d:%d: %s %s\n", ch.File, ch.Line, ch.Col, ch.Name, ch.Detail)
			}
		}
	}
	return b.String()
}

// kinds are the kinds of the events, in order.
func (c *call) kinds() []event.Kind {
	var all []event.Kind
	for _, e := range c.events {
		all = append(all, e.Kind)
	}
	return all
}

// moments are the timeline events of a session as "do" or "do:what".
func (c *call) moments(session string) []string {
	var all []string
	for _, e := range c.events {
		m, ok := e.Payload.(event.TimelinePayload)
		if !ok || m.Session != session {
			continue
		}
		switch m.Do {
		case event.DoInput:
			all = append(all, "input:"+string(m.Input))
		case event.DoHide:
			all = append(all, fmt.Sprintf("hide:%v", m.On))
		case event.DoType:
			if n := len(all); n > 0 && all[n-1] == "type" {
				continue
			}
			all = append(all, "type")
		default:
			all = append(all, string(m.Do))
		}
	}
	return all
}

// tree lists the files below a folder, without those of results.
func (c *call) tree(root string) []string {
	c.t.Helper()
	var all []string
	err := filepath.WalkDir(c.path(root), func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			rel, _ := filepath.Rel(c.dir, path)
			all = append(all, rel)
		}
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return all
}

func (c *call) chmod(name string, mode fs.FileMode) {
	c.t.Helper()
	if err := os.Chmod(c.path(name), mode); err != nil {
		c.t.Fatal(err)
	}
}

// onEvent calls f beside what the call itself does with events.
func (c *call) onEvent(f func(event.Envelope)) {
	own := c.o.OnEvent
	c.o.OnEvent = func(e event.Envelope) { own(e); f(e) }
}

func (c *call) remove(name string) {
	c.t.Helper()
	if err := os.RemoveAll(c.path(name)); err != nil {
		c.t.Fatal(err)
	}
}
