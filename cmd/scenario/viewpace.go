package main

import (
	"context"
	"sync"
	"time"
)

// maxGap is how long nothing may happen in what is played again.
const maxGap = 2 * time.Second

// pacer plays events as fast as they happened, or a multiple of it.
type pacer struct {
	speed float64 // 0: as they come

	mu    sync.Mutex
	at    time.Time // of the latest event
	shown time.Time // when it was shown
}

// wait waits for the time of an event. The error is that ctx has ended.
func (p *pacer) wait(ctx context.Context, at time.Time) error {
	p.mu.Lock()
	gap := at.Sub(p.at)
	due := p.shown.Add(time.Duration(float64(min(gap, maxGap)) / max(p.speed, 1e-3)))
	first := p.at.IsZero()
	p.mu.Unlock()
	if p.speed > 0 && !first && gap > 0 {
		t := time.NewTimer(time.Until(due))
		defer t.Stop()
		select {
		case <-t.C:
		case <-ctx.Done():
		}
	}
	p.mu.Lock()
	p.at, p.shown = at, time.Now()
	p.mu.Unlock()
	return ctx.Err()
}

// now is the time on the clock of the events.
func (p *pacer) now() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	passed := float64(time.Since(p.shown))
	if p.speed > 0 {
		passed = min(passed*p.speed, float64(maxGap))
	}
	return p.at.Add(time.Duration(passed))
}
