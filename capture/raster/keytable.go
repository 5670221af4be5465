package raster

// keyTable maps keys to numbers other than 0: a hash table with open addressing,
// several times as fast as a map of structs.
type keyTable struct {
	slots []slot
	n     int
}

type slot struct {
	key   key
	value int32
}

const firstSlots = 1 << 10

// reset forgets all keys but keeps the memory.
func (t *keyTable) reset() {
	clear(t.slots)
	t.n = 0
}

// get returns the number of k, 0 when it has none.
func (t *keyTable) get(k key) int32 {
	if len(t.slots) == 0 {
		return 0
	}
	return t.slot(k).value
}

// put sets the number of a key that has none.
func (t *keyTable) put(k key, value int32) {
	if 2*t.n >= len(t.slots) {
		old := t.slots
		t.slots = make([]slot, max(firstSlots, 2*len(old)))
		for _, s := range old {
			if s.value != 0 {
				*t.slot(s.key) = s
			}
		}
	}
	t.n++
	*t.slot(k) = slot{k, value}
}

// slot returns where k is, or would be put.
func (t *keyTable) slot(k key) *slot {
	a := uint64(k.Glyph) | uint64(k.Fg)<<32
	b := uint64(k.Bg) | uint64(k.Attr)<<32 | uint64(k.Ext)<<48
	h := a*0x9E3779B97F4A7C15 ^ b*0xC2B2AE3D27D4EB4F
	h ^= h >> 32
	mask := uint64(len(t.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; s.value == 0 || s.key == k {
			return s
		}
	}
}
