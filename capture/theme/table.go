package theme

import "fmt"

// row is a built-in theme as people write it down: background, foreground and
// cursor, then the 16 ANSI colours.
type row struct {
	name   string
	colors string
	ansi   string
}

// builtin is sorted by name.
var builtin = [...]row{
	{"catppuccin-latte", "eff1f5 4c4f69 dc8a78", "" +
		"5c5f77 d20f39 40a02b df8e1d 1e66f5 ea76cb 179299 acb0be " +
		"6c6f85 d20f39 40a02b df8e1d 1e66f5 ea76cb 179299 bcc0cc"},
	{"catppuccin-mocha", "1e1e2e cdd6f4 f5e0dc", "" +
		"45475a f38ba8 a6e3a1 f9e2af 89b4fa f5c2e7 94e2d5 bac2de " +
		"585b70 f38ba8 a6e3a1 f9e2af 89b4fa f5c2e7 94e2d5 a6adc8"},
	{"dracula", "282a36 f8f8f2 f8f8f2", "" +
		"21222c ff5555 50fa7b f1fa8c bd93f9 ff79c6 8be9fd f8f8f2 " +
		"6272a4 ff6e6e 69ff94 ffffa5 d6acff ff92df a4ffff ffffff"},
	{"everforest-dark", "2d353b d3c6aa d3c6aa", "" +
		"475258 e67e80 a7c080 dbbc7f 7fbbb3 d699b6 83c092 d3c6aa " +
		"859289 e67e80 a7c080 dbbc7f 7fbbb3 d699b6 83c092 fdf6e3"},
	{"github-dark", "0d1117 e6edf3 2f81f7", "" +
		"484f58 ff7b72 3fb950 d29922 58a6ff bc8cff 39c5cf b1bac4 " +
		"6e7681 ffa198 56d364 e3b341 79c0ff d2a8ff 56d4dd ffffff"},
	{"github-light", "ffffff 1f2328 0969da", "" +
		"24292f cf222e 116329 4d2d00 0969da 8250df 1b7c83 6e7781 " +
		"57606a a40e26 1a7f37 633c01 218bff a475f9 3192aa 8c959f"},
	{"gruvbox-dark", "282828 ebdbb2 ebdbb2", "" +
		"282828 cc241d 98971a d79921 458588 b16286 689d6a a89984 " +
		"928374 fb4934 b8bb26 fabd2f 83a598 d3869b 8ec07c ebdbb2"},
	{"gruvbox-light", "fbf1c7 3c3836 3c3836", "" +
		"fbf1c7 cc241d 98971a d79921 458588 b16286 689d6a 7c6f64 " +
		"928374 9d0006 79740e b57614 076678 8f3f71 427b58 3c3836"},
	{"kanagawa", "1f1f28 dcd7ba c8c093", "" +
		"090618 c34043 76946a c0a36e 7e9cd8 957fb8 6a9589 c8c093 " +
		"727169 e82424 98bb6c e6c384 7fb4ca 938aa9 7aa89f dcd7ba"},
	{"nord", "2e3440 d8dee9 d8dee9", "" +
		"3b4252 bf616a a3be8c ebcb8b 81a1c1 b48ead 88c0d0 e5e9f0 " +
		"4c566a bf616a a3be8c ebcb8b 81a1c1 b48ead 8fbcbb eceff4"},
	{"one-dark", "282c34 abb2bf 528bff", "" +
		"282c34 e06c75 98c379 e5c07b 61afef c678dd 56b6c2 abb2bf " +
		"5c6370 e06c75 98c379 e5c07b 61afef c678dd 56b6c2 ffffff"},
	{"one-light", "fafafa 383a42 526fff", "" +
		"383a42 e45649 50a14f c18401 4078f2 a626a4 0184bc a0a1a7 " +
		"696c77 e45649 50a14f c18401 4078f2 a626a4 0184bc ffffff"},
	{"rose-pine", "191724 e0def4 e0def4", "" +
		"26233a eb6f92 31748f f6c177 9ccfd8 c4a7e7 ebbcba e0def4 " +
		"6e6a86 eb6f92 31748f f6c177 9ccfd8 c4a7e7 ebbcba e0def4"},
	{"solarized-dark", "002b36 839496 93a1a1", "" +
		"073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5 " +
		"002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3"},
	{"solarized-light", "fdf6e3 657b83 586e75", "" +
		"073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5 " +
		"002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3"},
	{"tokyo-night", "1a1b26 c0caf5 c0caf5", "" +
		"15161e f7768e 9ece6a e0af68 7aa2f7 bb9af7 7dcfff a9b1d6 " +
		"414868 f7768e 9ece6a e0af68 7aa2f7 bb9af7 7dcfff c0caf5"},
}

// theme reads the row. A row is part of the program and checked by a test.
func (r row) theme() Theme {
	t := Theme{Name: r.name}
	at := func(list string, i int) RGB {
		c, err := ParseRGB("#" + list[7*i:7*i+6])
		if err != nil {
			panic(fmt.Sprintf("theme %s: %v", r.name, err))
		}
		return c
	}
	t.Bg, t.Fg, t.Cursor = at(r.colors, 0), at(r.colors, 1), at(r.colors, 2)
	t.CursorText = t.Bg
	for i := range t.Palette {
		t.Palette[i] = at(r.ansi, i)
	}
	return t
}
