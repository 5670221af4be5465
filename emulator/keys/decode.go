package keys

import (
	"unicode"
	"unicode/utf8"

	"scenario/emulator"
)

// Part is a piece of what was sent to a terminal: one of its fields is set.
type Part struct {
	Key  Key
	Text string // printable characters
	Raw  []byte // what no key sends
}

// Decode splits bytes into the keys and the texts that send them in the modes m,
// so that Encode of the keys and the texts as they are give the same bytes. An
// ESC before a character is Alt.
func Decode(p []byte, m emulator.Modes) []Part {
	d := decoder{modes: m, keys: map[string]Key{}}
	d.learn()
	for len(p) > 0 {
		p = p[d.next(p):]
	}
	return d.parts
}

type decoder struct {
	modes   emulator.Modes
	keys    map[string]Key
	longest int
	parts   []Part
}

// learn encodes every named key and every control character.
func (d *decoder) learn() {
	for mod := range Mod(16) {
		for _, name := range Names() {
			d.add(Key{Name: name, Mod: mod})
		}
	}
	const small = "abcdefghijklmnopqrstuvwxyz" // ctrl+c, not ctrl+C
	for _, c := range small {
		d.add(Key{Char: string(c), Mod: Ctrl})
	}
	for c := rune(' '); c < 0x7f; c++ {
		d.add(Key{Char: string(c), Mod: Ctrl})
		d.add(Key{Char: string(c), Mod: Alt})
	}
}

// add keeps the first key that sends a sequence: it has the fewest modifiers.
func (d *decoder) add(k Key) {
	seq := string(Encode(k, d.modes))
	if _, ok := d.keys[seq]; ok || seq == "" || seq[0] >= ' ' && seq[0] < 0x7f {
		return
	}
	d.keys[seq] = k
	d.longest = max(d.longest, len(seq))
}

// next takes the longest piece that is known, and returns its length.
func (d *decoder) next(p []byte) int {
	for n := min(d.longest, len(p)); n > 0; n-- {
		if k, ok := d.keys[string(p[:n])]; ok {
			d.parts = append(d.parts, Part{Key: k})
			return n
		}
	}
	r, n := utf8.DecodeRune(p)
	if r != utf8.RuneError && unicode.IsPrint(r) || n > 1 && unicode.Is(unicode.M, r) || r == '\u200d' {
		d.text(string(p[:n]))
	} else {
		d.raw(p[:n])
	}
	return n
}

func (d *decoder) text(s string) {
	if n := len(d.parts) - 1; n >= 0 && d.parts[n].Text != "" {
		d.parts[n].Text += s
		return
	}
	d.parts = append(d.parts, Part{Text: s})
}

func (d *decoder) raw(p []byte) {
	if n := len(d.parts) - 1; n >= 0 && d.parts[n].Raw != nil {
		d.parts[n].Raw = append(d.parts[n].Raw, p...)
		return
	}
	d.parts = append(d.parts, Part{Raw: append([]byte(nil), p...)})
}
