package vt

import "fmt"

// Size is the size of a screen in cells and of a cell in pixels.
type Size struct{ Cols, Rows, CellWidth, CellHeight int }

// Report answers the XTWINOPS that ask for a state or a size of the window;
// "" for others.
func (s Size) Report(op int) string {
	w, h := s.CellWidth, s.CellHeight
	switch op {
	case 11: // not iconified
		return "\x1b[1t"
	case 13:
		return "\x1b[3;0;0t"
	case 14:
		return fmt.Sprintf("\x1b[4;%d;%dt", s.Rows*h, s.Cols*w)
	case 15:
		return fmt.Sprintf("\x1b[5;%d;%dt", s.Rows*h, s.Cols*w)
	case 16:
		return fmt.Sprintf("\x1b[6;%d;%dt", h, w)
	case 18:
		return fmt.Sprintf("\x1b[8;%d;%dt", s.Rows, s.Cols)
	case 19:
		return fmt.Sprintf("\x1b[9;%d;%dt", s.Rows, s.Cols)
	}
	return ""
}

// InBand is the in-band resize report of mode 2048.
func (s Size) InBand() string {
	return fmt.Sprintf("\x1b[48;%d;%d;%d;%dt", s.Rows, s.Cols, s.Rows*s.CellHeight, s.Cols*s.CellWidth)
}
