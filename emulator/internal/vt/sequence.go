package vt

// Limits of one control sequence. What is longer is read to its end; parameters
// in excess are dropped.
const (
	MaxParams = 32
	maxParam  = 1 << 16 // larger values are this one
	maxInter  = 2
	noParam   = -1
)

// Markers and intermediates, as Key packs them.
const (
	Question = '?' << 24
	Greater  = '>' << 24
	Less     = '<' << 24
	Equal    = '=' << 24
	Space    = ' ' << 8
	Bang     = '!' << 8
	Hash     = '#' << 8
	Quote    = '"' << 8
	Dollar   = '$' << 8
	Tick     = '\'' << 8
	Star     = '*' << 8
)

// Sequence is the header of a control sequence: CSI or DCS, or ESC with
// intermediates.
type Sequence struct {
	Marker byte // one of < = > ?, or 0
	Final  byte
	Inter  [maxInter]byte
	NInter int              // intermediates; more than 2 make the sequence void
	N      int              // parameters
	V      [MaxParams]int32 // -1: left out
	over   bool
	sub    uint64 // bit i: a colon, not a semicolon, parted i from the one before
}

// Clear makes q ready for another sequence.
func (q *Sequence) Clear() {
	q.Marker, q.NInter, q.N, q.over, q.sub = 0, 0, 0, false, 0
}

// Valid reports whether q has no more intermediates than a function can have.
func (q *Sequence) Valid() bool { return q.NInter <= maxInter }

// Key packs what selects the function of a sequence.
func (q *Sequence) Key() uint32 {
	k := uint32(q.Final) | uint32(q.Marker)<<24
	for i := range q.NInter {
		k |= uint32(q.Inter[i]) << (8 * (i + 1))
	}
	return k
}

// Num returns parameter i, or def when it was left out.
func (q *Sequence) Num(i, def int) int {
	if i >= q.N || q.V[i] == noParam {
		return def
	}
	return int(q.V[i])
}

// Count returns parameter i where 0 and "left out" mean 1.
func (q *Sequence) Count(i int) int { return max(1, q.Num(i, 1)) }

// IsSub reports whether a colon stands before parameter i.
func (q *Sequence) IsSub(i int) bool { return q.sub>>i&1 != 0 }

// Parameters takes digits and separators from b[i] on.
func (q *Sequence) Parameters(b []byte, i int) int {
	n, v := q.N, int32(noParam)
	if n > 0 {
		v = q.V[n-1]
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
			q.V[n-1] = v
		}
		v = noParam
		switch {
		case n == MaxParams:
			q.over = true
		case c == ':':
			q.sub |= 1 << n
			n++
		default:
			n++
		}
	}
	if n > 0 && !q.over {
		q.V[n-1] = v
	}
	q.N = n
	return i
}

// Intermediate notes c; with too many the sequence is not valid.
func (q *Sequence) Intermediate(c byte) {
	if q.NInter < maxInter {
		q.Inter[q.NInter] = c
	}
	q.NInter = min(q.NInter+1, maxInter+1)
}
