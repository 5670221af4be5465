package steps

import (
	"fmt"
	"strings"

	"scenario/internal/doc"
)

// splitError is a command line that cannot be split without a shell.
type splitError struct {
	msg, hint string
	at        int // bytes into the text, -1: unknown
}

func (e *splitError) Error() string { return e.msg }

// shellChars mean something to a shell, so they are refused where there is
// none.
const shellChars = "|&;<>()$`*?~#"

// splitCommand splits a command line into words as a POSIX shell would (quotes,
// backslash), without expanding anything. References are part of the word they
// stand in, whatever they will hold.
func splitCommand(t doc.Text) ([]doc.Text, error) {
	sp := splitter{}
	for _, p := range t.Parts {
		if p.Ref.Name != "" {
			sp.ref(p)
			continue
		}
		start := sp.at
		for i, r := range p.Text {
			sp.at = start + i
			if err := sp.char(r); err != nil {
				return nil, err
			}
		}
		sp.at = start + len(p.Text)
	}
	return sp.end()
}

type splitter struct {
	words  []doc.Text
	word   []doc.Part
	buf    strings.Builder
	inWord bool
	quote  rune // ' or ", 0 outside
	escape bool
	at     int
}

func (s *splitter) char(r rune) error {
	switch {
	case s.escape:
		if s.quote == '"' && !strings.ContainsRune("\"\\$`\n", r) {
			s.buf.WriteByte('\\')
		}
		s.add(r)
		s.escape = false
	case s.quote == '\'':
		if r == '\'' {
			s.quote = 0
		} else {
			s.add(r)
		}
	case r == '\\':
		s.escape, s.inWord = true, true
	case s.quote == '"':
		switch r {
		case '"':
			s.quote = 0
		case '$', '`':
			return s.refused(r)
		default:
			s.add(r)
		}
	case r == '\'' || r == '"':
		s.quote, s.inWord = r, true
	case r == ' ' || r == '\t' || r == '\n':
		s.flush()
	case strings.ContainsRune(shellChars, r) && !(s.inWord && (r == '#' || r == '~')):
		return s.refused(r)
	default:
		s.add(r)
	}
	return nil
}

func (s *splitter) refused(r rune) error {
	return &splitError{
		msg:  fmt.Sprintf("launch has no shell, so %q means nothing here", string(r)),
		hint: "use run: COMMAND, or sh -c '...', or quote the character",
		at:   s.at,
	}
}

func (s *splitter) add(r rune) { s.buf.WriteRune(r); s.inWord = true }

func (s *splitter) ref(p doc.Part) {
	s.text()
	s.word = append(s.word, p)
	s.inWord = true
}

func (s *splitter) text() {
	if s.buf.Len() > 0 {
		s.word = append(s.word, doc.Part{Text: s.buf.String()})
		s.buf.Reset()
	}
}

func (s *splitter) flush() {
	if !s.inWord {
		return
	}
	s.text()
	if len(s.word) == 0 {
		s.word = []doc.Part{{}}
	}
	s.words = append(s.words, doc.Text{Parts: s.word})
	s.word, s.inWord = nil, false
}

func (s *splitter) end() ([]doc.Text, error) {
	switch {
	case s.quote != 0:
		return nil, &splitError{msg: fmt.Sprintf("the quote %c is never closed", s.quote), at: -1}
	case s.escape:
		return nil, &splitError{msg: "the command ends in a backslash", at: -1}
	}
	s.flush()
	return s.words, nil
}
