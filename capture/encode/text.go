package encode

import (
	"image"
	"io"

	"scenario/emulator"
)

// PlainText writes the text of some cells of a screen, a row a line, without trailing
// blanks.
func PlainText(w io.Writer, s *emulator.Screen, cells image.Rectangle) error {
	for r := cells.Min.Y; r < cells.Max.Y; r++ {
		text := s.Table.CellText(s.Row(r)[cells.Min.X:cells.Max.X])
		if _, err := io.WriteString(w, text+"\n"); err != nil {
			return err
		}
	}
	return nil
}
