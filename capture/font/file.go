package font

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strings"
)

// MaxFile is the size of the largest font file that is read.
const MaxFile = 64 << 20

// ErrNoText says that a family can only be a fallback.
var ErrNoText = errors.New("not a font of text: its letters have several widths, or are not all there")

// IsFile reports whether a font is named by its file, not by its family.
func IsFile(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2":
		return true
	}
	return strings.ContainsAny(name, `/\\`)
}

// Load reads a TrueType or OpenType font, or the first one of a collection, as a
// family of one face; bold and italic are made from it. Its name is given. The
// error says what is wrong with the file, and what to do about it.
func Load(name string, data []byte) (*Family, error) {
	switch {
	case bytes.HasPrefix(data, []byte("wOFF")), bytes.HasPrefix(data, []byte("wOF2")):
		return nil, errors.New("web fonts (WOFF) are not read: give the TTF or OTF file")
	case len(data) > MaxFile:
		return nil, fmt.Errorf("larger than %d MB", MaxFile>>20)
	}
	src := &source{data: data}
	if err := src.load(); err != nil {
		return nil, fmt.Errorf("not a font that can be read: %w", err)
	}
	f := &Family{Name: name, faces: [4]*source{src}, place: fitted}
	if src.color != nil {
		f.place = pictures
		return f, nil
	}
	if f.Text = monospaced(src); f.Text {
		f.place = onOrigin
	}
	return f, nil
}

// monospaced reports whether a font has all printable characters of ASCII, in
// one width.
func monospaced(src *source) bool {
	var b buffer
	width := int64(0)
	for r := '!'; r <= '~'; r++ {
		g := src.index(&b, r)
		if g == 0 {
			return false
		}
		o, err := src.outline(&b, g)
		if err != nil || o.advance <= 0 || width != 0 && o.advance != width {
			return false
		}
		width = o.advance
	}
	return true
}
