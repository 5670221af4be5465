package capture

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scenario/event"
	"scenario/internal/golden"
)

// glyphSheet is characters of every kind, from every font.
const glyphSheet = "" +
	"emoji 😀 ⌛|⏳|✅|❌|⭐|👩\u200d👩\u200d👧\u200d👧|🇩🇪|🤦\u200d♂\ufe0f|❤\ufe0f|e\u0301|👍🏽 1\ufe0f\u20e3 🏳\ufe0f\u200d🌈 ❤ ⚠ ⚠\ufe0f\n" +
	"cjk   東京|日本語、「漢字」 한국어 中文 ｆｕｌｌ\n" +
	"icons \uf09b \uf07c src \ue62b vim \U000f0001 \uf015a\uf07bb \ue0a0\ue0b0\ue0b1\ue0b2\ue0b3\ue0b4\ue0b5\ue0b6\ue0b7\ue0b8\ue0bf\n" +
	"signs ⏺⏵⏸☰⬢ ⚙☃♠ ✓✔✗ ←⇒⟶ ∀∑∫ ⌘⌥⇧ ⏎ ◐◓ ▶▲ ℹ \u0378\n" +
	"text  العربية עברית ไทย Ελλάδα Русский ქართული Việt q\u0301\n" +
	"box   ┌─┬┐╔═╦╗╭─╮┏━┳┓╱╲╳┄┅┆┇ ▀▂▄▆█▊▌▎▐░▒▓▖▚▟ ⣿⠿⡇⢸ \U0001fb00\U0001fb13\U0001fb3b \U0001cd00\U0001cd40\U0001cde5 ⎺⎻─⎼⎽\n" +
	"      ├─┼┤╠═╬╣╰─╯┣━╋┫╲╱╳\n" +
	"      └─┴┘╚═╩╝   ┗━┻┛\n" +
	"      \x1b(0`abcdefghijklmnopqrstuvwxyz{|}~\x1b(B"

// attributeSheet is every attribute, alone and together, on text and on wide
// characters.
const attributeSheet = "" +
	"\x1b[1mbold\x1b[m \x1b[2mdim\x1b[m \x1b[3mitalic\x1b[m \x1b[1;3mboth\x1b[m \x1b[7mreverse\x1b[m \x1b[2;7mdim\x1b[m \x1b[9mstrike\x1b[m \x1b[53mover\x1b[m \x1b[8mhidden\x1b[m \x1b[5mblink\x1b[m\n" +
	"\x1b[4mone\x1b[m \x1b[4:2mdouble\x1b[m \x1b[4:3mcurly\x1b[m \x1b[4:4mdotted\x1b[m \x1b[4:5mdashed\x1b[m \x1b[4:3;58;5;1mred\x1b[m \x1b[4;58;2;0;200;80mgreen\x1b[m \x1b[4;9;53mall\x1b[m\n" +
	"\x1b[1m東✓\x1b[m \x1b[3m東✓\x1b[m \x1b[2m😀東\x1b[m \x1b[7m😀東\x1b[m \x1b[4m😀東\x1b[m \x1b[9m😀東\x1b[m \x1b[38;5;208m😀東\x1b[m \x1b[48;5;24m😀東\x1b[m\n" +
	"\x1b[30m█\x1b[31m█\x1b[32m█\x1b[33m█\x1b[34m█\x1b[35m█\x1b[36m█\x1b[37m█\x1b[90m█\x1b[91m█\x1b[92m█\x1b[93m█\x1b[94m█\x1b[95m█\x1b[96m█\x1b[97m█\x1b[m" +
	" \x1b[1;31mB\x1b[1;34mB\x1b[m \x1b[48;5;196m \x1b[48;5;46m \x1b[48;5;21m \x1b[48;5;244m \x1b[48;2;1;2;3m \x1b[48;2;250;128;9m \x1b[m" +
	" \x1b]4;2;#ff00ff\a\x1b[32mset\x1b[m \x1b]10;#ffffff\a\x1b]11;#203040\a\x1b]12;#ffff00\a\x1b[4 q"

// TestSheets holds two pictures that were looked at to what they were then.
func TestSheets(t *testing.T) {
	for _, tt := range []struct {
		name, sheet, theme, bold string
		rows                     int
		missing                  string
	}{
		{"glyphs", glyphSheet, "one-dark", "", 9, "U+0378"},
		{"attributes", attributeSheet, "gruvbox-dark", "weight", 4, ""},
		{"attributes-bright", attributeSheet, "gruvbox-dark", "bright", 4, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRun(t, 72, tt.rows)
			r.out(0, strings.ReplaceAll(tt.sheet, "\n", "\r\n"))
			s := r.source()
			scr, err := s.Screen("main", -1)
			if err != nil {
				t.Fatal(err)
			}
			l := look()
			l.Theme, l.FontSize, l.Padding, l.Bold = tt.theme, 20, 4, tt.bold
			var b bytes.Buffer
			info, err := s.Still(&b, "x.png", scr, l, event.TimelinePayload{})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(info.Missing, ","); got != tt.missing {
				t.Errorf("missing %s, want %s", got, tt.missing)
			}
			name := filepath.Join("testdata", "sheet-"+tt.name+".png")
			if golden.Update() {
				if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			samePicture(t, b.Bytes(), want)
		})
	}
}

// samePicture compares the pixels of two PNG files.
func samePicture(t *testing.T, got, want []byte) {
	t.Helper()
	var imgs [2]image.Image
	for i, b := range [][]byte{got, want} {
		var err error
		if imgs[i], err = png.Decode(bytes.NewReader(b)); err != nil {
			t.Fatal(err)
		}
	}
	bounds := imgs[1].Bounds()
	if imgs[0].Bounds() != bounds {
		t.Fatalf("%v, want %v", imgs[0].Bounds(), bounds)
	}
	bad := 0
	var first image.Point
	for y := range bounds.Max.Y {
		for x := range bounds.Max.X {
			if color.RGBAModel.Convert(imgs[0].At(x, y)) != color.RGBAModel.Convert(imgs[1].At(x, y)) {
				if bad++; bad == 1 {
					first = image.Pt(x, y)
				}
			}
		}
	}
	if bad > 0 {
		t.Errorf("%d pixels differ, the first at %v", bad, first)
	}
}

// The characters of DEC special graphics are drawn as what they stand for (case
// O20): each is there, and none looks like another but the blank.
func TestDECSpecialGraphics(t *testing.T) {
	r := newRun(t, 31, 1)
	r.out(0, "\x1b(0`abcdefghijklmnopqrstuvwxyz{|}~\x1b(B\x1b[?25l")
	s := r.source()
	scr, err := s.Screen("main", -1)
	if err != nil {
		t.Fatal(err)
	}
	if text := scr.Text(); text != "◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·" {
		t.Errorf("the screen shows %s", text)
	}
	var b bytes.Buffer
	info, err := s.Still(&b, "x.png", scr, look(), event.TimelinePayload{})
	if err != nil || len(info.Missing) > 0 {
		t.Fatalf("%v, missing %q", err, info.Missing)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	w := img.Bounds().Dx() / 31
	for i := range 31 {
		var cell []byte
		inked := false
		for y := range img.Bounds().Dy() {
			for x := range w {
				c := color.GrayModel.Convert(img.At(i*w+x, y)).(color.Gray)
				cell = append(cell, c.Y)
				inked = inked || c != color.GrayModel.Convert(img.At(img.Bounds().Dx()-1, 0)).(color.Gray)
			}
		}
		if other, ok := seen[string(cell)]; ok || !inked {
			t.Errorf("character %d is blank, or looks like %d", i+1, other+1)
		}
		seen[string(cell)] = i
	}
}

// TestSheetHasNoWindows: the pictures of a contact sheet are those of the cells; a
// window around the recording is neither around them nor around their captions.
func TestSheetHasNoWindows(t *testing.T) {
	r := newRun(t, 20, 3)
	r.out(3, "one")
	r.settled()
	draw := func(l event.Look) image.Point {
		_, out := record(t, r.source(), event.Record{}, l, steady(), "sheet.png")
		c, err := png.DecodeConfig(bytes.NewReader(out["sheet.png"]))
		if err != nil {
			t.Fatal(err)
		}
		return image.Pt(c.Width, c.Height)
	}
	plain := look()
	framed := plain
	framed.Window, framed.Padding, framed.Margin, framed.Radius = "macos", 16, 48, 10
	framed.Shadow = &event.Shadow{Blur: 32, Opacity: 45}
	if a, b := draw(plain), draw(framed); a != b {
		t.Errorf("a sheet is %v pixels large, %v with a window", a, b)
	}
}
