package vt

func (p *Parser) beginString(dcs bool) {
	p.state, p.isDCS, p.tooLong, p.escSeen = stringBody, dcs, false, false
	p.str = p.str[:0]
}

func (p *Parser) skipString() {
	p.state, p.escSeen = stringSkip, false
}

// string takes the bytes of a string up to its end: ST, BEL for OSC; CAN and
// SUB, or an ESC that begins another sequence, cancel it.
func (p *Parser) string(b []byte, i int, a Actions) int {
	for i < len(b) {
		if p.escSeen {
			p.escSeen = false
			if b[i] == '\\' {
				p.endString(false, a)
				return i + 1
			}
			p.begin(escape)
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
				p.endString(true, a)
				return i
			}
		}
	}
	return i
}

func (p *Parser) collect(b []byte) {
	if p.state == stringSkip || p.tooLong {
		return
	}
	if len(p.str)+len(b) > maxString {
		p.tooLong = true
		return
	}
	p.str = append(p.str, b...)
}

func (p *Parser) endString(bel bool, a Actions) {
	body := p.state == stringBody
	p.state = ground
	switch {
	case !body || p.tooLong:
		a.Skipped()
	case p.isDCS:
		a.DCS(&p.seq, p.str)
	default:
		a.OSC(p.str, bel)
	}
	if cap(p.str) > 4096 {
		p.str = nil
	}
}
