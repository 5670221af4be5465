package suite

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"testing"

	"scenario/event"
	"scenario/scenario"
)

// Of many scenarios few plans are held: what is left of one that is loaded is a
// small multiple of its file, and each plan is still there when it is wanted.
func TestManyPlansAreNotHeld(t *testing.T) {
	const n, most = 3000, 3 << 10
	var files []File
	for i := range n {
		src := fmt.Sprintf("name: the %d\nsteps:\n  - launch: cat\n  - enter: hello %d\n  - expect: {text: hello, count: 2}\n  - key: ctrl+d\n  - expect: {exit: 0}\n", i, i)
		files = append(files, File{Name: fmt.Sprintf("%d.yaml", i), Dir: "/", Src: []byte(src)})
	}
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	began := heap()
	entries, ps := Load(files, scenario.Options{})
	if ps.Fatal() || len(entries) != n {
		t.Fatal(len(entries), ps)
	}
	kept := (heap() - began) / n
	t.Logf("%d bytes are left of a scenario", kept)
	if kept > most {
		t.Errorf("%d bytes are left of a scenario, more than %d", kept, most)
	}
	for i, e := range entries {
		p, err := e.Plan()
		if err != nil || p.ID != e.ID || p.Steps[1].Text() != fmt.Sprintf("enter: hello %d", i) {
			t.Fatal(e.ID, err)
		}
		if again, _ := e.Plan(); again != p {
			t.Fatalf("%s is compiled for each who asks", e.ID)
		}
	}
	if held := len(entries[0].loader.held); held > maxHeld {
		t.Errorf("%d files are held", held)
	}
	runtime.KeepAlive(files)
}

// All runs of a large file are compiled together, once.
func TestPlansOfALargeFileAreHeld(t *testing.T) {
	var docs []string
	for i := range maxHeld + 100 {
		docs = append(docs, fmt.Sprintf("name: d%d\nsteps: [exec: echo]\n", i))
	}
	entries, ps := Load([]File{{Name: "a.yaml", Src: []byte(strings.Join(docs, "---\n"))}, {Name: "b.yaml", Src: []byte(docs[0])}}, scenario.Options{})
	if ps.Fatal() {
		t.Fatal(ps)
	}
	first, err := entries[0].Plan()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries[:maxHeld+100] {
		if _, err := e.Plan(); err != nil {
			t.Fatal(err)
		}
	}
	if again, _ := entries[0].Plan(); again != first {
		t.Error("the file was compiled again")
	}
}

// A scenario whose configuration breaks after it was checked is not run, and is
// no failure of its own.
func TestConfigurationThatBreaksBeforeTheRun(t *testing.T) {
	c := newCall(t, map[string]string{"a.yaml": "steps: [exec: echo]\n"})
	config := "timeouts: {step: 1s}\n"
	c.load.ReadFile = func(path string) ([]byte, error) {
		if strings.HasSuffix(path, scenario.ConfigFile) && strings.HasPrefix(path, c.dir) {
			return []byte(config), nil
		}
		return nil, fs.ErrNotExist
	}
	entries := c.plan()
	entries[0].loader.held = nil // of many more
	config = "timeouts: {stpe: 1s}\n"
	cases, err := New(c.o).Run(c.ctx, entries)
	if err != nil {
		t.Fatal(err)
	}
	st := cases[0].Last()
	if st.Final != event.Crashed || !strings.Contains(st.Error, "has changed: scenario.config.yaml:1:12: ") {
		t.Errorf("%s: %s", st.Final, st.Error)
	}
	if _, err := entries[0].Plan(); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
