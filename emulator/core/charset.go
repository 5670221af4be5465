package core

// mapASCII prints bytes through the sets that are invoked.
func (t *terminal) mapASCII(b []byte) {
	for _, c := range b {
		t.put(glyph(t.Map(c)), 1)
	}
}
