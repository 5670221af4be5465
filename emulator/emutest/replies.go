package emutest

import (
	"bytes"
	"strings"
	"testing"

	"scenario/emulator"
)

func queryOptions() emulator.Options {
	o := emulator.Options{Cols: 20, Rows: 6, CellWidth: 6, CellHeight: 13,
		Fg: emulator.RGBColor{R: 1, G: 2, B: 3}, Bg: emulator.RGBColor{R: 0x1e, G: 0x1e, B: 0x2e}, Cursor: emulator.RGBColor{R: 0xff}}
	o.Palette[1] = emulator.RGBColor{R: 0xcd}
	return o
}

func (e Engine) replies(t *testing.T) {
	e.table(t, "replies", []oneCase{
		{"DA1", "\x1b[c", "\x1b[?64;6;21;22;28c"},
		{"DA1 with 0", "\x1b[0c", "\x1b[?64;6;21;22;28c"},
		{"DECID", "\x1bZ", "\x1b[?64;6;21;22;28c"},
		{"DA2", "\x1b[>c", "\x1b[>41;379;0c"},
		{"DA3", "\x1b[=c", "\x1bP!|00000000\x1b\\"},
		{"XTVERSION", "\x1b[>q", "\x1bP>|scenario\x1b\\"},
		{"23 DSR", "\x1b[5n", "\x1b[0n"},
		{"CPR", "\x1b[2;3H\x1b[6n", "\x1b[2;3R"},
		{"22 CPR in origin mode", "\x1b[2;4r\x1b[?6h\x1b[2;3H\x1b[6n", "\x1b[2;3R"},
		{"CPR at the pending wrap", "abcdefghijklmnopqrst\x1b[6n", "\x1b[1;20R"},
		{"24 DECXCPR", "\x1b[?6n", "\x1b[?1;1;1R"},
		{"DECRQM 47", "\x1b[?47$p", "\x1b[?47;2$y"},
		{"DECRQM 12", "\x1b[?12$p", "\x1b[?12;2$y"},
		{"DECRQM 2026", "\x1b[?2026$p\x1b[?2026h\x1b[?2026$p", "\x1b[?2026;2$y\x1b[?2026;1$y"},
		{"DECRQM 2004", "\x1b[?2004h\x1b[?2004$p", "\x1b[?2004;1$y"},
		{"DECRQM unknown", "\x1b[?4711$p", "\x1b[?4711;0$y"},
		{"DECRQM ANSI", "\x1b[4h\x1b[4$p\x1b[20$p", "\x1b[4;1$y\x1b[20;2$y"},
		{"OSC 10 BEL", "\x1b]10;?\a", "\x1b]10;rgb:0101/0202/0303\a"},
		{"OSC 11 ST", "\x1b]11;?\x1b\\", "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\"},
		{"OSC 12", "\x1b]12;?\a", "\x1b]12;rgb:ffff/0000/0000\a"},
		{"OSC 10 with three questions", "\x1b]10;?;?;?\a", "\x1b]10;rgb:0101/0202/0303\a\x1b]11;rgb:1e1e/1e1e/2e2e\a\x1b]12;rgb:ffff/0000/0000\a"},
		{"OSC 4", "\x1b]4;1;?\a", "\x1b]4;1;rgb:cdcd/0000/0000\a"},
		{"OSC 4 cube and grey", "\x1b]4;16;?;231;?;255;?\a", "\x1b]4;16;rgb:0000/0000/0000\a\x1b]4;231;rgb:ffff/ffff/ffff\a\x1b]4;255;rgb:eeee/eeee/eeee\a"},
		{"OSC 4 set, asked, reset", "\x1b]4;1;rgb:11/22/33\a\x1b]4;1;?\a\x1b]104\a\x1b]4;1;?\a", "\x1b]4;1;rgb:1111/2222/3333\a\x1b]4;1;rgb:cdcd/0000/0000\a"},
		{"OSC 11 set, asked, reset", "\x1b]11;#abc\a\x1b]11;?\a\x1b]111\a\x1b]11;?\a", "\x1b]11;rgb:a0a0/b0b0/c0c0\a\x1b]11;rgb:1e1e/1e1e/2e2e\a"},
		{"XTWINOPS", "\x1b[14t\x1b[16t\x1b[18t", "\x1b[4;78;120t\x1b[6;13;6t\x1b[8;6;20t"},
		{"titles are never told", "\x1b]2;rm -rf\a\x1b[21t\x1b[20t", "\x1b]l\x1b\\\x1b]L\x1b\\"},
		{"kitty keyboard", "\x1b[?u\x1b[>5u\x1b[?u\x1b[<u\x1b[?u", "\x1b[?0u\x1b[?5u\x1b[?0u"},
		{"XTQMODKEYS", "\x1b[>4;2m\x1b[?4m", "\x1b[>4;2m"},
		{"XTGETTCAP", "\x1bP+q544e;436F\x1b\\", "\x1bP1+r544E=787465726D2D323536636F6C6F72\x1b\\\x1bP1+r436F=323536\x1b\\"},
		{"DSR of a printer, user keys, the locator", "\x1b[?15n\x1b[?25n\x1b[?53n\x1b[?55n", "\x1b[?13n\x1b[?20n\x1b[?50n\x1b[?50n"},
		{"XTGETTCAP unknown", "\x1bP+q726d\x1b\\", "\x1bP0+r\x1b\\"},
		{"DECRQSS SGR", "\x1b[1;31m\x1bP$qm\x1b\\", "\x1bP1$r0;1;31m\x1b\\"},
		{"DECRQSS SGR with everything", "\x1b[4:3;53;38;5;200;48;2;1;2;3;58;5;4m\x1bP$qm\x1b\\", "\x1bP1$r0;53;4:3;38:5:200;48:2::1:2:3;58:5:4m\x1b\\"},
		{"DECRQSS DECSTBM", "\x1b[2;4r\x1bP$qr\x1b\\", "\x1bP1$r2;4r\x1b\\"},
		{"DECRQSS DECSCUSR", "\x1b[4 q\x1bP$q q\x1b\\", "\x1bP1$r4 q\x1b\\"},
		{"DECRQSS unknown", "\x1bP$qrm -rf\x1b\\", "\x1bP0$r\x1b\\"},
		{"OSC 52 reads nothing", "\x1b]52;c;?\a", ""},
		{"DECRQCRA", "AB\x1b[1;0;1;1;1;2*y", "\x1bP1!~FF7D\x1b\\"},
		{"DECRQCRA of a blank", "\x1b[7;0;1;1;1;1*y", "\x1bP7!~FFE0\x1b\\"},
		{"DECRQCRA positive", "\x1b[1#y\x1b[1mA\x1b[7;0;1;1;1;1*y", "\x1bP7!~00C1\x1b\\"},
		{"DECRQM of what is always so", "\x1b[?2027$p\x1b[?8$p\x1b[1$p", "\x1b[?2027;3$y\x1b[?8;4$y\x1b[1;4$y"},
		{"DECRQM at level 2", "\x1b[62\"p\x1b[4$p", ""},
		{"DECRQSS level", "\x1b[63\"p\x1bP$q\"p\x1b\\", "\x1bP1$r63;1\"p\x1b\\"},
		{"DECTABSR", "\x1b[2$w", "\x1bP2$u1/9/17\x1b\\"},
		{"DECCIR", "\x1b[2;3H\x1b[1;7m\x1b[1$w", "\x1bP1$u2;3;1;I;@;@;0;2;@;BBBB\x1b\\"},
		{"OSC 5", "\x1b]5;0;#123456\a\x1b]5;0;?\a", "\x1b]5;0;rgb:1212/3434/5656\a"},
		{"OSC 17 and 19", "\x1b]17;rgb:1/2/3\a\x1b]17;?\a", "\x1b]17;rgb:1111/2222/3333\a"},
		{"XTREPORTCOLORS", "\x1b[#P\x1b[#R", "\x1b[?1;1#Q"},
		{"memory checksum", "\x1b[?63;9n", "\x1bP9!~0000\x1b\\"},
		{"DECRQSS DECSLRM", "\x1b[?69h\x1b[3;9s\x1bP$qs\x1b\\", "\x1bP1$r3;9s\x1b\\"},
		{"DECRQSS DECSCA", "\x1b[1\"q\x1bP$q\"q\x1b\\", "\x1bP1$r1\"q\x1b\\"},
		{"DECRQSS DECSACE", "\x1b[2*x\x1bP$q*x\x1b\\", "\x1bP1$r2*x\x1b\\"},
		{"DECRQSS DECSLPP", "\x1bP$qt\x1b\\", "\x1bP1$r6t\x1b\\"},
		{"DECRQSS DECSCPP", "\x1bP$q$|\x1b\\", "\x1bP1$r20$|\x1b\\"},
		{"DECRQSS DECSNLS", "\x1bP$q*|\x1b\\", "\x1bP1$r6*|\x1b\\"},
		{"XTWINOPS of a window that stands still", "\x1b[11t\x1b[13t", "\x1b[1t\x1b[3;0;0t"},
		{"XTWINOPS of the screen", "\x1b[15t\x1b[19t", "\x1b[5;78;120t\x1b[9;6;20t"},
		{"OSC 13 to 16 and 18", "\x1b]13;?\a\x1b]14;?\a\x1b]15;?\a\x1b]16;?\a\x1b]18;?\a", "\x1b]13;rgb:0101/0202/0303\a\x1b]14;rgb:1e1e/1e1e/2e2e\a\x1b]15;rgb:0101/0202/0303\a\x1b]16;rgb:1e1e/1e1e/2e2e\a\x1b]18;rgb:ffff/0000/0000\a"},
		{"OSC 105 and 113 to 119", "\x1b]5;0;#123456\a\x1b]105\a\x1b]5;0;?\a\x1b]17;#123456\a\x1b]117\a\x1b]17;?\a", "\x1b]5;0;rgb:0101/0202/0303\a\x1b]17;rgb:0101/0202/0303\a"},
		{"XTGETTCAP of all", "\x1bP+q544E;436F;636F6C6F7273;524742;536D756C78;536574756C63\x1b\\", "\x1bP1+r544E=787465726D2D323536636F6C6F72\x1b\\\x1bP1+r436F=323536\x1b\\\x1bP1+r636F6C6F7273=323536\x1b\\\x1bP1+r524742=382F382F38\x1b\\\x1bP1+r536D756C78=1B5B343A25703125646D\x1b\\\x1bP1+r536574756C63=1B5B35383A323A3A257031257B36353533367D252F25643A257031257B3235367D252F257B3235357D252625643A257031257B3235357D252625646D\x1b\\"},
		{"DECREQTPARM", "\x1b[x\x1b[1x", "\x1b[2;1;1;128;128;1;0x\x1b[3;1;1;128;128;1;0x"},
		{"DSR of the keyboard, the locator, macros, errors, sessions", "\x1b[?26n\x1b[?56n\x1b[?62n\x1b[?75n\x1b[?85n", "\x1b[?27;1;0;0n\x1b[?57;0n\x1b[0*{\x1b[?70n\x1b[?83n"},
		{"ENQ", "\x05", ""},
		{"colour scheme", "\x1b[?996n", "\x1b[?997;1n"},
	}, func(t *testing.T, in string) string {
		term := e.New(queryOptions())
		Feed(t, term, in)
		got := string(term.Replies())
		if again := term.Replies(); again != nil {
			t.Errorf("told twice: %q", again)
		}
		return got
	})
}

func (e Engine) queriesNeverBlock(t *testing.T) {
	term := e.term(20, 6)
	s := Feed(t, term, "\x1b[5n\x1b[6n\x1b[>c\r\nOK")
	if want := "\x1b[0n\x1b[1;1R\x1b[>41;379;0c"; string(term.Replies()) != want || s.Text() != "\nOK" {
		t.Errorf("%q", s.Text())
	}
	Feed(t, term, strings.Repeat("\x1b[6n", 100_000))
	r := term.Replies()
	if len(r) == 0 || len(r) > emulator.MaxReplies || !bytes.HasSuffix(r, []byte("R")) {
		t.Errorf("%d bytes of replies, which end in %q", len(r), r[max(0, len(r)-8):])
	}
}

func (e Engine) colourQueries(t *testing.T) {
	term := e.New(queryOptions())
	Feed(t, term, "\x1b]11;?")
	if r := term.Replies(); r != nil {
		t.Errorf("answered before its end: %q", r)
	}
	Feed(t, term, "\a")
	if got := string(term.Replies()); got != "\x1b]11;rgb:1e1e/1e1e/2e2e\a" {
		t.Errorf("%q", got)
	}
}
