package capture

import (
	"time"

	"scenario/emulator"
)

const (
	// blinkTime is how long what blinks is seen, and then not.
	blinkTime = 500 * time.Millisecond
	// blinkMost is how often one screen changes by blinking; even, so that
	// everything is seen when that is over.
	blinkMost = 60
)

// blinks reports whether something on a screen blinks.
func blinks(scr *emulator.Screen) bool {
	if scr.Cursor.Visible && scr.Cursor.Blink {
		return true
	}
	for _, c := range scr.Cells {
		if c.Attr&(emulator.Blink|emulator.Conceal) == emulator.Blink {
			return true
		}
	}
	return false
}

// blinkOff takes what blinks from a screen.
func blinkOff(scr *emulator.Screen) {
	if scr.Cursor.Blink {
		scr.Cursor.Visible = false
	}
	for i := range scr.Cells {
		if c := &scr.Cells[i]; c.Attr.Has(emulator.Blink) {
			c.Attr |= emulator.Conceal
		}
	}
}

// blink adds the frames on which what blinks comes and goes. It is seen when a
// screen comes, as after a key: who types sees the cursor.
func (p *plan) blink() {
	var all []shown
	for i, f := range p.frames {
		n := (f.at - f.since) / blinkTime
		f.off = f.blinks && n < blinkMost && n%2 == 1
		all = append(all, f)
		until := f.at + p.delay(i)
		for n++; f.blinks && n <= blinkMost; n++ {
			at := f.since + n*blinkTime
			if at >= until {
				break
			}
			f.at, f.off = at, n%2 == 1
			all = append(all, f)
		}
	}
	p.frames = all
}
