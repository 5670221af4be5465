package xvt

import (
	"unicode/utf8"

	"scenario/emulator/internal/vt"
)

const maxString = 1 << 16 // bytes of an OSC or DCS string; a longer one has no effect

// state is a state of the parser, after Paul Williams' diagram of the VT500.
type state uint8

const (
	ground state = iota
	escape
	escapeInter
	csiParam
	csiInter
	csiIgnore
	stringBody // OSC, DCS data
	stringSkip // SOS, PM, APC, and DCS whose header is not valid
	dcsParam
	dcsInter
)

// actions is what the parser calls: each method gets one whole function.
type actions interface {
	text(b []byte)      // printable bytes, UTF-8 or broken UTF-8, never cut within a character
	control(c byte)     // C0
	esc(s *vt.Sequence) // ESC intermediates final
	csi(s *vt.Sequence)
	osc(data []byte, bel bool)
	dcs(s *vt.Sequence, data []byte)
}

// parser cuts the bytes of a program into functions. It keeps its state
// between writes, so that any split gives the same functions, and holds at
// most one incomplete character and one string of maxString bytes.
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
	done    int // bytes of the present write that are taken
}

func (p *parser) write(b []byte, a actions) {
	p.done = 0
	if p.npart > 0 {
		p.done = p.resume(b, a)
	}
	for p.done < len(b) {
		if p.state == ground {
			p.done = p.ground(b, p.done, a)
			continue
		}
		if p.state == stringBody || p.state == stringSkip {
			p.done = p.string(b, p.done, a)
			continue
		}
		c := b[p.done]
		if c >= 0x80 { // not part of any control sequence
			p.state = ground
			continue
		}
		p.done++
		p.step(c, a)
	}
}

// resume completes a character whose first bytes came with an earlier write.
func (p *parser) resume(b []byte, a actions) int {
	for i, c := range b {
		if c&0xC0 != 0x80 {
			p.flushPart(a)
			return i
		}
		p.part[p.npart] = c
		p.npart++
		if utf8.FullRune(p.part[:p.npart]) {
			p.flushPart(a)
			return i + 1
		}
	}
	return len(b)
}

func (p *parser) flushPart(a actions) {
	n := p.npart
	p.npart = 0
	a.text(p.part[:n])
}

func (p *parser) ground(b []byte, i int, a actions) int {
	start := i
	for i < len(b) && b[i] >= 0x20 && b[i] != 0x7f {
		i++
	}
	run := b[start:i]
	if i == len(b) {
		cut := len(run) - incomplete(run)
		p.npart = copy(p.part[:], run[cut:])
		run = run[:cut]
	}
	p.done = i
	if len(run) > 0 {
		a.text(run)
	}
	if i < len(b) {
		i++
		p.done = i
		p.step(b[i-1], a)
	}
	return i
}

// incomplete returns the length of the character at the end of b that misses
// its last bytes; 0 when there is none.
func incomplete(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		c := b[len(b)-n]
		if c&0xC0 == 0x80 {
			continue
		}
		if c >= 0xC0 && !utf8.FullRune(b[len(b)-n:]) {
			return n
		}
		return 0
	}
	return 0
}

// step takes a 7-bit byte outside of strings and of printable runs.
func (p *parser) step(c byte, a actions) {
	switch {
	case c == 0x1b:
		p.begin(escape)
		return
	case c == 0x18 || c == 0x1a: // CAN, SUB
		p.state = ground
		return
	case c < 0x20:
		a.control(c) // also within a sequence, which goes on
		return
	case c == 0x7f:
		return
	}
	switch p.state {
	case escape, escapeInter:
		p.escape(c, a)
	case csiParam, csiInter, csiIgnore:
		p.header(c, csiParam, csiInter, csiIgnore, a)
	case dcsParam, dcsInter:
		p.header(c, dcsParam, dcsInter, stringSkip, a)
	}
}

func (p *parser) begin(s state) {
	p.state = s
	p.seq.Clear()
}

func (p *parser) escape(c byte, a actions) {
	if c < 0x30 {
		p.state = escapeInter
		p.seq.Intermediate(c)
		return
	}
	if p.state == escape {
		switch c {
		case '[':
			p.begin(csiParam)
			return
		case ']':
			p.beginString(false)
			return
		case 'P':
			p.begin(dcsParam)
			return
		case 'X', '^', '_':
			p.skipString()
			return
		}
	}
	p.state = ground
	if p.seq.Valid() {
		p.seq.Final = c
		a.esc(&p.seq)
	}
}

// header takes a byte of the parameters, intermediates and final of a CSI or
// DCS sequence.
func (p *parser) header(c byte, inParam, inInter, ignore state, a actions) {
	switch {
	case p.state == csiIgnore:
		if c >= 0x40 {
			p.state = ground
		}
	case c >= 0x40:
		p.finish(c, a)
	case c < 0x30:
		p.state = inInter
		p.seq.Intermediate(c)
	case p.state == inInter: // a parameter after an intermediate
		p.ignore(ignore)
	case c >= 0x3c:
		if p.seq.Marker != 0 || p.seq.N > 0 {
			p.ignore(ignore)
			return
		}
		p.seq.Marker = c
	default:
		p.seq.Parameters([]byte{c}, 0)
	}
}

func (p *parser) ignore(s state) {
	if s == stringSkip {
		p.skipString()
		return
	}
	p.state = s
}

func (p *parser) finish(c byte, a actions) {
	s := &p.seq
	s.Final = c
	valid := s.Valid()
	switch {
	case p.state == dcsParam || p.state == dcsInter:
		if !valid {
			p.skipString()
			return
		}
		p.beginString(true)
	default:
		p.state = ground
		if valid {
			a.csi(s)
		}
	}
}
