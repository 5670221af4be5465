package core

// index moves down, scrolling at the bottom margin.
func (t *terminal) index() {
	t.pending = false
	switch {
	case t.row == t.bottom-1:
		if t.inColumns() {
			t.scrollUp(1)
		}
	case t.row < t.rows-1:
		t.row++
	}
}

func (t *terminal) reverseIndex() {
	t.pending = false
	switch {
	case t.row == t.top:
		if t.inColumns() {
			t.scrollDown(1)
		}
	case t.row > 0:
		t.row--
	}
}

// lineFeed is LF, VT and FF.
func (t *terminal) lineFeed() {
	t.index()
	if t.modes.newLine {
		t.carriageReturn()
	}
}

// scrollUp scrolls the region up. Rows that leave the top of the primary
// screen go to the history.
func (t *terminal) scrollUp(n int) {
	n = min(n, t.bottom-t.top)
	keep := t.top == 0 && t.page == t.primary && t.left == 0 && t.right == t.cols
	if keep {
		if t.page.topCut {
			t.history.cutLast()
		}
		for r := range n {
			t.history.add(t.page.line(r))
		}
	}
	t.page.scrollUp(t.top, t.bottom, t.left, t.right, n, t.pen.Bg)
	if keep {
		t.page.topCut = false
	}
}

func (t *terminal) scrollDown(n int) {
	t.page.scrollDown(t.top, t.bottom, t.left, t.right, n, t.pen.Bg)
}

func (t *terminal) insertLines(n int) {
	if t.inRegion() {
		t.pending = false
		t.page.scrollDown(t.row, t.bottom, t.left, t.right, n, t.pen.Bg)
		t.col = t.left
	}
}

// deleteLines is DL; the lines are gone, also those at the top.
func (t *terminal) deleteLines(n int) {
	if t.inRegion() {
		t.pending = false
		t.page.scrollUp(t.row, t.bottom, t.left, t.right, n, t.pen.Bg)
		t.col = t.left
	}
}

// backIndex (DECBI) and forwardIndex (DECFI) move a column, scrolling sideways
// at the margin.
func (t *terminal) backIndex() {
	if t.col == t.left {
		t.shiftColumns(t.left, 1)
		return
	}
	t.backward(1)
}

func (t *terminal) forwardIndex() {
	if t.col == t.right-1 {
		t.shiftColumns(t.left, -1)
		return
	}
	t.forward(1)
}

// shiftColumns inserts (n > 0) or deletes columns at col in all rows of the
// region, when the cursor is in it.
func (t *terminal) shiftColumns(col, n int) {
	if !t.inRegion() {
		return
	}
	for r := t.top; r < t.bottom; r++ {
		if n > 0 {
			t.page.line(r).insert(col, t.right, n, t.pen.Bg)
		} else {
			t.page.line(r).delete(col, t.right, -n, t.pen.Bg)
		}
	}
}
