package raster

import "encoding/binary"

// tileCache keeps the pixels of drawn cells, up to a fixed amount of memory.
// When that is reached it starts anew.
type tileCache struct {
	size  int // bytes of a tile
	max   int // tiles
	n     int
	index keyTable // tiles count from 1
	pix   []uint8
}

const (
	maxTileBytes = 16 << 20
	maxTiles     = 1 << 14
)

func (t *tileCache) init(size int) {
	t.size = size
	t.max = min(max(maxTileBytes/size, 64), maxTiles)
}

func (t *tileCache) reset() {
	t.index.reset()
	t.n, t.pix = 0, t.pix[:0]
}

func (t *tileCache) find(k key) ([]uint8, bool) {
	end := int(t.index.get(k)) * t.size
	if end == 0 {
		return nil, false
	}
	return t.pix[end-t.size : end], true
}

// add returns a new tile of k, to be filled; k must not be there yet.
func (t *tileCache) add(k key) []uint8 {
	if t.n == t.max {
		t.reset()
	}
	t.n++
	t.index.put(k, int32(t.n))
	end := t.n * t.size
	for cap(t.pix) < end {
		t.pix = append(t.pix[:cap(t.pix)], make([]uint8, max(t.size, cap(t.pix)/2))...)
	}
	t.pix = t.pix[:end]
	return t.pix[end-t.size:]
}

// blit copies a tile of rows of width bytes to the rows of dst.
func blit(dst []uint8, stride int, tile []uint8, width int) {
	switch {
	case width >= 8 && width <= 16:
		// Two words that overlap; the usual size of a cell.
		for at := 0; len(tile) >= width; at += stride {
			d, s := dst[at:at+width], tile[:width]
			binary.LittleEndian.PutUint64(d, binary.LittleEndian.Uint64(s))
			binary.LittleEndian.PutUint64(d[width-8:], binary.LittleEndian.Uint64(s[width-8:]))
			tile = tile[width:]
		}
	default:
		for at := 0; len(tile) >= width; at += stride {
			copy(dst[at:at+width], tile)
			tile = tile[width:]
		}
	}
}
