package session

import (
	"bytes"

	"scenario/emulator"
)

// plainTerminal is a terminal that knows text and newlines only: for tests that are
// about processes and floods.
type plainTerminal struct {
	cols, rows int
	lines      [][]byte
	gen        uint64
	table      *emulator.Table
}

func newPlain(o emulator.Options) emulator.Terminal {
	return &plainTerminal{cols: o.Cols, rows: o.Rows, lines: make([][]byte, 1), table: emulator.NewTable()}
}

func (p *plainTerminal) Write(b []byte) error {
	p.gen++
	for rest := b; ; {
		text, after, newline := bytes.Cut(rest, []byte("\n"))
		last := &p.lines[len(p.lines)-1]
		*last = append(*last, bytes.TrimSuffix(text, []byte("\r"))...)
		if !newline {
			return nil
		}
		p.lines = append(p.lines, nil)
		if len(p.lines) > p.rows {
			p.lines = p.lines[1:]
		}
		rest = after
	}
}

func (p *plainTerminal) Snapshot(dst *emulator.Screen) {
	*dst = emulator.Screen{Cols: p.cols, Rows: p.rows, Table: p.table,
		Cells: make([]emulator.Cell, p.cols*p.rows), Gen: make([]uint64, p.rows), Wrapped: make([]bool, p.rows)}
	for r, line := range p.lines {
		dst.Gen[r] = p.gen
		for c, b := range line[:min(len(line), p.cols)] {
			if b != ' ' {
				dst.Row(r)[c].Glyph = emulator.Glyph(b)
			}
		}
	}
}

func (p *plainTerminal) Resize(cols, rows int)       { p.cols, p.rows = cols, rows }
func (p *plainTerminal) Synchronized() bool          { return false }
func (p *plainTerminal) EndSynchronized()            {}
func (p *plainTerminal) Replies() []byte             { return nil }
func (p *plainTerminal) Marks() []emulator.Mark      { return nil }
func (p *plainTerminal) Scrollback() []emulator.Line { return nil }
