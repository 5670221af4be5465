package xvt

import (
	"scenario/emulator"
	"scenario/emulator/internal/vt"
)

// sgr is SGR: colours and attributes of the pen.
func (t *terminal) sgr(q *vt.Sequence) {
	before := t.ulColor
	if t.pen.SGR(q, &t.ulColor); t.ulColor != before {
		t.updateExt()
	}
}

func (t *terminal) updateExt() {
	t.pen.Ext = t.table.InternExt(emulator.Ext{UnderlineColor: t.ulColor, Link: t.link})
}
