package raster

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"scenario/emulator"
	"scenario/internal/golden"
)

func TestGolden(t *testing.T) {
	small := Options{FontSize: 16, Padding: 4}
	tests := []struct {
		name string
		opt  Options
		s    *pen
	}{
		{"attributes", small, attributes()},
		{"underlines", small, underlines()},
		{"colors", small, colors16()},
		{"boxes", Options{FontSize: 15}, boxes()},
		{"boxes-spaced", Options{FontSize: 13, LineHeight: 1.3, LetterSpacing: 3}, boxes()},
		{"blocks", Options{FontSize: 17}, blocks()},
		{"wide", Options{FontSize: 16, Cursor: true}, wideCursor(emulator.CursorBlock, 1)},
		{"cursor-bar", Options{FontSize: 16, Cursor: true}, wideCursor(emulator.CursorBar, 6)},
		{"cursor-underline", Options{FontSize: 16, Cursor: true}, wideCursor(emulator.CursorUnderline, 2)},
		{"cursor-hidden", Options{FontSize: 16}, wideCursor(emulator.CursorBlock, 1)},
		{"window", Options{FontSize: 12, Padding: 6, Margin: 10, Radius: 8, Background: "#8040c0"}, newPen(12, 3).put("rounded", attr(0))},
		{"window-2x", Options{FontSize: 12, Padding: 1, Margin: 4, Radius: 8, Scale: 2}, corners()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRenderer(t, tt.opt, tt.s.Cols, tt.s.Rows)
			got := pixels(r.RGB().Draw(tt.s.Screen))
			compareGolden(t, filepath.Join("testdata", tt.name+".png"), got)
		})
	}
}

func compareGolden(t *testing.T, name string, got *image.RGBA) {
	t.Helper()
	if golden.Update() {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(f, got); err != nil {
			t.Fatal(err)
		}
		return
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	samePixels(t, got, want)
}

func samePixels(t *testing.T, got, want image.Image) {
	t.Helper()
	if got.Bounds() != want.Bounds() {
		t.Fatalf("size %v, want %v", got.Bounds(), want.Bounds())
	}
	bad := 0
	for y := range want.Bounds().Max.Y {
		for x := range want.Bounds().Max.X {
			g, w := color.RGBAModel.Convert(got.At(x, y)), color.RGBAModel.Convert(want.At(x, y))
			if g != w {
				if bad++; bad <= 3 {
					t.Errorf("pixel %d,%d is %v, want %v", x, y, g, w)
				}
			}
		}
	}
	if bad > 3 {
		t.Errorf("%d pixels differ", bad)
	}
}

func attributes() *pen {
	p := newPen(24, 4)
	p.put("plain ", attr(0)).put("bold ", attr(emulator.Bold)).put("dim ", attr(emulator.Dim)).put("italic\n", attr(emulator.Italic))
	p.put("both", attr(emulator.Bold|emulator.Italic)).put(" ", attr(0)).put("reverse", attr(emulator.Reverse))
	p.put(" ", attr(0)).put("dim too\n", attr(emulator.Reverse|emulator.Dim))
	p.put("strike", attr(emulator.Strike)).put(" ", attr(0)).put("over", attr(emulator.Overline))
	p.put(" >", attr(0)).put("hidden", attr(emulator.Conceal|emulator.Strike)).put("<\n", attr(0))
	return p.put("blink", attr(emulator.Blink)).put(" ✓ \ufffe", attr(emulator.Bold))
}

func underlines() *pen {
	p := newPen(14, 6)
	for u := emulator.UnderlineSingle; u <= emulator.UnderlineDashed; u++ {
		c := attr(emulator.Attr(0).WithUnderline(u))
		p.put("plain ", c)
		c.Ext = p.Table.InternExt(emulator.Ext{UnderlineColor: emulator.Indexed(1)})
		p.put("coloured\n", c)
	}
	return p
}

func colors16() *pen {
	p := newPen(32, 4)
	for i := range uint8(16) {
		p.put("█ ", fg(emulator.Indexed(i)))
	}
	p.put("\n", attr(0))
	for i := range uint8(32) {
		p.put("x", emulator.Cell{Fg: emulator.Indexed(15), Bg: emulator.Indexed(i)})
	}
	p.put("\n", attr(0))
	for i := range uint8(32) {
		p.put("▀", emulator.Cell{Fg: emulator.Indexed(16 + 7*i), Bg: emulator.RGB(8*i, 0, 255-8*i)})
	}
	return p
}

func boxes() *pen {
	return newPen(28, 5).put(""+
		"╔══╦══╗╒══╤══╕╓──╥──╖┏━━┳━━┓\n"+
		"║  ║╱╲║│  │╭╮│║  ║╳ ║┃┆ ┃┇ ┃\n"+
		"╠══╬══╣╞══╪══╡╟──╫──╢┣┅┅╋╍╍┫\n"+
		"║  ║╲╱║│  │╰╯│║  ║ ╳║┃┊ ┃╏ ┃\n"+
		"╚══╩══╝╘══╧══╛╙──╨──╜┗━━┻━━┛", attr(0))
}

func blocks() *pen {
	return newPen(26, 5).put(""+
		"▀▁▂▃▄▅▆▇█▉▊▋▌▍▎▏▐░▒▓▔▕▖▗▘▙\n"+
		"▚▛▜▝▞▟⎺⎻─⎼⎽⠁⠂⠄⡀⠈⠐⠠⢀⣿⣿⡇⢸⠿⣶⠶\n"+
		"\U0001fb00\U0001fb01\U0001fb03\U0001fb0f\U0001fb13\U0001fb14\U0001fb27\U0001fb28\U0001fb3b\U0001fb82\U0001fb86\U0001fb87\U0001fb8b\U0001fb70\U0001fb75\U0001fb76\U0001fb7b\U0001fb81\n"+
		"\ue0b0\ue0b1 \ue0b2\ue0b3 \ue0b4\ue0b5 \ue0b6\ue0b7 \ue0b8\ue0b9\ue0ba\ue0bb\ue0bc\ue0bd\ue0be\ue0bf ╭──╮", attr(0))
}

func wideCursor(shape emulator.CursorShape, col int) *pen {
	p := newPen(8, 1).put("東京|", attr(0)).put("ab", attr(0))
	p.Cursor = emulator.Cursor{Row: 0, Col: col, Visible: true, Shape: shape}
	return p
}

func corners() *pen { return newPen(4, 2).put("████\n████", fg(emulator.Indexed(2))) }
