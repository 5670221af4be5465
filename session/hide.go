package session

import (
	"slices"
	"strings"
	"unicode/utf8"

	"scenario/emulator"
	"scenario/event"
)

// minShown is how many characters of a secret may not be shown: the same that
// a secret has at least.
const minShown = event.MinSecret

// hider keeps secrets out of a cast.
type hider struct {
	words  []string
	stream streamMask
	shadow emulator.Terminal // shows what a replay of the cast shows; nil once there are redraws only
	armed  string            // what WriteSecret has written since other input
	typed  string            // the end of what Write has written

	live, replay emulator.Screen // copies, reused

	// masked are the cells that were masked on the last screen, of the primary
	// and of the alternate one: what is left of a value that is written over in
	// part is still hidden.
	masked [2]maskedCells
}

// newHider returns nil when there is nothing to hide.
func newHider(c Config) *hider {
	words := secretWords(c.Secrets)
	if len(words) == 0 {
		return nil
	}
	return &hider{words: words, stream: streamMask{words: words}, shadow: c.Engine(c.Terminal)}
}

// secretWords lists what to look for, longest first: the values without the
// blanks around them and, as a terminal shows them, their single lines.
func secretWords(secrets []string) []string {
	var words []string
	for _, s := range secrets {
		for line := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '\r' || r == '\n' }) {
			if line = strings.TrimSpace(line); !event.TooShort(line) {
				words = append(words, line)
			}
		}
	}
	slices.SortFunc(words, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return slices.Compact(words)
}

// output masks output of the program and returns what can be recorded of it
// and of what was held back.
func (h *hider) output(p []byte) []byte {
	out := h.stream.write(p)
	h.show(out)
	return out
}

// release returns what is held back; ok is false when that is too much of a
// secret.
func (h *hider) release() (p []byte, ok bool) {
	if utf8.RuneCount(h.stream.held) >= minShown {
		return nil, false
	}
	p = h.stream.release()
	h.show(p)
	return p, true
}

func (h *hider) show(p []byte) {
	h.shadow.Write(p)
	h.shadow.Replies()
	h.shadow.Marks()
}

func (h *hider) resize(cols, rows int) {
	if h.shadow != nil {
		h.shadow.Resize(cols, rows)
	}
}

func (h *hider) endSynchronized() {
	if h.shadow != nil {
		h.shadow.EndSynchronized()
	}
}

// note looks at the true screen after every output, so that what stands there
// only until the next one is known when it is written over in part. It returns
// the cells to be masked.
func (h *hider) note(live emulator.Terminal) [][]int {
	live.Snapshot(&h.live)
	return h.find(&h.live)
}

// leaks reports whether a replay of the cast shows cells of a secret that
// stands on the true screen.
func (h *hider) leaks(live emulator.Terminal) bool {
	spans := h.note(live)
	if len(spans) == 0 {
		return false
	}
	h.shadow.Snapshot(&h.replay)
	for _, cells := range spans {
		shown := 0
		for _, i := range cells {
			a, b := h.live.Cells[i], h.replay.Cells[i]
			if a.Glyph != 0 && h.live.Table.Text(a.Glyph) == h.replay.Table.Text(b.Glyph) {
				shown++
			}
		}
		if shown >= minShown {
			return true
		}
	}
	return false
}

// arm notes text that is written as a secret.
func (h *hider) arm(text string) {
	h.armed += text
	h.typed = ""
}

// disarm ends the text that was written as a secret. It stays one.
func (h *hider) disarm() {
	if h.armed != "" {
		h.words = secretWords(append([]string{h.armed}, h.words...))
		h.armed = ""
	}
}

// input masks what is written, from the third character of a secret on.
func (h *hider) input(text string) string {
	whole := h.typed + text
	hidden := make([]bool, len(whole))
	hide := func(from, to int) {
		for ; from < to; from++ {
			hidden[from] = true
		}
	}
	longest := 0
	for _, w := range h.words {
		longest = max(longest, len(w))
		for at := 0; ; {
			i := strings.Index(whole[at:], w)
			if i < 0 {
				break
			}
			hide(at+i, at+i+len(w))
			at += i + 1
		}
		if n := beginning(whole, w, minShown); n > 0 {
			hide(len(whole)-n, len(whole))
		}
	}
	var b strings.Builder
	for i, r := range text {
		if hidden[len(h.typed)+i] {
			r = '*'
		}
		b.WriteRune(r)
	}
	h.typed = whole[max(0, len(whole)-longest):]
	return b.String()
}

// beginning returns the length of the longest beginning of word, of at least
// least characters, that text ends with.
func beginning(text, word string, least int) int {
	for n := min(len(word), len(text)); n > 0; n-- {
		if text[len(text)-1] == word[n-1] && strings.HasSuffix(text, word[:n]) {
			if utf8.RuneCountInString(word[:n]) < least {
				return 0
			}
			return n
		}
	}
	return 0
}

// stars returns an asterisk for each character of an input but Enter.
func stars(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\r' || r == '\n' {
			return r
		}
		return '*'
	}, text)
}
