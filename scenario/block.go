package scenario

import (
	"context"
	"errors"
	"time"

	"scenario/event"
	"scenario/steps"
)

// Block is a step, or the steps of a group, with what stands beside it: they are
// left out, tried again or forgiven together. A step that is repeated gives a
// block for each time.
type Block struct {
	If    *steps.Guard
	Retry *steps.Retry
	Soft  bool

	session    string // that If is asked of
	first, end int    // of the plan's steps: from first to before end
}

// block begins a block at the end of the plan, nil when nothing stands beside
// the step.
func (p *Plan) block(s *steps.Step, session string) *Block {
	if s.If == nil && s.Retry == nil && !s.Soft {
		return nil
	}
	return &Block{If: s.If, Retry: s.Retry, Soft: s.Soft, session: session, first: len(p.Steps)}
}

// leftOut is a step that is not done, because an if does not hold.
type leftOut struct {
	block *Block
	why   string
}

func (l *leftOut) Error() string { return l.why }

// guards asks the ifs of the blocks that begin with a step, the outer first. The
// error is a *leftOut, or that of an if that can't be asked.
func (r *runner) guards(ctx context.Context, ps *PlanStep, env *steps.Env) error {
	for _, b := range ps.Blocks {
		if b.If == nil || b.first != ps.Index-1 {
			continue
		}
		asked := *env
		asked.Session = b.session
		why, err := asked.Holds(ctx, b.If)
		var f *steps.Failure
		if errors.As(err, &f) {
			f.Message, f.Whole = "if "+r.Mask(b.If.String())+": "+f.Message, true
			f.Pos, f.Width = b.If.Node.Pos, b.If.Node.Width()
		}
		if err != nil {
			return err
		}
		if why != "" {
			return &leftOut{b, why}
		}
	}
	return nil
}

// asked asks them, within the step's time; a condition has a screen to look at.
func (r *runner) asked(ctx context.Context, ps *PlanStep, env *steps.Env) error {
	if len(ps.Blocks) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, env.Timeout)
	defer cancel()
	if err := r.implicitShell(ctx, env); err != nil {
		return err
	}
	return r.guards(ctx, ps, env)
}

// do does a step, unless its if does not hold, and returns the index in the plan
// of the one that comes next. Of a step that failed and is tried again, or
// forgiven, ok is true: the next one may come.
func (r *runner) do(ctx context.Context, ps *PlanStep) (o *outcome, next int, ok bool) {
	next = ps.Index
	o = r.step(ctx, ps)
	switch {
	case o == nil:
		return nil, next, true
	case o.left != nil:
		for ; next < o.left.block.end; next++ {
			r.leaveOut(&r.p.Steps[next], o.left.why)
		}
		return nil, next, true
	case o.again != nil:
		r.pause(ctx, o.again.Retry.Every)
		return nil, o.again.first, true
	}
	return o, next, o.soft
}

// forgive finds what becomes of a failed step: it is tried again with the
// innermost block that has a try left, or it is soft.
func (r *runner) forgive(ctx context.Context, o *outcome, ps *PlanStep) {
	if o.fault != nil || o.blocked || ctx.Err() != nil {
		return
	}
	if o.unstored {
		o.soft = true
		return
	}
	for i := len(ps.Blocks) - 1; i >= 0; i-- {
		b := ps.Blocks[i]
		if b.Retry == nil || r.tries[b] >= b.Retry.Times {
			delete(r.tries, b) // when one around it is tried again, it begins anew
			continue
		}
		r.tries[b]++
		o.again = b
		return
	}
	for _, b := range ps.Blocks {
		o.soft = o.soft || b.Soft
	}
}

// leaveOut tells of a step that is not done.
func (r *runner) leaveOut(ps *PlanStep, why string) {
	r.started, r.now, r.blind = r.started+1, ps, false
	r.stepStarted(ps)
	r.emit(event.StepCompleted, event.StepCompletedPayload{StepIndex: ps.Index, OK: true, Session: ps.Session, Skipped: why})
}

// pause lets time pass between two tries.
func (r *runner) pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// asLeftOut is the leftOut in an error, nil if it is another.
func asLeftOut(err error) *leftOut {
	var l *leftOut
	errors.As(err, &l)
	return l
}
