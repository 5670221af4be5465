//go:build linux

package session

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"scenario/capture/cast"
	"scenario/emulator"
	"scenario/emulator/redraw"
	"scenario/emulator/xvt"
)

const secret = "tok_9f8e7d6c5b"

// runSecret starts a script in sh that knows the secret as $S.
func runSecret(t *testing.T, script string) *fixture {
	t.Helper()
	c, buf := config(t, "sh", "-c", script)
	c.Cols, c.Rows = 30, 6
	c.Env = append(c.Env, "S="+secret)
	c.Secrets = []string{secret}
	return start(t, c, buf)
}

// longestShown returns the longest beginning of the secret that stood on any
// screen of a replay, or in the text of any event.
func longestShown(t *testing.T, data []byte) (longest string) {
	t.Helper()
	note := func(text string) {
		for n := len(secret); n > len(longest); n-- {
			if strings.Contains(text, secret[:n]) {
				longest = secret[:n]
				break
			}
		}
	}
	n := len(events(t, data, cast.Output)) + len(events(t, data, cast.Input)) + len(events(t, data, cast.Resize))
	for i := range n + 1 {
		s := replay(t, data, i)
		note(strings.ReplaceAll(joinRows(s).text, " ", ""))
		note(s.Title)
	}
	for _, code := range []cast.Code{cast.Output, cast.Input, cast.Marker} {
		for _, e := range events(t, data, code) {
			note(e)
		}
	}
	note(strings.Join(events(t, data, cast.Input), ""))
	return longest
}

// In the scripts PAUSE waits until what was printed before has been read.
func TestSecrets(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		redraws      bool
		masked       string // on the last screen of the cast
	}{
		{"printed", `echo "<$S>"`, false, "<**************>"},
		{"in pieces", `printf '<%s' tok_9f; printf '%s>' 8e7d6c5b`, false, "<**************>"},
		{"in pieces, and a look between", `printf '<%s' tok_9f; PAUSE; printf '%s>' 8e7d6c5b`, true, "<**************>"},
		{"in the title", `printf '\033]2;%s\007x' "$S"`, false, "x"},
		{"letter by letter", `for c in t o k _ 9 f 8 e 7 d 6 c 5 b; do printf "$c"; done; printf '>'`, false, "**************>"},
		{"coloured letters", `for c in t o k _ 9 f 8 e 7 d 6 c 5 b; do printf "\033[1m$c\033[m"; done; printf '>'`, true, "**************>"},
		{"coloured letters at once", `printf "%s" "$(for c in t o k _ 9 f 8 e 7 d 6 c 5 b; do printf "\033[1m$c\033[m"; done)"; printf '>'`, true, "**************>"},
		{"wrapped", `printf '%s' "....................$S>"`, false, "....................**********\n****>"},
		{"wrapped by the program", `printf '....................tok_9f8e7d\r\n6c5b>'`, true, "....................**********\n****>"},
		{"backwards", `printf '\033[5Gf8e7d6c5b\033[1Gtok_\033[5G9\033[6Gf8e7d6c5b\033[16Gx'`, true, "************** x"},
		{"redrawn in part", `printf '%s' "$S"; PAUSE; printf '\033[5G9f8e\033[16Gx'`, true, "************** x"},
		{"gone", `for c in t o k _ 9 f 8 e 7 d 6 c 5 b; do printf "\033[1m$c\033[m"; done; PAUSE; printf '\r\033[Kclean \033[31mred'`, true, "clean red"},
		{"written over in part", `for c in t o k _ 9 f 8 e 7 d 6 c 5 b; do printf "\033[1m$c\033[m"; done; PAUSE; printf '\r$ \033[3;1H'`, true, "$ ************"},
		{"nearly", `printf 'token: '; printf 'tok'; printf 'yo'`, false, "token: tokyo"},
		{"nearly, and looks between", `printf 'token: '; PAUSE; printf 'tok'; PAUSE; printf 'yo'`, true, "token: tokyo"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			// Each pause has a pipe of its own: the next reader of one pipe could
			// still reach the writer before.
			script, dir := tt.script, t.TempDir()
			var pauses []string
			for strings.Contains(script, "PAUSE") {
				pause := filepath.Join(dir, strconv.Itoa(len(pauses)))
				if err := unix.Mkfifo(pause, 0o600); err != nil {
					t.Fatal(err)
				}
				pauses = append(pauses, pause)
				script = strings.Replace(script, "PAUSE", "read x <"+pause, 1)
			}
			f := runSecret(t, script+"; read x")
			settle := func() {
				if st, err := f.Settle(f.ctx); err != nil || !st.OK || st.Waking {
					t.Fatal(st, err)
				}
			}
			settle()
			for _, pause := range pauses {
				if err := os.WriteFile(pause, []byte("\n"), 0); err != nil { // waits for the read
					t.Fatal(err)
				}
				settle()
			}
			v := f.View()
			if tt.name != "gone" && tt.name != "written over in part" && !strings.HasPrefix(tt.name, "nearly") && tt.name != "in the title" &&
				!strings.Contains(strings.ReplaceAll(joinRows(v.Screen).text, "\n", ""), secret) {
				t.Errorf("the live screen is not true: %q", v.Screen.Text())
			}
			f.close()
			data := f.cast.Bytes()
			if strings.Contains(f.cast.String(), secret) {
				t.Error("the secret is in the cast")
			}
			if got := longestShown(t, data); len(got) > 2 && !strings.HasPrefix(tt.name, "nearly") {
				t.Errorf("the cast shows %q", got)
			}
			if got := replay(t, data, v.CastSeq).Text(); got != tt.masked {
				t.Errorf("the cast shows\n%s\nwant\n%s", got, tt.masked)
			}
			// a secret that one read has both drawn and wiped needs no redraw
			if got, _ := f.Redrawn(); got != tt.redraws && tt.name != "gone" {
				t.Errorf("redraws %v, want %v", got, tt.redraws)
			}
		})
	}
}

// Typed secrets are masked from the first character, in the echo and in the
// input.
func TestWriteSecret(t *testing.T) {
	for _, tt := range []struct{ name, prompt string }{
		{"line mode", `printf 'token: '; read x; printf 'thanks '; read y`},
		{"raw mode", `stty raw -echo; printf 'token: '; while c=$(dd bs=1 count=1 2>/dev/null); [ -n "$c" ]; do case $c in x) break;; *) printf "\033[1m$c\033[m";; esac; done; printf 'thanks '; read y`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := runSecret(t, tt.prompt)
			f.wait("token:")
			f.Settle(f.ctx)
			for i := range secret {
				if err := f.WriteSecret(f.ctx, []byte(secret[i:i+1])); err != nil {
					t.Fatal(err)
				}
				f.Answer(f.ctx)
			}
			f.wait(secret)
			f.send("x\r")
			f.wait("thanks")
			f.close()
			if got := longestShown(t, f.cast.Bytes()); got != "" && got != "t" { // "thanks", "token"
				if got != "tok" || !strings.Contains(f.cast.String(), "token: ") {
					t.Errorf("the cast shows %q", got)
				}
			}
			if got := strings.Join(events(t, f.cast.Bytes(), cast.Input), ""); got != strings.Repeat("*", len(secret))+"x\r" {
				t.Errorf("inputs %q", got)
			}
		})
	}
}

func TestInputOfUndeclaredSecret(t *testing.T) {
	f := runSecret(t, `read x; read y`)
	for i := range secret {
		f.send(secret[i : i+1])
		f.Answer(f.ctx)
	}
	f.send("\r")
	f.close()
	if got := longestShown(t, f.cast.Bytes()); len(got) > 2 {
		t.Errorf("the cast shows %q", got)
	}
}

func TestStreamMask(t *testing.T) {
	words := secretWords([]string{"secret", "cretin", "日本語", "31;1"})
	for _, tt := range []struct{ in, want string }{
		{"a secret b", "a ****** b"},
		{"secretin", "********"},
		{"secrecret", "secrecret"},
		{"日本語.", "******."},
		{"\x1b[31;1mred 31;1", "\x1b[31;1mred ****"},
		{"\x1b]2;secret\a", "\x1b]2;******\a"},
		{"sec", "sec"},
		{"sec\x1b[0mret", "sec\x1b[0mret"},
	} {
		for size := 1; size <= len(tt.in); size++ {
			m := streamMask{words: words}
			var got []byte
			for rest := []byte(tt.in); len(rest) > 0; {
				n := min(size, len(rest))
				got = append(got, m.write(rest[:n])...)
				rest = rest[n:]
			}
			got = append(got, m.release()...)
			if string(got) != tt.want {
				t.Errorf("%q in pieces of %d: %q, want %q", tt.in, size, got, tt.want)
			}
		}
	}
}

func FuzzStreamMask(f *testing.F) {
	f.Add([]byte("a secret b"), uint8(3))
	f.Add([]byte("secrecretin\x1b[31msecret"), uint8(1))
	words := secretWords([]string{"secret", "cretin"})
	f.Fuzz(func(t *testing.T, in []byte, size uint8) {
		whole, pieces := streamMask{words: words}, streamMask{words: words}
		want := append(whole.write(in), whole.release()...)
		var got []byte
		for rest := in; len(rest) > 0; {
			n := min(int(size)+1, len(rest))
			got = append(got, pieces.write(rest[:n])...)
			rest = rest[n:]
		}
		got = append(got, pieces.release()...)
		if string(got) != string(want) {
			t.Errorf("%q in pieces: %q, at once: %q", in, got, want)
		}
	})
}

// A redraw shows the same cells in an empty terminal and in one that shows
// anything else.
func TestRedraw(t *testing.T) {
	screens := []string{
		"plain text",
		"\x1b[1;31mbold red\x1b[0;2;3;4:3;58:2::1:2:3mcurly\x1b[0;5;7;8;9;53mmore\x1b[m",
		"\x1b[38;5;200mA\x1b[48;2;1;2;3mB\x1b[97;103mC\x1b[m",
		"日本語 a\u0301 👩‍👩‍👧‍👧|🇩🇪|e\u0301x",
		"\x1b[5;28H日\x1b[6;30Hx",
		"\x1b]8;id=a;http://example.org\x1b\\link\x1b]8;;\x1b\\ none",
		"\x1b[44m\x1b[2J\x1b[Hblue\x1b[m",
		"\x1b[?25l\x1b[5 qhidden",
		"\x1b]11;#102030\x07\x1b]4;3;#aabbcc\x07colours",
		"\x1b]2;a title\x07x",
		strings.Repeat("0123456789", 19),
	}
	var old *emulator.Screen
	shown := xvt.New(emulator.Options{Cols: 30, Rows: 6})
	for _, text := range screens {
		term := xvt.New(emulator.Options{Cols: 30, Rows: 6})
		term.Write([]byte(text))
		next := &emulator.Screen{}
		term.Snapshot(next)
		for _, tt := range []struct {
			name string
			from *emulator.Screen
			term emulator.Terminal
		}{
			{"fresh", nil, dirty()},
			{"diff", old, shown},
		} {
			tt.term.Write(redraw.Append(nil, tt.from, next))
			got := &emulator.Screen{}
			tt.term.Snapshot(got)
			if diff := cmp.Diff(look(next), look(got)); diff != "" {
				t.Errorf("%s redraw of %q (-want +got):\n%s", tt.name, text, diff)
			}
		}
		old = next
	}
}

// dirty is a terminal that was left in a bad state.
func dirty() emulator.Terminal {
	term := xvt.New(emulator.Options{Cols: 30, Rows: 6})
	term.Write([]byte("\x1b[?1049h\x1b[2;4r\x1b[?6h\x1b[4h\x1b(0\x1b[31;7mqqq\x1b]11;#ff0000\x07\x1b[?25l\x1b[?2026h"))
	return term
}

type cellLook struct {
	Text   string
	Fg, Bg emulator.Color
	Attr   emulator.Attr
	Ext    emulator.Ext
}

type screenLook struct {
	Rows    [][]cellLook
	Cursor  emulator.Cursor
	Title   string
	Palette emulator.Palette
}

func look(s *emulator.Screen) screenLook {
	l := screenLook{Cursor: s.Cursor, Title: s.Title, Palette: s.Palette}
	if len(l.Palette.Indexed) == 0 {
		l.Palette.Indexed = nil
	}
	for r := range s.Rows {
		var row []cellLook
		for _, c := range s.Row(r) {
			row = append(row, cellLook{s.Table.Text(c.Glyph), c.Fg, c.Bg, c.Attr, s.Table.Ext(c.Ext)})
		}
		l.Rows = append(l.Rows, row)
	}
	return l
}

// What is written as a secret is masked although no secret was declared.
func TestWriteSecretAlone(t *testing.T) {
	c, buf := config(t, "sh", "-c", `printf 'pin: '; read x; echo "it was $x."; read y`)
	f := start(t, c, buf)
	f.wait("pin:")
	for _, r := range "pqrs" { // no time of an event looks so
		if err := f.WriteSecret(f.ctx, []byte(string(r))); err != nil {
			t.Fatal(err)
		}
		f.Answer(f.ctx)
	}
	f.send("\r")
	v := f.wait("it was pqrs.")
	f.close()
	if strings.Contains(f.cast.String(), "pq") {
		t.Errorf("the cast has the start of it:\n%s", f.cast)
	}
	if got := replay(t, f.cast.Bytes(), v.CastSeq).Text(); got != "pin: ****\nit was ****." {
		t.Errorf("the cast shows %q", got)
	}
}
