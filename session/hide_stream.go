package session

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// streamMask replaces words in a stream of terminal output by an asterisk for
// each cell that they cover, also where a word comes in pieces. Parameters of
// control sequences are not text: a secret "31" does not break colours.
type streamMask struct {
	words []string
	held  []byte // may be the beginning of a word
	under int    // the first bytes of held that belong to a word already
	state csiState
}

// csiState says whether the stream is within a control sequence.
type csiState uint8

const (
	csiNone csiState = iota
	csiEscape
	csiParams
)

// notText stands for the bytes of control sequences while words are looked
// for; it is in no UTF-8 text.
const notText = 0xff

// write takes output and returns what is decided.
func (m *streamMask) write(p []byte) []byte {
	buf := append(m.held, p...)
	text := append([]byte(nil), buf...)
	m.blank(text[len(m.held):])
	hidden := make([]bool, len(buf))
	for i := range m.under {
		hidden[i] = true
	}
	hold := 0
	for _, w := range m.words {
		for at := 0; ; {
			i := bytes.Index(text[at:], []byte(w))
			if i < 0 {
				break
			}
			for j := range len(w) {
				hidden[at+i+j] = true
			}
			at += i + 1
		}
		hold = max(hold, m.beginning(text, w))
	}
	n := len(buf) - hold
	out := masked(nil, buf[:n], hidden)
	m.under = 0
	for n+m.under < len(buf) && hidden[n+m.under] {
		m.under++
	}
	m.held = append([]byte(nil), buf[n:]...)
	return out
}

// beginning returns the length of the longest proper beginning of w that text
// ends with.
func (m *streamMask) beginning(text []byte, w string) int {
	for n := min(len(w)-1, len(text)); n > 0; n-- {
		if string(text[len(text)-n:]) == w[:n] {
			return n
		}
	}
	return 0
}

// release returns what is held back. When the word goes on after it, its rest
// is not found.
func (m *streamMask) release() []byte {
	hidden := make([]bool, len(m.held))
	for i := range m.under {
		hidden[i] = true
	}
	out := masked(nil, m.held, hidden)
	m.held, m.under = nil, 0
	return out
}

// blank puts notText over the control sequences in p, which follows what was
// blanked before.
func (m *streamMask) blank(p []byte) {
	for i, c := range p {
		switch m.state {
		case csiNone:
			if c == 0x1b {
				m.state = csiEscape
				p[i] = notText
			}
		case csiEscape:
			m.state = csiNone
			switch c {
			case '[':
				m.state = csiParams
				p[i] = notText
			case 0x1b:
				m.state = csiEscape
				p[i] = notText
			}
		case csiParams:
			if c >= 0x40 && c <= 0x7e || c == 0x1b {
				m.state = csiNone
			}
			if c == 0x1b {
				m.state = csiEscape
			}
			if c < 0x80 {
				p[i] = notText
			}
		}
	}
}

// masked appends p to out with asterisks for its hidden bytes, as many as
// cells are covered.
func masked(out, p []byte, hidden []bool) []byte {
	for i := 0; i < len(p); {
		if !hidden[i] {
			out = append(out, p[i])
			i++
			continue
		}
		_, n := utf8.DecodeRune(p[i:])
		out = append(out, strings.Repeat("*", ansi.StringWidth(string(p[i:i+n])))...)
		i += n
	}
	return out
}
