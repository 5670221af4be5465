// Package rpc is the JSON-RPC door: a JSON-RPC 2.0 server on a pair of streams,
// one message a line, that takes every method of `tuispec server` 0.3.1 (and of
// 0.1, where the two don't exclude each other) and answers as it does, without
// its faults: several sessions, real notifications, baselines that can fail,
// replays that compare.
//
// Requests are answered in their order. server.ping and $/cancelRequest are
// answered at once, also while another request waits; server.shutdown within a
// second, whatever runs.
package rpc

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"scenario/agent"
)

// Options are what the door is made with.
type Options struct {
	Agent   *agent.Server // its root is the artifact folder
	WorkDir string        // of programs, and of relative working directories
	Version string

	Cols, Rows int           // of a session that gives none
	Timeout    time.Duration // of a wait that gives none
	Grace      time.Duration // of the requests before server.shutdown; 700 ms if 0
	Ambiguity  string        // fail, first, last
	ZeroBased  bool          // columns and rows count from 0, as in 0.1
	Theme      func(name string) string
}

// queueLimit is how many requests wait; beyond, no more are read.
const queueLimit = 64

// Server serves one client.
type Server struct {
	o      Options
	client *agent.Client
	out    *output

	mu       sync.Mutex
	sessions map[string]*rpcSession
	cancels  map[string]context.CancelFunc // of requests that are queued or running
	rec      *recorder

	shutdown chan request // server.shutdown, the last request that is read
}

// ErrShutdown is the error of Serve after server.shutdown: everything shall end
// at once.
var ErrShutdown = errors.New("shut down")

// Serve answers the requests of in until it ends; then the requests that were
// read are answered still. When ctx ends, and after server.shutdown, it returns
// at once. The programs of the client have ended then.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	s := &Server{
		o: o, client: o.Agent.NewClient(), out: &output{w: out},
		sessions: map[string]*rpcSession{}, cancels: map[string]context.CancelFunc{}, shutdown: make(chan request, 1),
	}
	ctx, cancel := context.WithCancel(ctx)
	queue := make(chan job, queueLimit)
	failed := make(chan error, 1)
	go func() { // ends with in, which nobody can take away from it
		defer close(queue)
		failed <- s.read(ctx, in, queue)
	}()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for j := range queue {
			if ctx.Err() == nil {
				s.serve(j)
			}
		}
	}()
	var err error
	now := false // end everything without grace
	select {
	case <-done:
		err = <-failed
		select {
		case r := <-s.shutdown:
			err, now = s.lastAnswer(r), true
		default:
		}
	case r := <-s.shutdown:
		await(ctx, done, cmp.Or(o.Grace, shutdownGrace))
		err, now = s.lastAnswer(r), true
	case <-ctx.Done():
		err = ctx.Err()
	}
	cancel()
	end, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	if now {
		stop()
	}
	s.stopRecording()
	return errors.Join(err, s.client.Close(end))
}

// shutdownGrace is how long the requests before server.shutdown may still take:
// those that came in one go with it are answered, a long wait is not waited for.
const shutdownGrace = 700 * time.Millisecond

func await(ctx context.Context, done <-chan struct{}, grace time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// lastAnswer answers server.shutdown.
func (s *Server) lastAnswer(r request) error {
	s.reply(r, map[string]any{"shuttingDown": true})
	return ErrShutdown
}

// job is a request to be done, with its answer's place.
type job struct {
	ctx    context.Context
	cancel context.CancelFunc
	req    []request // one, or a JSON-RPC batch
	many   bool
}

// read reads messages and queues them.
func (s *Server) read(ctx context.Context, in io.Reader, queue chan<- job) error {
	r := newLineReader(in)
	for {
		line, err := r.next()
		switch {
		case errors.Is(err, errLongLine):
			s.out.send(failure(nil, &Error{Code: codeParse, Message: "Parse error", Data: map[string]any{"kind": "ParseError", "details": err.Error()}}))
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		reqs, many, perr := parse(line)
		if perr != nil {
			s.out.send(failure(nil, perr))
			continue
		}
		s.recordLine("request", line)
		if !many && reqs[0].Method == "server.shutdown" {
			s.shutdown <- reqs[0]
			return nil
		}
		if !many && s.urgent(reqs[0]) {
			continue
		}
		j := job{req: reqs, many: many}
		j.ctx, j.cancel = context.WithCancel(ctx)
		s.track(reqs, j.cancel)
		select {
		case queue <- j:
		case <-ctx.Done():
			return nil
		}
	}
}

// urgent answers what does not wait for its turn.
func (s *Server) urgent(r request) bool {
	switch r.Method {
	case "server.ping":
		s.reply(r, map[string]any{"pong": true, "version": s.o.Version})
	case "$/cancelRequest":
		var p struct {
			ID json.RawMessage `json:"id"`
		}
		if json.Unmarshal(r.Params, &p) == nil {
			s.mu.Lock()
			cancel := s.cancels[string(p.ID)]
			s.mu.Unlock()
			if cancel != nil {
				cancel()
			}
		}
		if r.ID != nil {
			s.reply(r, map[string]any{"ok": true})
		}
	default:
		return false
	}
	return true
}

// track lets requests be cancelled by their ids.
func (s *Server) track(reqs []request, cancel context.CancelFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range reqs {
		if r.ID != nil {
			s.cancels[string(r.ID)] = cancel
		}
	}
}

// serve does a job and answers it.
func (s *Server) serve(j job) {
	defer j.cancel()
	var answers []any
	for _, r := range j.req {
		res, err := s.call(j.ctx, r.Method, r.Params)
		if r.ID == nil {
			continue // a notification
		}
		if err != nil {
			answers = append(answers, failure(r.ID, asError(err)))
			continue
		}
		answers = append(answers, response{"2.0", r.ID, res})
	}
	s.mu.Lock()
	for _, r := range j.req {
		delete(s.cancels, string(r.ID))
	}
	s.mu.Unlock()
	switch {
	case len(answers) == 0:
	case j.many:
		s.recorded(s.out.send(answers))
	default:
		s.recorded(s.out.send(answers[0]))
	}
}

func (s *Server) reply(r request, result any) {
	if r.ID != nil {
		s.recorded(s.out.send(response{"2.0", r.ID, result}))
	}
}

func (s *Server) recorded(line []byte) { s.recordLine("response", line) }

// notify sends a notification.
func (s *Server) notify(method string, params any) {
	s.recordLine("notification", s.out.send(notification{"2.0", method, params}))
}
