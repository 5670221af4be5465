package overlay

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"scenario/capture/font"
	"scenario/capture/look"
	"scenario/capture/raster"
	"scenario/capture/theme"
	"scenario/emulator"
	"scenario/event"
	"scenario/internal/golden"
)

func painter(t *testing.T, name string, margin int) (*raster.Renderer, *Painter, *emulator.Screen) {
	t.Helper()
	th, ok := theme.Lookup(name)
	if !ok {
		t.Fatal(name)
	}
	set := font.NewSet()
	r, err := raster.New(set, raster.Options{
		Theme: th, FontSize: 12, Padding: 8, Margin: margin, Radius: 8, Frame: look.Frame{Window: look.MacOS},
	}, 44, 10)
	if err != nil {
		t.Fatal(err)
	}
	scr := &emulator.Screen{Cols: 44, Rows: 10, Cells: make([]emulator.Cell, 440), Table: emulator.NewTable()}
	for i := range scr.Cells {
		scr.Cells[i] = emulator.Cell{Glyph: scr.Table.Intern(string(rune('a' + i%26)))}
	}
	return r, New(set, r, th, 12), scr
}

// TestGolden compares what each kind looks like.
func TestGolden(t *testing.T) {
	all := State{
		Caption: "A caption that is too long for one line of this picture", Chapter: "The first chapter",
		Keys: "ctrl+b" + KeyEnd + "down" + KeyEnd + "down" + KeyEnd + "enter" + KeyEnd, Click: Cell{4, 12}, Progress: 400,
	}
	for _, tt := range []struct {
		name, theme string
		margin      int
		s           State
		marks       []event.Rect
	}{
		{"all", "one-dark", 10, all, nil},
		{"all-light", "one-light", 10, all, nil},
		{"below", "nord", 40, State{Caption: "In the margin", Keys: "a" + KeyEnd}, nil},
		{"highlight", "dracula", 0, State{}, []event.Rect{{Row1: 2, Col1: 3, Row2: 2, Col2: 9}, {Row1: 5, Col1: 30, Row2: 5, Col2: 44}, {Row1: 6, Col1: 1, Row2: 6, Col2: 40}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, p, scr := painter(t, tt.theme, tt.margin)
			over := append(p.Sprites(tt.s), p.Highlights(tt.marks)...)
			got := r.RGB().Draw(scr, over...).RGB
			path := filepath.Join("testdata", tt.name+".png")
			if golden.Update() {
				f, err := os.Create(path)
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				if err := png.Encode(f, got); err != nil {
					t.Fatal(err)
				}
				return
			}
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			img, err := png.Decode(f)
			if err != nil {
				t.Fatal(err)
			}
			want := image.NewRGBA(got.Rect)
			for y := range got.Rect.Dy() {
				for x := range got.Rect.Dx() {
					want.Set(x, y, img.At(x, y))
				}
			}
			if !slices.Equal(got.Pix, want.Pix) {
				t.Error("the pixels differ")
			}
		})
	}
}

// Equal states have the same sprites, so that nothing of them is drawn again.
func TestSpritesAreKept(t *testing.T) {
	_, p, _ := painter(t, "nord", 0)
	s := State{Caption: "x", Keys: "a" + KeyEnd, Progress: 3}
	if a, b := p.Sprites(s), p.Sprites(s); len(a) != 3 || !slices.Equal(a, b) {
		t.Errorf("%d and %d sprites", len(a), len(b))
	}
	if got := p.Sprites(State{}); len(got) != 0 {
		t.Errorf("nothing has %d sprites", len(got))
	}
	if got := p.Sprites(State{Click: Cell{99, 99}, Caption: " "}); len(got) != 0 {
		t.Errorf("what is outside has %d sprites", len(got))
	}
}
