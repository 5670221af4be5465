package match

import (
	"strconv"
	"strings"
	"testing"

	"scenario/emulator"
	"scenario/internal/doc"
)

// screen makes a screen of rows. Rows know SGR sequences (\x1b[1;31m) and wide
// characters; a row that ends in "\\" is soft-wrapped into the next one.
func screen(cols, rows int, lines ...string) *emulator.Screen {
	s := &emulator.Screen{
		Cols: cols, Rows: rows, Table: emulator.NewTable(),
		Cells: make([]emulator.Cell, cols*rows), Gen: make([]uint64, rows), Wrapped: make([]bool, rows),
	}
	for r, line := range lines {
		line, s.Wrapped[r] = strings.CutSuffix(line, `\`)
		copy(s.Row(r), cells(s.Table, line))
	}
	return s
}

// cells paints one row.
func cells(t *emulator.Table, line string) (out []emulator.Cell) {
	var pen emulator.Cell
	for line != "" {
		if sgr, ok := strings.CutPrefix(line, "\x1b["); ok {
			codes, rest, _ := strings.Cut(sgr, "m")
			pen, line = paint(pen, codes), rest
			continue
		}
		n := 1
		rs := []rune(line)
		for n < len(rs) && (rs[n] >= 0x300 && rs[n] < 0x370 || rs[n] == 0xfe0f || rs[n] == 0x200d || rs[n-1] == 0x200d) {
			n++
		}
		c := pen
		c.Glyph = t.Intern(string(rs[:n]))
		if rs[0] >= 0x1100 && rs[0] != 0xfffd {
			tail := pen
			c.Attr |= emulator.WideHead
			tail.Attr |= emulator.WideTail
			out = append(out, c, tail)
		} else {
			out = append(out, c)
		}
		line = string(rs[n:])
	}
	return out
}

func paint(pen emulator.Cell, codes string) emulator.Cell {
	list := strings.Split(codes, ";")
	num := func(i int) uint8 {
		n, _ := strconv.Atoi(list[i])
		return uint8(n)
	}
	for i := 0; i < len(list); i++ {
		switch c := num(i); {
		case c == 0:
			pen = emulator.Cell{}
		case c == 1:
			pen.Attr |= emulator.Bold
		case c == 4:
			pen.Attr = pen.Attr.WithUnderline(emulator.UnderlineSingle)
		case c == 7:
			pen.Attr |= emulator.Reverse
		case c >= 30 && c < 38:
			pen.Fg = emulator.Indexed(c - 30)
		case c >= 40 && c < 48:
			pen.Bg = emulator.Indexed(c - 40)
		case (c == 38 || c == 48) && num(i+1) == 5:
			if c == 38 {
				pen.Fg = emulator.Indexed(num(i + 2))
			} else {
				pen.Bg = emulator.Indexed(num(i + 2))
			}
			i += 2
		case c == 38 && num(i+1) == 2:
			pen.Fg = emulator.RGB(num(i+2), num(i+3), num(i+4))
			i += 4
		}
	}
	return pen
}

func subjectFor(s *emulator.Screen) *Subject { return &Subject{Screen: s} }

// decode reads a condition that stands in "c:".
func decode(t testing.TB, yaml string) (*Condition, doc.Problems) {
	t.Helper()
	f, problems := doc.Parse("t.yaml", []byte("c: "+yaml+"\n"))
	if len(problems) > 0 {
		return nil, problems
	}
	d := &doc.Decoder{Words: Words}
	var top struct {
		C Condition `yaml:"c"`
	}
	d.Into(f.Docs[0], &top, "top")
	return &top.C, d.Problems
}

func mustDecode(t testing.TB, yaml string) *Condition {
	t.Helper()
	c, problems := decode(t, yaml)
	if len(problems) > 0 {
		t.Fatalf("%s: %v", yaml, problems)
	}
	return c
}

func static(t doc.Text) (string, error) { return t.String(), nil }

func bind(t testing.TB, yaml string) Bound {
	t.Helper()
	b, err := mustDecode(t, yaml).Bind(static)
	if err != nil {
		t.Fatalf("%s: %v", yaml, err)
	}
	return b
}
