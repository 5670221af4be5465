package core

// sequence is the header of a control sequence: CSI or DCS, or ESC with
// intermediates.
type sequence struct {
	marker byte // one of < = > ?, or 0
	final  byte
	inter  [maxInter]byte
	ninter int
	n      int // parameters
	over   bool
	sub    uint64 // bit i: a colon, not a semicolon, parted i from the one before
	v      [maxParams]int32
}

func (q *sequence) clear() {
	q.marker, q.ninter, q.n, q.over, q.sub = 0, 0, 0, false, 0
}

// key packs what selects the function of a sequence.
func (q *sequence) key() uint32 {
	k := uint32(q.final) | uint32(q.marker)<<24
	for i := range q.ninter {
		k |= uint32(q.inter[i]) << (8 * (i + 1))
	}
	return k
}

// num returns parameter i, or def when it was left out.
func (q *sequence) num(i, def int) int {
	if i >= q.n || q.v[i] == noParam {
		return def
	}
	return int(q.v[i])
}

// count returns parameter i where 0 and "left out" mean 1.
func (q *sequence) count(i int) int { return max(1, q.num(i, 1)) }

// isSub reports whether a colon stands before parameter i.
func (q *sequence) isSub(i int) bool { return q.sub>>i&1 != 0 }

// parameters takes digits and separators from b[i] on.
func (q *sequence) parameters(b []byte, i int) int {
	n, v := q.n, int32(noParam)
	if n > 0 {
		v = q.v[n-1]
	}
	for ; i < len(b); i++ {
		c := b[i]
		d := c - '0'
		if d > 11 {
			break
		}
		if n == 0 {
			n = 1
		}
		if d <= 9 {
			if v = max(v, 0)*10 + int32(d); v > maxParam {
				v = maxParam
			}
			continue
		}
		if !q.over {
			q.v[n-1] = v
		}
		v = noParam
		switch {
		case n == maxParams:
			q.over = true
		case c == ':':
			q.sub |= 1 << n
			n++
		default:
			n++
		}
	}
	if n > 0 && !q.over {
		q.v[n-1] = v
	}
	q.n = n
	return i
}

// intermediate notes c; with too many the sequence has no effect.
func (q *sequence) intermediate(c byte) {
	if q.ninter < maxInter {
		q.inter[q.ninter] = c
	}
	q.ninter = min(q.ninter+1, maxInter+1)
}
