package xvt

import (
	"fmt"

	"scenario/emulator/internal/vt"
)

// DCS executes a device control string: DECRQSS and XTGETTCAP. Both answer
// from fixed tables only.
func (t *terminal) DCS(s *vt.Sequence, data []byte) {
	t.last.repeats = false
	if s.Marker != 0 || s.NInter != 1 || s.Final != 'q' {
		return
	}
	switch s.Inter[0] {
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
		value = fmt.Sprintf("%d;%d", t.left+1, t.margins.right)
	case " q":
		n := int(t.shape)*2 + 2
		if t.blink {
			n--
		}
		value = fmt.Sprint(n)
	case `"p`:
		value = "62;1"
	case `"q`:
		value = "0"
		if t.pen.Attr.Has(protected) {
			value = "1"
		}
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
