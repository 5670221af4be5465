package encode

import (
	"io"

	"scenario/emulator"
	"scenario/emulator/redraw"
)

// PlainText writes the text of a screen, a row a line, without trailing blanks.
func PlainText(w io.Writer, s *emulator.Screen) error {
	for r := range s.Rows {
		if _, err := io.WriteString(w, s.RowText(r)+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// ANSI writes a screen as text with its colours, attributes and hyperlinks (SGR
// and OSC 8), a row a line, without trailing blanks: a terminal that prints it
// shows the screen. Colours are those that the program asked for.
func ANSI(w io.Writer, s *emulator.Screen) error {
	_, err := w.Write(redraw.AppendLines(nil, s))
	return err
}
