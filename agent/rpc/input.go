package rpc

import (
	"context"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"scenario/agent"
	"scenario/emulator/keys"
	"scenario/event"
	"scenario/scenario"
)

// done is the outcome of a step as that of a call.
func done(d scenario.Done, err error) (any, error) {
	if err != nil {
		return nil, methodFailed(err.Error())
	}
	if d.Status == event.Completed {
		return ok(), nil
	}
	e := methodFailed("the step did not pass")
	if f := d.Failure; f != nil {
		e = methodFailed(f.Message).with("hint", f.Hint).with("elapsedMs", d.Took.Milliseconds())
		if f.Screen != nil {
			e = e.with("screen", strings.Join(f.Screen.Lines, "\n"))
		}
	}
	return nil, e
}

func (s *Server) sendKey(ctx context.Context, raw json.RawMessage) (any, error) {
	var p struct {
		common
		Key *string `json:"key"`
	}
	_, sh, err := s.runningFor(raw, &p)
	if err != nil {
		return nil, err
	}
	if p.Key == nil {
		return nil, badParam("key", "is missing")
	}
	k, err := parseKey(*p.Key)
	if err != nil {
		return nil, badParam("key", "%v", err)
	}
	return done(sh.Do(ctx, map[string]any{"key": []string{k.String()}}))
}

// running finds the session of a call and its program.
func (s *Server) running(raw json.RawMessage) (*rpcSession, *agent.Shell, error) {
	x, err := s.session(raw)
	if err != nil {
		return nil, nil, err
	}
	sh, err := x.program()
	return x, sh, err
}

// runningFor is running, and reads the params of the call.
func (s *Server) runningFor(params json.RawMessage, into any) (*rpcSession, *agent.Shell, error) {
	x, err := s.sessionFor(params, into)
	if err != nil {
		return nil, nil, err
	}
	sh, err := x.program()
	return x, sh, err
}

// parseKey reads a key as tuispec writes it (Enter, ArrowUp, Ctrl+X, F1), or as
// scenario does.
func parseKey(s string) (keys.Key, error) {
	if utf8.RuneCountInString(s) == 1 {
		return keys.Parse(s)
	}
	parts := strings.Split(s, "+")
	for i, p := range parts {
		low := strings.ToLower(p)
		switch {
		case low == "control":
			low = "ctrl"
		case strings.HasPrefix(low, "arrow"):
			low = strings.TrimPrefix(low, "arrow")
		case i == len(parts)-1 && utf8.RuneCountInString(p) == 1 && !strings.HasPrefix(strings.ToLower(s), "ctrl") && !strings.HasPrefix(strings.ToLower(s), "control"):
			low = p // Alt+X and Shift+X are of that character
		}
		parts[i] = low
	}
	return keys.Parse(strings.Join(parts, "+"))
}

func (s *Server) sendText(ctx context.Context, raw json.RawMessage) (any, error) {
	_, sh, err := s.running(raw)
	if err != nil {
		return nil, err
	}
	text, err := textParam(raw)
	if err != nil || text == "" {
		return ok(), err
	}
	return done(sh.Send(ctx, []byte(text)))
}

// textParam is the param text, which must be there.
func textParam(raw json.RawMessage) (string, error) {
	var p struct {
		common
		Text *string `json:"text"`
	}
	if err := decode(raw, &p); err != nil {
		return "", err
	}
	if p.Text == nil {
		return "", badParam("text", "is missing")
	}
	return *p.Text, nil
}

func (s *Server) sendLine(ctx context.Context, raw json.RawMessage) (any, error) {
	x, sh, err := s.running(raw)
	if err != nil {
		return nil, err
	}
	text, err := textParam(raw)
	if err != nil {
		return nil, err
	}
	var p struct {
		common
		ExpectAfter   *Selector `json:"expectAfter"`
		TimeoutMs     *int      `json:"timeoutMs"`
		AmbiguityMode *string   `json:"ambiguityMode"`
	}
	if err := decode(raw, &p); err != nil {
		return nil, err
	}
	if p.ExpectAfter != nil {
		if err := p.ExpectAfter.check("expectAfter", x.base, 0); err != nil {
			return nil, err
		}
	}
	mode := x.ambiguity
	if p.AmbiguityMode != nil {
		if mode, err = Ambiguity(*p.AmbiguityMode); err != nil {
			return nil, badParam("ambiguityMode", "%v", err)
		}
	}
	if _, err := done(sh.Send(ctx, []byte(text+"\r"))); err != nil {
		return nil, err
	}
	if p.ExpectAfter != nil {
		return ok(), x.await(ctx, p.ExpectAfter, millis(p.TimeoutMs), mode)
	}
	return ok(), nil
}

type clickParams struct {
	common
	Col      *int      `json:"col"`
	Row      *int      `json:"row"`
	Selector *Selector `json:"selector"`
	Button   string    `json:"button"`
	Encoding string    `json:"encoding"` // the program's own is used
}

// click presses and releases a button at a cell. A program that has not asked
// for the mouse is an error.
func (s *Server) click(ctx context.Context, raw json.RawMessage) (any, error) {
	var p clickParams
	x, sh, err := s.runningFor(raw, &p)
	if err != nil {
		return nil, err
	}
	switch {
	case p.Encoding != "" && p.Encoding != "sgr" && p.Encoding != "x10":
		return nil, badParam("encoding", "%q is not sgr or x10", p.Encoding)
	case p.Button != "" && p.Button != "left" && p.Button != "middle" && p.Button != "right":
		return nil, badParam("button", "%q is not left, middle or right", p.Button)
	}
	at, err := x.target(ctx, sh, &p)
	if err != nil {
		return nil, err
	}
	step := map[string]any{"row": at.row + 1, "col": at.col + 1}
	if p.Button != "" {
		step["button"] = p.Button
	}
	return done(sh.Do(ctx, map[string]any{"click": step}))
}

// target is the cell of a click.
func (x *rpcSession) target(ctx context.Context, sh *agent.Shell, p *clickParams) (match, error) {
	if p.Selector == nil {
		switch {
		case p.Col == nil:
			return match{}, badParam("col", "is missing")
		case p.Row == nil:
			return match{}, badParam("row", "is missing")
		}
		m := match{*p.Row - x.base, *p.Col - x.base}
		if scr := sh.View().Screen; m.row < 0 || m.col < 0 || m.row >= scr.Rows || m.col >= scr.Cols {
			return m, badParam("row", "row %d column %d is not on the screen of %d columns and %d rows", *p.Row, *p.Col, scr.Cols, scr.Rows)
		}
		return m, nil
	}
	if err := p.Selector.check("selector", x.base, 0); err != nil {
		return match{}, err
	}
	if err := sh.Rest(ctx); err != nil {
		return match{}, err
	}
	found := p.Selector.find(sh.View().Screen, x.base)
	if len(found) == 0 {
		return match{}, methodFailed("nothing on the screen matches").with("selector", p.Selector).with("screen", sh.View().Screen.Text())
	}
	if err := x.unambiguous(p.Selector, found, x.ambiguity); err != nil {
		return match{}, err
	}
	if x.ambiguity == "last" {
		return found[len(found)-1], nil
	}
	return found[0], nil
}

func (s *Server) resize(ctx context.Context, raw json.RawMessage) (any, error) {
	var p struct {
		common
		Cols int `json:"cols"`
		Rows int `json:"rows"`
	}
	_, sh, err := s.runningFor(raw, &p)
	if err != nil {
		return nil, err
	}
	for _, n := range []struct {
		field string
		value int
	}{{"cols", p.Cols}, {"rows", p.Rows}} {
		if n.value < 1 || n.value > 1000 {
			return nil, badParam(n.field, "%d is not from 1 to 1000", n.value)
		}
	}
	return done(sh.Do(ctx, map[string]any{"resize": sizeText(p.Cols, p.Rows)}))
}
