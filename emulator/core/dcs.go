package core

import (
	"fmt"

	"scenario/emulator/internal/vt"
)

// DCS executes a device control string: DECRQSS and XTGETTCAP. Both answer
// from fixed tables only.
func (t *terminal) DCS(q *vt.Sequence, data []byte) {
	t.last.repeats = false
	if q.Marker != 0 || q.NInter != 1 || q.Final != 'q' {
		return
	}
	switch q.Inter[0] {
	case '$':
		t.requestSetting(string(data))
	case '+':
		t.replies.Capabilities(string(data), t.opt.Term)
	}
}

// Skipped is the end of a string that has no function.
func (t *terminal) Skipped() { t.last.repeats = false }

func (t *terminal) requestSetting(name string) {
	value := ""
	switch name {
	case "m":
		value = t.pen.SGRSetting(t.ulColor)
	case "r":
		value = fmt.Sprintf("%d;%d", t.top+1, t.bottom)
	case "s":
		value = fmt.Sprintf("%d;%d", t.left+1, t.right)
	case " q":
		n := int(t.shape)*2 + 2
		if t.blink {
			n--
		}
		value = fmt.Sprint(n)
	case `"p`:
		value = fmt.Sprintf("%d;1", 60+t.modes.level)
	case `"q`:
		value = "0"
		if t.pen.Attr.Has(protected) {
			value = "1"
		}
	case "*x":
		value = fmt.Sprint(t.modes.rectExtent)
	case "$}", "$~": // no status line
		value = "0"
	case "t", "*|":
		value = fmt.Sprint(t.rows)
	case "$|":
		value = fmt.Sprint(t.cols)
	default:
		t.reply("\x1bP0$r\x1b\\")
		return
	}
	t.replyf("\x1bP1$r%s%s\x1b\\", value, name) // name is one of the above
}
