package suite

import (
	"fmt"
	"runtime"
	"testing"

	"scenario/event"
	"scenario/report"
)

// What a small run allocates, and what is left of it when it has ended: a suite
// of ten thousand must fit.
func TestMemoryOfManyRuns(t *testing.T) {
	const runs, allocated, kept = 40, 600 << 10, 16 << 10
	c := newCall(t, nil)
	for i := range runs {
		c.write(fmt.Sprintf("%d.yaml", i), fmt.Sprintf(`
steps:
  - launch: echo hello
  - wait: hello
  - screenshot: %d.txt
  - expect: {exit: 0}
`, i))
	}
	plans := c.plan()
	c.o.OnEvent = func(event.Envelope) {}
	var began, ended runtime.MemStats
	ask := func(m *runtime.MemStats) { runtime.GC(); runtime.ReadMemStats(m) }
	ask(&began)
	cases, err := New(c.o).Run(c.ctx, plans)
	plans = nil
	ask(&ended)
	if err != nil {
		t.Fatal(err)
	}
	if n := (ended.TotalAlloc - began.TotalAlloc) / runs; n > allocated {
		t.Errorf("a run allocates %d bytes, more than %d", n, allocated)
	}
	if n := (int64(ended.HeapAlloc) - int64(began.HeapAlloc)) / runs; n > kept {
		t.Errorf("%d bytes are left of a run, more than %d", n, kept)
	}
	t.Logf("%d bytes a run, %d are left", (ended.TotalAlloc-began.TotalAlloc)/runs, (int64(ended.HeapAlloc)-int64(began.HeapAlloc))/runs)
	for _, c := range cases {
		if c.Outcome() != report.Pass {
			t.Errorf("%s: %s", c.ID, c.Outcome())
		}
	}
}
