package encode

import (
	"encoding/binary"
	"image/color"
	"math/bits"
)

// The blocks of GIF89a: https://www.w3.org/Graphics/GIF/spec-gif89a.txt.
const (
	gifExtension  = 0x21
	gifControl    = 0xF9
	gifApp        = 0xFF
	gifImage      = 0x2C
	gifTrailer    = 0x3B
	gifHasTable   = 0x80
	gifColorDepth = 0x70   // of the source: 8 bits
	gifKeep       = 1 << 2 // disposal: the picture stays
)

// appendGIFHeader appends what comes before the first frame.
func appendGIFHeader(dst []byte, opt *GIFOptions) []byte {
	dst = append(dst, "GIF89a"...)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(opt.Width))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(opt.Height))
	if len(opt.Palette) > 0 {
		dst = append(dst, gifHasTable|gifColorDepth|byte(tableBits(opt.Palette)-1), 0, 0)
		dst = appendTable(dst, opt.Palette)
	} else {
		dst = append(dst, gifColorDepth, 0, 0)
	}
	// The Netscape extension counts how often it plays again.
	if opt.Loop != 1 {
		again := max(0, opt.Loop-1)
		dst = append(dst, gifExtension, gifApp, 11)
		dst = append(dst, "NETSCAPE2.0"...)
		dst = append(dst, 3, 1, byte(again), byte(again>>8), 0)
	}
	return dst
}

// tableBits returns the size of the colour table of p, as a power of two: it
// has room for the transparent index.
func tableBits(p color.Palette) int {
	index, _ := transparentIndex(p)
	return max(1, bits.Len(uint(max(len(p)-1, int(index)))))
}

func appendTable(dst []byte, p color.Palette) []byte {
	for _, c := range p {
		r, g, b, _ := c.RGBA()
		dst = append(dst, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	return append(dst, make([]byte, 3*(1<<tableBits(p)-len(p)))...)
}

// append appends the blocks of a compressed frame.
func (p *gifFrame) append(dst []byte) []byte {
	parts := ceilDiv(p.delay, maxGIFDelay)
	left := p.delay - p.delay/parts
	dst = appendControl(dst, p.delay-left, p.transparent)
	dst = append(dst, gifImage)
	for _, v := range []int{p.rect.Min.X, p.rect.Min.Y, p.rect.Dx(), p.rect.Dy()} {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(v))
	}
	if p.local {
		dst = append(dst, gifHasTable|byte(tableBits(p.palette)-1))
		dst = appendTable(dst, p.palette)
	} else {
		dst = append(dst, 0)
	}
	dst = append(dst, byte(p.litWidth))
	for data := p.data; len(data) > 0; {
		n := min(255, len(data))
		dst = append(dst, byte(n))
		dst = append(dst, data[:n]...)
		data = data[n:]
	}
	dst = append(dst, 0)
	for parts--; parts > 0; parts-- {
		delay := left / parts
		dst = appendPause(dst, delay)
		left -= delay
	}
	return dst
}

func appendControl(dst []byte, delay, transparent int) []byte {
	flags := byte(gifKeep)
	if transparent >= 0 {
		flags |= 1
	}
	return append(dst, gifExtension, gifControl, 4, flags, byte(delay), byte(delay>>8), byte(max(0, transparent)), 0)
}

// appendPause appends a frame that changes nothing: one transparent pixel with
// a colour table of its own.
func appendPause(dst []byte, delay int) []byte {
	dst = appendControl(dst, delay, 0)
	dst = append(dst, gifImage, 0, 0, 0, 0, 1, 0, 1, 0, gifHasTable, 0, 0, 0, 0, 0, 0)
	// Codes of 3 bits: clear, 0, end.
	return append(dst, 2, 2, 0b01_000_100, 0b1, 0)
}
