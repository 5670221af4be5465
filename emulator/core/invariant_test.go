package core

import (
	"fmt"
	"testing"

	"scenario/emulator"
)

func mustHold(t *testing.T, term emulator.Terminal) {
	t.Helper()
	if err := broken(term.(*terminal)); err != nil {
		t.Fatal(err)
	}
}

// broken says what is wrong within a terminal.
func broken(t *terminal) error {
	if t.fault != nil {
		return t.fault
	}
	if t.row < 0 || t.row >= t.rows || t.col < 0 || t.col >= t.cols {
		return fmt.Errorf("cursor %d,%d outside of %dx%d", t.col, t.row, t.cols, t.rows)
	}
	if m := t.margins; m.top < 0 || m.bottom > t.rows || m.top >= m.bottom || m.left < 0 || m.right > t.cols || m.left >= m.right {
		return fmt.Errorf("margins %+v in %dx%d", m, t.cols, t.rows)
	}
	if len(t.tabs) != t.cols {
		return fmt.Errorf("%d tab stops in %d columns", len(t.tabs), t.cols)
	}
	if n := len(t.history.lines) - t.history.from; n > t.history.limit || n > t.history.scrolled {
		return fmt.Errorf("%d lines of history, %d scrolled", n, t.history.scrolled)
	}
	for _, p := range []*page{t.primary, t.alternate} {
		if p == nil {
			continue
		}
		if err := p.broken(t.cols, t.rows); err != nil {
			return err
		}
	}
	for _, l := range t.history.lines[t.history.from:] {
		if err := brokenCells(l.Cells); err != nil {
			return fmt.Errorf("history: %w", err)
		}
	}
	return nil
}

func (p *page) broken(cols, rows int) error {
	if p.cols != cols || len(p.order) != rows || len(p.lines) != rows {
		return fmt.Errorf("page of %dx%d in %dx%d", p.cols, len(p.order), cols, rows)
	}
	if s := p.saved; s.row < 0 || s.row >= rows || s.col < 0 || s.col >= cols {
		return fmt.Errorf("saved cursor %d,%d outside of %dx%d", s.col, s.row, cols, rows)
	}
	seen := make([]bool, rows)
	for r, n := range p.order {
		if seen[n] {
			return fmt.Errorf("row %d: line %d is shown twice", r, n)
		}
		seen[n] = true
		l := p.line(r)
		if cap(l.cells) != cols {
			return fmt.Errorf("row %d has room for %d columns", r, cap(l.cells))
		}
		if err := brokenCells(l.cells); err != nil {
			return fmt.Errorf("row %d: %w", r, err)
		}
	}
	return nil
}

func brokenCells(cells []cell) error {
	for i, c := range cells {
		head, tail := c.Attr.Has(emulator.WideHead), c.Attr.Has(emulator.WideTail)
		switch {
		case head && tail:
			return fmt.Errorf("column %d is both halves", i)
		case head && (i+1 == len(cells) || !cells[i+1].Attr.Has(emulator.WideTail)):
			return fmt.Errorf("column %d: left half alone", i)
		case tail && (i == 0 || !cells[i-1].Attr.Has(emulator.WideHead)):
			return fmt.Errorf("column %d: right half alone", i)
		case tail && c.Glyph != 0:
			return fmt.Errorf("column %d: a right half with a glyph", i)
		}
	}
	return nil
}
