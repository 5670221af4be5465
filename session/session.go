package session

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os/exec"
	"sync"
	"time"

	"scenario/emulator"
)

// Config is what a session is started with.
type Config struct {
	Name       string   // "main"
	Argv       []string // at least the program; looked up in the PATH of Env
	Dir        string   // working directory, absolute
	Env        []string // the whole environment, NAME=VALUE (see Environ)
	Cols, Rows int
	Engine     emulator.Factory
	Terminal   emulator.Options // colours and scrollback; the size is Cols x Rows
	Cast       io.Writer        // receives the asciicast v3 lines as they happen; nil: none
	CastLimit  int64            // bytes of raw output; beyond, redraws at most 30 a second; 0: 64 MiB
	CastMax    int64            // bytes of the whole cast; beyond, nothing that the program writes is recorded; 0: no limit
	Secrets    []string         // masked in the cast; values shorter than event.MinSecret are not
	// OnChange, when set, is told of changes of the screen, at most 5 a
	// second, for live previews: the screen as a cast may show it, and how many
	// event lines stand in the cast. It must not block or change the screen.
	OnChange func(shown *emulator.Screen, castSeq int)
}

// ErrExited is the error of everything that needs a running program.
var ErrExited = errors.New("the program has ended")

// ErrNotReading is the error of an input that the program did not take in
// time: it does not read, and the buffer of the PTY is full.
var ErrNotReading = errors.New("the program does not read its input")

// Session is a running (or ended) program and its terminal.
type Session struct {
	conf    Config
	dev     *device
	cmd     *exec.Cmd
	tree    *tree
	in      *inputQueue
	started time.Time

	reaped     chan struct{} // closed when the program is reaped
	readIdle   chan struct{} // told that the PTY was found empty, once reaped
	readEnough chan struct{} // closed when all that the program can have written is read
	readDone   chan struct{} // closed at the end of the output
	wg         sync.WaitGroup

	closeOnce sync.Once
	closed    Exit
	closeErr  error

	mu sync.Mutex // guards all below
	state
}

// Start runs the program. The size of the PTY is set before it starts. The
// error is a *StartError when the program cannot be run.
func Start(ctx context.Context, c Config) (*Session, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	cmd, err := command(c.Argv, c.Dir, c.Env)
	if err != nil {
		return nil, err
	}
	c.Cols, c.Rows = clampSize(c.Cols), clampSize(c.Rows)
	c.Terminal.Cols, c.Terminal.Rows = c.Cols, c.Rows
	dev, err := openDevice(c.Cols, c.Rows)
	if err != nil {
		return nil, err
	}
	s := &Session{
		conf: c, dev: dev, cmd: cmd,
		reaped:     make(chan struct{}),
		readIdle:   make(chan struct{}, 1),
		readEnough: make(chan struct{}),
		readDone:   make(chan struct{}),
	}
	s.in = newInputQueue(dev)
	s.term = c.Engine(c.Terminal)
	s.rec, err = newRecorder(c)
	if err != nil {
		dev.close()
		return nil, err
	}
	if err := dev.start(cmd); err != nil {
		dev.close()
		return nil, startError(c.Argv[0], err)
	}
	s.started = time.Now()
	s.rec.start = s.started
	s.changed = s.started
	s.tree = newTree(cmd.Process.Pid, marker(c.Env))
	s.wg.Add(3)
	go s.read()
	go s.write()
	go s.reap()
	return s, nil
}

func clampSize(n int) int { return min(max(n, 1), emulator.MaxSize) }

// Resize sets the size of the terminal and tells the program (SIGWINCH). It
// ends an open synchronized update and counts as an input.
func (s *Session) Resize(cols, rows int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noteInput()
	s.stopSync()
	s.term.Resize(cols, rows)
	s.touch(time.Now())
	screen := s.screen()
	s.rec.resize(screen)
	err := s.dev.resize(screen.Cols, screen.Rows)
	s.publish()
	return err
}

// Signal sends a signal, by its name without SIG, to the foreground process
// group of the terminal. It counts as an input.
func (s *Session) Signal(name string) error {
	s.mu.Lock()
	if s.isReaped() {
		s.mu.Unlock()
		return ErrExited
	}
	s.noteInput()
	s.mu.Unlock()
	return s.dev.signal(name, s.cmd.Process.Pid)
}

// Mark writes a marker event into the cast.
func (s *Session) Mark(label string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.catchUp()
	s.rec.mark(label)
}

// Modes returns the terminal's modes, for the encoding of keys.
func (s *Session) Modes() emulator.Modes {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.screen().Modes
}

// CellSize returns the size of a cell in pixels, as the program is told it.
func (s *Session) CellSize() (width, height int) {
	return cmp.Or(s.conf.Terminal.CellWidth, 10), cmp.Or(s.conf.Terminal.CellHeight, 20)
}

// CastSeq returns the number of event lines in the cast so far.
func (s *Session) CastSeq() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.catchUp()
}

// SyncCuts returns and forgets at which CastSeq synchronized updates were cut
// off because the program left them open for 1 s.
func (s *Session) SyncCuts() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	cuts := s.syncCuts
	s.syncCuts = nil
	return cuts
}

// Redrawn reports whether the cast went over from the program's bytes to
// redraws of the screen, because of a secret or of CastLimit.
func (s *Session) Redrawn() (secret, limit bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rec.secretShown, s.rec.limited
}

// CastFull reports whether the cast has reached CastMax: what the program has
// written since then is on the screen alone.
func (s *Session) CastFull() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rec.full
}

// Err returns what broke the session itself: a fault of the terminal engine, a
// cast that cannot be written; nil if nothing did.
func (s *Session) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fault != nil {
		return s.fault
	}
	return s.rec.err
}

func (s *Session) isReaped() bool {
	select {
	case <-s.reaped:
		return true
	default:
		return false
	}
}
