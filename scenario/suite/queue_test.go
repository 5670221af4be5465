package suite

import (
	"fmt"
	"strings"
	"testing"

	"scenario/event"
	"scenario/report"
)

// work is a queue whose jobs end as the test says.
type work struct {
	t    *testing.T
	q    *queue
	jobs map[string]*job
}

// newWork makes jobs of words: "b:a" needs a, "b@db+net" has the locks db and net.
func newWork(t *testing.T, max int, words ...string) *work {
	w := &work{t: t, jobs: map[string]*job{}}
	var jobs []*job
	for _, word := range words {
		name, lock, _ := strings.Cut(word, "@")
		name, need, _ := strings.Cut(name, ":")
		j := &job{entry: &Entry{ID: name}, ended: make(chan struct{})}
		j.result.ID = name
		if lock != "" {
			j.locks = strings.Split(lock, "+")
		}
		if need != "" {
			j.needs = []*job{w.jobs[need]}
		}
		w.jobs[name] = j
		jobs = append(jobs, j)
	}
	w.q = newQueue(jobs, max)
	return w
}

// begin takes the next job, which must be there; it must be the named one.
func (w *work) begin(name string) {
	w.t.Helper()
	w.q.mu.Lock()
	j := w.q.ready()
	w.q.mu.Unlock()
	switch {
	case j == nil:
		w.t.Fatalf("no job is ready, want %s", name)
	case j.result.ID != name:
		w.t.Fatalf("%s is ready, want %s", j.result.ID, name)
	}
	if got := w.q.next(); got != j {
		w.t.Fatalf("next is %s", got.result.ID)
	}
}

// none fails the test if a job is ready.
func (w *work) none() {
	w.t.Helper()
	w.q.mu.Lock()
	defer w.q.mu.Unlock()
	if j := w.q.ready(); j != nil {
		w.t.Fatalf("%s is ready", j.result.ID)
	}
}

func (w *work) attempt(name, final string) *job {
	j := w.jobs[name]
	j.result.Attempts = append(j.result.Attempts, &event.State{Final: final, Run: event.RunStartedPayload{Attempt: len(j.result.Attempts) + 1}})
	return j
}

func (w *work) end(name, final string) { w.q.finish(w.attempt(name, final)) }

func (w *work) outcomes(want string) {
	w.t.Helper()
	if w.q.next() != nil {
		w.t.Fatal("there is more to do")
	}
	var got []string
	for _, j := range w.q.jobs {
		<-j.ended
		s := j.result.ID + " " + j.result.Outcome().String()
		if j.result.Skipped != "" {
			s += " " + j.result.Skipped
		}
		got = append(got, s)
	}
	if strings.Join(got, "; ") != want {
		w.t.Errorf("got %s\nwant %s", strings.Join(got, "; "), want)
	}
}

func TestLocksNeverOverlap(t *testing.T) {
	w := newWork(t, 0, "a@db", "b@net+db", "c", "d@net")
	w.begin("a")
	w.begin("c") // b waits for the lock
	w.begin("d")
	w.none()
	w.end("c", event.Completed)
	w.none()
	w.end("a", event.Completed)
	w.none() // b waits for the other lock
	w.end("d", event.Completed)
	w.begin("b")
	w.end("b", event.Failed)
	w.outcomes("a PASS; b FAIL; c PASS; d PASS")
}

func TestNeedsRunAfterAPass(t *testing.T) {
	w := newWork(t, 0, "a", "b:a", "c:b", "d")
	w.begin("a")
	w.begin("d")
	w.none()
	w.end("a", event.Completed)
	w.begin("b")
	w.end("b", event.Failed)
	w.none()
	w.end("d", event.Completed)
	w.outcomes("a PASS; b FAIL; c SKIP needs b, which did not pass; d PASS")
	w = newWork(t, 0, "a", "b:a", "c:b")
	w.begin("a")
	w.end("a", event.Blocked)
	w.outcomes("a BLOCK; b SKIP needs a, which did not pass; c SKIP needs b, which was not run")
}

func TestIsolatedRetriesRunAlone(t *testing.T) {
	w := newWork(t, 0, "a", "b", "c:a")
	w.begin("a")
	w.begin("b")
	w.q.later(w.attempt("a", event.Failed))
	w.none() // b still runs
	w.end("b", event.Completed)
	w.begin("a")
	w.none()
	w.end("a", event.Completed)
	w.begin("c")
	w.end("c", event.Completed)
	w.outcomes("a FLAKY; b PASS; c PASS")
}

// A scenario that waits for its retry keeps its failure when nothing begins any
// more.
func TestStopKeepsWhatIsKnown(t *testing.T) {
	w := newWork(t, 0, "a", "b", "c")
	w.begin("a")
	w.begin("b")
	w.q.later(w.attempt("a", event.Failed))
	w.q.stop("interrupted")
	w.end("b", event.Completed)
	w.outcomes("a FAIL; b PASS; c SKIP interrupted")
	if !w.jobs["c"].result.Missed {
		t.Error("c is not to be run again")
	}
}

func TestMaxFailuresCountsScenarios(t *testing.T) {
	w := newWork(t, 2, "a", "b", "c", "d")
	for _, name := range []string{"a", "b", "c"} {
		w.begin(name)
		w.end(name, map[string]string{"b": event.Completed}[name]+map[string]string{"a": event.Failed, "c": event.TimedOut}[name])
	}
	w.outcomes("a FAIL; b PASS; c FAIL; d SKIP enough have failed")
}

// What a worker takes does not depend on how many there are.
func TestQueueIsLinear(t *testing.T) {
	var words []string
	for i := range 20000 {
		words = append(words, fmt.Sprint(i))
	}
	w := newWork(t, 0, words...)
	for j := w.q.next(); ; j = w.q.next() {
		w.end(j.result.ID, event.Completed)
		if j.result.ID == "19999" {
			break
		}
	}
	if w.q.next() != nil || w.jobs["7"].result.Outcome() != report.Pass {
		t.Error("not done")
	}
}
