package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"scenario/scenario"
	"scenario/session"
)

// catchBrokenPipe makes a write to a closed pipe an error of that write; unless
// the signal is asked for, it would end the process in the middle of a run.
func catchBrokenPipe() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// interrupts ends runs in order at the first signal, at once at the second, and
// the process at the third.
type interrupts struct {
	kill    context.Context // ends at the second signal
	signals chan os.Signal
	stopped chan struct{}
	code    atomic.Int32 // the status of the signal that came, 0 before
}

// watch returns a context that the first SIGINT, SIGTERM or SIGHUP cancels with
// scenario.ErrInterrupted as its cause. A SIGHUP that was ignored when the
// command started (nohup) stays so.
func watch(parent context.Context) (context.Context, *interrupts) {
	ctx, cancel := context.WithCancelCause(parent)
	kill, killNow := context.WithCancel(context.Background())
	i := &interrupts{kill: kill, signals: make(chan os.Signal, 3), stopped: make(chan struct{})}
	signal.Notify(i.signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(i.signals, syscall.SIGHUP)
	}
	go func() {
		for {
			select {
			case s := <-i.signals:
				switch code := i.code.Load(); {
				case code == 0:
					i.code.Store(signalStatus(s))
					cancel(scenario.ErrInterrupted)
				case kill.Err() == nil:
					killNow()
				default:
					session.KillAll()
					os.Exit(int(code))
				}
			case <-i.stopped:
				cancel(nil)
				killNow()
				return
			}
		}
	}()
	return ctx, i
}

// stop ends the watch and returns the status of the signal that came, 0 for
// none.
func (i *interrupts) stop() int {
	signal.Stop(i.signals)
	close(i.stopped)
	return int(i.code.Load())
}

// signalStatus is 128 and the number of the signal; a hangup counts as SIGTERM.
func signalStatus(s os.Signal) int32 {
	if s == os.Interrupt {
		return 128 + int32(syscall.SIGINT)
	}
	return 128 + int32(syscall.SIGTERM)
}
