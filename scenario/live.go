package scenario

import (
	"context"
	"fmt"
	"sync"
	"time"

	"scenario/event"
	"scenario/internal/doc"
	"scenario/session"
	"scenario/steps"
)

// Live is a scenario that is written while it runs: the steps of a plan open its
// program, then others come one at a time. It leaves the events and the casts
// that a run of the same steps would have left, so everything that is made of a
// run can be made of it, and the file that would run so (Export).
//
// A step that fails does not end it. Its methods may be called from several
// goroutines; steps are done one after another.
type Live struct {
	mu      sync.Mutex
	r       *runner
	done    []Done
	opening int // steps of the plan that opened the program
	st      steps.SessionState
	seen    *session.View // the shell marks that the last step found
	kept    int64
}

// Done is a step of a Live scenario that has been done.
type Done struct {
	Index   int
	Text    string // the step in one line, masked
	Status  string // event.Completed, Failed, TimedOut
	Failure *event.Failure
	Took    time.Duration

	word   string    // of the step
	node   *doc.Node // nil: no step says it
	blind  bool      // what it types was not shown
	before *sight    // settled: what the steps before have left
	ran    *int      // the status of the command that it entered, once the next prompt has come
}

// Open runs the steps of a plan, which start the program, and returns the live
// scenario. When one of them fails nothing is left running; the Result says
// why. The error is the runner's own. ctx is that of the opening alone.
func Open(ctx context.Context, p *Plan, s Setup) (*Live, Result, error) {
	l := &Live{r: newRunner(p, s), st: steps.SessionState{Name: p.mainSession(), Opened: true}}
	l.r.last = nil // the last step is not known
	l.r.limit = l.r.scale(p.ScenarioTimeout())
	l.opening = len(p.Steps)
	for i := range p.Steps {
		ps := &p.Steps[i]
		if _, ok := ps.Step.Action.(*steps.Shell); ok {
			l.st.Shell = true
		}
		if _, ok := l.r.goOn(ctx, ps); !ok {
			break
		}
	}
	if l.r.res.Status == event.Completed && l.r.fault == nil {
		return l, l.r.res, nil
	}
	res, fault := l.r.res, l.r.fault
	l.Close(ctx)
	return nil, res, fault
}

// Do decodes one step (YAML or JSON, as it would stand in a file), checks and
// does it. Problems are mistakes of the step: nothing was done then. The error
// is the runner's own: the session is broken.
func (l *Live) Do(ctx context.Context, src []byte) (Done, doc.Problems, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.do(ctx, src)
}

func (l *Live) do(ctx context.Context, src []byte) (Done, doc.Problems, error) {
	l.kept += int64(len(src))
	st, problems := l.decode(src)
	if problems.Fatal() {
		return Done{}, problems, nil
	}
	l.calm(ctx)
	p := l.r.p
	from := len(p.Steps)
	p.add(phaseSteps, []*steps.Step{st}, inherited{session: l.st.Name})
	var d Done
	for i, ok := from, true; ok && i < len(p.Steps); {
		d, i, ok = l.step(ctx, &p.Steps[i])
	}
	return d, problems, l.r.fault
}

// calmLimit is how long a step waits for a screen that does not come to rest.
const calmLimit = time.Second

// calm lets the screen settle, so that what a step has changed is known before
// the next one.
func (l *Live) calm(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, calmLimit)
	defer cancel()
	l.r.rest(ctx)
}

// step does one step of the plan and keeps what Export needs of it. It returns
// the index of the next one, and whether that may come.
func (l *Live) step(ctx context.Context, ps *PlanStep) (d Done, next int, ok bool) {
	v := l.view()
	l.prompted(v)
	d = Done{Index: ps.Index, Status: event.Completed, word: ps.Step.Kind.Name, node: ps.Step.Node}
	var size int64
	d.before, size = sightOf(v, l.lastSight())
	l.seen = marksOf(v)
	began := l.r.s.Now()
	o, next, ok := l.r.do(ctx, ps)
	if o != nil {
		d.Status, d.Failure = o.Status, o.failure
		if o.fault != nil && l.r.fault == nil {
			l.r.fault = o.fault
		}
	}
	d.Took, d.Text = l.r.s.Now().Sub(began), l.r.line(ps)
	kept := d
	kept.blind = l.r.blind
	kept.Failure = nil // it has a screen
	l.done = append(l.done, kept)
	l.kept += size + stepBytes + int64(len(d.Text))
	return d, next, ok
}

// lastSight is the sight of the last step, nil before the first.
func (l *Live) lastSight() *sight {
	if len(l.done) == 0 {
		return nil
	}
	return l.done[len(l.done)-1].before
}

// marksOf is a view without the screens and the scrollback.
func marksOf(v *session.View) *session.View {
	if v == nil {
		return nil
	}
	return &session.View{Marks: v.Marks, MarksSeen: v.MarksSeen}
}

// prompted notes of the last step whether it entered a command that has ended by
// the view v, and how.
func (l *Live) prompted(v *session.View) {
	if len(l.done) == 0 || l.seen == nil || v == nil {
		return
	}
	d := &l.done[len(l.done)-1]
	if d.word != "enter" {
		return
	}
	if status, ok := steps.Ran(l.seen, v); ok {
		d.ran = &status
	}
}

// decode reads one step and makes its static checks.
func (l *Live) decode(src []byte) (*steps.Step, doc.Problems) {
	f, problems := doc.Parse(fmt.Sprintf("step %d", len(l.r.p.Steps)+1), src)
	st := &steps.Step{}
	if len(f.Docs) != 1 {
		if !problems.Fatal() {
			d := &doc.Decoder{}
			d.Errorf(&doc.Node{Pos: doc.Pos{File: f.Name, Line: 1, Col: 1}}, "write it as {key: enter}", "one step is asked for, these are %d", len(f.Docs))
			problems = append(problems, d.Problems...)
		}
		return st, problems
	}
	d := &doc.Decoder{Words: words}
	d.Into(f.Docs[0], st, "step")
	if st.Action != nil && !d.Problems.Fatal() {
		l.check(d, st)
	}
	return st, append(problems, d.Problems...).Sorted()
}

func (l *Live) check(d *doc.Decoder, st *steps.Step) {
	if opens(st) {
		d.Errorf(st.Key, "open another session for it", "the program of this session runs already")
		return
	}
	st.Action.Check(&steps.Checker{
		Decoder: d, Step: st, Session: &l.st,
		Output:  func(*doc.Node, string) {},
		Require: func(*doc.Node, string) {},
		Exists:  func(string) bool { return true },
	})
}

// view is the present view of the program, nil before it runs.
func (l *Live) view() *session.View {
	if t := l.r.Term(l.st.Name); t != nil {
		return t.View()
	}
	return nil
}

// Term is the session of the program. What is sent to it other than by a step is
// in the cast, but not in the timeline.
func (l *Live) Term() *steps.Term { return l.r.Term(l.st.Name) }

// MaskScreen returns the text of a screen, its secrets masked.
func (l *Live) MaskScreen(v *session.View) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.r.MaskScreen(v.Screen)
}

// Mask takes the secrets out of a text.
func (l *Live) Mask(s string) string { return l.r.Mask(s) }

// Rest waits until the screen has settled, as before the next step, and writes
// into the log that it has; one that does not is taken as it is after a second.
// The error is ctx's.
func (l *Live) Rest(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calm(ctx)
	return ctx.Err()
}

// Show begins (true) or ends a part of the session that recordings show.
func (l *Live) Show(ctx context.Context, on bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calm(ctx)
	l.r.hidden = !on
	for _, t := range l.r.terms {
		l.r.emit(event.Timeline, event.TimelinePayload{CastSeq: t.CastSeq(), Session: t.Name, StepIndex: l.r.index(), Do: event.DoHide, On: !on})
	}
}

// Done returns the steps that were done, in order.
func (l *Live) Done() []Done {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.done[:len(l.done):len(l.done)]
}

// Kept is how many bytes the steps that were done take, about: what Export needs
// of them, and they themselves.
func (l *Live) Kept() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.kept
}

// Started is how many steps were begun, those that opened the program among them.
func (l *Live) Started() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.r.started
}

// Close ends the program and everything it started, and returns how it ended.
// The events that end a run are the caller's. The error names processes that
// can't be ended, or what broke the session.
func (l *Live) Close(ctx context.Context) (session.Exit, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.r.moment(event.DoEnd)
	err := l.r.close(ctx)
	l.r.res.Started = l.r.started
	var x session.Exit
	if v := l.view(); v != nil && v.Exit != nil {
		x = *v.Exit
	}
	return x, err
}
