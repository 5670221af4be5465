package session

import (
	"fmt"
	"time"

	"scenario/emulator"
)

// View is what a condition looks at: one complete screen (never one in the
// middle of a synchronized update) and what else is known at that moment. It
// is immutable.
type View struct {
	Screen     *emulator.Screen
	Scrollback []emulator.Line // oldest first
	Marks      []emulator.Mark // the latest shell marks, at most 4096, oldest first
	MarksSeen  int             // how many there were in all
	Exit       *Exit           // the program has ended, and all its output is on the screen
	CastSeq    int             // event lines in the cast

	Now       time.Time // when the view was taken
	Started   time.Time
	Changed   time.Time // the last change of a cell
	LastInput time.Time // zero: none yet
	// Answered is the first output after the last input (or the start); zero:
	// none yet.
	Answered time.Time
	// NoEcho is true while the terminal is in the line mode without echo in
	// which passwords are read.
	NoEcho bool
	// BellsAtInput is Screen.Bells when the last input was written.
	BellsAtInput int
	// InputScreen is the screen when the last input was written; nil before.
	InputScreen *emulator.Screen
	Unanswered  []string // terminal queries that got no answer, newest last, at most 8
}

// Exit is how a program ended.
type Exit struct {
	Status int    // 0 to 255; -1 when a signal ended it
	Signal string // "KILL"; "" when it exited
	Ended  bool   // the runner ended it (Close)
	At     time.Time
}

// String says how the program ended, to be read after its name: "ended with
// status 1".
func (x Exit) String() string {
	if x.Signal != "" {
		return "was ended by signal " + x.Signal
	}
	return fmt.Sprintf("ended with status %d", x.Status)
}

// state is what is known of the terminal. Its owner is Session.mu.
type state struct {
	escape bool // the last input was an ESC of its own
	term   emulator.Terminal
	rec    *recorder
	fault  error // the engine broke; it is fed no more

	frame      *emulator.Screen // the last complete screen that was copied
	scrollback []emulator.Line  // as it was with it
	stale      bool             // the terminal may show something else by now

	marks      []emulator.Mark
	marksSeen  int
	unanswered []string

	outputs    int // reads that had output
	lastOutput time.Time
	touched    time.Time // when the screen may have changed last
	changed    time.Time // when a cell changed last, as far as screens were copied

	lastInput    time.Time
	answered     time.Time
	bellsAtInput int
	inputScreen  *emulator.Screen
	looked       glance // the last look at the tree

	sync     *time.Timer // cuts off the synchronized update that is open
	syncNo   int         // counts the updates
	syncCuts []int

	exit    *Exit
	ending  bool // Close has begun
	waiters []*waiter
	pulse   chan struct{} // closed at the next output or exit; nil: nobody listens
	preview preview
}

const (
	maxMarks      = 4096
	maxUnanswered = 8
)

// View returns the present view.
func (s *Session) View() *View {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.exact(s.view())
}

// screen returns the last complete screen. It is never changed again.
func (s *Session) screen() *emulator.Screen {
	if s.frame != nil && (!s.stale || s.term.Synchronized()) {
		return s.frame
	}
	old := s.frame
	next := &emulator.Screen{}
	if old != nil {
		next = old.Clone() // rows that did not change are not converted again
	}
	s.term.Snapshot(next)
	if old != nil && cellsDiffer(old, next) {
		s.changed = s.touched
	}
	s.frame, s.stale = next, false
	s.scrollback = s.term.Scrollback()
	return next
}

func cellsDiffer(a, b *emulator.Screen) bool {
	if a.Cols != b.Cols || a.Rows != b.Rows {
		return true
	}
	for r := range a.Rows {
		if a.Gen[r] == b.Gen[r] {
			continue
		}
		x, y := a.Row(r), b.Row(r)
		for i := range x {
			if x[i] != y[i] {
				return true
			}
		}
	}
	return false
}

// view makes the present view; mu is held.
func (s *Session) view() *View {
	screen := s.screen()
	return &View{
		Screen:       screen,
		Scrollback:   s.scrollback,
		Marks:        s.marks[max(0, len(s.marks)-maxMarks):],
		MarksSeen:    s.marksSeen,
		Exit:         s.exit,
		CastSeq:      s.rec.events(),
		Now:          time.Now(),
		Started:      s.started,
		Changed:      s.changed,
		LastInput:    s.lastInput,
		Answered:     s.answered,
		NoEcho:       s.dev.noEcho(),
		BellsAtInput: s.bellsAtInput,
		InputScreen:  s.inputScreen,
		Unanswered:   s.unanswered,
	}
}

// exact makes sure that a replay of the first v.CastSeq events of the cast
// shows v, also where the cast holds redraws or something is held back; mu is
// held.
func (s *Session) exact(v *View) *View {
	w := *v
	switch {
	case v.Screen == s.screen():
		w.CastSeq = s.catchUp()
	case s.rec.redraws():
		s.rec.draw(v.Screen)
		s.rec.dirty = true
		w.CastSeq = s.rec.events()
	}
	return &w
}

// noteInput notes that an input is about to reach the program; mu is held.
func (s *Session) noteInput() {
	screen := s.screen()
	s.inputScreen, s.bellsAtInput = screen, screen.Bells
	s.lastInput, s.answered = time.Now(), time.Time{}
}
