package rpc

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
)

// method is one that a client can call.
type method struct {
	name string
	call func(s *Server, ctx context.Context, params json.RawMessage) (any, error)
}

// methods are all methods, sorted by name.
func methods() []method {
	return []method{
		{"batch", (*Server).batch},
		{"click", (*Server).click},
		{"currentView", (*Server).currentView},
		{"diffView", (*Server).diffView},
		{"dumpView", (*Server).dumpView},
		{"expectNotVisible", (*Server).expectNotVisible},
		{"expectSnapshot", (*Server).expectSnapshot},
		{"expectVisible", (*Server).expectVisible},
		{"initialize", (*Server).initialize},
		{"launch", (*Server).launch},
		{"recording.start", (*Server).recordingStart},
		{"recording.status", (*Server).recordingStatus},
		{"recording.stop", (*Server).recordingStop},
		{"renderView", (*Server).renderView},
		{"replay", (*Server).replay},
		{"resize", (*Server).resize},
		{"sendKey", (*Server).sendKey},
		{"sendLine", (*Server).sendLine},
		{"sendText", (*Server).sendText},
		{"server.ping", (*Server).ping},
		{"session.close", (*Server).closeSession},
		{"session.export", (*Server).export},
		{"viewSubscribe", (*Server).viewSubscribe},
		{"viewUnsubscribe", (*Server).viewUnsubscribe},
		{"waitForExit", (*Server).waitForExit},
		{"waitForStable", (*Server).waitForStable},
		{"waitForText", (*Server).waitForText},
		{"waitUntil", (*Server).waitUntil},
	}
}

// call does one call. Its error is an *Error or is made one (asError).
func (s *Server) call(ctx context.Context, name string, params json.RawMessage) (any, error) {
	all := methods()
	i, ok := slices.BinarySearchFunc(all, name, func(m method, name string) int { return strings.Compare(m.name, name) })
	if !ok {
		return nil, &Error{codeMethod, "Method not found", map[string]any{"kind": "MethodNotFound", "method": name, "details": "unknown method " + name}}
	}
	res, err := all[i].call(s, ctx, params)
	if err != nil {
		return nil, err
	}
	return res, nil
}

func (s *Server) ping(context.Context, json.RawMessage) (any, error) {
	return map[string]any{"pong": true, "version": s.o.Version}, nil
}

type batchStep struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// batch does several calls in order, to the first that fails. That is a result
// too: {ok: false, errorStep, error}, the step counted from 1.
func (s *Server) batch(ctx context.Context, raw json.RawMessage) (any, error) {
	var p struct {
		common
		Steps []batchStep `json:"steps"`
	}
	if err := decode(raw, &p); err != nil {
		return nil, err
	}
	results := []any{}
	for i, st := range p.Steps {
		var res any
		var err error
		switch st.Method {
		case "server.shutdown", "batch", "replay":
			err = &Error{codeNotInBatch, st.Method + " is not possible in a batch", map[string]any{"kind": "NotInBatch", "details": st.Method + " is not possible in a batch"}}
		default:
			res, err = s.call(ctx, st.Method, withSession(st.Params, p.SessionID))
		}
		if err != nil {
			return map[string]any{"ok": false, "completed": i, "results": results, "errorStep": i + 1, "error": asError(err)}, nil
		}
		results = append(results, res)
	}
	return map[string]any{"ok": true, "completed": len(results), "results": results}, nil
}

// withSession gives params the session of the batch around them.
func withSession(params json.RawMessage, id string) json.RawMessage {
	if id == "" {
		return params
	}
	m := map[string]json.RawMessage{}
	if len(params) > 0 && json.Unmarshal(params, &m) != nil {
		return params
	}
	if _, own := m["sessionId"]; own {
		return params
	}
	m["sessionId"], _ = json.Marshal(id)
	b, err := json.Marshal(m)
	if err != nil {
		return params
	}
	return b
}
