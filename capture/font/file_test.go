package font

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
)

func TestLoad(t *testing.T) {
	for _, tt := range []struct {
		name string
		data []byte
		text bool
		err  string
	}{
		{"monospaced", gomono.TTF, true, ""},
		{"proportional", goregular.TTF, false, ""},
		{"one of ours", jetBrainsBold, true, ""},
		{"woff", []byte("wOFF\x00\x01\x00\x00"), false, "web fonts (WOFF) are not read"},
		{"woff2", []byte("wOF2\x00\x01\x00\x00"), false, "web fonts (WOFF) are not read"},
		{"empty", nil, false, "not a font that can be read"},
		{"a picture", []byte("\x89PNG\r\n\x1a\n0000000000000000"), false, "not a font that can be read"},
		{"cut off", gomono.TTF[:9000], false, "not a font that can be read"},
	} {
		f, err := Load("x.ttf", tt.data)
		switch {
		case tt.err != "":
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s: error %v, want %q", tt.name, err, tt.err)
			}
		case err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case f.Text != tt.text:
			t.Errorf("%s: of text %v", tt.name, f.Text)
		}
	}
}

// A font of a scenario is drawn first, in its own metrics, in four styles; what
// it lacks comes from the fallbacks, then from the program.
func TestChain(t *testing.T) {
	mono, err := Load("mono.ttf", gomono.TTF)
	if err != nil {
		t.Fatal(err)
	}
	prop, err := Load("regular.ttf", goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	set := NewSet()
	unifont, _ := set.Family("unifont")
	f := set.With(mono, unifont, prop).Face(Options{Size: 20})
	if f.Metrics() == set.Metrics(Options{Size: 20}) {
		t.Error("metrics are those of the program's own font")
	}
	for text, want := range map[string]string{"a": "mono.ttf", "✓": "Unifont", "⏺": "Unifont", "😀": "Twemoji", "─": "geometry", "\uf09b": "Symbols Nerd Font", "\u0378": "none"} {
		cols := 1
		if text == "😀" {
			cols = 2
		}
		if got := f.Source(text, cols); got != want {
			t.Errorf("%s comes from %s, want %s", text, got, want)
		}
	}
	seen := [][]uint8{}
	for style := Regular; style <= Bold|Italic; style++ {
		m := f.Rune('n', style, 1)
		if slices.ContainsFunc(seen, func(p []uint8) bool { return bytes.Equal(p, m.Pix) }) || m.Blank() {
			t.Errorf("style %d is blank or like another", style)
		}
		seen = append(seen, m.Pix)
	}
	// Letters of several widths are made to fit their cell.
	g := set.With(mono, prop).Face(Options{Size: 40})
	if m := g.Rune('Ω', Regular, 1); m.Missing || m.Blank() {
		t.Error("a fallback draws nothing")
	}
}

// emojiFile is the font of emoji.
func emojiFile(t testing.TB) *io.SectionReader {
	file, err := NewSet().families[4].faces[0].open()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// Whatever is in a font file, reading and drawing it ends, without a panic.
func FuzzLoad(f *testing.F) {
	f.Add(gomono.TTF[:4096], 'a')
	f.Add([]byte("OTTO\x00\x01\x00\x00"), 'a')
	f.Add([]byte("ttcf\x00\x01\x00\x00\x00\x00\x00\x01\x00\x00\x00\x10"), 'a')
	emoji, err := io.ReadAll(emojiFile(f))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(emoji[:len(emoji)/64], '😀')
	f.Fuzz(func(t *testing.T, data []byte, r rune) {
		family, err := Load("x.ttf", data)
		if err != nil {
			return
		}
		face := NewSet().With(family).Face(Options{Size: 12})
		for style := Regular; style <= Bold|Italic; style++ {
			face.Rune(r, style, 1)
			face.Text(string(r)+"\ufe0f\u200d"+string(r), style, 2)
		}
	})
}

func FuzzLigatures(f *testing.F) {
	tables, err := readTables(emojiFile(f), "COLR", "CPAL", "GSUB")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(tables["GSUB"], tables["COLR"], tables["CPAL"], uint16(3))
	f.Fuzz(func(t *testing.T, gsub, colr, cpal []byte, g uint16) {
		if l, err := readLigatures(gsub); err == nil {
			l.without(glyph(g))
			l.find([]glyph{glyph(g), 1, 2})
		}
		if c, err := newColorTable(map[string][]byte{"COLR": colr, "CPAL": cpal}); err == nil && c.has(glyph(g)) {
			c.of(glyph(g))
		}
	})
}

func FuzzBitmaps(f *testing.F) {
	f.Add([]byte("\x01\x00\x00\x00A\x00\x00\x00\x01\x00\x00\x00\x10\x00\x00\x000123456789abcdef"), 'A')
	f.Fuzz(func(t *testing.T, data []byte, r rune) {
		file := io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data)))
		if b, err := newBitmaps(file); err == nil && b.index(r) != 0 {
			b.outline(glyph(r))
		}
	})
}
