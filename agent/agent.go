// Package agent is what the agent doors (agent/mcp, agent/rpc) have in common:
// programs in terminals that a client drives a step at a time, their pictures
// and recordings, and the folder that nothing leaves.
//
// A Server has one root folder and the limits. A Client is a connection; its
// shells are seen by no other. A Shell is a program in a terminal: a live
// scenario (scenario.Live), with the logs of a run, so that its pictures,
// recordings and its export are made as those of any run.
//
// Whoever may submit scenarios may run programs: a door is as trusted as a
// shell. What is promised: the package itself reads and writes below the root
// only, programs see the environment that is let through, and the limits hold.
package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"scenario/capture/font"
	"scenario/emulator"
	"scenario/session"
)

// Options are what a server is made with.
type Options struct {
	Root    string // nothing is read or written outside of it; absolute, it must be there
	Folder  string // below it, for logs, pictures and results; "": DefaultFolder
	Engines emulator.Engines
	Fonts   *font.Set
	Caller  []string // the environment of the server, NAME=VALUE
	Inherit []string // names of it that scenarios and programs may see, beside HOME, LANG, PATH and their like
	// Allow are the programs that may be started: names, or paths. It guards
	// against accidents: a program may start any other. Empty: all.
	Allow  []string
	Limits Limits
	Now    func() time.Time
	Warn   io.Writer // what no client can be told
}

// DefaultFolder is where a server leaves its files below its root.
const DefaultFolder = "scenario-results/agent"

// Limits bound what clients can use. The zero value of each is its default.
type Limits struct {
	Shells    int           // of all clients together; 32
	Cells     int           // columns x rows of a terminal; 250,000
	Steps     int           // of a shell; 100,000
	Kept      int64         // bytes that a shell's steps and its log take; 64 MiB
	Cast      int64         // bytes of the recording of all that a shell's program writes; 256 MiB
	Recording time.Duration // of play time of a recording; 30 min
	Idle      time.Duration // a shell that is not used for so long is ended; 1 h
}

func (l Limits) filled() Limits {
	set(&l.Shells, 32)
	set(&l.Cells, 250_000)
	set(&l.Steps, 100_000)
	set(&l.Kept, 64<<20)
	set(&l.Cast, 256<<20)
	set(&l.Recording, 30*time.Minute)
	set(&l.Idle, time.Hour)
	return l
}

func set[T int | int64 | time.Duration](p *T, def T) {
	if *p <= 0 {
		*p = def
	}
}

// ErrClosed is the error of everything that is asked of a closed client.
var ErrClosed = errors.New("the connection is closed")

// Server has what all clients share.
type Server struct {
	o     Options
	files *Files

	mu      sync.Mutex
	clients map[*Client]bool
	closed  bool
	shells  int
}

// NewServer opens the root folder.
func NewServer(o Options) (*Server, error) {
	o.Limits = o.Limits.filled()
	if o.Folder == "" {
		o.Folder = DefaultFolder
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	files, err := OpenFiles(o.Root)
	if err != nil {
		return nil, err
	}
	return &Server{o: o, files: files, clients: map[*Client]bool{}}, nil
}

// Files is the root folder.
func (s *Server) Files() *Files { return s.files }

// Engine is the terminal engine of its programs.
func (s *Server) Engine() (emulator.Factory, error) { return s.o.Engines.Named(emulator.DefaultEngine) }

// Folder is where the server leaves its files, below the root.
func (s *Server) Folder() string { return s.o.Folder }

// NewClient returns a connection.
func (s *Server) NewClient() *Client {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &Client{s: s, work: newWork(), shells: map[string]*Shell{}}
	if s.closed {
		c.work.end()
		return c
	}
	s.clients[c] = true
	return c
}

// Close ends every client and closes the root.
func (s *Server) Close(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	clients := make([]*Client, 0, len(s.clients))
	for c := range s.clients {
		clients = append(clients, c)
	}
	s.mu.Unlock()
	var all []error
	for _, c := range clients {
		all = append(all, c.Close(ctx))
	}
	return errors.Join(append(all, s.files.Close())...)
}

// take reserves one of the shells.
func (s *Server) take() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shells >= s.o.Limits.Shells {
		return fmt.Errorf("there are %d shells already, which is the limit: stop one", s.shells)
	}
	s.shells++
	return nil
}

func (s *Server) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shells--
}

// allowed reports whether a program may be started: one whose path is that of a
// program of Allow, or that has its name and leads to the same file. A file of
// that name elsewhere is another program.
func (s *Server) allowed(program string) error {
	if len(s.o.Allow) == 0 {
		return nil
	}
	for _, a := range s.o.Allow {
		path, err := session.LookPath(a, "/", s.o.Caller)
		if err == nil && (path == program || filepath.Base(path) == filepath.Base(program) && sameFile(path, program)) {
			return nil
		}
	}
	return fmt.Errorf("%s may not be started here: allowed are %s", filepath.Base(program), strings.Join(s.o.Allow, ", "))
}

func sameFile(a, b string) bool {
	x, err := filepath.EvalSymlinks(a)
	if err != nil {
		return false
	}
	y, err := filepath.EvalSymlinks(b)
	return err == nil && x == y
}

// guard is allowed for a run, nil when everything may be started.
func (s *Server) guard() func(string) error {
	if len(s.o.Allow) == 0 {
		return nil
	}
	return s.allowed
}

// seen are the variables of the server's environment that tools of the author
// (exec, services) need: none is a secret.
func seen() []string {
	return []string{"HOME", "LANG", "LOGNAME", "PATH", "TMPDIR", "TZ", "USER"}
}

// environ is what of the server's environment scenarios and programs may see.
func (s *Server) environ() []string {
	names := append(seen(), s.o.Inherit...)
	return slices.DeleteFunc(slices.Clone(s.o.Caller), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return !slices.Contains(names, name)
	})
}

// Client is one connection.
type Client struct {
	s    *Server
	work *work // that is going on

	mu     sync.Mutex
	shells map[string]*Shell
}

// Server is the server of the connection.
func (c *Client) Server() *Server { return c.s }

// Shell returns a shell of the client.
func (c *Client) Shell(id string) (*Shell, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if sh := c.shells[id]; sh != nil {
		return sh, nil
	}
	return nil, fmt.Errorf("no session %q: it was never started, or was stopped", id)
}

// Shells returns the shells of the client, the oldest first.
func (c *Client) Shells() []*Shell {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []*Shell
	for _, sh := range c.shells {
		all = append(all, sh)
	}
	slices.SortFunc(all, func(a, b *Shell) int { return a.started.Compare(b.started) })
	return all
}

// Interrupt interrupts what the client is having done, and lets it begin nothing
// more: it is about to go.
func (c *Client) Interrupt() { c.work.interrupt() }

// Close interrupts what the client is having done and ends its shells: the
// client is gone.
func (c *Client) Close(ctx context.Context) error {
	c.work.end()
	var wg sync.WaitGroup
	var mu sync.Mutex
	var all []error
	for _, sh := range c.Shells() {
		wg.Go(func() {
			_, err := sh.Stop(ctx)
			mu.Lock()
			defer mu.Unlock()
			all = append(all, err)
		})
	}
	wg.Wait()
	c.s.mu.Lock()
	delete(c.s.clients, c)
	c.s.mu.Unlock()
	return errors.Join(all...)
}

func (c *Client) add(sh *Shell) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shells[sh.ID] = sh
}

func (c *Client) forget(sh *Shell) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.shells[sh.ID] == sh {
		delete(c.shells, sh.ID)
		c.s.release()
	}
}
