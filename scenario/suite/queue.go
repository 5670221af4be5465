package suite

import (
	"slices"
	"sync"

	"scenario/report"
)

// job is one scenario to be run once, with all its attempts.
type job struct {
	entry     *Entry
	repeat    int          // from 1; 0 where there is one
	order, of int          // its place among the jobs, from 1; 0: it is the only one
	locks     []string     // no two jobs with one lock in common run at a time
	needs     []*job       // they have passed before it begins
	retries   int          // more attempts after one that failed
	fresh     func() error // makes the folder of the scenario empty, once

	state  jobState
	result report.Case
	ended  chan struct{} // closed when the result is known
}

type jobState uint8

const (
	pending jobState = iota
	running
	isolated // it has failed, and is tried again when nothing else runs
	done
)

// queue hands out jobs to workers in their order; but none before those it
// needs have passed, none while another holds its lock, and the isolated ones
// at the end, each alone.
type queue struct {
	mu       sync.Mutex
	changed  *sync.Cond
	jobs     []*job
	first    int // the jobs before it are done
	locks    map[string]bool
	running  int
	alone    bool // one that runs alone
	stopped  string
	failures int
	max      int // failures after which no more jobs begin; 0: never
}

func newQueue(jobs []*job, maxFailures int) *queue {
	q := &queue{jobs: jobs, locks: map[string]bool{}, max: maxFailures}
	q.changed = sync.NewCond(&q.mu)
	return q
}

// next returns the next job, and nil when there is no more to do. It waits for
// jobs that must end before another may begin.
func (q *queue) next() *job {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		j := q.ready()
		if j != nil {
			q.alone = j.state == isolated
			j.state = running
			q.running++
			for _, l := range j.locks {
				q.locks[l] = true
			}
			return j
		}
		if q.running == 0 {
			q.skipRest()
			q.changed.Broadcast()
			return nil
		}
		q.changed.Wait()
	}
}

// ready finds the job that may begin, nil if there is none now.
func (q *queue) ready() *job {
	if q.alone || q.stopped != "" {
		return nil
	}
	for q.first < len(q.jobs) && q.jobs[q.first].state == done {
		q.first++
	}
	for again := true; again; { // what is skipped decides those that need it
		again = false
		for _, j := range q.jobs[q.first:] {
			if j.state != pending {
				continue
			}
			wait, why := j.needed()
			switch {
			case why != "":
				q.skip(j, why, j.entry.Skip == "")
				again = true
			case !wait && !slices.ContainsFunc(j.locks, func(l string) bool { return q.locks[l] }):
				return j
			}
		}
	}
	if q.running > 0 {
		return nil
	}
	for _, j := range q.jobs[q.first:] {
		if j.state == isolated {
			return j
		}
	}
	return nil
}

// needed reports whether a job must wait for those it needs, and why it can't
// run at all.
func (j *job) needed() (wait bool, why string) {
	if reason := j.entry.Skip; reason != "" {
		return false, reason
	}
	for _, n := range j.needs {
		switch {
		case n.state != done:
			wait = true
		case n.result.Outcome() == report.Skip:
			return false, "needs " + n.result.ID + ", which was not run"
		case !n.result.Outcome().OK():
			return false, "needs " + n.result.ID + ", which did not pass"
		}
	}
	return wait, ""
}

// later puts a job that failed off until nothing else runs.
func (q *queue) later(j *job) {
	q.release(j, isolated)
}

// finish tells that a job has its result.
func (q *queue) finish(j *job) {
	q.release(j, done)
	close(j.ended)
}

func (q *queue) release(j *job, to jobState) {
	q.mu.Lock()
	defer q.mu.Unlock()
	j.state = to
	q.running--
	q.alone = false
	for _, l := range j.locks {
		delete(q.locks, l)
	}
	if to == done && !j.result.Outcome().OK() {
		if q.failures++; q.max > 0 && q.failures >= q.max && q.stopped == "" {
			q.stopped = "enough have failed"
		}
	}
	q.changed.Broadcast()
}

// stop keeps further jobs from beginning.
func (q *queue) stop(why string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.stopped == "" {
		q.stopped = why
	}
	q.changed.Broadcast()
}

// over reports whether no more attempts are to begin.
func (q *queue) over() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.stopped != ""
}

// skipRest decides the jobs that will not begin any more. One that waits for
// its retry keeps the attempts that it had.
func (q *queue) skipRest() {
	why := q.stopped
	if why == "" {
		why = "it waits for itself" // Load refuses this
	}
	for _, j := range q.jobs[q.first:] {
		switch j.state {
		case pending:
			if own := j.entry.Skip; own != "" {
				q.skip(j, own, false)
				continue
			}
			q.skip(j, why, true)
		case isolated:
			j.state = done
			close(j.ended)
		}
	}
}

func (q *queue) skip(j *job, why string, missed bool) {
	j.state = done
	j.result.Skipped, j.result.Missed = why, missed
	close(j.ended)
}
