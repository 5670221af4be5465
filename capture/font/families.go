package font

import _ "embed"

// The faces of the default family are embedded as they are: nearly every picture
// needs them. What is needed now and then is compressed in blocks; data/build.py
// makes it.

//go:embed data/JetBrainsMono-Regular.ttf
var jetBrainsRegular []byte

//go:embed data/JetBrainsMono-Bold.ttf
var jetBrainsBold []byte

//go:embed data/JetBrainsMono-Italic.ttf
var jetBrainsItalic []byte

//go:embed data/JetBrainsMono-BoldItalic.ttf
var jetBrainsBoldItalic []byte

//go:embed data/DejaVuSansMono.ttf.blocks
var dejaVuRegular []byte

//go:embed data/DejaVuSansMono-Bold.ttf.blocks
var dejaVuBold []byte

//go:embed data/NotoSansSymbols2.ttf.blocks
var notoSymbols []byte

//go:embed data/SymbolsNerdFont.ttf.blocks
var nerdSymbols []byte

//go:embed data/Twemoji.ttf.blocks
var twemoji []byte

//go:embed data/Unifont.bitmaps.blocks
var unifont []byte

// Default is the family that text is drawn in unless another is asked for.
const Default = "JetBrains Mono"

// Family is one or several faces that are searched together.
type Family struct {
	Name    string
	Version string // of the font; "" for a file
	Licence string // SPDX expression; "" for a file
	// Text is whether the family can be that of the text: its letters have one
	// width.
	Text bool

	faces [4]*source // by Style; a nil one is made from another
	place placement
}

// Faces returns how many styles are not made from others.
func (f *Family) Faces() int {
	n := 0
	for _, s := range f.faces {
		if s != nil {
			n++
		}
	}
	return n
}

// bits reports whether the family is one of bitmaps.
func (f *Family) bits() bool { return f.faces[Regular] != nil && f.faces[Regular].bits }

// placement is how the glyphs of a family are put into cells.
type placement uint8

const (
	onOrigin placement = iota // as the font says: it is monospaced
	fitted                    // in the middle, and made smaller where the cells are narrower
	icons                     // fitted, in the middle of the cell's height
	pictures                  // a square, as large as the cells allow
)

// embedded are the families of the program, in the order in which they are
// searched.
func embedded() []*Family {
	return []*Family{
		{
			Name: Default, Version: "2.211", Licence: "OFL-1.1", Text: true,
			faces: [4]*source{
				Regular:       {data: jetBrainsRegular},
				Bold:          {data: jetBrainsBold},
				Italic:        {data: jetBrainsItalic},
				Bold | Italic: {data: jetBrainsBoldItalic},
			},
		},
		{
			Name: "DejaVu Sans Mono", Version: "2.37", Licence: "Bitstream-Vera", Text: true,
			faces: [4]*source{
				Regular: {data: dejaVuRegular, packed: true},
				Bold:    {data: dejaVuBold, packed: true},
			},
		},
		{
			Name: "Noto Sans Symbols 2", Version: "2.008", Licence: "OFL-1.1", place: fitted,
			faces: [4]*source{{data: notoSymbols, packed: true}},
		},
		{
			Name: "Symbols Nerd Font", Version: "3.4.0", Licence: "MIT AND OFL-1.1 AND Apache-2.0 AND CC-BY-4.0", place: icons,
			faces: [4]*source{{data: nerdSymbols, packed: true}},
		},
		{
			Name: "Twemoji", Version: "15.0.3", Licence: "OFL-1.1 AND CC-BY-4.0", place: pictures,
			faces: [4]*source{{data: twemoji, packed: true}},
		},
		{
			Name: "Unifont", Version: "15.0.01", Licence: "OFL-1.1", place: fitted,
			faces: [4]*source{{data: unifont, packed: true, bits: true}},
		},
	}
}
