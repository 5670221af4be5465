package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"strings"
	"time"

	"scenario/event"
)

// ServiceConfig is a program that a scenario needs beside the one under test.
type ServiceConfig struct {
	Name    string
	Command string   // for sh -c
	Dir     string   // working directory
	Env     []string // the whole environment
	Log     io.Writer
	LogCap  int64    // bytes of log; 0: 16 MiB, then a mark
	Secrets []string // masked in the log and the tail
	Ready   Ready
	Timeout time.Duration // for Ready; 0: 30 s
}

// Ready says when a service is ready: at most one of its fields is set; with
// none it is ready once started.
type Ready struct {
	URL  string         // answers an HTTP request with a status below 400
	Port int            // accepts connections on the loopback
	Log  *regexp.Regexp // a line of its output matches
	Exit *int           // it has ended with this status
}

// ServiceError says why a service did not get ready.
type ServiceError struct {
	Name string
	Exit *Exit    // it ended too early, or badly
	Tail []string // the last lines of its output, masked
	Err  error
}

func (e *ServiceError) Error() string {
	text := fmt.Sprintf("service %s: %v", e.Name, e.Err)
	if len(e.Tail) > 0 {
		text += "\n  " + strings.Join(e.Tail, "\n  ")
	}
	return text
}

func (e *ServiceError) Unwrap() error { return e.Err }

const (
	serviceTimeout = 30 * time.Second
	serviceLogCap  = 16 << 20
)

// Service is a running (or ended) service.
type Service struct {
	name   string
	groups map[string]string
	child  *child
	tail   *tail
	log    *cappedWriter
	mask   io.Closer
	lines  *lineMatcher
}

// StartService starts a service and waits until it is ready. The error is a
// *ServiceError (nothing of the service is left then), or ctx's when it was
// cancelled. The service has one variable more than Env, SCENARIO_CHILD, by
// which its processes are found.
func StartService(ctx context.Context, c ServiceConfig) (*Service, error) {
	if c.Log == nil {
		c.Log = io.Discard
	}
	if c.LogCap <= 0 {
		c.LogCap = serviceLogCap
	}
	if c.Timeout <= 0 {
		c.Timeout = serviceTimeout
	}
	s := &Service{name: c.Name, tail: &tail{}, log: newCappedWriter(c.Log, c.LogCap)}
	masked := event.NewMasker(c.Secrets).Writer(io.MultiWriter(s.log, s.tail))
	s.mask = masked
	out := masked.(io.Writer)
	if c.Ready.Log != nil {
		s.lines = newLineMatcher(c.Ready.Log)
		out = io.MultiWriter(masked, s.lines)
	}
	var err error
	if s.child, err = startChild([]string{"-c", c.Command}, c.Dir, c.Env, out, out); err != nil {
		return nil, &ServiceError{Name: c.Name, Err: err}
	}
	limit, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	if err := s.await(limit, c.Ready); err != nil {
		s.Stop(ctx)
		if ctxErr := ctx.Err(); errors.Is(ctxErr, context.Canceled) {
			return nil, ctxErr
		}
		e := &ServiceError{Name: c.Name, Tail: s.Tail(), Err: err}
		if exit, ok := s.Exit(); ok && !exit.Ended {
			e.Exit = &exit
		}
		if limit.Err() != nil {
			e.Err = fmt.Errorf("not ready within %v: %w", c.Timeout, err)
		}
		return nil, e
	}
	return s, nil
}

// FreePort returns a TCP port of the loopback that was free a moment ago.
func FreePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("no free port: %w", err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// Groups returns what the named groups of Ready.Log matched.
func (s *Service) Groups() map[string]string { return s.groups }

// Tail returns the last lines of the service's output, masked, at most 20.
func (s *Service) Tail() []string { return s.tail.get() }

// Exit returns how the service ended, if it has.
func (s *Service) Exit() (Exit, bool) {
	select {
	case <-s.child.done:
		return s.child.exit, true
	default:
		return Exit{}, false
	}
}

// Stop ends the service and all that it started, as Session.Close does but
// without the hangup, which daemons take for "read your configuration again".
// The error names processes that can't be ended, or is that of writing the log.
func (s *Service) Stop(ctx context.Context) error {
	err := s.child.end(ctx)
	if err == nil {
		s.mask.Close()
		err = s.log.err
	}
	if err != nil {
		return fmt.Errorf("service %s: %w", s.name, err)
	}
	return nil
}
