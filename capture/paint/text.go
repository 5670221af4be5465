package paint

import (
	"image"
	"image/draw"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"scenario/capture/font"
)

// Text sets lines of text in one size. It belongs to one goroutine at a time.
type Text struct {
	face *font.Face
	m    font.Metrics
}

// textLevels is how many steps lead from no ink to all: few, so that labels fit
// into the palette of a recording.
const textLevels = 8

// NewText returns the embedded fonts at a size in pixels.
func NewText(set *font.Set, size int) *Text {
	f := set.Face(font.Options{Size: max(size, font.MinSize)})
	return &Text{face: f, m: f.Metrics()}
}

// Height is that of a line.
func (t *Text) Height() int { return t.m.CellH }

// Width returns how wide a line is.
func (t *Text) Width(s string) int { return ansi.GraphemeWidth.StringWidth(Line(s)) * t.m.CellW }

// Line is a text as one line, without control characters.
func Line(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case r < ' ' || r >= 0x7f && r < 0xa0:
			return -1
		}
		return r
	}, s)
}

// Draw draws a line; at is its upper left corner. Emoji keep their own colours.
func (t *Text) Draw(dst draw.Image, at image.Point, s string, style font.Style, c Color) {
	for s = Line(s); s != ""; {
		cluster, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		s = s[len(cluster):]
		if width < 1 {
			continue
		}
		if m := t.face.Text(cluster, style, min(width, 2)); m.Color != nil {
			Over(dst, at, picture(m))
		} else {
			Cover(dst, at, ink(m), c)
		}
		at.X += width * t.m.CellW
	}
}

// ink is the coverage of a character, in few steps.
func ink(m *font.Mask) *image.Alpha {
	img := image.NewAlpha(image.Rect(0, 0, m.W, m.H))
	for i, cover := range m.Pix {
		img.Pix[i] = uint8((int(cover)*(textLevels-1) + 127) / 255 * 255 / (textLevels - 1))
	}
	return img
}

// picture is a character with colours of its own: an emoji.
func picture(m *font.Mask) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, m.W, m.H))
	for i, c := range m.Color {
		img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], img.Pix[4*i+3] = c.R, c.G, c.B, c.A
	}
	return img
}

// Fit cuts a line to a width, with an ellipsis where something is missing.
func (t *Text) Fit(s string, width int) string {
	return ansi.GraphemeWidth.Truncate(Line(s), max(width/t.m.CellW, 0), "…")
}

// Wrap breaks a text at blanks and newlines into lines of at most the width, at
// most so many of them.
func (t *Text) Wrap(s string, width, most int) []string {
	cols := max(width/t.m.CellW, 1)
	var lines []string
	for part := range strings.Lines(s) {
		for line := range strings.Lines(ansi.GraphemeWidth.Wrap(Line(strings.TrimSpace(part)), cols, "")) {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	if len(lines) > most {
		lines = lines[:most]
		lines[most-1] = t.Fit(lines[most-1]+" …", width)
	}
	return lines
}
