package core

func (t *terminal) resizeTabs() {
	for len(t.tabs) < t.cols {
		t.tabs = append(t.tabs, len(t.tabs)%8 == 0)
	}
	t.tabs = t.tabs[:t.cols]
}

// tab is HT and CHT, backTab CBT. As in xterm they leave a pending wrap alone.
func (t *terminal) tab(n int) {
	if t.modes.wrapTab && t.pending {
		t.wrapFor(1)
		t.pending = false
	}
	limit := t.cols - 1
	if t.modes.leftRight { // also from beyond it, as in xterm
		limit = t.right - 1
		t.col = min(t.col, limit)
	}
	for ; n > 0 && t.col < limit; n-- {
		for t.col++; t.col < limit && !t.tabs[t.col]; t.col++ {
		}
	}
}

func (t *terminal) backTab(n int) {
	limit := 0
	if t.origin {
		limit = t.left
	}
	for ; n > 0 && t.col > limit; n-- {
		for t.col--; t.col > limit && !t.tabs[t.col]; t.col-- {
		}
	}
}

func (t *terminal) clearTabs(how int) {
	switch how {
	case 0:
		t.tabs[t.col] = false
	case 3:
		clear(t.tabs)
	}
}
