package emulator

import (
	"fmt"
	"strings"
	"testing"
)

func TestEngines(t *testing.T) {
	made := ""
	factory := func(name string) Factory { return func(Options) Terminal { made = name; return nil } }
	all := Engines{"core": factory("core"), "xvt": factory("xvt")}
	for name, want := range map[string]string{"": DefaultEngine, "core": "core", "xvt": "xvt"} {
		f, err := all.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		if f(Options{}); made != want {
			t.Errorf("%q is %s, want %s", name, made, want)
		}
	}
	if _, err := all.Named("vte"); err == nil || err.Error() != "unknown terminal engine: vte (core, xvt)" {
		t.Error(err)
	}
}

func TestParseWidthRule(t *testing.T) {
	for name, want := range map[string]WidthRule{"": WidthGrapheme, "grapheme": WidthGrapheme, "wcwidth": WidthWcwidth} {
		if got, err := ParseWidthRule(name); got != want || err != nil {
			t.Errorf("%q: %v, %v", name, got, err)
		}
	}
	if _, err := ParseWidthRule("utf8"); err == nil {
		t.Error("utf8 is a rule")
	}
}

func TestColor(t *testing.T) {
	if !DefaultColor.IsDefault() || Indexed(0).IsDefault() || RGB(0, 0, 0).IsDefault() {
		t.Error("only the zero value is the default colour")
	}
	if i, ok := Indexed(200).Index(); i != 200 || !ok {
		t.Errorf("Indexed(200).Index() = %d, %v", i, ok)
	}
	if r, g, b, ok := RGB(1, 2, 3).Components(); r != 1 || g != 2 || b != 3 || !ok {
		t.Errorf("RGB(1, 2, 3).Components() = %d, %d, %d, %v", r, g, b, ok)
	}
	for _, c := range []Color{DefaultColor, RGB(0, 0, 7)} {
		if _, ok := c.Index(); ok {
			t.Errorf("%#x has an index", c)
		}
	}
	for _, c := range []Color{DefaultColor, Indexed(7)} {
		if _, _, _, ok := c.Components(); ok {
			t.Errorf("%#x has components", c)
		}
	}
}

func TestAttr(t *testing.T) {
	a := (Bold | Overline | WideHead).WithUnderline(UnderlineDashed)
	if !a.Has(Bold|Overline) || a.Has(Bold|Dim) || a.Underline() != UnderlineDashed {
		t.Errorf("%b", a)
	}
	if a = a.WithUnderline(UnderlineNone); a != Bold|Overline|WideHead {
		t.Errorf("%b", a)
	}
	for attr, width := range map[Attr]int{0: 1, WideHead: 2, WideTail: 0} {
		if got := (Cell{Attr: attr}).Width(); got != width {
			t.Errorf("width of %b: %d", attr, got)
		}
	}
}

func TestTable(t *testing.T) {
	table := NewTable()
	for _, s := range []string{" ", "a", "中", "e\u0301", "👩‍👩‍👧‍👧"} {
		g := table.Intern(s)
		if table.Intern(s) != g || table.Text(g) != s {
			t.Errorf("%q: %q", s, table.Text(g))
		}
	}
	if table.Intern("") != 0 || table.Intern(" ") != 0 {
		t.Error("a blank is not 0")
	}
	long := "e" + strings.Repeat("\u0301", 100)
	if got := table.Text(table.Intern(long)); !strings.HasPrefix(long, got) || len(got) > maxClusterBytes || len(got) < maxClusterBytes-3 {
		t.Errorf("long cluster: %d bytes", len(got))
	}
	e := Ext{UnderlineColor: Indexed(1), Link: Link{ID: "1", URL: "http://x"}}
	if n := table.InternExt(e); n == 0 || table.InternExt(e) != n || table.Ext(n) != e {
		t.Errorf("%+v", table.Ext(n))
	}
	if table.InternExt(Ext{}) != 0 || table.Ext(0) != (Ext{}) || table.Ext(60000) != (Ext{}) {
		t.Error("0 is not nothing")
	}
}

func TestTableIsBounded(t *testing.T) {
	table := NewTable()
	for i := range maxClusters + 10 {
		table.Intern(fmt.Sprint("e\u0301", i))
	}
	if g := table.Intern("one more\u0301"); g != replacement {
		t.Errorf("full table: %q", table.Text(g))
	}
	for i := range maxExts + 10 {
		table.InternExt(Ext{Link: Link{URL: fmt.Sprint(i)}})
	}
	if n := table.InternExt(Ext{Link: Link{URL: "one more"}}); n != 0 {
		t.Errorf("full table: %d", n)
	}
}

func screen(rows ...string) *Screen {
	s := &Screen{Cols: 6, Rows: len(rows), Table: NewTable(), Cursor: Cursor{Visible: true}}
	for _, row := range rows {
		line := make([]Cell, s.Cols)
		i := 0
		for _, r := range row {
			line[i].Glyph = s.Table.Intern(string(r))
			if i++; r >= 0x1100 {
				line[i-1].Attr, line[i].Attr = WideHead, WideTail
				i++
			}
		}
		s.Cells = append(s.Cells, line...)
		s.Gen, s.Wrapped = append(s.Gen, 1), append(s.Wrapped, false)
	}
	return s
}

func TestScreenText(t *testing.T) {
	s := screen("ab", "", "中文 x", "a  中", "")
	if got, want := s.Text(), "ab\n\n中文 x\na  中"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := s.RowText(2); got != "中文 x" {
		t.Errorf("%q", got)
	}
}

func TestSameCells(t *testing.T) {
	base := screen("ab", "cd")
	for _, tt := range []struct {
		name   string
		change func(*Screen)
		same   bool
	}{
		{"nothing", func(*Screen) {}, true},
		{"generation, title, bells", func(s *Screen) { s.Gen[0], s.Title, s.Bells = 9, "x", 1 }, true},
		{"cell", func(s *Screen) { s.Cells[0].Attr = Bold }, false},
		{"cursor", func(s *Screen) { s.Cursor.Col = 1 }, false},
		{"hidden", func(s *Screen) { s.Cursor.Visible = false }, false},
		{"palette", func(s *Screen) { s.Palette.Bg = RGB(1, 2, 3) }, false},
		{"palette entry", func(s *Screen) { s.Palette.Indexed = map[uint8]Color{1: RGB(1, 2, 3)} }, false},
		{"size", func(s *Screen) { s.Cols, s.Rows = 4, 3 }, false},
	} {
		c := base.Clone()
		tt.change(c)
		if got := base.SameCells(c); got != tt.same {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
	a, b := base.Clone(), base.Clone()
	a.Cursor, b.Cursor = Cursor{Col: 1}, Cursor{Row: 1}
	if !a.SameCells(b) {
		t.Error("hidden cursors at two places")
	}
}
