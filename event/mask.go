package event

import (
	"errors"
	"io"
	"slices"
	"strings"
)

// Mask stands wherever a secret stood, whatever its length.
const Mask = "********"

// MinSecret is the shortest value, in bytes, that is masked: shorter ones
// stand in every log by chance, and hiding them would tell where.
const MinSecret = 3

// Masker replaces secrets by Mask. Beside the values themselves it knows them
// without the blanks around them, their single lines, and their spelling in
// JSON, URLs, HTML, shell quotes, base64 and hex. It is safe for concurrent
// use; a nil *Masker changes nothing.
type Masker struct{ words *automaton }

// NewMasker returns a masker of the values. Empty values and those shorter
// than MinSecret are not masked (see TooShort).
func NewMasker(secrets []string) *Masker {
	var list []string
	for _, s := range secrets {
		if TooShort(s) {
			continue
		}
		for _, f := range forms(s) {
			if len(f) >= MinSecret {
				list = append(list, f)
			}
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) == 0 {
		return &Masker{}
	}
	return &Masker{words: newAutomaton(list)}
}

// TooShort reports whether a value can't be masked.
func TooShort(secret string) bool { return len(secret) < MinSecret }

// String returns s with every secret replaced. Secrets that overlap become
// one mask, so that no part of either is left.
func (m *Masker) String(s string) string {
	if m == nil || m.words == nil {
		return s
	}
	spans := m.words.find(s)
	if len(spans) == 0 {
		return s
	}
	var b strings.Builder
	at := 0
	for _, sp := range spans {
		b.WriteString(s[at:sp.start])
		b.WriteString(Mask)
		at = sp.end
	}
	b.WriteString(s[at:])
	return b.String()
}

// Rows returns the rows of a screen with every secret replaced by as many
// asterisks as it has characters, so that the columns keep their places. A
// secret that runs on in the next row is found.
func (m *Masker) Rows(rows []string) []string {
	if m == nil || m.words == nil {
		return rows
	}
	spans := m.words.find(strings.Join(rows, ""))
	if len(spans) == 0 {
		return rows
	}
	out := make([]string, len(rows))
	pos := 0
	for i, row := range rows {
		var b strings.Builder
		for j, r := range row {
			for len(spans) > 0 && spans[0].end <= pos+j {
				spans = spans[1:]
			}
			if len(spans) > 0 && spans[0].start <= pos+j {
				r = '*'
			}
			b.WriteRune(r)
		}
		pos += len(row)
		out[i] = b.String()
	}
	return out
}

// Writer returns a writer that masks what is written to it, also where a
// secret comes in several pieces. It holds back only what may be the beginning
// of a secret; Close writes that and does not close w.
func (m *Masker) Writer(w io.Writer) io.WriteCloser {
	if m == nil || m.words == nil {
		return &maskWriter{w: w}
	}
	return &maskWriter{w: w, words: m.words}
}

type maskWriter struct {
	w     io.Writer
	words *automaton
	state int32
	buf   []byte // read and not yet written
	base  int    // position of buf in the stream
	spans []span // secrets that end in buf or later
	under int    // the mask last written stands for all up to here
	out   []byte
	err   error
}

var errClosed = errors.New("write after close")

func (w *maskWriter) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	if w.words == nil {
		n, err := w.w.Write(p)
		w.err = err
		return n, err
	}
	pos := w.base + len(w.buf)
	for i, c := range p {
		w.state = w.words.step(w.state, c)
		if n := w.words.longest(w.state); n > 0 {
			w.spans = addSpan(w.spans, span{pos + i + 1 - n, pos + i + 1})
		}
	}
	w.buf = append(w.buf, p...)
	if err := w.flush(len(w.buf) - w.words.depth(w.state)); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (w *maskWriter) Close() error {
	if w.err != nil {
		if w.err == errClosed {
			return nil
		}
		return w.err
	}
	err := w.flush(len(w.buf))
	if err == nil {
		w.err = errClosed
	}
	return err
}

// flush writes the first n bytes of buf, masked. No secret that is still to be
// found begins before them.
func (w *maskWriter) flush(n int) error {
	end := w.base + n
	w.out = w.out[:0]
	for pos := w.base; pos < end; {
		if pos < w.under {
			pos = min(w.under, end)
			continue
		}
		if len(w.spans) == 0 || w.spans[0].start >= end {
			w.out = append(w.out, w.buf[pos-w.base:n]...)
			break
		}
		sp := w.spans[0]
		w.spans = w.spans[1:]
		if sp.start >= w.under {
			w.out = append(w.out, w.buf[pos-w.base:max(sp.start, pos)-w.base]...)
			w.out = append(w.out, Mask...)
		}
		pos, w.under = min(max(pos, sp.end), end), max(w.under, sp.end)
	}
	w.buf = append(w.buf[:0], w.buf[n:]...)
	w.base = end
	if len(w.out) == 0 {
		return nil
	}
	if _, err := w.w.Write(w.out); err != nil {
		w.err = err
		return err
	}
	return nil
}
