package emutest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scenario/emulator"
)

// The rows of a 5x4 screen; + marks one that is wrapped.
func (e Engine) wraps(t *testing.T) {
	e.table(t, "wraps", []oneCase{
		{"wrapped", "abcdefgh", "abcde+ fgh"},
		{"full row, then newline", "abcde\r\nfgh", "abcde fgh"},
		{"pending only", "abcde", "abcde"},
		{"wide character that does not fit", "abcd中", "abcd+ 中"},
		{"erased to the end", "abcdefgh\x1b[1;3H\x1b[K", "ab fgh"},
		{"erased in the middle", "abcdefgh\x1b[1;3H\x1b[X", "ab de+ fgh"},
		{"rewritten past its end", "abcdefgh\x1b[1;4Hxy\r\n", "abcxy fgh"},
		{"rewritten before its end", "abcdefgh\x1b[1;1Hxy", "xycde+ fgh"},
		{"wrapped again", "abcdefgh\x1b[1;4Hxyz", "abcxy+ zgh"},
		{"scrolled", "abcdefgh\x1b[4;1H\n", "fgh"},
		{"scrolled down", "abcdefgh\x1b[H\x1bM", " abcde+ fgh"},
		{"line inserted between", "abcdefgh\x1b[2;1H\x1b[L", "abcde  fgh"},
		{"continuation deleted", "abcdefgh\x1b[2;1H\x1b[M", "abcde"},
		{"cleared", "abcdefgh\x1b[2J", ""},
		{"no autowrap", "\x1b[?7labcdefgh", "abcdh"},
		{"three rows", "abcdefghijklm", "abcde+ fghij+ klm"},
		{"right margin", "\x1b[?69h\x1b[1;3sabcde", "abc de"},
	}, func(t *testing.T, in string) string {
		s := Feed(t, e.term(5, 4), in)
		var rows []string
		for r := range s.Rows {
			text := s.RowText(r)
			if s.Wrapped[r] {
				text += "+"
			}
			rows = append(rows, text)
		}
		return strings.TrimRight(strings.Join(rows, " "), " ")
	})
}

func (e Engine) scrollback(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
		scrolled int
	}{
		{"lines", "1\r\n2\r\n3\r\n4\r\n5", []string{"1", "2"}, 2},
		{"wrapped line", "abcdefgh\r\n\n\n", []string{"abcde+", "fgh"}, 2},
		{"SU", "1\r\n2\r\n3\x1b[2S", []string{"1", "2"}, 2},
		{"ED2 moves nothing there", "1\r\n2\x1b[2J", nil, 0},
		{"37 region below the top", "1\r\n2\r\n3\x1b[2;3r\x1b[3;1H\n\n", nil, 0},
		{"region at the top", "1\r\n2\r\n3\x1b[1;2r\x1b[2;1H\n", []string{"1"}, 1},
		{"37 DL at the top", "1\r\n2\r\n3\x1b[H\x1b[2M", nil, 0},
		{"alternate screen", "\x1b[?1049h1\r\n2\r\n3\r\n4\r\n5\x1b[?1049l", nil, 0},
		{"ED3 forgets them", "1\r\n2\r\n3\r\n4\x1b[3J", nil, 1},
		{"at most 4 kept", "1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8\r\n9\r\n10\r\n11\r\n12\r\n13\r\n14", []string{"8", "9", "10", "11"}, 11},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := e.New(emulator.Options{Cols: 5, Rows: 3, Scrollback: 4})
			s := Feed(t, term, tt.in)
			if d := cmp.Diff(tt.want, Lines(s.Table, term.Scrollback())); d != "" {
				t.Error(d)
			}
			if s.Scrolled != tt.scrolled {
				t.Errorf("scrolled %d, want %d", s.Scrolled, tt.scrolled)
			}
		})
	}
}

func (e Engine) noScrollback(t *testing.T) {
	term := e.New(emulator.Options{Cols: 5, Rows: 2, Scrollback: emulator.NoScrollback})
	s := Feed(t, term, "1\r\n2\r\n3\r\n4")
	term.Resize(3, 5)
	Feed(t, term, "\r\n5")
	term.Resize(5, 1)
	if n := len(term.Scrollback()); n != 0 || s.Scrolled != 2 {
		t.Errorf("%d rows kept, %d scrolled", n, s.Scrolled)
	}
	if got := Show(Feed(t, term, "")); got != "5|1,0" {
		t.Errorf("screen %q", got)
	}
}

func (e Engine) scrollbackLinesStayValid(t *testing.T) {
	term := e.New(emulator.Options{Cols: 10, Rows: 2, Scrollback: 5})
	var kept [][]emulator.Line
	var want [][]string
	for i := range 100 {
		s := Feed(t, term, fmt.Sprintf("line %d\r\n", i))
		sb := term.Scrollback()
		kept, want = append(kept, sb), append(want, Lines(s.Table, sb))
	}
	s := Feed(t, term, "")
	for i := range kept {
		if d := cmp.Diff(want[i], Lines(s.Table, kept[i])); d != "" {
			t.Fatalf("view %d: %s", i, d)
		}
	}
}

func (e Engine) rowsFollowTheirLines(t *testing.T) {
	term := e.New(emulator.Options{Cols: 5, Rows: 2, Scrollback: 4})
	s := Feed(t, term, "abcdefghijkl")
	before := term.Scrollback()
	Feed(t, term, "\x1b[H\x1b[K")
	got := fmt.Sprint(Lines(s.Table, before), Lines(s.Table, term.Scrollback()))
	e.check(t, "rows follow their lines", got, "[abcde+] [abcde]")
}

func (e Engine) snapshotGenerations(t *testing.T) {
	term := e.term(10, 4)
	var s emulator.Screen
	write := func(in string) []uint64 {
		if err := term.Write([]byte(in)); err != nil {
			t.Fatal(err)
		}
		before := append([]uint64(nil), s.Gen...)
		term.Snapshot(&s)
		return before
	}
	changed := func(before []uint64) (rows []int) {
		for r := range before {
			if before[r] != s.Gen[r] {
				rows = append(rows, r)
			}
		}
		return rows
	}
	write("a\r\nb\r\nc")
	if rows := changed(write("")); rows != nil {
		t.Errorf("nothing written: rows %v changed", rows)
	}
	if rows := changed(write("\x1b[2;1Hb")); rows != nil {
		t.Errorf("the same written again: rows %v changed", rows)
	}
	if rows := changed(write("\x1b[2;1Hx")); !cmp.Equal(rows, []int{1}) {
		t.Errorf("row 1 written: rows %v changed", rows)
	}
	if rows := changed(write("\x1b[4;1H\n")); !cmp.Equal(rows, []int{0, 1, 2}) {
		t.Errorf("scrolled: rows %v changed", rows)
	}
	if rows := changed(write("\x1b[?1049h\x1b[?1049l")); rows != nil {
		t.Errorf("alternate screen and back: rows %v changed", rows)
	}
	if got := s.Text(); got != "x\nc" {
		t.Errorf("%q", got)
	}
	var fresh emulator.Screen
	term.Snapshot(&fresh)
	if !fresh.SameCells(&s) {
		t.Error("a fresh snapshot differs from a kept one")
	}
}
