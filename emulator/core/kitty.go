package core

// maxKitty is the depth of the stack of keyboard flags; the oldest entry
// falls out, as the protocol asks for.
const maxKitty = 16

const kittyAll = 31 // all flags that the protocol knows

// kittyStack are the keyboard enhancement flags of one page (kitty keyboard
// protocol, progressive enhancement); the last entry holds.
type kittyStack []int

func (k kittyStack) flags() int {
	if len(k) == 0 {
		return 0
	}
	return k[len(k)-1]
}

func (t *terminal) kittyNow() *kittyStack {
	if t.page == t.primary {
		return &t.kitty[0]
	}
	return &t.kitty[1]
}

// kittyKeyboard is CSI > flags u (push), CSI < n u (pop) and CSI = flags ;
// how u (set, add, remove).
func (t *terminal) kittyKeyboard(q *sequence) {
	k := t.kittyNow()
	flags := q.num(0, 0) & kittyAll
	switch q.marker {
	case '>':
		if len(*k) >= maxKitty {
			copy(*k, (*k)[1:])
			*k = (*k)[:maxKitty-1]
		}
		*k = append(*k, flags)
	case '<':
		*k = (*k)[:max(0, len(*k)-q.count(0))]
	case '=':
		if len(*k) == 0 {
			*k = append(*k, 0)
		}
		top := &(*k)[len(*k)-1]
		switch q.num(1, 1) {
		case 1:
			*top = flags
		case 2:
			*top |= flags
		case 3:
			*top &^= flags
		}
	}
}

// keyResources is XTMODKEYS (CSI > 4 ; n m) and its reset; only
// modifyOtherKeys counts here.
func (t *terminal) keyResources(q *sequence) {
	which, value := q.num(0, 0), q.num(1, 0)
	switch {
	case q.final == 'n' && q.num(0, 4) == 4:
		t.modes.modifyOther = 0
	case q.final == 'm' && q.n == 0:
		t.modes.modifyOther = 0
	case q.final == 'm' && which == 4 && value <= 2:
		t.modes.modifyOther = value
	}
}
