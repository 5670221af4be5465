// Package xvt is the terminal engine on charmbracelet/x/vt.
//
// x/vt keeps the cells and prints styled text; everything that it gets wrong
// or does not know is done here, in front of it: the cursor, margins,
// soft wraps, scrolling, modes, titles, palette and the answers to queries.
// No sequence of the program reaches x/vt as it came, only a subset on which
// x/vt is right, so nothing a program writes can make it panic, hang or block.
package xvt

import (
	"fmt"

	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// New returns a terminal. It is an emulator.Factory.
func New(o emulator.Options) emulator.Terminal {
	o = vt.Options(o)
	t := &terminal{opt: o, cols: o.Cols, rows: o.Rows, table: emulator.NewTable()}
	t.primary = newPage(t.cols, t.rows, t.table)
	t.page = t.primary
	t.reset()
	return t
}

type terminal struct {
	opt        emulator.Options
	cols, rows int
	table      *emulator.Table
	parser     vt.Parser
	primary    *page
	alternate  *page // made when first needed
	page       *page // the one that is shown

	cursor
	margins
	vt.Charsets
	last    lastChar
	scratch []byte
	tabs    []bool
	modes   modes
	kitty   [2]vt.KittyStack // primary, alternate
	colors  palette
	titles  vt.Titles
	bells   int
	replies vt.Replies
	marks   []emulator.Mark
	history history
	shot    shot

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
	t.page.flush()
	t.tail.Keep(b)
	return nil
}

func (t *terminal) broken(reason any) error {
	t.modes.synchronized = false
	t.fault = &emulator.Fault{Reason: fmt.Sprint(reason), Tail: t.tail}
	return t.fault
}

// Resize implements emulator.Terminal. The screen is cut or extended at the
// bottom and at the right; rows above the cursor that no longer fit go to the
// scrollback.
func (t *terminal) Resize(cols, rows int) {
	cols, rows = vt.ClampSize(cols), vt.ClampSize(rows)
	t.modes.synchronized = false
	if t.fault != nil || cols == t.cols && rows == t.rows {
		return
	}
	defer func() {
		if r := recover(); r != nil {
			t.broken(r)
		}
	}()
	t.keepCursorRow(rows)
	t.cols, t.rows = cols, rows
	t.primary.resize(cols, rows)
	if t.alternate != nil {
		t.alternate.resize(cols, rows)
	}
	t.resetMargins()
	t.resizeTabs()
	t.last.valid = false
	if t.col < cols-1 {
		if t.pending {
			t.col++
		}
		t.pending = false
	}
	t.row, t.col = min(t.row, rows-1), min(t.col, cols-1)
	if t.modes.inBandResize {
		t.reportSize()
	}
}

// keepCursorRow scrolls the page up when the cursor would fall off the bottom;
// so too the primary page while the alternate one is shown, by its saved
// cursor.
func (t *terminal) keepCursorRow(rows int) {
	if t.page != t.primary {
		t.primary.saved.row -= t.shift(t.primary, t.primary.saved.row-(rows-1))
	}
	t.row -= t.shift(t.page, t.row-(rows-1))
}

// shift scrolls a whole page up by n rows and returns that number, 0 if n is
// negative.
func (t *terminal) shift(p *page, n int) int {
	if n <= 0 {
		return 0
	}
	if p == t.primary {
		t.keep(n)
	}
	p.scrollUp(0, t.rows, 0, t.cols, n, emulator.DefaultColor)
	return n
}

// Synchronized implements emulator.Terminal.
func (t *terminal) Synchronized() bool { return t.modes.synchronized }

// EndSynchronized implements emulator.Terminal.
func (t *terminal) EndSynchronized() { t.modes.synchronized = false }

// Marks implements emulator.Terminal.
func (t *terminal) Marks() []emulator.Mark {
	m := t.marks
	t.marks = nil
	return m
}

// Scrollback implements emulator.Terminal.
func (t *terminal) Scrollback() []emulator.Line { return t.history.last(t.opt.Scrollback) }

// reset brings everything but the size and the cells to its first state.
func (t *terminal) reset() {
	t.cursor = cursor{visible: true}
	t.Charsets = vt.Charsets{}
	t.modes = modes{autowrap: true}
	t.kitty = [2]vt.KittyStack{}
	t.colors = palette{}
	t.last.valid = false
	t.resetMargins()
	t.tabs = nil
	t.resizeTabs()
}

// fullReset is RIS.
func (t *terminal) fullReset() {
	t.page.flush()
	t.reset()
	t.titles = vt.Titles{}
	t.primary.saved = saved{}
	if t.alternate != nil {
		t.alternate.saved = saved{}
		t.page = t.alternate
		t.eraseRows(0, t.rows)
	}
	t.page = t.primary
	t.eraseRows(0, t.rows)
	t.history.clear()
}

func (t *terminal) resizeTabs() {
	for len(t.tabs) < t.cols {
		t.tabs = append(t.tabs, len(t.tabs)%8 == 0)
	}
	t.tabs = t.tabs[:t.cols]
}
