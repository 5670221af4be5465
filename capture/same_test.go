package capture

import (
	"bytes"
	"crypto/sha256"
	"io"
	"maps"
	"slices"
	"testing"

	"scenario/event"
)

// TestFilesForEveryProcessor logs one hash of a set of files: letters in four
// styles, lines, blocks, emoji, CJK, icons, all attributes, a window. CI runs it
// as built for several processors and compares the lines.
func TestFilesForEveryProcessor(t *testing.T) {
	r := newRun(t, 40, 8)
	for i, s := range []string{
		"The quick \x1b[1mbrown \x1b[3mfox\x1b[22m jumps\x1b[m über ½ ∑ ✓ ⚙\r\n",
		"┌─┬╔═╦╭╮╱╲╳┆ ▀▄▚░▒▓ ⣿⠿ \U0001fb00\U0001fb3b\U0001cd00 ⎺⎻⎼⎽ \ue0b0\ue0b2\ue0b4\ue0b6\r\n",
		"🚀 👩\u200d💻 🇩🇪 1\ufe0f\u20e3 ❤\ufe0f 東京 한국 \uf09b \U000f0001 \u0378\r\n",
		"\x1b[2mdim\x1b[m \x1b[4mone\x1b[4:2mtwo\x1b[4:3mcurl\x1b[4:4mdots\x1b[4:5;58;5;1mdash\x1b[m \x1b[53mover\x1b[m \x1b[9mstrike\x1b[m\r\n",
		"\x1b[7mreverse\x1b[m \x1b[38;5;99;48;2;1;90;30mcolours\x1b[m \x1b]11;#102030\a\x1b[6 q",
	} {
		r.out(100*i, s)
		r.settled()
		r.hold(200)
	}
	s := r.source()
	h := sha256.New()
	for _, l := range []event.Look{
		look(),
		{Theme: "one-light", FontSize: 21, LineHeight: 1.15, LetterSpacing: 1, Padding: 7, Margin: 20, Radius: 9, Scale: 2, Cursor: true},
	} {
		_, files := record(t, s, event.Record{Session: "main"}, l, steady(), "gif", "apng")
		scr, err := s.Screen("main", -1)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		info, err := s.Still(&b, "x.png", scr, l, event.TimelinePayload{})
		if err != nil || !slices.Equal(info.Missing, []string{"U+0378"}) {
			t.Fatalf("%v, missing %q", err, info.Missing)
		}
		files["png"] = b.Bytes()
		for _, name := range slices.Sorted(maps.Keys(files)) {
			io.WriteString(h, name)
			h.Write(files[name])
		}
	}
	t.Logf("files %x", h.Sum(nil))
}
