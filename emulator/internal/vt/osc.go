package vt

import (
	"strings"
	"unicode/utf8"

	"scenario/emulator"
)

const (
	maxLink       = 2083 // bytes
	maxLinkID     = 256
	maxMarkParams = 1024
)

// Link reads OSC 8 ; params ; url. The id parameter tells links apart that
// have the same URL. A URL that is too long is no link.
func Link(s string) (l emulator.Link, ok bool) {
	params, url, ok := strings.Cut(s, ";")
	if !ok || url == "" || len(url) > maxLink || !utf8.ValidString(url) {
		return l, ok
	}
	l.URL = url
	for _, p := range strings.Split(params, ":") {
		if id, ok := strings.CutPrefix(p, "id="); ok && len(id) <= maxLinkID && utf8.ValidString(id) {
			l.ID = id
		}
	}
	return l, true
}

// Mark reads the kind and the parameters of OSC 133 (FinalTerm): A, B, C, D
// and P.
func Mark(s string) (m emulator.Mark, ok bool) {
	kind, params, _ := strings.Cut(s, ";")
	if len(kind) != 1 {
		return m, false
	}
	return emulator.Mark{Kind: kind[0], Params: Cut(string(Repair([]byte(params))), maxMarkParams)}, true
}
