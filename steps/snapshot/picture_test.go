package snapshot

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"scenario/emulator"
	"scenario/steps/match"
)

// picture is a PNG of a size in one colour, with dots in others.
func picture(t *testing.T, w, h int, base color.Color, dots map[image.Point]color.Color) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, base)
		}
	}
	for p, c := range dots {
		img.Set(p.X, p.Y, c)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestComparePictures(t *testing.T) {
	grey := color.Gray{100}
	base := picture(t, 20, 10, grey, nil)
	for _, test := range []struct {
		name      string
		now       []byte
		threshold float64
		pixels    int
		box       image.Rectangle
	}{
		{"the same", base, 0, 0, image.Rectangle{}},
		{"one pixel", picture(t, 20, 10, grey, map[image.Point]color.Color{{3, 4}: color.Gray{101}}), 0, 1, image.Rect(3, 4, 4, 5)},
		{"below the threshold", picture(t, 20, 10, grey, map[image.Point]color.Color{{3, 4}: color.Gray{120}}), 0.2, 0, image.Rectangle{}},
		{"above it", picture(t, 20, 10, grey, map[image.Point]color.Color{{3, 4}: color.White, {19, 9}: color.Black}), 0.2, 2, image.Rect(3, 4, 20, 10)},
		{"nothing differs more than black and white", picture(t, 20, 10, color.White, nil), 1, 0, image.Rectangle{}},
		{"transparent is white", picture(t, 20, 10, color.White, nil), 0, 200, image.Rect(0, 0, 20, 10)},
	} {
		d, err := ComparePictures(base, test.now, test.threshold)
		if err != nil || d.Pixels != test.pixels || d.Box != test.box || d.All != 200 || (d.Picture == nil) != (d.Pixels == 0) {
			t.Errorf("%s: %+v %v", test.name, d, err)
		}
	}
	d, err := ComparePictures(base, picture(t, 21, 10, grey, nil), 1)
	if err != nil || d.Size != "it has 21x10 pixels, the stored one 20x10" {
		t.Errorf("%+v %v", d, err)
	}
	if _, err := ComparePictures([]byte("no"), base, 0); err == nil || !strings.HasPrefix(err.Error(), "not a PNG") {
		t.Error(err)
	}
}

// A picture of the same cells is the same, unless somebody has drawn in it.
func TestKeyIsBoundToThePicture(t *testing.T) {
	key := Key("form", "look")
	bare := picture(t, 4, 4, color.White, nil)
	keyed, err := WithKey(bare, key)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(bytes.NewReader(keyed)); err != nil {
		t.Error(err)
	}
	if !Keyed(keyed, key) || Keyed(keyed, Key("form", "other")) || Keyed(bare, key) || Keyed(nil, key) {
		t.Error("the key is not that of the picture")
	}
	other := picture(t, 4, 4, color.Black, nil)
	chunk := keyed[headerEnd : len(keyed)-len(bare)+headerEnd]
	forged := append(append(append([]byte(nil), other[:headerEnd]...), chunk...), other[headerEnd:]...)
	if Keyed(forged, key) {
		t.Error("a picture with the key of another passes for it")
	}
	for n := range keyed {
		if Keyed(keyed[:n], key) {
			t.Errorf("the first %d bytes have the key", n)
		}
	}
}

// In a picture, too, the width of what is masked does not count.
func TestPaintedTakesTheBlanksBeside(t *testing.T) {
	masked := func(output string, width int) []emulator.Cell {
		s := shown(t, 12, 1, output)
		return Painted(s, []match.Hole{{Col: 2, Width: width, Name: "*"}}).Row(0)
	}
	a, b := masked("a 9ms   b", 3), masked("a 120ms b", 5)
	for i := range a {
		if a[i] != b[i] {
			t.Errorf("column %d: %+v, %+v", i+1, a[i], b[i])
		}
	}
	if a[0].Glyph != 'a' || a[1].Bg != paint || a[7].Bg != paint || a[8].Glyph != 'b' {
		t.Errorf("%+v", a)
	}
}

func FuzzPicture(f *testing.F) {
	f.Add([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if Keyed(b, "k") {
			t.Errorf("%q", b)
		}
		if keyed, err := WithKey(b, "k"); err == nil && !Keyed(keyed, "k") {
			t.Errorf("%q", b)
		}
	})
}
