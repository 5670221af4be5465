package encode

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"slices"

	"github.com/klauspost/compress/zlib"
)

// PNG colour types.
const (
	pngRGB     = 2
	pngIndexed = 3
	pngRGBA    = 6
)

// The levels are where size over time bends: 9 takes 17 times as long as 5 for
// a file 12 % smaller.
const (
	stillLevel = 5
	frameLevel = 6
)

// pixels are the pixels of a PNG, or of a frame of an APNG, and their format.
type pixels struct {
	colorType byte
	depth     int           // bits of an index or a channel
	palette   color.Palette // indexed: the colours of the file
	remap     *[256]byte    // indexed: from the indices of pix to those of palette

	pix    []byte
	stride int
	size   image.Point
	bpp    int // bytes of a pixel in pix: 1, 3 or 4
}

func (p *pixels) appendHeader(dst []byte, width, height int) []byte {
	dst, start := beginChunk(dst, "IHDR")
	dst = binary.BigEndian.AppendUint32(dst, uint32(width))
	dst = binary.BigEndian.AppendUint32(dst, uint32(height))
	dst = append(dst, byte(p.depth), p.colorType, 0, 0, 0)
	return endChunk(dst, start)
}

// appendPalette appends the PLTE chunk, and tRNS when a colour is not opaque.
func (p *pixels) appendPalette(dst []byte) []byte {
	if p.colorType != pngIndexed {
		return dst
	}
	dst, start := beginChunk(dst, "PLTE")
	alpha := make([]byte, 0, 256)
	opaque := 0
	for i, c := range p.palette {
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		dst = append(dst, n.R, n.G, n.B)
		if alpha = append(alpha, n.A); n.A < 255 {
			opaque = i + 1
		}
	}
	dst = endChunk(dst, start)
	if opaque > 0 {
		dst, start = beginChunk(dst, "tRNS")
		dst = append(dst, alpha[:opaque]...)
		dst = endChunk(dst, start)
	}
	return dst
}

// depthOf returns the bits that an index of n colours needs in a PNG.
func depthOf(n int) int {
	switch {
	case n <= 2:
		return 1
	case n <= 4:
		return 2
	case n <= 16:
		return 4
	}
	return 8
}

// usedPixels keeps only the colours in use.
func usedPixels(img *image.Paletted) (pixels, error) {
	size := img.Rect.Size()
	p := pixels{colorType: pngIndexed, pix: img.Pix, stride: img.Stride, size: size, bpp: 1, remap: new([256]byte)}
	used := usedIndices(img)
	for i, u := range used {
		if !u {
			continue
		}
		if i >= len(img.Palette) {
			return p, fmt.Errorf("pixel of index %d, the palette has %d colours", i, len(img.Palette))
		}
		p.remap[i] = byte(len(p.palette))
		p.palette = append(p.palette, img.Palette[i])
	}
	p.depth = depthOf(len(p.palette))
	return p, nil
}

// usedIndices returns which indices occur. Words of the colour before them, and
// rows like the one above, are passed over: most of a screen is paper.
func usedIndices(img *image.Paletted) (used [256]bool) {
	size := img.Rect.Size()
	var above []byte
	for y := range size.Y {
		row := img.Pix[y*img.Stride:][:size.X]
		if bytes.Equal(row, above) {
			continue
		}
		above = row
		pattern := uint64(row[0]) * 0x0101010101010101
		used[row[0]] = true
		for ; len(row) >= 8; row = row[8:] {
			if binary.LittleEndian.Uint64(row) == pattern {
				continue
			}
			for _, c := range row[:8] {
				used[c] = true
			}
			pattern = uint64(row[7]) * 0x0101010101010101
		}
		for _, c := range row {
			used[c] = true
		}
	}
	return used
}

// rgbaPixels makes a palette when there are few colours, else RGB or RGBA.
func rgbaPixels(img *image.RGBA) pixels {
	if pal := reduce(img); pal != nil {
		p, _ := usedPixels(pal)
		return p
	}
	p := pixels{colorType: pngRGB, depth: 8, size: img.Rect.Size(), bpp: 3}
	opaque := img.Opaque()
	if !opaque {
		p.colorType, p.bpp = pngRGBA, 4
	}
	p.stride = p.size.X * p.bpp
	p.pix = make([]byte, 0, p.stride*p.size.Y)
	for y := range p.size.Y {
		row := img.Pix[y*img.Stride:][:4*p.size.X]
		for ; len(row) > 0; row = row[4:] {
			if opaque {
				p.pix = append(p.pix, row[0], row[1], row[2])
				continue
			}
			n := color.NRGBAModel.Convert(color.RGBA{row[0], row[1], row[2], row[3]}).(color.NRGBA)
			p.pix = append(p.pix, n.R, n.G, n.B, n.A)
		}
	}
	return p
}

// reduce returns img with a palette, nil if it has more than 256 colours.
func reduce(img *image.RGBA) *image.Paletted {
	size := img.Rect.Size()
	out := image.NewPaletted(image.Rectangle{Max: size}, nil)
	index := make(map[uint32]byte, 256)
	var last uint32
	var lastIndex byte
	for y := range size.Y {
		row := img.Pix[y*img.Stride:][:4*size.X]
		for x := range size.X {
			c := binary.LittleEndian.Uint32(row[4*x:])
			if c != last || len(index) == 0 {
				i, ok := index[c]
				if !ok {
					if len(index) == 256 {
						return nil
					}
					i = byte(len(index))
					index[c] = i
					out.Palette = append(out.Palette, color.RGBA{byte(c), byte(c >> 8), byte(c >> 16), byte(c >> 24)})
				}
				last, lastIndex = c, i
			}
			out.Pix[y*out.Stride+x] = lastIndex
		}
	}
	return out
}

// deflater makes the zlib stream of pixels; its memory is reused.
type deflater struct {
	z   *zlib.Writer
	out bytes.Buffer
	row []byte
	filter
}

func newDeflater(level int) *deflater {
	d := new(deflater)
	d.z, _ = zlib.NewWriterLevel(&d.out, level) // the levels are valid
	return d
}

// deflate returns the compressed rows, valid until the next call.
func (d *deflater) deflate(p *pixels) []byte {
	d.out.Reset()
	d.z.Reset(&d.out)
	var above []byte
	for y := range p.size.Y {
		row := p.pix[y*p.stride:][:p.size.X*p.bpp]
		switch {
		case p.bpp == 1 && y > 0 && bytes.Equal(row, above): // packed as before
		case p.bpp == 1:
			d.row = p.appendIndexed(append(d.row[:0], 0), row)
		default:
			d.row = d.appendFiltered(d.row[:0], row, above, p.bpp)
		}
		d.z.Write(d.row) // a bytes.Buffer takes all
		above = row
	}
	d.z.Close()
	return d.out.Bytes()
}

// appendIndexed appends a row of indices, packed to p.depth bits.
func (p *pixels) appendIndexed(dst, row []byte) []byte {
	remap := p.remap
	switch p.depth {
	case 8:
		n := len(dst)
		dst = slices.Grow(dst, len(row))[:n+len(row)]
		for i, c := range row {
			dst[n+i] = remap[c]
		}
	case 4:
		n := len(dst)
		dst = slices.Grow(dst, len(row)/2+1)[:n+len(row)/2]
		for i := range dst[n:] {
			pair := row[2*i : 2*i+2]
			dst[n+i] = remap[pair[0]]<<4 | remap[pair[1]]
		}
		if len(row)%2 > 0 {
			dst = append(dst, remap[row[len(row)-1]]<<4)
		}
	default:
		for len(row) > 0 {
			var b byte
			n := min(len(row), 8/p.depth)
			for i, c := range row[:n] {
				b |= remap[c] << (8 - (i+1)*p.depth)
			}
			dst = append(dst, b)
			row = row[n:]
		}
	}
	return dst
}
