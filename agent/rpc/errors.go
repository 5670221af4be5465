package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// The codes of JSON-RPC 2.0 and of tuispec.
const (
	codeParse      = -32700
	codeRequest    = -32600
	codeMethod     = -32601
	codeParams     = -32602
	codeInternal   = -32603
	codeNoSession  = -32001
	codeHasSession = -32002
	codeFailed     = -32004
	codeNotInBatch = -32020
)

// Error is the error of a call. Data has kind, details, and perhaps hint,
// screen, selector and elapsedMs.
type Error struct {
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Data    map[string]any `json:"data,omitempty"`
}

func (e *Error) Error() string {
	if d, ok := e.Data["details"].(string); ok {
		return d
	}
	return e.Message
}

func parseError(err error) *Error {
	return &Error{codeParse, "Parse error", map[string]any{"kind": "ParseError", "details": err.Error()}}
}

func invalid(details string) *Error {
	return &Error{codeRequest, "Invalid Request", map[string]any{"kind": "InvalidRequest", "details": details}}
}

// badParam names the field that is wrong.
func badParam(field, format string, args ...any) *Error {
	return &Error{codeParams, "Invalid params", map[string]any{
		"kind": "InvalidParams", "field": field, "details": field + ": " + fmt.Sprintf(format, args...),
	}}
}

func noSession() *Error {
	return &Error{codeNoSession, "No active session", map[string]any{
		"kind": "NoActiveSession", "details": "no session is open", "hint": "call initialize first",
	}}
}

func methodFailed(details string) *Error {
	return &Error{codeFailed, "Method failed", map[string]any{"kind": "MethodFailed", "details": details}}
}

// with adds something to the data.
func (e *Error) with(key string, value any) *Error {
	if value != nil && value != "" {
		e.Data[key] = value
	}
	return e
}

// asError is any error as that of a call.
func asError(err error) *Error {
	var e *Error
	switch {
	case errors.As(err, &e):
		return e
	case errors.Is(err, context.Canceled):
		return methodFailed("the request was cancelled").with("kind", "Cancelled")
	}
	return methodFailed(err.Error())
}

// decode reads params into a struct, and names the field that does not fit.
func decode(params json.RawMessage, into any) *Error {
	if len(params) == 0 || string(params) == "null" {
		return nil
	}
	err := json.Unmarshal(params, into)
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrong):
		return badParam(wrong.Field, "%s does not fit, it is %s", wrong.Value, wrong.Type)
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return badParam("params", "%v", err)
}
