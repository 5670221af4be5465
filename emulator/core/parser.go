package core

import (
	"unicode/utf8"

	"scenario/emulator/internal/vt"
)

const maxString = 1 << 20 // bytes of an OSC or DCS string; a longer one has no effect

// state is a state of the parser, after Paul Williams' diagram of the VT500.
type state uint8

const (
	ground state = iota
	escape
	escapeInter
	csiParam
	csiInter
	csiIgnore
	dcsParam
	dcsInter
	stringBody // OSC, DCS data
	stringSkip // SOS, PM, APC, and DCS whose header is not valid
)

// parser keeps its state between writes, so that any split of the bytes gives
// the same functions. It holds at most one incomplete character and one string
// of maxString bytes.
//
// 8-bit C1 bytes are never controls: this terminal speaks UTF-8, where they
// are parts of characters.
type parser struct {
	state   state
	seq     vt.Sequence
	str     []byte
	isDCS   bool
	tooLong bool
	escSeen bool // within a string: an ESC that may begin ST
	part    [utf8.UTFMax]byte
	npart   int
}

func (t *terminal) feed(b []byte) {
	i := 0
	if t.parser.npart > 0 {
		i = t.resume(b)
	}
	for i < len(b) {
		switch t.parser.state {
		case ground:
			i = t.ground(b, i)
		case stringBody, stringSkip:
			i = t.string(b, i)
		default:
			i = t.sequence(b, i)
		}
	}
}

func (t *terminal) ground(b []byte, i int) int {
	for i < len(b) {
		c := b[i]
		switch {
		case c >= 0x80:
			i = t.unicode(b, i)
		case c >= 0x20 && c != 0x7f:
			end := i + printable(b[i:])
			t.ascii(b[i:end])
			i = end
		case c == 0x1b:
			i++
			t.begin(escape)
			if i < len(b) && b[i] == '[' { // the common case, at once
				t.parser.state = csiParam
				i = t.sequence(b, i+1)
			}
			if t.parser.state != ground {
				return i
			}
		default:
			i++
			t.control(c)
		}
	}
	return i
}

func (t *terminal) begin(s state) {
	t.parser.state = s
	t.parser.seq.Clear()
}

// sequence takes the bytes of an escape or control sequence after its
// introducer, up to the final byte or the end of b.
func (t *terminal) sequence(b []byte, i int) int {
	p, q := &t.parser, &t.parser.seq
	for i < len(b) {
		if p.state == csiParam { // the common case first
			if i = q.Parameters(b, i); i == len(b) {
				return i
			}
		}
		c := b[i]
		switch {
		case c < 0x20:
			i++
			switch c {
			case 0x1b:
				t.begin(escape)
			case 0x18, 0x1a: // CAN, SUB
				p.state = ground
				return i
			default:
				t.control(c) // within a sequence, which goes on
			}
		case c == 0x7f:
			i++
		case c >= 0x80: // not part of any sequence
			p.state = ground
			return i
		case p.state <= escapeInter:
			i++
			t.escape(c)
			if p.state == ground || p.state >= stringBody {
				return i
			}
		case c >= 0x40:
			i++
			t.final(c)
			return i
		case p.state == csiIgnore:
			i++
		case c < 0x30:
			i++
			q.Intermediate(c)
			switch p.state {
			case csiParam:
				p.state = csiInter
			case dcsParam:
				p.state = dcsInter
			}
		case p.state == csiInter || p.state == dcsInter: // a parameter after an intermediate
			t.ignore()
		case c >= 0x3c:
			if q.Marker != 0 || q.N > 0 {
				t.ignore()
				break
			}
			q.Marker = c
			i++
		default:
			i = q.Parameters(b, i)
		}
		if p.state == stringSkip {
			return i
		}
	}
	return i
}

// ignore reads a malformed sequence to its end.
func (t *terminal) ignore() {
	if t.parser.state >= dcsParam {
		t.skipString()
		return
	}
	t.parser.state = csiIgnore
}

func (t *terminal) escape(c byte) {
	p := &t.parser
	if c < 0x30 {
		p.state = escapeInter
		p.seq.Intermediate(c)
		return
	}
	if p.state == escape {
		switch c {
		case '[':
			p.state = csiParam
			return
		case ']':
			t.beginString(false)
			return
		case 'P':
			p.state = dcsParam
			return
		case 'X', '^', '_':
			t.skipString()
			return
		}
	}
	p.state = ground
	if p.seq.Valid() {
		p.seq.Final = c
		t.esc(&p.seq)
	}
}

// final takes the final byte of a CSI or of the header of a DCS.
func (t *terminal) final(c byte) {
	p, q := &t.parser, &t.parser.seq
	q.Final = c
	valid := q.Valid()
	switch {
	case p.state >= dcsParam && valid:
		t.beginString(true)
	case p.state >= dcsParam:
		t.skipString()
	case p.state == csiIgnore:
		p.state = ground
	default:
		p.state = ground
		if valid {
			t.csi(q)
		}
	}
}
