package capture

import (
	"fmt"
	"io"
	"strings"
	"time"

	"scenario/capture/cast"
	"scenario/capture/theme"
)

// retimed writes a recording as a cast that plays as its GIF does: what was
// written between two frames comes in one piece, at the time of the second.
// Input is left out, it has no place of its own there.
// It is an asciicast of version 2 or 3.
func (s *Source) retimed(p *plan, w io.Writer, t theme.Theme, version int) error {
	pl, err := s.play(p.session, p.moments)
	if err != nil {
		return err
	}
	defer pl.stop()
	h := pl.cast.Header()
	out, err := cast.NewWriter(w, cast.Header{Version: version, Cols: h.Cols, Rows: h.Rows, Term: h.Term, Theme: castTheme(t)})
	if err != nil {
		return err
	}
	var pending strings.Builder
	var fail error
	at := time.Duration(0)
	emit := func(e cast.Event) {
		if fail == nil {
			fail = out.Write(e)
		}
	}
	flush := func() {
		if pending.Len() > 0 {
			emit(cast.Event{Time: at, Code: cast.Output, Data: pending.String()})
			pending.Reset()
		}
	}
	// Other players don't know what the clock decided.
	pl.cut = func() { pending.WriteString("\x1b[?2026l") }
	pl.line = func(e cast.Event) {
		switch e.Code {
		case cast.Output:
			pending.WriteString(e.Data)
		case cast.Resize:
			flush()
			emit(cast.Event{Time: at, Code: cast.Resize, Data: e.Data})
		}
	}
	for _, f := range p.frames {
		at = f.at
		if _, err := pl.seek(f.castSeq); err != nil {
			return err
		}
		flush()
	}
	// The end of the last frame: players stop at the last event.
	if version >= 3 {
		emit(cast.Event{Time: p.end, Code: cast.Exit, Data: "0"})
	} else {
		emit(cast.Event{Time: p.end, Code: cast.Output})
	}
	if fail != nil {
		return fail
	}
	return out.Close()
}

func castTheme(t theme.Theme) *cast.Theme {
	c := &cast.Theme{Fg: hex(t.Fg), Bg: hex(t.Bg)}
	for _, p := range t.Palette {
		c.Palette = append(c.Palette, hex(p))
	}
	return c
}

func hex(c theme.RGB) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
