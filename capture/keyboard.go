package capture

import (
	"strings"
	"time"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"scenario/capture/overlay"
	"scenario/capture/timeline"
	"scenario/event"
)

// keyboard collects the keys that were pressed lately.
type keyboard struct {
	shown string // as overlay.State has them
	last  time.Duration
	text  []string // what the step types, by characters
	typed int      // how many of them were
	begun int      // where in text the label begins that is shown last
	open  bool     // it grows with the next character
}

// press takes an input and returns what is shown of it and of those before it;
// ok is false when nothing is shown of it.
func (k *keyboard) press(mode string, c timeline.Cue) (shown string, ok bool) {
	if mode != "chords" && mode != "all" {
		return "", false
	}
	switch {
	case c.Do == event.DoType && mode == "all":
		k.wait(c.At)
		return k.letter(c.Text)
	case c.Do == event.DoInput && c.Text != "":
		k.wait(c.At)
		k.open = false
		k.add(c.Text)
		return k.shown, true
	}
	return "", false
}

// wait forgets what is shown no longer.
func (k *keyboard) wait(at time.Duration) {
	if at-k.last > keyTime {
		k.shown, k.open = "", false
	}
	k.last = at
}

// letter shows one more character of a text; the first one brings the text.
func (k *keyboard) letter(text string) (shown string, ok bool) {
	if text != "" {
		k.text, k.typed, k.open = nil, 0, false
		for g := graphemes.FromString(text); g.Next(); {
			k.text = append(k.text, g.Value())
		}
	}
	if k.open { // the label is written anew, longer by a character
		k.shown = k.shown[:strings.LastIndex(strings.TrimSuffix(k.shown, overlay.KeyEnd), overlay.KeyEnd)+1]
	} else {
		k.begun = k.typed
	}
	k.typed = min(k.typed+1, len(k.text))
	label := strings.TrimSpace(strings.Join(k.text[min(k.begun, k.typed):k.typed], ""))
	if k.open = label != ""; !k.open {
		return "", false
	}
	k.add(label)
	return k.shown, true
}

// maxKeys bounds what is kept of the keys.
const maxKeys = 1 << 10

func (k *keyboard) add(label string) {
	k.shown += label + overlay.KeyEnd
	if i := strings.Index(k.shown, overlay.KeyEnd); len(k.shown) > maxKeys && i > 0 {
		k.shown = k.shown[i+len(overlay.KeyEnd):]
	}
}
