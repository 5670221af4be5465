package vt

const tailBytes = 200

// Tail is the end of what was written, for a Fault.
type Tail []byte

// Keep notes that b was written.
func (t *Tail) Keep(b []byte) {
	if len(b) >= tailBytes {
		*t = append((*t)[:0], b[len(b)-tailBytes:]...)
		return
	}
	if over := len(*t) + len(b) - tailBytes; over > 0 {
		*t = append((*t)[:0], (*t)[over:]...)
	}
	*t = append(*t, b...)
}
