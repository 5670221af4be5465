package session

import "bytes"

// seqKind says why a control sequence is looked at.
type seqKind uint8

const (
	seqNone  seqKind = iota
	seqSync          // DECSET 2026: a synchronized update begins
	seqQuery         // the program asks the terminal something
)

// nextSequence finds the first control sequence of interest in p: it begins
// after before bytes and is n bytes long. A sequence that is cut off at the
// end of p is not found: nothing is lost by that but the name of an unanswered
// query, as the state of the terminal says the rest.
func nextSequence(p []byte) (before, n int, kind seqKind) {
	for at := 0; ; {
		i := bytes.IndexByte(p[at:], 0x1b)
		if i < 0 || at+i+1 >= len(p) {
			return len(p), 0, seqNone
		}
		at += i
		n, kind := sequence(p[at:])
		if kind != seqNone {
			return at, n, kind
		}
		at += max(n, 1)
	}
}

// sequence looks at the sequence that p begins with (ECMA-48 5.4, 5.6); n is 0
// when it does not end in p or is none.
func sequence(p []byte) (n int, kind seqKind) {
	switch p[1] {
	case '[':
		return csi(p)
	case ']', 'P', '_':
		return controlString(p)
	}
	return 0, seqNone
}

func csi(p []byte) (n int, kind seqKind) {
	i := 2
	for i < len(p) && p[i] >= 0x20 && p[i] <= 0x3f {
		i++
	}
	if i == len(p) || p[i] < 0x40 || p[i] > 0x7e {
		return 0, seqNone
	}
	return i + 1, csiKind(p[2:i], p[i])
}

// csiKind knows the queries of xterm's ctlseqs and of the kitty keyboard
// protocol.
func csiKind(params []byte, final byte) seqKind {
	private := byte(0)
	if len(params) > 0 && params[0] >= 0x3c {
		private, params = params[0], params[1:]
	}
	query := false
	switch final {
	case 'h':
		if private == '?' && hasParam(params, "2026") {
			return seqSync
		}
	case 'c': // DA1, DA2, DA3
		query = len(params) == 0 || string(params) == "0"
	case 'n': // DSR, but not XTMODKEYS' "disable"
		query = private == 0 || private == '?'
	case 'p': // DECRQM
		query = bytes.HasSuffix(params, []byte("$"))
	case 'q': // XTVERSION
		query = private == '>'
	case 'u': // kitty keyboard flags
		query = private == '?'
	case 't': // XTWINOPS reports
		query = private == 0 && windowReport(params)
	}
	if query {
		return seqQuery
	}
	return seqNone
}

func hasParam(params []byte, want string) bool {
	for p := range bytes.SplitSeq(params, []byte(";")) {
		if string(p) == want {
			return true
		}
	}
	return false
}

func windowReport(params []byte) bool {
	first, _, _ := bytes.Cut(params, []byte(";"))
	switch string(first) {
	case "11", "13", "14", "15", "16", "18", "19", "20", "21":
		return true
	}
	return false
}

// controlString looks at an OSC, DCS or APC string.
func controlString(p []byte) (n int, kind seqKind) {
	end := bytes.IndexAny(p[2:], "\a\x1b")
	if end < 0 {
		return 0, seqNone
	}
	body := p[2 : 2+end]
	n = 2 + end + 1
	if p[n-1] == 0x1b {
		if n == len(p) || p[n] != '\\' {
			return 0, seqNone // cut off, or cancelled by another sequence
		}
		n++
	}
	query := false
	switch p[1] {
	case ']': // colours, clipboard
		query = bytes.HasSuffix(body, []byte(";?"))
	case 'P': // DECRQSS, XTGETTCAP
		query = bytes.HasPrefix(body, []byte("$q")) || bytes.HasPrefix(body, []byte("+q"))
	case '_': // kitty graphics
		query = bytes.HasPrefix(body, []byte("G")) && bytes.Contains(body, []byte("a=q"))
	}
	if query {
		return n, seqQuery
	}
	return n, seqNone
}
