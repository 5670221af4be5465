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
	marks := p.marks()
	err := s.each(p, func(i int, scr *emulator.Screen) error {
		at := p.frames[i].at
		if err := marks.write(out, at); err != nil {
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
	return marks.write(out, p.end)
}

// marks are the beginnings of chapters: markers of a cast.
type marks []cast.Event

func (p *plan) marks() (list marks) {
	for _, c := range p.cues {
		if (c.Do == event.DoChapter || c.Do == timeline.DoMarker) && c.Text != "" {
			list = append(list, cast.Event{Time: c.At, Code: cast.Marker, Data: c.Text})
		}
	}
	return list
}

// write writes those up to a time that have not been written.
func (m *marks) write(out *cast.Writer, until time.Duration) error {
	for ; len(*m) > 0 && (*m)[0].Time <= until; *m = (*m)[1:] {
		if err := out.Write((*m)[0]); err != nil {
			return err
		}
	}
	return nil
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
	at, marks := time.Duration(0), p.marks()
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
		case cast.Resize:
			flush()
			if fail == nil {
				fail = out.Write(cast.Event{Time: at, Code: cast.Resize, Data: e.Data})
			}
		}
	}
	for _, f := range p.frames {
		at = f.at
		if err := marks.write(out, at); err != nil {
			return err
		}
		if _, err := pl.seek(f.castSeq); err != nil {
			return err
		}
		if flush(); fail != nil {
			return fail
		}
	}
	return marks.write(out, p.end)
}

func castTheme(t theme.Theme) *cast.Theme {
	c := &cast.Theme{Fg: hex(t.Fg), Bg: hex(t.Bg)}
	for _, p := range t.Palette {
		c.Palette = append(c.Palette, hex(p))
	}
	return c
}

func hex(c theme.RGB) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
