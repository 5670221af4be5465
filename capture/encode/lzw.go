package encode

import (
	"encoding/binary"
	"math/bits"
)

const (
	lzwMaxCodes = 1 << 12 // GIF89a: codes have at most 12 bits
	lzwHashBits = 13      // a table of 32 KB stays in the L1 cache, at most half full
	lzwWindow   = 256     // codes between two looks at a full table
	lzwWindows  = 8       // between two thorough ones
)

// compressor is a GIF compressor (LZW with the least significant bit first). It
// differs from the textbook in two ways, both invisible to decoders:
//
//   - A run of one colour is not looked up pixel by pixel. The codes of c, cc,
//     ccc ... are kept in a list for each colour c, so that a run of n pixels
//     costs a scan and at most sqrt(2n) codes.
//   - When the table is full it stays in use for as long as it compresses as
//     well as while it grew (deferred clear): until a window compresses less
//     than half as well, or eight in a row not better.
//
// Its working memory is reused from picture to picture; the zero value is ready.
type compressor struct {
	// table maps prefix code<<8|pixel (20 bits) to a code (12 bits) by open
	// addressing: key<<12|code, 0 is free (no string has code 0 and two pixels).
	table [1 << lzwHashBits]uint32
	runs  [256][]uint16 // runs[c][n-1] is the code of n pixels of colour c
}

// reset forgets all strings but those of one of the first n colours.
func (z *compressor) reset(n uint32) {
	clear(z.table[:])
	for c := range n {
		z.runs[c] = append(z.runs[c][:0], uint16(c))
	}
}

// litWidth returns the "LZW minimum code size" of pixels: the bits of the
// highest index, at least 2.
func litWidth(pix []byte) int {
	var or uint64
	for ; len(pix) >= 8; pix = pix[8:] {
		or |= binary.LittleEndian.Uint64(pix)
	}
	for _, p := range pix {
		or |= uint64(p)
	}
	or |= or >> 32
	or |= or >> 16
	or |= or >> 8
	return max(2, bits.Len8(uint8(or)))
}

// runEnd returns the index after the run of colour c that goes on at i.
func runEnd(pix []byte, i int, c byte) int {
	pattern := uint64(c) * 0x0101010101010101
	for i+32 <= len(pix) {
		b := pix[i : i+32]
		if (binary.LittleEndian.Uint64(b)^pattern)|(binary.LittleEndian.Uint64(b[8:])^pattern)|
			(binary.LittleEndian.Uint64(b[16:])^pattern)|(binary.LittleEndian.Uint64(b[24:])^pattern) != 0 {
			break
		}
		i += 32
	}
	for i+8 <= len(pix) {
		if x := binary.LittleEndian.Uint64(pix[i:]) ^ pattern; x != 0 {
			return i + bits.TrailingZeros64(x)>>3
		}
		i += 8
	}
	for i < len(pix) && pix[i] == c {
		i++
	}
	return i
}

// encode appends the codes of pix, from the first clear code to the end of
// information, for a minimum code size of litWidth (which every pixel fits).
func (z *compressor) encode(dst []byte, pix []byte, litWidth int) []byte {
	var (
		clearCode = uint32(1) << litWidth
		width     = uint(litWidth) + 1
		next      = clearCode + 1 // the code added last, as decoders count it
		grow      = uint32(1) << width

		acc  = uint64(clearCode) // bits not written yet
		nacc = width

		end int // of the run that position i is in

		// For the deferred clear: the build-up, its end or the end of the last
		// window, and of the last lzwWindows of them.
		grown, windowAt, longAt progress
		codes, windows          int
	)
	z.reset(clearCode)
	start := len(dst)
	for i := 0; i < len(pix); {
		// The longest known string at i: p is its code, i goes behind it.
		c := pix[i]
		if end <= i {
			end = i + 1
			if end < len(pix) && pix[end] == c {
				end = runEnd(pix, end+1, c)
			}
		}
		var (
			p    uint32
			slot uint32
			key  uint32
			run  = z.runs[c]
			long = end-i > len(run) // only a part of the run is known
		)
		if long {
			p = uint32(run[len(run)-1])
			i += len(run)
		} else {
			p = uint32(run[end-i-1])
			i = end
		search:
			for i < len(pix) {
				key = p<<8 | uint32(pix[i])
				slot = key * 0x9E3779B1 >> (32 - lzwHashBits)
				for {
					e := z.table[slot]
					if e>>12 == key {
						p = e & (lzwMaxCodes - 1)
						i++
						break
					}
					if e == 0 {
						break search
					}
					slot = (slot + 1) & (1<<lzwHashBits - 1)
				}
			}
		}

		acc |= uint64(p) << nacc
		nacc += width
		if nacc >= 32 {
			dst = binary.LittleEndian.AppendUint32(dst, uint32(acc))
			acc >>= 32
			nacc -= 32
		}

		if next < lzwMaxCodes-1 {
			next++
			if long {
				z.runs[c] = append(run, uint16(next))
			} else if i < len(pix) {
				z.table[slot] = key<<12 | next
			}
			if next == grow && width < 12 {
				width++
				grow <<= 1
			}
			if next == lzwMaxCodes-1 {
				at := progress{i, (len(dst)-start)*8 + int(nacc)}
				grown = at.since(windowAt)
				windowAt, longAt = at, at
				codes, windows = 0, 0
			}
			continue
		}
		if codes++; codes < lzwWindow {
			continue
		}
		at := progress{i, (len(dst)-start)*8 + int(nacc)}
		spent := at.since(windowAt).worse(grown, 2)
		if windows++; windows == lzwWindows && !spent {
			spent = at.since(longAt).worse(grown, 1)
			longAt, windows = at, 0
		}
		windowAt, codes = at, 0
		if spent {
			acc |= uint64(clearCode) << nacc
			nacc += width
			if nacc >= 32 {
				dst = binary.LittleEndian.AppendUint32(dst, uint32(acc))
				acc >>= 32
				nacc -= 32
			}
			width = uint(litWidth) + 1
			next = clearCode + 1
			grow = 1 << width
			z.reset(clearCode)
		}
	}
	acc |= uint64(clearCode+1) << nacc
	nacc += width
	for ; nacc > 0; nacc -= min(8, nacc) {
		dst = append(dst, byte(acc))
		acc >>= 8
	}
	return dst
}

// progress is a number of pixels and of the bits that they take.
type progress struct{ pix, bits int }

func (p progress) since(q progress) progress { return progress{p.pix - q.pix, p.bits - q.bits} }

// worse reports whether p takes more than n times the bits a pixel that q does.
func (p progress) worse(q progress, n int) bool { return n*p.pix*q.bits < p.bits*q.pix }
