package agent

import (
	"context"
	"sync"

	"scenario/scenario"
)

// work is what a client is having done. When the client goes it is interrupted,
// and waited for: nothing that it starts is left behind.
type work struct {
	mu     sync.Mutex
	closed bool
	wg     sync.WaitGroup
	life   context.Context
	stop   context.CancelCauseFunc
}

func newWork() *work {
	w := &work{}
	w.life, w.stop = context.WithCancelCause(context.Background())
	return w
}

// begin returns the context of a piece of work, which ends with ctx and with the
// client, and what is to be called when it is done.
func (w *work) begin(ctx context.Context) (context.Context, func(), error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, nil, ErrClosed
	}
	w.wg.Add(1)
	ctx, cancel := context.WithCancelCause(ctx)
	unhook := context.AfterFunc(w.life, func() { cancel(context.Cause(w.life)) })
	return ctx, func() {
		unhook()
		cancel(nil)
		w.wg.Done()
	}, nil
}

// interrupt interrupts all work and lets no more begin.
func (w *work) interrupt() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.stop(scenario.ErrInterrupted)
}

// end interrupts all work, lets no more begin and waits for what was begun.
func (w *work) end() {
	w.interrupt()
	w.wg.Wait()
}
