package session

import "time"

// previewEvery is the shortest time between two calls of Config.OnChange.
const previewEvery = 200 * time.Millisecond

// preview calls Config.OnChange. Session.mu guards it.
type preview struct {
	last  time.Time
	timer *time.Timer
	ended bool
}

// changed has OnChange called once for this change and all that follow within
// the time.
func (p *preview) changed(s *Session) {
	if s.conf.OnChange == nil || p.timer != nil || p.ended {
		return
	}
	p.timer = time.AfterFunc(max(0, previewEvery-time.Since(p.last)), func() {
		s.mu.Lock()
		p.timer, p.last = nil, time.Now()
		ended, seq, shown := p.ended, s.rec.events(), s.rec.shown(s.screen())
		s.mu.Unlock()
		if !ended {
			s.conf.OnChange(shown, seq)
		}
	})
}

func (p *preview) stop() {
	p.ended = true
	if p.timer != nil {
		p.timer.Stop()
	}
}
