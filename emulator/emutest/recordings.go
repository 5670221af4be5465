package emutest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"scenario/emulator"
)

// Recordings whose expected screen xterm does not show either, or that lost
// their match when names were replaced in them.
func refTaste() map[string]string {
	return map[string]string{
		"decaln_reset":      "in xterm DECALN homes the cursor",
		"deccolm_reset":     "xterm ignores DECCOLM unless mode 40 is set",
		"erase_in_line":     "in xterm EL cancels a pending wrap",
		"selective_erasure": "xterm knows DECSCA",
		"underline":         "in xterm SGR 21 is a double underline, in alacritty the end of bold",
		"saved_cursor":      "the name in line drawing characters was replaced in the screen only",
		"saved_cursor_alt":  "the name in line drawing characters was replaced in the screen only",
		"tmux_htop":         "a name was replaced in the screen only",
	}
}

type refScreen struct {
	Cols, Rows int
	Screen     []string
	Style      []refRun
}

type refRun struct {
	Row, Col, Len int
	Fg, Bg, Ul    any
	Attrs         []string
	Link          string
}

// Recordings holds the engine to recorded programs: $SCENARIO_DATA/vt-ref has a
// folder for each, with its input and the screen that it leaves.
func (e Engine) Recordings(t *testing.T) {
	data := os.Getenv("SCENARIO_DATA")
	if data == "" {
		t.Fatal("SCENARIO_DATA must name the folder with vt-ref")
	}
	dirs, err := filepath.Glob(filepath.Join(data, "vt-ref", "*", "expected.json"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no recordings in %s/vt-ref: %v", data, err)
	}
	taste := refTaste()
	text, full := 0, 0
	for _, file := range dirs {
		dir := filepath.Dir(file)
		name := filepath.Base(dir)
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var want refScreen
		if err := json.Unmarshal(raw, &want); err != nil {
			t.Fatal(err)
		}
		input, err := os.ReadFile(filepath.Join(dir, "input"))
		if err != nil {
			t.Fatal(err)
		}
		term := e.term(want.Cols, want.Rows)
		got := Feed(t, term, string(input))
		for _, n := range []int{1, 2, 3, 7, 64, 1000} {
			split := e.term(want.Cols, want.Rows)
			for rest := input; len(rest) > 0; rest = rest[min(n, len(rest)):] {
				if err := split.Write(rest[:min(n, len(rest))]); err != nil {
					t.Fatal(err)
				}
			}
			if d := Diff(got, Feed(t, split, "")); d != "" {
				t.Errorf("%s in pieces of %d: %s", name, n, d)
			}
		}
		textDiff, styleDiff := refDiff(got, want)
		if textDiff == "" {
			text++
			if styleDiff == "" {
				full++
			}
		}
		reason, known := taste[name]
		switch failed := textDiff+styleDiff != ""; {
		case failed && !known:
			t.Errorf("%s:\n%s%s", name, textDiff, styleDiff)
		case failed:
			t.Logf("%s differs, as it must: %s", name, reason)
		case known:
			t.Errorf("%s passes now; take it off the list", name)
		}
	}
	t.Logf("text %d, text and style %d of %d", text, full, len(dirs))
}

func refDiff(got *emulator.Screen, want refScreen) (text, style string) {
	for r, w := range want.Screen {
		if g := got.RowText(r); g != w {
			text += fmt.Sprintf("row %d\n  got  %q\n  want %q\n", r, g, w)
		}
	}
	type key struct{ r, c int }
	runs := map[key]refRun{}
	for _, run := range want.Style {
		for i := range run.Len {
			runs[key{run.Row, run.Col + i}] = run
		}
	}
	n := 0
	for r := range got.Rows {
		for c, cell := range got.Row(r) {
			w := runs[key{r, c}]
			g := refLook(got, cell)
			if ws := refWant(w); g != ws {
				if n++; n <= 3 {
					style += fmt.Sprintf("row %d col %d style got %q want %q\n", r, c, g, ws)
				}
			}
		}
	}
	return text, style
}

func refWant(w refRun) string {
	slices.Sort(w.Attrs)
	return fmt.Sprint(refColor(w.Fg), refColor(w.Bg), refColor(w.Ul), w.Attrs, w.Link)
}

func refColor(v any) string {
	switch v := v.(type) {
	case float64:
		return fmt.Sprint(int(v))
	case string:
		return v
	}
	return "def"
}

func refLook(s *emulator.Screen, c emulator.Cell) string {
	attrs := []string{}
	for _, a := range []struct {
		attr emulator.Attr
		name string
	}{
		{emulator.Bold, "bold"}, {emulator.Dim, "dim"}, {emulator.Italic, "italic"},
		{emulator.Reverse, "inverse"}, {emulator.Conceal, "hidden"}, {emulator.Strike, "strike"},
	} {
		if c.Attr.Has(a.attr) {
			attrs = append(attrs, a.name)
		}
	}
	if u := c.Attr.Underline(); u != 0 {
		attrs = append(attrs, []string{"", "underline", "underline-double", "underline-curly", "underline-dotted", "underline-dashed"}[u])
	}
	slices.Sort(attrs)
	ext := s.Table.Ext(c.Ext)
	return fmt.Sprint(colorName(c.Fg), colorName(c.Bg), colorName(ext.UnderlineColor), attrs, ext.Link.URL)
}
