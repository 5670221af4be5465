package vt

import (
	"encoding/hex"
	"strings"
)

// Capabilities answers XTGETTCAP: names in hexadecimal, parted by semicolons.
// Answers come from a fixed table only; term is the name of the terminfo entry.
func (r *Replies) Capabilities(names, term string) {
	for i, h := range strings.Split(names, ";") {
		if i == MaxParams {
			return
		}
		raw, err := hex.DecodeString(h)
		name, value := capability(string(raw), term)
		if err != nil || name == "" {
			r.Add("\x1bP0+r\x1b\\")
			continue
		}
		r.Addf("\x1bP1+r%X=%X\x1b\\", name, value)
	}
}

// capability returns the name itself too, so that an answer never holds what
// the program sent.
func capability(name, term string) (known, value string) {
	switch name {
	case "TN", "name":
		return "TN", term
	case "Co":
		return "Co", "256"
	case "colors":
		return "colors", "256"
	case "RGB":
		return "RGB", "8/8/8"
	case "Smulx": // kinds of underlines
		return "Smulx", "\x1b[4:%p1%dm"
	case "Setulc": // and their colour
		return "Setulc", "\x1b[58:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%dm"
	}
	return "", ""
}
