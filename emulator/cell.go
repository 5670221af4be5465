package emulator

// Color is the colour of a cell as the program asked for it, not as a theme
// shows it: the default colour, one of 256 palette entries, or 24-bit RGB.
// The zero value is the default colour.
type Color uint32

const (
	colorIndexed Color = 1 << 24
	colorRGB     Color = 2 << 24
)

// DefaultColor is the terminal's default foreground or background.
const DefaultColor Color = 0

// Indexed returns palette entry i (0-15 ANSI, 16-231 cube, 232-255 greys).
func Indexed(i uint8) Color { return colorIndexed | Color(i) }

// RGB returns a 24-bit colour.
func RGB(r, g, b uint8) Color { return colorRGB | Color(r)<<16 | Color(g)<<8 | Color(b) }

// IsDefault reports whether c is the default colour.
func (c Color) IsDefault() bool { return c == DefaultColor }

// Index returns the palette entry that c names.
func (c Color) Index() (i uint8, ok bool) { return uint8(c), c&^0xffffff == colorIndexed }

// Components returns the red, green and blue of a 24-bit colour.
func (c Color) Components() (r, g, b uint8, ok bool) {
	return uint8(c >> 16), uint8(c >> 8), uint8(c), c&^0xffffff == colorRGB
}

// Attr is the set of a cell's attributes, the style of its underline and its
// width, packed in 16 bits.
type Attr uint16

// The attributes that SGR sets (ECMA-48 8.3.117, xterm ctlseqs "SGR").
const (
	Bold Attr = 1 << iota
	Dim
	Italic
	Blink
	Reverse
	Conceal
	Strike
	Overline

	// WideHead is the left cell of a character two cells wide, WideTail the
	// right one, which has no glyph of its own.
	WideHead
	WideTail

	underlineShift = 10
	underlineMask  = Attr(7) << underlineShift
)

// Underline is the style of an underline (SGR 4:0 to 4:5).
type Underline uint8

// The underline styles, numbered as SGR 4:n numbers them.
const (
	UnderlineNone Underline = iota
	UnderlineSingle
	UnderlineDouble
	UnderlineCurly
	UnderlineDotted
	UnderlineDashed
)

// Underline returns the style of the underline in a.
func (a Attr) Underline() Underline { return Underline(a & underlineMask >> underlineShift) }

// WithUnderline returns a with its underline style set to u.
func (a Attr) WithUnderline(u Underline) Attr {
	return a&^underlineMask | Attr(u)<<underlineShift
}

// Has reports whether all the bits of b are set in a.
func (a Attr) Has(b Attr) bool { return a&b == b }

// Glyph is what a cell shows: 0 for a blank, a Unicode code point, or (with
// the top bit set) the number of a grapheme cluster in the screen's Table.
type Glyph uint32

const glyphCluster Glyph = 1 << 31

// Cluster returns the number of the cluster that g stands for.
func (g Glyph) Cluster() (n int, ok bool) { return int(g &^ glyphCluster), g&glyphCluster != 0 }

// Cell is one character cell, 16 bytes, comparable with ==. Two cells of one
// terminal (or of two screens that share a Table) look the same exactly when
// they are equal.
type Cell struct {
	Glyph  Glyph
	Fg, Bg Color
	Attr   Attr
	// Ext is the number of the cell's underline colour and hyperlink in the
	// screen's Table; 0 is neither.
	Ext uint16
}

// Width returns the number of columns that the character in c covers: 1 or
// 2, and 0 for the right half of a wide character.
func (c Cell) Width() int {
	switch {
	case c.Attr.Has(WideHead):
		return 2
	case c.Attr.Has(WideTail):
		return 0
	}
	return 1
}

// Ext is the rarely used part of a cell's look.
type Ext struct {
	UnderlineColor Color // DefaultColor: as the foreground
	Link           Link
}

// Link is an OSC 8 hyperlink; the zero value is none.
type Link struct{ ID, URL string }
