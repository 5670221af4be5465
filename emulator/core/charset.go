package core

import "scenario/emulator/internal/vt"

// mapASCII prints bytes through the sets that are invoked.
func (t *terminal) mapASCII(b []byte) {
	for _, c := range b {
		t.mapped(c)
	}
}

func (t *terminal) mapped(c byte) {
	r := t.Map(c)
	if t.put(glyph(r), 1) {
		t.last.Start(r, vt.PropsOf(r))
	}
}
