//go:build e2e

package core

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"scenario/emulator"
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
}

// asked is a screen as a terminal tells it by checksums of single cells: code
// points (0xffff is the right half of a wide character), the same with the
// attributes added, and the cursor.
type asked struct {
	CPR          string
	Codes, Attrs []int
}

// questions ask for all that is in asked, but for the cursor.
func questions() string {
	var b strings.Builder
	b.WriteString("\x1b[?6l\x1b[?69l\x1b[r")
	for _, how := range []int{31, 29} { // XTCHECKSUM: all of it plain; with attributes
		fmt.Fprintf(&b, "\x1b[%d#y", how)
		for y := 1; y <= oracleRows; y++ {
			for x := 1; x <= oracleCols; x++ {
				fmt.Fprintf(&b, "\x1b[1;0;%d;%d;%d;%d*y", y, x, y, x)
			}
		}
	}
	return b.String()
}

// TestAgainstXterm runs this test's own binary in xterm on a virtual X server.
// Xvfb and xterm must be there.
func TestAgainstXterm(t *testing.T) {
	if os.Getenv("SCENARIO_IN_XTERM") != "" {
		inXterm(t)
		return
	}
	list := programs(4000, slices.Concat(common, level4), func(string) bool { return true })
	dir := t.TempDir()
	raw, _ := json.Marshal(list)
	if err := os.WriteFile(filepath.Join(dir, "in"), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("xterm", "-display", startX(t), "-geometry", fmt.Sprintf("%dx%d", oracleCols, oracleRows), "-u8",
		"-e", os.Args[0], "-test.run", "^TestAgainstXterm$")
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "SCENARIO_IN_XTERM="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	f, err := os.Open(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	dec := json.NewDecoder(f)
	wrong := 0
	for i, p := range list {
		var a asked
		if err := dec.Decode(&a); err != nil {
			t.Fatalf("after %d programs: %v", i, err)
		}
		ours := told(t, p)
		if theirs := a.String(); ours != theirs {
			wrong++
			if quirks[p] == "" {
				t.Errorf("%q\nours  %q\nxterm %q", p, ours, theirs)
			}
		}
	}
	t.Logf("%d of %d programs as xterm", len(list)-wrong, len(list))
}

// startX starts a virtual X server and returns its display.
func startX(t *testing.T) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "800x600x24")
	cmd.ExtraFiles = []*os.File{w}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return ":" + strings.TrimSpace(line)
}

func (a asked) String() string {
	var b strings.Builder
	for i, code := range a.Codes {
		if i%oracleCols == 0 && i > 0 {
			b.WriteString("⏎")
		}
		switch {
		case code == 0xffff:
		case code == 0 || code == ' ': // attributes of blanks are not compared
			b.WriteByte(' ')
		default:
			b.WriteRune(rune(code))
			if n := (a.Attrs[i] - code) &^ 4; n != 0 { // 4 is protection
				fmt.Fprintf(&b, "{%x}", n)
			}
		}
	}
	return b.String() + "|" + a.CPR
}

// told is the same of our screen.
func told(t *testing.T, program string) string {
	t.Helper()
	term := New(emulator.Options{Cols: oracleCols, Rows: oracleRows})
	s := emutest.Feed(t, term, program+"\x1b[6n")
	a := asked{CPR: lastAnswer(string(term.Replies()))}
	for _, c := range s.Cells {
		code := int([]rune(s.Table.Text(c.Glyph))[0])
		if c.Attr.Has(emulator.WideTail) {
			code = 0xffff
		}
		a.Codes = append(a.Codes, code)
		a.Attrs = append(a.Attrs, code+sumAttrs(c.Attr))
	}
	return a.String()
}

func lastAnswer(s string) string { return s[max(0, strings.LastIndexByte(s, 0x1b)):] }

// clean leaves nothing of the program before, on neither screen.
const clean = "\x1bc\x1b[?47h\x1b[?6l\x1b[r\x1b[2J\x1b[H\x1b7\x1b[?47l\x1bc"

func inXterm(t *testing.T) {
	dir := os.Getenv("SCENARIO_IN_XTERM")
	raw, err := os.ReadFile(filepath.Join(dir, "in"))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	tty := exec.Command("stty", "raw", "-echo")
	tty.Stdin = os.Stdin
	if err := tty.Run(); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	defer w.Flush()
	enc, in, ask := json.NewEncoder(w), bufio.NewReader(os.Stdin), questions()
	for _, p := range list {
		io.WriteString(os.Stdout, clean+p+"\x1b[6n")
		answer, err := in.ReadString('R')
		if err != nil {
			t.Fatal(err)
		}
		a := asked{CPR: lastAnswer(answer)}
		go io.WriteString(os.Stdout, ask) // xterm may want its answers read before it reads on
		for _, to := range []*[]int{&a.Codes, &a.Attrs} {
			for range oracleRows * oracleCols {
				*to = append(*to, checksumAnswer(t, in))
			}
		}
		if err := enc.Encode(a); err != nil {
			t.Fatal(err)
		}
	}
}

// checksumAnswer reads DCS 1 ! ~ XXXX ST.
func checksumAnswer(t *testing.T, in *bufio.Reader) int {
	answer, err := in.ReadString('\\')
	if err != nil {
		t.Fatal(err)
	}
	_, digits, _ := strings.Cut(strings.TrimSuffix(answer, "\x1b\\"), "!~")
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil {
		t.Fatalf("%q: %v", answer, err)
	}
	return int(n)
}

// quirks are the programs on which xterm 379 shows something else, and why.
var quirks = map[string]string{
	"\x1bD\x1b[2S\x1b[J\x1b[1\"q\x1b[20l\x1b(B\x1b[3A\x1b[63;5;4;1;16$x\x1b[?K\x1b[7S\x1b[4A\x1bH\x1b[1Zabcdefghijklmnopqrst\x1b[7;8;2;18;7$t\x1b[?K\x1b[6;3H": "it erases a protected character in the last column",
}
