package vt

import "unicode/utf8"

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

// Actions is what a Parser calls: each method gets one whole function. Slices and
// sequences are valid during the call.
type Actions interface {
	ASCII(b []byte) // printable characters
	Char(r rune)    // one that is not ASCII; U+FFFD for what is broken
	Control(c byte) // C0, DEL
	Esc(q *Sequence)
	CSI(q *Sequence)
	OSC(data []byte, bel bool) // bel: BEL ended it, not ST
	DCS(q *Sequence, data []byte)
	Skipped() // a string without a function has ended
}

// Parser cuts the bytes of a program into functions. It keeps its state between
// writes, so that any split of the bytes gives the same functions, but for where
// a run of ASCII is cut. It holds at most one incomplete character and one string
// of maxString bytes.
//
// 8-bit C1 bytes are never controls: this terminal speaks UTF-8, where they
// are parts of characters.
type Parser struct {
	state   state
	seq     Sequence
	str     []byte
	isDCS   bool
	tooLong bool
	escSeen bool // within a string: an ESC that may begin ST
	utf8    decoder
}

// Feed parses b.
func (p *Parser) Feed(b []byte, a Actions) {
	i := 0
	if p.utf8.pending() {
		r, n, ok := p.utf8.resume(b)
		if ok {
			a.Char(r)
		}
		i = n
	}
	for i < len(b) {
		switch p.state {
		case ground:
			i = p.ground(b, i, a)
		case stringBody, stringSkip:
			i = p.string(b, i, a)
		default:
			i = p.sequence(b, i, a)
		}
	}
}

func (p *Parser) ground(b []byte, i int, a Actions) int {
	for i < len(b) {
		c := b[i]
		switch {
		case c >= 0x80:
			i = p.unicode(b, i, a)
		case c >= 0x20 && c != 0x7f:
			end := i + printableLen(b[i:])
			a.ASCII(b[i:end])
			i = end
		case c == 0x1b:
			i++
			p.begin(escape)
			if i < len(b) && b[i] == '[' { // the common case, at once
				p.state = csiParam
				i = p.sequence(b, i+1, a)
			}
			if p.state != ground {
				return i
			}
		default:
			i++
			a.Control(c)
		}
	}
	return i
}

// unicode takes the characters from b[i] on that are not ASCII, up to a byte that
// is.
func (p *Parser) unicode(b []byte, i int, a Actions) int {
	for i < len(b) && b[i] >= 0x80 {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n <= 1 {
			var ok bool
			if n, ok = p.utf8.broken(b[i:]); !ok {
				return len(b)
			}
		}
		a.Char(r)
		i += n
	}
	return i
}

func (p *Parser) begin(s state) {
	p.state = s
	p.seq.Clear()
}

// sequence takes the bytes of an escape or control sequence after its
// introducer, up to the final byte or the end of b.
func (p *Parser) sequence(b []byte, i int, a Actions) int {
	q := &p.seq
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
				p.begin(escape)
			case 0x18, 0x1a: // CAN, SUB
				p.state = ground
				return i
			default:
				a.Control(c) // within a sequence, which goes on
			}
		case c == 0x7f:
			i++
		case c >= 0x80: // not part of any sequence
			p.state = ground
			return i
		case p.state <= escapeInter:
			i++
			p.escape(c, a)
			if p.state == ground || p.state >= stringBody {
				return i
			}
		case c >= 0x40:
			i++
			p.final(c, a)
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
			p.ignore()
		case c >= 0x3c:
			if q.Marker != 0 || q.N > 0 {
				p.ignore()
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
func (p *Parser) ignore() {
	if p.state >= dcsParam {
		p.skipString()
		return
	}
	p.state = csiIgnore
}

func (p *Parser) escape(c byte, a Actions) {
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
			p.beginString(false)
			return
		case 'P':
			p.state = dcsParam
			return
		case 'X', '^', '_':
			p.skipString()
			return
		}
	}
	p.state = ground
	if p.seq.Valid() {
		p.seq.Final = c
		a.Esc(&p.seq)
	}
}

// final takes the final byte of a CSI or of the header of a DCS.
func (p *Parser) final(c byte, a Actions) {
	q := &p.seq
	q.Final = c
	valid := q.Valid()
	switch {
	case p.state >= dcsParam && valid:
		p.beginString(true)
	case p.state >= dcsParam:
		p.skipString()
	case p.state == csiIgnore:
		p.state = ground
	default:
		p.state = ground
		if valid {
			a.CSI(q)
		}
	}
}
