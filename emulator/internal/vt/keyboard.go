package vt

// maxKitty is the depth of the stack of keyboard flags; the oldest entry
// falls out, as the protocol asks for.
const maxKitty = 16

const kittyAll = 31 // all flags that the protocol knows

// KittyStack are the keyboard enhancement flags of one page (kitty keyboard
// protocol, progressive enhancement); the last entry holds.
type KittyStack []int

// Flags returns the flags that hold.
func (k KittyStack) Flags() int {
	if len(k) == 0 {
		return 0
	}
	return k[len(k)-1]
}

// Apply is CSI > flags u (push), CSI < n u (pop) and CSI = flags ; how u (set,
// add, remove).
func (k *KittyStack) Apply(q *Sequence) {
	flags := q.Num(0, 0) & kittyAll
	switch q.Marker {
	case '>':
		if len(*k) >= maxKitty {
			copy(*k, (*k)[1:])
			*k = (*k)[:maxKitty-1]
		}
		*k = append(*k, flags)
	case '<':
		*k = (*k)[:max(0, len(*k)-q.Count(0))]
	case '=':
		if len(*k) == 0 {
			*k = append(*k, 0)
		}
		top := &(*k)[len(*k)-1]
		switch q.Num(1, 1) {
		case 1:
			*top = flags
		case 2:
			*top |= flags
		case 3:
			*top &^= flags
		}
	}
}

// ModifyOther is XTMODKEYS (CSI > 4 ; n m) and its reset: what they make of
// modifyOtherKeys, the only resource that counts here.
func ModifyOther(q *Sequence, now int) int {
	which, value := q.Num(0, 0), q.Num(1, 0)
	switch {
	case q.Final == 'n' && q.Num(0, 4) == 4, q.Final == 'm' && q.N == 0:
		return 0
	case q.Final == 'm' && which == 4 && value <= 2:
		return value
	}
	return now
}
