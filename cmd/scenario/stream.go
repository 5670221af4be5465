package main

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"

	"golang.org/x/term"
)

// stream is the standard output or the standard error. A reader that has gone
// away is no error: what was run is run to its end, and the rest of the output
// goes nowhere. Any other error is kept until the end.
type stream struct {
	f *os.File

	mu  sync.Mutex
	err error
}

// Write never fails.
func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		_, s.err = s.f.Write(p)
	}
	return len(p), nil
}

// lost returns why output was lost.
func (s *stream) lost() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil || errors.Is(s.err, syscall.EPIPE) {
		return nil
	}
	return fmt.Errorf("standard output: %w", cause(s.err))
}

// width returns the columns of the terminal, 0 if the stream is none.
func (s *stream) width() int {
	fd := int(s.f.Fd())
	if !term.IsTerminal(fd) {
		return 0
	}
	w, _, err := term.GetSize(fd)
	if err != nil || w <= 0 {
		return 80
	}
	return w
}

// terminal reports whether the stream is a terminal.
func (s *stream) terminal() bool { return term.IsTerminal(int(s.f.Fd())) }

// cause takes the path out of an error that is printed after it.
func cause(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	var le *os.LinkError
	if errors.As(err, &le) {
		return le.Err
	}
	return err
}
