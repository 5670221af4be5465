package rpc

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"scenario/agent"
	"scenario/emulator"
	"scenario/session"
)

// subscription pushes view.changed.
type subscription struct {
	debounce time.Duration
	text     bool
	stop     context.CancelFunc
	done     sync.WaitGroup
}

func (s *Server) viewSubscribe(_ context.Context, raw json.RawMessage) (any, error) {
	var p struct {
		common
		DebounceMs  *int `json:"debounceMs"`
		IncludeText bool `json:"includeText"`
	}
	x, err := s.sessionFor(raw, &p)
	if err != nil {
		return nil, err
	}
	ms := 100
	if p.DebounceMs != nil {
		ms = *p.DebounceMs
	}
	if ms < 0 || ms > 60_000 {
		return nil, badParam("debounceMs", "%d is not from 0 to 60000", ms)
	}
	x.unsubscribe()
	x.mu.Lock()
	x.watch = &subscription{debounce: time.Duration(ms) * time.Millisecond, text: p.IncludeText}
	x.mu.Unlock()
	x.resubscribe(s)
	return map[string]any{"ok": true, "debounceMs": ms, "includeText": p.IncludeText}, nil
}

func (s *Server) viewUnsubscribe(_ context.Context, raw json.RawMessage) (any, error) {
	x, err := s.session(raw)
	if err != nil {
		return nil, err
	}
	x.unsubscribe()
	return ok(), nil
}

// unsubscribe ends the subscription; nothing is pushed when it has returned.
func (x *rpcSession) unsubscribe() {
	x.mu.Lock()
	w := x.watch
	x.watch = nil
	x.mu.Unlock()
	w.end()
}

func (w *subscription) end() {
	if w != nil && w.stop != nil {
		w.stop()
		w.done.Wait()
	}
}

// resubscribe watches the program of the session, if there is a subscription.
func (x *rpcSession) resubscribe(s *Server) {
	x.mu.Lock()
	defer x.mu.Unlock()
	w, sh := x.watch, x.shell
	if w == nil || sh == nil {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	w.stop = stop
	w.done.Go(func() { w.push(ctx, s, x.id, sh) })
}

// push tells of every change, at most one each debounce; the last one is always
// told. It ends with the program.
func (w *subscription) push(ctx context.Context, s *Server, id string, sh *agent.Shell) {
	var told *emulator.Screen
	var at time.Time
	for {
		v, err := sh.Term().Until(ctx, func(v *session.View) (bool, time.Duration) {
			if told != nil && told.SameCells(v.Screen) && told.Cursor == v.Screen.Cursor {
				return false, 0
			}
			left := w.debounce - v.Now.Sub(at)
			return left <= 0, max(left, 0)
		})
		if ctx.Err() != nil {
			return
		}
		told, at = v.Screen, v.Now
		params := map[string]any{"rows": told.Rows, "cols": told.Cols}
		if id != "" {
			params["sessionId"] = id
		}
		if w.text {
			params["text"] = cells(told, Rect{Width: told.Cols, Height: told.Rows}, true)
		}
		s.notify("view.changed", params)
		if err != nil {
			return
		}
	}
}
