//go:build e2e

package core

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"scenario/emulator/emutest"
)

// level4 are the pieces that xterm knows beside the common ones.
var level4 = []string{
	"abcdefghijklmnopqrst", "\x1b[Na", "\x1b[Ne", "\x1b[20G", "\x1b[7m", "\x1b[4m", "\x1b[NI", "\x1b[NZ",
	"\x1b[?69h", "\x1b[?69h\x1b[N;1Ns", "\x1b[?69l", "\x1b[Nb", "\x1b[1\"q", "\x1b[0\"q", "\x1b[?J", "\x1b[?K",
	"\x1b[?1049h", "\x1b[?1049l", "\x1b[?47h", "\x1b[?47l", "\x1b[?1047h", "\x1b[?1047l", "\x1b[?45h", "\x1b[?45l",
	"\x1b[N;N;N;1N$z", "\x1b[6N;N;N;N;1N$x", "\x1b[N;N;N;N;1;N;N;1$v", "\x1b[N;N;N;1N${", "\x1b[N;N;N;1N;1$r",
	"\x1b[N;N;N;1N;7$t", "\x1b[2*x", "\x1b[N'}", "\x1b[N'~", "\x1b[N @", "\x1b[N A", "\x1b6", "\x1b9", "\x1b[!p", "\x1b#8",
	"\x1b[s", "\x1b[u", "\x1b[20h", "\x1b[20l", "\x0e", "\x0f", "\x1b)0",
	"\x1b[44m", "\x1b[38;2;9;8;7m", "\x1b[48;5;20N;3m", "\x1b[5m", "\x1b[21m", "\x1b[0;10Nm",
}

// TestAgainstXterm holds thousands of programs to xterm itself.
func TestAgainstXterm(t *testing.T) {
	xterm := emutest.StartXTerm(t, New, oracleCols, oracleRows)
	list := programs(4000, slices.Concat(common, level4), func(string) bool { return true })
	wrong := 0
	for _, p := range list {
		theirs, err := xterm.Show(p)
		if err != nil {
			t.Fatal(err)
		}
		term := newTerm(oracleCols, oracleRows)
		s := emutest.Feed(t, term, p+"\x1b[6n")
		if ours := emutest.AsXTerm(s, string(term.Replies())); ours != theirs {
			wrong++
			if quirks[p] == "" {
				t.Errorf("%q\nours  %q\nxterm %q", p, ours, theirs)
			}
		}
	}
	t.Logf("%d of %d programs as xterm", len(list)-wrong, len(list))
}

// TestFunctionsAsXterm holds what the functions do here, as listed, to xterm itself.
func TestFunctionsAsXterm(t *testing.T) {
	xterm := emutest.StartXTerm(t, New, oracleCols, oracleRows)
	for _, f := range emutest.Functions() {
		theirs, err := xterm.Show(f.Program)
		if err != nil {
			t.Fatal(err)
		}
		term := newTerm(oracleCols, oracleRows)
		s := emutest.Feed(t, term, f.Program+"\x1b\\\x1b[6n")
		ours := emutest.AsXTerm(s, string(term.Replies()))
		switch why := newer[f.Name]; {
		case ours != theirs && why == "":
			t.Errorf("%s: %q\nours  %q\nxterm %q", f.Name, f.Program, ours, theirs)
		case ours == theirs && why != "":
			t.Errorf("%s: as in xterm now: take it off the list (%s)", f.Name, why)
		}
	}
}

// newer are the functions that xterm 379 as a VT420 has not, and why they are here.
var newer = map[string]string{
	"DECST8C":           "of the VT510 on; harmless before",
	"reverse wrap 1045": "of later versions of xterm",
}

// TestModesAsXterm asks both for every DEC mode: as it is at first, set and reset.
func TestModesAsXterm(t *testing.T) {
	xterm := emutest.StartXTerm(t, New, oracleCols, oracleRows)
	modes := slices.Concat(upTo(0, 120), upTo(1000, 1080), upTo(2000, 2060), []int{8452})
	modes = append(slices.DeleteFunc(modes, func(m int) bool { return m == 1046 }), 1046) // last: RIS leaves it alone
	for _, mode := range modes {
		asked := fmt.Sprintf("\x1b[?%d$p", mode)
		programs := []string{asked}
		if mode != 2 && mode != 38 { // VT52 and Tektronix, where nothing answers
			programs = append(programs, fmt.Sprintf("\x1b[?%dh", mode)+asked, fmt.Sprintf("\x1b[?%dl", mode)+asked)
		}
		differs := false
		for _, p := range programs {
			theirs, err := xterm.Replies(p)
			if err != nil {
				t.Fatal(err)
			}
			term := newTerm(oracleCols, oracleRows)
			emutest.Feed(t, term, p)
			ours := string(term.Replies())
			never := strings.HasSuffix(ours, ";4$y") && strings.HasSuffix(theirs, ";0$y") // known of a VT520
			if ours == theirs || never {
				continue
			}
			differs = true
			if otherModes[mode] == "" {
				t.Errorf("%q: ours %q, xterm %q", p, ours, theirs)
			}
		}
		if why := otherModes[mode]; why != "" && !differs {
			t.Errorf("mode %d is as in xterm now: take it off the list (%s)", mode, why)
		}
	}
}

func upTo(from, to int) (all []int) {
	for i := from; i < to; i++ {
		all = append(all, i)
	}
	return all
}

const (
	preference = "a preference of the window, whose first state is another"
	absent     = "xterm 379 was built without it, or is older"
	added      = "of other terminals"
)

// otherModes are the modes of which DECRQM tells otherwise than in xterm 379.
var otherModes = map[int]string{
	2:  "it is never a VT52",
	13: "the cursor blinks as the program says, not a menu", 14: "the same",
	35: preference, 1010: preference, 1036: preference, 1040: preference,
	80: absent, 8452: absent, 1014: absent, 1045: absent, 1052: absent, 1053: absent,
	1001: "no tracking of highlights",
	1020: added, 2026: added, 2027: added, 2048: added,
	1046: "xterm 379 tells the opposite of what holds",
	1048: "the cursor was saved when the screen was cleaned for the program",
}

// Why a program may show something else in xterm 379.
const (
	lastColumn      = "it erases a protected character in the last column"
	divided         = "half of a wide character is left, or marked, by a function on rectangles or columns"
	inkless         = "its blanks remember the foreground they were erased with; DECRARA shows it"
	fillsAttributes = "DECFRA leaves the colours of a cell when the pen has none, and DECSERA shows them"
	softReset       = "DECSTR does not end a double underline"
	doubled         = "SGR 4 does not end a double underline"
	direct          = "DECALN ends a true colour of the pen, but not a colour of the palette"
	stale           = "a colour that 1049 restored comes back on the other screen"
)

// quirks are the programs on which xterm 379 shows something else, and why.
var quirks = map[string]string{
	"\x1bD\x1b[2S\x1b[J\x1b[1\"q\x1b[20l\x1b(B\x1b[3A\x1b[63;5;4;1;16$x\x1b[?K\x1b[7S\x1b[4A\x1bH\x1b[1Zabcdefghijklmnopqrst\x1b[7;8;2;18;7$t\x1b[?K\x1b[6;3H":             lastColumn,
	"\x1b[3;6r中文\x1b[2T\x1b[K\x1b[?1049l\x1b[?69h\x1b[2;17s\x1b[8;3;6;14${\x1b[6T\x1b[7b\x1b[4'}\x1b[8;6;6;12;7$t\x1b[2B":                                                  divided,
	"\x1b[?1049l\x1b[64;8;7;2;14$x\x1bM\x1b[44m\x1b[2F\x1b[3g\x1b[7;5;5;14;1$r\x1b[8S\x1b[?1049l\x1b[1F\x1b[?6labcdefghijklmnopqrst\x1b[7m\x1b[?47h\x1b7hello world\x1b(B": stale,
	"\x1b[38;2;9;8;7m\x1b[48;5;207;3m\x1b[7'}\x1b[7X\x1b[?6l\x1b[2;5;6;12;7$t日\x1b[38;2;9;8;7m\x1b[20h\x1bE\x1b[6 A\x1b[1B\x1b[?6h\x1b[5;8;7;5;1;1;1;1$v\x0e\b":            inkless,
	"\x1b[1I\x1b[20h\x1b[7E\x1b[5b\x1b[Jthe quick brown fox jumps over中文\x1b[0\"q\x1b[4B\x1b[0;101m\x1b(0\x1b[4;2;8;13$za\x1b[6F":                                          divided,
	"\x1b[48;5;206;3m\r\x1b[0\"q\x1b[?6h\x1b[K\x1b[8;2;3;16${\x1b[3S\x1b[3;1;4;18$z\x1b[?K\x1b[?6l\x1bE\x1b[m\x1b[66;2;1;3;12$x\x1b[6;8;5;11${中文":                          fillsAttributes,
	"\x1b[1M\x1b[2K\b\x1b[4;7H\x1b[38;2;9;8;7m\x1b[4a\x1b[2J\x1b[44m\x1b[44mabcdefghijklmnopqrst\x1b[2;1;5;18;7$t\x1b[5M\x1b[?7hthe quick brown fox jumps over\x1bE":       inkless,
	"\x1b[3g\x1b#8\x1b[21m\x1b[7 @\x1b[1;31m\x1b[?45h\x1b[1P\x1b[?45h中文\x1b[1X\x1b[1;1;6;11;7$t\x1b[7C\x1b[1;31m\x1b[5;5H\x1b[6b":                                          inkless,
	"\x1b[ra\x1b[2A\x1b[1;31m\x1b[K\x1b[0\"q\x1b[8Z\x1b[1@\x1b(B\x1b[3a\x1b[1K\x1b[5F\x1b[?1049h\x1b[2I\x1b[1 A\x1b[?1047h\x1b[3;4;7;12;7$t":                               inkless,
	"\x1b[48;5;206;3m\x1b[21m\x1b[5;2;3;18${\x1b[?7h\x1b[!p\x1b[?1047l\x1b[?1047h\x1b[4l\x1b[4Lqx\x1b[20l\x1b[2G\r":                                                        softReset,
	"\x1bPq~\x1b\\\x1b[1;31m\x1b)0\x1b[r\x1b[4Z\x1b[8T\x1b[?47h\x1b[1\"q\x1b[?1049l\x1b[66;4;1;6;12$x\x1b[6'}\x1b[1\"q\x1b[8;1;7;14$z\x1b9":                                fillsAttributes,
	"\x1b[1'}\x0f\x1b[1K\x1bPq~\x1b\\\x1b6\x1b[4A\x1b]0;title\a\x1b[8;8;1;14$z\x1b[1;2;6;16;1$r\x1b[21m\x1b[!p\x1b[2E\x1b[4'}hello world\x1b[20G":                          softReset,
	"\x1b[48;5;201;3m\x1b[5;1H\x1b[?69h\x1b[21m\x1b[1S\x1b[?6l\x1b[4m\x1b[20l\x0e\x1b[7eqx\t\x1b[?1049l\x1b[4l\x1b[4h\x1b[6;1;1;16$z":                                      doubled,
	"\x1b)0\x1b7\x1b[0\"q\x1b[4l\x1b[5m\x1b8日\x1b[s\x1b[6;2;5;11;7$t\x1b(B\x1b[8;2r\x1bH\x1b[1;2;2;16;1$r\x1b[?47l\x1b[?1047l":                                             divided,
	"\x1b[21m\x1b[21m\n\x1bM\x1b[38;2;9;8;7m\x1b[5F\x1b[4S\x1b[3e\x1b[4Ahello world\x1b[2;1;4;12;7$t\x1b[1J\x1b7\x1b[7d\x1b[8;5;2;7;1;1;7;1$v\x1b[?45l中文":                  inkless,
	"\x1b[4m\x1b[38;2;9;8;7m\x1bPq~\x1b\\\x1b9\x1b[1\"q\x1b#8\x1b[4Gabcdefghijklmnopqrst\x1b[38;2;9;8;7m\x1b[5B\x1b[2*x\x1b[?1047l\x1b[5m":                                 direct,
}
