package font

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"scenario/internal/golden"
)

func face(o Options) *Face { return NewSet().Face(o) }

// TestMasksAreTheSameEverywhere holds the coverage of many glyphs to a committed
// hash: it must be the same on all processors, with all compilers.
func TestMasksAreTheSameEverywhere(t *testing.T) {
	h := sha256.New()
	set := NewSet()
	for _, o := range []Options{{Size: 6}, {Size: 13}, {Size: 20}, {Size: 22, LineHeight: 1250, LetterSpacing: 2}, {Size: 16, Scale: 2}} {
		f := set.Face(o)
		fmt.Fprintln(h, f.Metrics())
		for style := Regular; style <= Bold|Italic; style++ {
			for _, span := range [...][2]rune{{0x20, 0x17F}, {0x370, 0x3FF}, {0x2190, 0x27BF}, {0x2800, 0x28FF}, {0xE0A0, 0xE0D7}, {0x1FB00, 0x1FB8B}, {0x1CD00, 0x1CDE5}} {
				for r := span[0]; r <= span[1]; r++ {
					h.Write(f.Rune(r, style, 1).Pix)
				}
			}
			h.Write(f.Text("q\u0301", style, 1).Pix)
			for _, text := range []string{"東", "한", "あ", "⌛", "👩\u200d💻", "🇩🇪", "1\ufe0f\u20e3"} {
				m := f.Text(text, style, 2)
				h.Write(m.Pix)
				for _, c := range m.Color {
					h.Write([]byte{c.R, c.G, c.B, c.A})
				}
			}
			for _, r := range "\uf09b\U000f0001⏺🂡" {
				h.Write(f.Rune(r, style, 1).Pix)
			}
		}
	}
	golden.Check(t, filepath.Join("testdata", "masks.sha256"), []byte(hex.EncodeToString(h.Sum(nil))+"\n"))
}

func TestMetrics(t *testing.T) {
	tests := []struct {
		o    Options
		want Metrics
	}{
		{Options{}, Metrics{CellW: 10, CellH: 21, Em: 16, Baseline: 16, Stroke: 1, UnderlineY: 17, StrikeY: 12}},
		{Options{Size: 20}, Metrics{CellW: 12, CellH: 26, Em: 20, Baseline: 20, Stroke: 1, UnderlineY: 22, StrikeY: 14}},
		{Options{Size: 20, Scale: 2}, Metrics{CellW: 24, CellH: 52, Em: 40, Baseline: 40, Stroke: 3, UnderlineY: 44, StrikeY: 28}},
		{Options{Size: 20, LineHeight: 1500, LetterSpacing: 3}, Metrics{CellW: 15, CellH: 40, Em: 20, Baseline: 27, InsetX: 1, Stroke: 1, UnderlineY: 31, StrikeY: 21}},
	}
	for _, tt := range tests {
		if got := NewSet().Metrics(tt.o); got != tt.want {
			t.Errorf("%+v: got %+v, want %+v", tt.o, got, tt.want)
		}
	}
}

func TestFiller(t *testing.T) {
	tests := []struct {
		name string
		path []point
		want string // 4 x 2 pixels
	}{
		{"whole", []point{{0, 0}, {1024, 0}, {1024, 512}, {0, 512}}, "ff ff ff ff ff ff ff ff"},
		{"the other way", []point{{0, 0}, {0, 512}, {1024, 512}, {1024, 0}}, "ff ff ff ff ff ff ff ff"},
		{"half a pixel", []point{{256, 0}, {384, 0}, {384, 256}, {256, 256}}, "00 80 00 00 00 00 00 00"},
		{"quarter of four", []point{{128, 128}, {384, 128}, {384, 384}, {128, 384}}, "40 40 00 00 40 40 00 00"},
		{"triangle", []point{{0, 0}, {512, 512}, {0, 512}}, "80 00 00 00 ff 80 00 00"},
		{"beyond all edges", []point{{-5000, -5000}, {9000, -5000}, {9000, 9000}, {-5000, 9000}}, "ff ff ff ff ff ff ff ff"},
		{"left of it", []point{{-512, 0}, {-256, 0}, {-256, 512}, {-512, 512}}, "00 00 00 00 00 00 00 00"},
		{"right of it", []point{{1024, 0}, {1300, 0}, {1300, 512}, {1024, 512}}, "00 00 00 00 00 00 00 00"},
		{"overlapping twice", []point{{0, 0}, {1024, 0}, {1024, 256}, {0, 256}, {0, 0}, {1024, 0}, {1024, 256}, {0, 256}}, "ff ff ff ff 00 00 00 00"},
	}
	for _, tt := range tests {
		var f filler
		f.reset(4, 2)
		f.moveTo(tt.path[0])
		for _, p := range tt.path[1:] {
			f.lineTo(p)
		}
		pix := make([]uint8, 8)
		f.finish(pix)
		if got := fmt.Sprintf("% x", pix); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// sizes runs f for cells of many sizes and proportions.
func sizes(f func(*Face)) {
	set := NewSet()
	for size := MinSize; size <= 64; size++ {
		f(set.Face(Options{Size: size}))
	}
	f(set.Face(Options{Size: 18, LineHeight: 1400, LetterSpacing: 5}))
	f(set.Face(Options{Size: 31, LineHeight: 800, LetterSpacing: -3}))
	f(set.Face(Options{Size: 15, Scale: 3}))
}

func column(m *Mask, x int) []uint8 {
	var out []uint8
	for y := range m.H {
		out = append(out, m.Pix[y*m.W+x])
	}
	return out
}

func row(m *Mask, y int) []uint8 { return m.Pix[y*m.W : (y+1)*m.W] }

// Where arms of one weight meet at the edge of two cells, they cover the same
// pixels on both sides; edges without an arm are empty.
func TestBoxDrawingJoins(t *testing.T) {
	sizes(func(f *Face) {
		if f.Metrics().CellW < 5 {
			return // three lines and a space at both sides
		}
		h := [...][]uint8{light: column(f.Rune('─', 0, 1), 0), heavy: column(f.Rune('━', 0, 1), 0), double: column(f.Rune('═', 0, 1), 0)}
		v := [...][]uint8{light: row(f.Rune('│', 0, 1), 0), heavy: row(f.Rune('┃', 0, 1), 0), double: row(f.Rune('║', 0, 1), 0)}
		h[none], v[none] = make([]uint8, len(h[light])), make([]uint8, len(v[light]))
		if !slices.Contains(h[light], 255) || slices.Equal(h[light], h[heavy]) || slices.Equal(v[light], v[double]) {
			t.Fatalf("%+v: weights cannot be told apart", f.Metrics())
		}
		for r := rune(0x2500); r < 0x2580; r++ {
			a := arms[4*(r-0x2500):][:4]
			switch {
			case r >= 0x256D && r <= 0x2570:
				a = [...]string{"0110", "0011", "1001", "1100"}[r-0x256D]
			case a == "0000":
				continue
			}
			m := f.Rune(r, 0, 1)
			for i, got := range [...][]uint8{row(m, 0), column(m, m.W-1), row(m, m.H-1), column(m, 0)} {
				want := v[a[i]-'0']
				if i%2 == 1 {
					want = h[a[i]-'0']
				}
				if !slices.Equal(got, want) {
					t.Fatalf("%+v: %c side %d is %v, want %v", f.Metrics(), r, i, got, want)
				}
			}
		}
	})
}

// Blocks that complete each other fill the cell without gap or overlap.
func TestBlocksComplete(t *testing.T) {
	pairs := []string{
		"▀▄", "▌▐", "▘▟", "▝▙", "▖▜", "▗▛", "▚▞", "█ ", "\U0001fb00\U0001fb3b", "\U0001fb13\U0001fb28", "\U0001fb82▆", "\U0001fb86▁",
		"\U0001fb83▅", "\U0001fb84▃", "\U0001fb85▂", "\U0001fb87▊", "\U0001fb88▋", "\U0001fb89▍", "\U0001fb8a▎", "\U0001fb8b▏",
	}
	sizes(func(f *Face) {
		for _, pair := range pairs {
			r := []rune(pair)
			a, b := f.Rune(r[0], 0, 1), f.Rune(r[1], 0, 1)
			for i := range a.Pix {
				if int(a.Pix[i])+int(b.Pix[i]) != 255 {
					t.Errorf("%+v: %s does not fill pixel %d", f.Metrics(), pair, i)
					break
				}
			}
		}
	})
}

func TestProceduralGlyphsDiffer(t *testing.T) {
	f := face(Options{Size: 20})
	seen := map[string]rune{}
	check := func(from, to rune) {
		for r := from; r <= to; r++ {
			m := f.Rune(r, 0, 1)
			if m.Missing {
				t.Errorf("%U is missing", r)
			}
			if m.Blank() != (r == 0x2800) {
				t.Errorf("%U is blank: %v", r, m.Blank())
			}
			if o, ok := seen[string(m.Pix)]; ok {
				t.Errorf("%U looks like %U", r, o)
			}
			seen[string(m.Pix)] = r
		}
	}
	check(0x2500, 0x2593)
	check(0x2595, 0x259F)
	check(0x2800, 0x28FE)
	check(0x1FB01, 0x1FB0D)
	check(0x1CD00, 0x1CDE5)
	check(0x1FBE6, 0x1FBE7)
}

func TestCharacters(t *testing.T) {
	f := face(Options{Size: 20})
	for r := rune('!'); r <= '~'; r++ {
		for style := Regular; style <= Bold|Italic; style++ {
			if m := f.Rune(r, style, 1); m.Missing || m.Blank() {
				t.Errorf("%c in style %d: missing %v, blank %v", r, style, m.Missing, m.Blank())
			}
		}
	}
	for _, r := range " \u00a0\u200b\u2003\ufe0f" {
		if m := f.Rune(r, 0, 1); m.Missing || !m.Blank() {
			t.Errorf("%U: missing %v, blank %v", r, m.Missing, m.Blank())
		}
	}
	for _, r := range "東\U0001F600\U0010FFFF" {
		if m := f.Rune(r, 0, 2); m.Missing != (r == 0x10FFFF) || m.Blank() || m.W != 2*f.Metrics().CellW {
			t.Errorf("%U: missing %v, blank %v, width %d", r, m.Missing, m.Blank(), m.W)
		}
	}
	// Only the fallback has these, and not in italics.
	for _, r := range "⚙☃" {
		plain, italic := f.Rune(r, 0, 1), f.Rune(r, Italic, 1)
		if plain.Missing || slices.Equal(plain.Pix, italic.Pix) {
			t.Errorf("%c: missing %v, or its italics are the same", r, plain.Missing)
		}
	}
}

func TestText(t *testing.T) {
	f := face(Options{Size: 20})
	if a, b := f.Text("e\u0301", 0, 1), f.Rune('é', 0, 1); !slices.Equal(a.Pix, b.Pix) {
		t.Error("a letter and its accent are not composed")
	}
	if a, b := f.Text("q\u0301", 0, 1), f.Rune('q', 0, 1); slices.Equal(a.Pix, b.Pix) {
		t.Error("an accent without composed form is lost")
	}
	if a, b := f.Text("✓\ufe0e", 0, 1), f.Rune('✓', 0, 1); !slices.Equal(a.Pix, b.Pix) {
		t.Error("a variation selector changes the picture")
	}
}

func TestSetIsSafeForConcurrentUse(t *testing.T) {
	set := NewSet()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			f := set.Face(Options{Size: 14})
			for _, r := range "concurrent ✓⚙" {
				f.Rune(r, Bold|Italic, 1)
			}
		})
	}
	wg.Wait()
}

func TestCacheIsBounded(t *testing.T) {
	f := face(Options{Size: MaxSize})
	for r := rune(0x2800); r < 0x28FF; r++ {
		for style := Regular; style <= Bold|Italic; style++ {
			f.Rune(r, style, 2)
		}
		if f.cached > maxCached {
			t.Fatalf("%d bytes of masks", f.cached)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"", "a", "e\u0301\u0302", "\u0301", "👩\u200d💻", "\xff\xfe", "\u200d"} {
		f.Add(s, 12, 1)
	}
	fc := NewSet()
	f.Fuzz(func(t *testing.T, s string, size, cols int) {
		if len(s) > 64 || strings.Count(s, "") > 16 {
			return
		}
		cols = 1 + cols&1
		face := fc.Face(Options{Size: size, LineHeight: size, LetterSpacing: size})
		m := face.Text(s, Style(size&3), cols)
		if m.W != face.Metrics().CellW*cols || len(m.Pix) != m.W*m.H {
			t.Errorf("mask of %d x %d with %d pixels", m.W, m.H, len(m.Pix))
		}
	})
}

// BenchmarkRune draws glyphs that are not cached.
func BenchmarkRune(b *testing.B) {
	f := face(Options{Size: 22})
	b.ReportAllocs()
	for i := range b.N {
		if i%94 == 0 {
			clear(f.runes)
		}
		f.Rune('!'+rune(i%94), Regular, 1)
	}
}

// BenchmarkFirstGlyph is what a picture costs before its first glyph: parsing.
func BenchmarkFirstGlyph(b *testing.B) {
	for b.Loop() {
		face(Options{}).Rune('a', Regular, 1)
	}
}
