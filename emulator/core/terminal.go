// Package core is the project's own terminal engine: an emulator of xterm at
// VT level 4 as far as a program can see it, in UTF-8.
//
// The bytes go through the parser that both engines share; plain text has a path
// of its own (print.go). Cells
// stand in lines (line.go), lines in a page by an index, so that scrolling
// moves no cells (page.go), and lines that leave the top are packed into the
// history (history.go). Where xterm and other terminals differ, xterm is
// right; docs/terminal.md lists the exceptions.
package core

import (
	"fmt"

	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// New returns a terminal. It is an emulator.Factory.
func New(o emulator.Options) emulator.Terminal { return newTerminal(o) }

func newTerminal(o emulator.Options) *terminal {
	o = vt.Options(o)
	t := &terminal{opt: o, cols: o.Cols, rows: o.Rows, table: emulator.NewTable()}
	t.wcwidth = o.Width == emulator.WidthWcwidth
	t.history.limit = o.Scrollback
	t.primary = newPage(t.cols, t.rows)
	t.page = t.primary
	t.reset()
	return t
}

type terminal struct {
	opt        emulator.Options
	cols, rows int
	wcwidth    bool // each code point has its own width
	table      *emulator.Table
	parser     vt.Parser
	primary    *page
	alternate  *page // made when first needed
	page       *page // the one that is shown

	cursor
	margins
	vt.Charsets
	last     lastChar
	clusters map[string]known
	scratch  []byte
	rowBuf   []cell
	tabs     []bool
	modes    modes
	kitty    [2]vt.KittyStack // primary, alternate
	colors
	titles
	clipboard string
	bells     int
	replies   vt.Replies
	marks     []emulator.Mark
	history   history
	shot      shot

	fault *emulator.Fault
	tail  vt.Tail
}

const maxMarks = 4096 // that wait for Marks

// Write implements emulator.Terminal. After a fault the terminal takes no more
// bytes and keeps showing its last screen.
func (t *terminal) Write(b []byte) (err error) {
	if t.fault != nil {
		return t.fault
	}
	defer func() {
		if r := recover(); r != nil {
			t.tail.Keep(b)
			err = t.broken(r)
		}
	}()
	t.parser.Feed(b, t)
	t.tail.Keep(b)
	return nil
}

func (t *terminal) broken(reason any) error {
	t.modes.synchronized = false
	t.fault = &emulator.Fault{Reason: fmt.Sprint(reason), Tail: t.tail}
	return t.fault
}

// Synchronized implements emulator.Terminal.
func (t *terminal) Synchronized() bool { return t.modes.synchronized }

// EndSynchronized implements emulator.Terminal.
func (t *terminal) EndSynchronized() { t.modes.synchronized = false }

// Replies implements emulator.Terminal.
func (t *terminal) Replies() []byte { return t.replies.Take() }

// Marks implements emulator.Terminal.
func (t *terminal) Marks() []emulator.Mark {
	m := t.marks
	t.marks = nil
	return m
}

// Scrollback implements emulator.Terminal.
func (t *terminal) Scrollback() []emulator.Line {
	if t.primary.topCut {
		t.history.cutLast()
	}
	return t.history.all()
}

// reset brings everything but the size, the cells and the titles to its first
// state.
func (t *terminal) reset() {
	t.cursor = cursor{visible: true}
	t.Charsets = vt.Charsets{}
	t.modes = newModes()
	t.kitty = [2]vt.KittyStack{}
	t.colors.reset()
	t.last.valid = false
	t.resetMargins()
	t.tabs = nil
	t.resizeTabs()
}

// fullReset is RIS.
func (t *terminal) fullReset() {
	t.reset()
	t.setHex, t.queryHex = false, false
	for _, p := range [...]*page{t.alternate, t.primary} {
		if p != nil {
			p.saved = saved{}
			t.page = p
			t.eraseRows(0, t.rows)
		}
	}
	t.history.clear()
}

// softReset is DECSTR.
func (t *terminal) softReset() {
	t.resetMargins()
	t.modes.leftRight = false
	t.visible, t.origin, t.shape, t.blink = true, false, 0, false
	t.pen = vt.Pen{}
	t.link, t.ulColor = emulator.Link{}, 0
	t.Charsets = vt.Charsets{}
	t.resetColors(104, "")
	m := &t.modes
	m.autowrap = true
	m.insert, m.appCursor, m.appKeypad = false, false, false
	m.reverseWrap, m.reverseWrap2 = false, false
	m.keyboardLocked = false
	m.modifyOther, m.protection, m.checksum = 0, protectNone, 0
	t.page.saved = saved{}
}
