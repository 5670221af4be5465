package theme

import (
	"slices"
	"strings"
	"testing"

	"scenario/emulator"
)

func TestBuiltinThemes(t *testing.T) {
	names := Names()
	if !slices.IsSorted(names) {
		t.Errorf("names are not sorted: %v", names)
	}
	for _, name := range names {
		th, ok := Lookup(name)
		if !ok || th.Name != name {
			t.Errorf("Lookup(%q) = %q, %v", name, th.Name, ok)
		}
		if d := luma(th.Fg) - luma(th.Bg); d > -50_000 && d < 50_000 {
			t.Errorf("%s: text hardly differs from the background", name)
		}
		if light := strings.Contains(name, "light") || strings.Contains(name, "latte"); light == th.Dark() {
			t.Errorf("%s: Dark() = %v", name, th.Dark())
		}
	}
	if _, ok := Lookup("one-dark"); !ok {
		t.Error("no theme one-dark")
	}
	if _, ok := Lookup("One-Dark"); !ok {
		t.Error("names are not found in another case")
	}
	if _, ok := Lookup("no such theme"); ok {
		t.Error("an unknown name was found")
	}
}

func TestResolve(t *testing.T) {
	th, _ := Lookup("one-dark")
	plain := th.Colors(emulator.Palette{})
	osc := th.Colors(emulator.Palette{
		Fg: emulator.RGB(1, 2, 3), Bg: emulator.RGB(4, 5, 6), Cursor: emulator.RGB(7, 8, 9),
		Indexed: map[uint8]emulator.Color{1: emulator.RGB(10, 11, 12), 200: emulator.RGB(13, 14, 15), 2: emulator.DefaultColor},
	})
	if got, want := osc.Cursor, (RGB{R: 7, G: 8, B: 9}); got != want {
		t.Errorf("cursor of OSC 12 = %v, want %v", got, want)
	}
	tests := []struct {
		name   string
		colors *Colors
		color  emulator.Color
		want   string
	}{
		{"default", plain, emulator.DefaultColor, "#abb2bf"},
		{"ansi 1", plain, emulator.Indexed(1), "#e06c75"},
		{"bright white", plain, emulator.Indexed(15), "#ffffff"},
		{"cube start", plain, emulator.Indexed(16), "#000000"},
		{"cube red", plain, emulator.Indexed(196), "#ff0000"},
		{"cube mixed", plain, emulator.Indexed(110), "#87afd7"},
		{"cube end", plain, emulator.Indexed(231), "#ffffff"},
		{"first grey", plain, emulator.Indexed(232), "#080808"},
		{"last grey", plain, emulator.Indexed(255), "#eeeeee"},
		{"24 bit", plain, emulator.RGB(0, 0, 200), "#0000c8"},
		{"OSC 10", osc, emulator.DefaultColor, "#010203"},
		{"OSC 4", osc, emulator.Indexed(1), "#0a0b0c"},
		{"OSC 4 of the cube", osc, emulator.Indexed(200), "#0d0e0f"},
		{"OSC 104", osc, emulator.Indexed(2), "#98c379"},
	}
	for _, tt := range tests {
		want, err := ParseRGB(tt.want)
		if err != nil {
			t.Fatal(err)
		}
		if got := tt.colors.Resolve(tt.color, tt.colors.Fg); got != want {
			t.Errorf("%s: got %v, want %v", tt.name, got, want)
		}
	}
}

const windowsTerminal = `{
  "name": "Night", "background": "#000001", "foreground": "#eeeeee", "cursorColor": "#ff00ff", "selectionBackground": "#333333",
  "black": "#000000", "red": "#010000", "green": "#020000", "yellow": "#030000",
  "blue": "#040000", "purple": "#050000", "cyan": "#060000", "white": "#070000",
  "brightBlack": "#080000", "brightRed": "#090000", "brightGreen": "#0a0000", "brightYellow": "#0b0000",
  "brightBlue": "#0c0000", "brightPurple": "#0d0000", "brightCyan": "#0e0000", "brightWhite": "#0F0000"
}`

func TestLoad(t *testing.T) {
	vhs := strings.NewReplacer("urple", "agenta", "cursorColor", "cursor").Replace(windowsTerminal)
	vhs = strings.NewReplacer("pagenta", "magenta", "Pagenta", "Magenta").Replace(vhs)
	for _, data := range []string{windowsTerminal, vhs} {
		th, err := Load([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		if th.Name != "Night" || th.Bg != (RGB{B: 1}) || th.Cursor != (RGB{R: 255, B: 255}) || th.CursorText != th.Bg {
			t.Errorf("got %+v", th)
		}
		for i, c := range th.Palette {
			if c != (RGB{R: uint8(i)}) {
				t.Errorf("colour %d = %v", i, c)
			}
		}
	}
}

func TestLoadErrors(t *testing.T) {
	tests := []struct{ name, data, want string }{
		{"not JSON", `{`, "theme file: unexpected end of JSON input"},
		{"null", `null`, "theme file: not an object"},
		{"list", `[]`, "theme file: not an object"},
		{"short colour", strings.Replace(windowsTerminal, "#010000", "#100", 1), `red: "#100" is not a colour like #1e2127`},
		{"sign", strings.Replace(windowsTerminal, "#010000", "#+10000", 1), `red: "#+10000" is not a colour`},
		{"name of a colour", strings.Replace(windowsTerminal, "#010000", "red", 1), `red: "red" is not a colour`},
		{"number", strings.Replace(windowsTerminal, `"#010000"`, "7", 1), `red: not a text`},
		{"missing", strings.Replace(windowsTerminal, `"cyan"`, `"syan"`, 1), `theme file: without cyan`},
		{"all missing", `{}`, "theme file: without background, foreground, black, red"},
	}
	for _, tt := range tests {
		if _, err := Load([]byte(tt.data)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte(windowsTerminal))
	f.Add([]byte(`{"red": 1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if th, err := Load(data); err != nil && th != (Theme{}) {
			t.Error("a theme beside an error")
		}
	})
}

// A fault that was: with the theme unknown to the engine, reverse video drew
// black on black.
func TestReverseVideoExchangesTheColoursOfTheTheme(t *testing.T) {
	th := Theme{Fg: RGB{R: 1}, Bg: RGB{R: 2}}
	c := th.Colors(emulator.Palette{Bg: emulator.RGB(3, 0, 0), Reverse: true})
	if c.Fg != (RGB{R: 3}) || c.Bg != (RGB{R: 1}) {
		t.Errorf("%v on %v", c.Fg, c.Bg)
	}
}
