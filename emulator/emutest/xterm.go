//go:build e2e

package emutest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"scenario/emulator"
)

// XTerm is a real xterm on a virtual X server of its own.
type XTerm struct {
	cols, rows int
	to, out    *os.File
	from       *bufio.Reader // of out
	questions  string
	pen        emulator.Terminal    // reads the renditions that xterm reports
	looks      map[string][2]string // of a rendition: on a character, on a blank
}

// StartXTerm starts an xterm of a size, which ends with the test. Xvfb and xterm
// must be there. The engine is asked for nothing but how it takes an SGR.
func StartXTerm(t *testing.T, engine emulator.Factory, cols, rows int) *XTerm {
	t.Helper()
	display := startX(t)
	dir := t.TempDir()
	to, from := filepath.Join(dir, "to"), filepath.Join(dir, "from")
	for _, p := range []string{to, from} {
		if err := syscall.Mkfifo(p, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("xterm", "-display", display, "-geometry", fmt.Sprintf("%dx%d", cols, rows), "-u8",
		"-xrm", "*boldColors: false", "-xrm", "*titleModes: 0",
		"-e", "sh", "-c", "stty raw -echo; cat <"+to+" & exec cat >"+from)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	var complaints strings.Builder
	cmd.Stderr = &complaints
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended, opened := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait()
		// An xterm that did not come up shall not leave us waiting at the pipe.
		if f, err := os.OpenFile(from, os.O_RDWR, 0); err == nil {
			<-opened
			f.Close()
		}
	}()
	x := &XTerm{cols: cols, rows: rows, questions: questions(cols, rows), looks: map[string][2]string{}}
	x.pen = engine(emulator.Options{Cols: 2, Rows: 1})
	var err error
	if x.to, err = os.OpenFile(to, os.O_RDWR, 0); err != nil {
		t.Fatal(err)
	}
	out, err := os.Open(from)
	close(opened)
	if err != nil {
		t.Fatal(err)
	}
	x.out, x.from = out, bufio.NewReader(out)
	t.Cleanup(func() {
		x.to.Close()
		out.Close()
		_ = cmd.Process.Kill()
		<-ended
		if t.Failed() {
			t.Logf("xterm: %s", &complaints)
		}
	})
	return x
}

// startX starts a virtual X server and returns its display.
func startX(t *testing.T) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1600x1200x24")
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

// Identifiers of the checksums that end a program and the questions.
const endOfProgram, question = 77, 1

// questions ask each cell for its code point and its rendition: DECRQCRA with
// XTCHECKSUM so that nothing but the code counts (0xffff is the right half of a
// wide character), and XTREPORTSGR.
func questions(cols, rows int) string {
	var b strings.Builder
	b.WriteString("\x1b[?6l\x1b[?69l\x1b[r\x1b[31#y")
	for y := 1; y <= rows; y++ {
		for x := 1; x <= cols; x++ {
			fmt.Fprintf(&b, "\x1b[%d;0;%d;%d;%d;%d*y\x1b[%[2]d;%[3]d;%[2]d;%[3]d#|", question, y, x, y, x)
		}
	}
	return b.String()
}

// clean leaves nothing of the program before, on neither screen.
const clean = "\x1bc\x1b[?47h\x1b[?6l\x1b[r\x1b[2J\x1b[H\x1b7\x1b[?47l\x1bc"

// send lets xterm run a program on a clean terminal, say that it has ended, and
// answer questions, for which it has a minute.
func (x *XTerm) send(program, questions string) error {
	// xterm may want its answers read before it reads on.
	go io.WriteString(x.to, clean+program+"\x1b\\"+fmt.Sprintf("\x1b[%d;0;1;1;1;1*y", endOfProgram)+questions)
	return x.out.SetReadDeadline(time.Now().Add(time.Minute))
}

// Replies returns what xterm answers to a program on a clean terminal.
func (x *XTerm) Replies(program string) (string, error) {
	if err := x.send(program, ""); err != nil {
		return "", err
	}
	var all strings.Builder
	for {
		s, err := x.from.ReadString('\\')
		if err != nil {
			return "", err
		}
		all.WriteString(s)
		if before, _, ok := strings.Cut(all.String(), fmt.Sprintf("\x1bP%d!~", endOfProgram)); ok {
			return before, nil
		}
	}
}

// Show returns the screen that a program leaves on a clean terminal, in the form
// of AsXTerm.
func (x *XTerm) Show(program string) (string, error) {
	if err := x.send(program, "\x1b[6n"+x.questions); err != nil {
		return "", err
	}
	for {
		s, err := x.from.ReadString('\\')
		if err != nil {
			return "", err
		}
		if strings.Contains(s, fmt.Sprintf("\x1bP%d!~", endOfProgram)) {
			break
		}
	}
	cursor, err := x.from.ReadString('R')
	if err != nil {
		return "", err
	}
	cells := make([]shownCell, 0, x.cols*x.rows)
	for range cap(cells) {
		code, err := x.from.ReadString('\\')
		if err != nil {
			return "", err
		}
		sgr, err := x.from.ReadString('m')
		if err != nil {
			return "", err
		}
		_, digits, _ := strings.Cut(strings.TrimSuffix(code, "\x1b\\"), "!~")
		n, err := strconv.ParseUint(digits, 16, 32)
		if err != nil {
			return "", fmt.Errorf("%q: %w", code, err)
		}
		look, err := x.look(sgr, int(n))
		if err != nil {
			return "", err
		}
		cells = append(cells, shownCell{int(n), look})
	}
	return showCells(cells, x.cols, cursor), nil
}

// look returns how a rendition looks on a character or a blank.
func (x *XTerm) look(sgr string, code int) (string, error) {
	if look, ok := x.looks[sgr]; ok {
		return look[isBlank(code)], nil
	}
	if err := x.pen.Write([]byte("\x1b[H" + sgr + "x")); err != nil {
		return "", err
	}
	var s emulator.Screen
	x.pen.Snapshot(&s)
	look := [2]string{plainLook(&s, s.Cells[0], 0), plainLook(&s, s.Cells[0], 1)}
	x.looks[sgr] = look
	return look[isBlank(code)], nil
}

// isBlank returns 1 for a code point that leaves its cell blank.
func isBlank(code int) int {
	if code == 0 || code == ' ' {
		return 1
	}
	return 0
}

// AsXTerm is a screen of ours in the form in which an XTerm shows its own: what
// xterm 379 does not know (overlines, kinds and colours of underlines, links) and
// does not tell (concealed characters; all but the first code point of a cell, and
// of that more than 16 bits) is left out. The cursor is a report of it (CPR).
func AsXTerm(s *emulator.Screen, cursor string) string {
	cells := make([]shownCell, len(s.Cells))
	for i, c := range s.Cells {
		code := int([]rune(s.Table.Text(c.Glyph) + " ")[0])
		switch {
		case c.Attr.Has(emulator.Conceal):
			code = ' '
		case c.Attr.Has(emulator.WideTail):
			code = 0xffff
		}
		cells[i] = shownCell{code & 0xffff, plainLook(s, c, isBlank(code))}
	}
	return showCells(cells, s.Cols, cursor)
}

type shownCell struct {
	code int
	look string
}

// plainLook is the look of a cell as far as xterm knows it and it can be seen: a
// blank has no foreground.
func plainLook(s *emulator.Screen, c emulator.Cell, blank int) string {
	if blank == 1 {
		c.Attr &^= emulator.Bold | emulator.Dim | emulator.Italic | emulator.Blink | emulator.Conceal
		if !c.Attr.Has(emulator.Reverse) {
			c.Fg = emulator.DefaultColor
		}
	}
	underline := c.Attr.Underline()
	c.Attr = c.Attr.WithUnderline(0) &^ emulator.Overline
	c.Ext = 0
	look := Look(s, c)
	switch underline {
	case emulator.UnderlineNone:
	case emulator.UnderlineDouble:
		look += "/double"
	default:
		look += "/underline"
	}
	return look
}

// showCells writes rows of text with the look before each run of cells that is
// not the default, then the cursor.
func showCells(cells []shownCell, cols int, cursor string) string {
	const plain = "def/def"
	var b strings.Builder
	for i := 0; i < len(cells); i += cols {
		row := cells[i : i+cols]
		for len(row) > 0 && row[len(row)-1].look == plain && isBlank(row[len(row)-1].code) == 1 {
			row = row[:len(row)-1]
		}
		last := plain
		for _, c := range row {
			if c.look != last {
				fmt.Fprintf(&b, "{%s}", strings.Replace(c.look, plain, "", 1))
				last = c.look
			}
			switch {
			case c.code == 0xffff:
			case c.code == 0:
				b.WriteByte(' ')
			default:
				b.WriteRune(rune(c.code))
			}
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n") + "|" + cursor[max(0, strings.LastIndexByte(cursor, 0x1b)):]
}
