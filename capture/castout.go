package capture

import (
	"fmt"
	"image"
	"io"
	"strings"
	"time"

	"scenario/capture/cast"
	"scenario/capture/theme"
	"scenario/capture/timeline"
	"scenario/emulator"
	"scenario/emulator/redraw"
	"scenario/event"
)

// retimed writes a recording as an asciicast of version 2 or 3 that plays as its
// GIF does.
func (s *Source) retimed(p *plan, w io.Writer, t theme.Theme, version int) error {
	write, size := s.redrawn, image.Pt(p.frames[0].cols, p.frames[0].rows)
	if len(p.moments) == 0 {
		write, size = s.retimedOutput, p.header
	}
	h := cast.Header{Version: version, Cols: size.X, Rows: size.Y, Term: "xterm-256color", Theme: castTheme(t)}
	out, err := cast.NewWriter(w, h)
	if err == nil {
		err = write(p, out)
	}
	if err != nil {
		return err
	}
	// The end of the last frame: players stop at the last event.
	last := cast.Event{Time: p.end, Code: cast.Exit, Data: "0"}
	if version < 3 {
		last = cast.Event{Time: p.end, Code: cast.Output}
	}
	if err := out.Write(last); err != nil {
		return err
	}
	return out.Close()
}

// redrawn writes the frames of a run as redraws of their screens. The same
// screens give the same bytes, however the program came to draw them, and
// nothing is left of what was hidden.
func (s *Source) redrawn(p *plan, out *cast.Writer) error {
	var last *emulator.Screen
	chapters := p.chapters()
	mark := func(until time.Duration) error {
		for ; len(chapters) > 0 && chapters[0].At <= until; chapters = chapters[1:] {
			if err := out.Write(cast.Event{Time: chapters[0].At, Code: cast.Marker, Data: chapters[0].Text}); err != nil {
				return err
			}
		}
		return nil
	}
	err := s.each(p, func(i int, scr *emulator.Screen) error {
		at := p.frames[i].at
		if err := mark(at); err != nil {
			return err
		}
		if last != nil && last.SameCells(scr) { // only what is said over it is another
			return nil
		}
		if last != nil && (last.Cols != scr.Cols || last.Rows != scr.Rows) {
			if err := out.Write(cast.Event{Time: at, Code: cast.Resize, Data: cast.FormatSize(scr.Cols, scr.Rows)}); err != nil {
				return err
			}
		}
		data := redraw.Append(nil, last, scr)
		last = copyScreen(last, scr)
		return out.Write(cast.Event{Time: at, Code: cast.Output, Data: string(data)})
	})
	if err != nil {
		return err
	}
	return mark(p.end)
}

// chapters are the titles of a recording: markers of a cast.
func (p *plan) chapters() (list []timeline.Cue) {
	for _, c := range p.cues {
		if c.Do == event.DoChapter && c.Text != "" {
			list = append(list, c)
		}
	}
	return list
}

// retimedOutput writes the output of a bare cast: what was written between two
// frames comes in one piece, at the time of the second. Input is left out, it
// has no place of its own there.
func (s *Source) retimedOutput(p *plan, out *cast.Writer) error {
	pl, err := s.play(p.session, nil)
	if err != nil {
		return err
	}
	defer pl.stop()
	var pending strings.Builder
	var fail error
	at := time.Duration(0)
	flush := func() {
		if pending.Len() > 0 && fail == nil {
			fail = out.Write(cast.Event{Time: at, Code: cast.Output, Data: pending.String()})
			pending.Reset()
		}
	}
	pl.line = func(e cast.Event) {
		switch e.Code {
		case cast.Output:
			pending.WriteString(e.Data)
		case cast.Marker:
			if pl.seq < p.frames[0].castSeq {
				return // before the part that is drawn
			}
			flush()
			if fail == nil {
				fail = out.Write(cast.Event{Time: at, Code: cast.Marker, Data: e.Data})
			}
		case cast.Resize:
			flush()
			if fail == nil {
				fail = out.Write(cast.Event{Time: at, Code: cast.Resize, Data: e.Data})
			}
		}
	}
	for _, f := range p.frames {
		at = f.at
		if _, err := pl.seek(f.castSeq); err != nil {
			return err
		}
		flush()
	}
	return fail
}

func castTheme(t theme.Theme) *cast.Theme {
	c := &cast.Theme{Fg: hex(t.Fg), Bg: hex(t.Bg)}
	for _, p := range t.Palette {
		c.Palette = append(c.Palette, hex(p))
	}
	return c
}

func hex(c theme.RGB) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
