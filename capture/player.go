package capture

import (
	"errors"
	"fmt"
	"io"

	"scenario/capture/cast"
	"scenario/emulator"
	"scenario/event"
)

// player replays a cast in a terminal, line by line.
type player struct {
	close  io.Closer
	cast   *cast.Reader
	term   emulator.Terminal
	seq    int   // event lines read
	cuts   []int // lines after which an open synchronized update was cut off
	screen emulator.Screen
	// line is told of every line that is read; nil: nobody is.
	line func(e cast.Event)
	done bool
}

// play opens the cast of a session. moments are the session's; they say what
// the clock decided while running.
func (s *Source) play(session string, moments []event.TimelinePayload) (*player, error) {
	c, r, err := s.openCast(session)
	if err != nil {
		return nil, err
	}
	p := &player{close: c, cast: r}
	for _, m := range moments {
		if m.Do == event.DoSyncCut {
			p.cuts = append(p.cuts, m.CastSeq)
		}
	}
	h := r.Header()
	if p.term, err = s.terminal(h.Cols, h.Rows); err != nil {
		c.Close()
		return nil, err
	}
	return p, nil
}

// seek replays up to line seq, or to the end of the cast, and returns the
// screen. It only goes forward. The screen is valid until the next call.
func (p *player) seek(seq int) (*emulator.Screen, error) {
	for p.seq < seq && !p.done {
		if err := p.next(); err != nil {
			return nil, err
		}
	}
	p.term.Snapshot(&p.screen)
	return &p.screen, nil
}

func (p *player) next() error {
	e, err := p.cast.Next()
	if errors.Is(err, io.EOF) {
		p.done = true
		return nil
	}
	if err != nil {
		return err
	}
	p.seq++
	if err := p.play(e); err != nil {
		return err
	}
	if p.line != nil {
		p.line(e)
	}
	for len(p.cuts) > 0 && p.cuts[0] <= p.seq {
		p.cuts = p.cuts[1:]
		p.term.EndSynchronized()
	}
	return nil
}

// play gives an event to the terminal.
func (p *player) play(e cast.Event) error {
	switch e.Code {
	case cast.Output:
		// A fault of the engine leaves the screen before it; the run has
		// reported it.
		_ = p.term.Write([]byte(e.Data))
		p.term.Replies()
		p.term.Marks()
	case cast.Resize:
		cols, rows, err := cast.ParseSize(e.Data)
		if err != nil {
			return fmt.Errorf("cast line %d: %w", p.seq, err)
		}
		p.term.Resize(cols, rows)
	}
	return nil
}

func (p *player) stop() { p.close.Close() }

// blank reports whether a screen shows nothing but the cursor.
func blank(s *emulator.Screen) bool {
	for _, c := range s.Cells {
		if c != (emulator.Cell{}) {
			return false
		}
	}
	return true
}
