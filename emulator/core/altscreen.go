package core

// alternateMode sets one of the four modes of the alternate screen, each as
// xterm: 47 shows it as it was left, 1047 erases it when leaving, 1048 saves
// the cursor, 1049 saves the cursor and erases it when entering.
func (t *terminal) alternateMode(mode int, on bool) {
	switch {
	case mode == 1048:
		if on {
			t.saveCursor()
		} else {
			t.restoreCursor()
		}
	case on:
		if mode == 1049 {
			t.saveCursor()
		}
		if t.alternate == nil {
			t.alternate = newPage(t.cols, t.rows)
		}
		t.show(t.alternate)
		if mode == 1049 {
			t.eraseRows(0, t.rows)
			t.pending = false
		}
	default:
		if mode == 1047 && t.page != t.primary {
			t.eraseRows(0, t.rows)
			t.pending = false
		}
		t.show(t.primary)
		if mode == 1049 {
			t.restoreCursor()
		}
	}
}

func (t *terminal) show(p *page) { t.page = p }
