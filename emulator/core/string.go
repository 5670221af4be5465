package core

func (t *terminal) beginString(dcs bool) {
	p := &t.parser
	p.state, p.isDCS, p.tooLong, p.escSeen = stringBody, dcs, false, false
	p.str = p.str[:0]
}

func (t *terminal) skipString() {
	t.parser.state, t.parser.escSeen = stringSkip, false
}

// string takes the bytes of a string up to its end: ST, BEL for OSC; CAN and
// SUB, or an ESC that begins another sequence, cancel it.
func (t *terminal) string(b []byte, i int) int {
	p := &t.parser
	for i < len(b) {
		if p.escSeen {
			p.escSeen = false
			if b[i] == '\\' {
				t.endString(false)
				return i + 1
			}
			t.begin(escape)
			return i
		}
		start := i
		for i < len(b) && b[i] >= 0x20 {
			i++
		}
		p.collect(b[start:i])
		if i == len(b) {
			return i
		}
		c := b[i]
		i++
		switch c {
		case 0x1b:
			p.escSeen = true
		case 0x18, 0x1a:
			p.state = ground
			return i
		case 0x07:
			if p.state == stringBody && !p.isDCS {
				t.endString(true)
				return i
			}
		}
	}
	return i
}

func (p *parser) collect(b []byte) {
	if p.state == stringSkip || p.tooLong {
		return
	}
	if len(p.str)+len(b) > maxString {
		p.tooLong = true
		return
	}
	p.str = append(p.str, b...)
}

func (t *terminal) endString(bel bool) {
	p := &t.parser
	body := p.state == stringBody
	p.state = ground
	t.last.repeats = false
	switch {
	case !body || p.tooLong:
	case p.isDCS:
		t.dcs(&p.seq, p.str)
	default:
		t.osc(p.str, bel)
	}
	if cap(p.str) > 4096 {
		p.str = nil
	}
}
