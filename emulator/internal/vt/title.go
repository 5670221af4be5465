package vt

const (
	maxTitle  = 1024 // bytes
	maxTitles = 10   // as xterm
)

// Titles are the names of the window and of its icon, and the stack of
// XTWINOPS 22 and 23.
type Titles struct {
	Title, Icon string
	stack       [][2]string
}

// Title makes a title printable: valid UTF-8 without controls, of bounded
// length.
func Title(b []byte) string { return Cut(printable(b), maxTitle) }

// Push keeps both names; of too many the oldest fall out.
func (t *Titles) Push() {
	if len(t.stack) == maxTitles {
		copy(t.stack, t.stack[1:])
		t.stack = t.stack[:maxTitles-1]
	}
	t.stack = append(t.stack, [2]string{t.Title, t.Icon})
}

// Pop brings back the icon's name (1), the title (2) or both (0).
func (t *Titles) Pop(which int) {
	n := len(t.stack) - 1
	if n < 0 {
		return
	}
	if which != 2 {
		t.Icon = t.stack[n][1]
	}
	if which != 1 {
		t.Title = t.stack[n][0]
	}
	t.stack = t.stack[:n]
}
