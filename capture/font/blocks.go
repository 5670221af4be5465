package font

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// blocks is a font of the program: a file in blocks that are compressed each on
// its own, so that a glyph costs the few blocks that it and the tables of the
// font are in, not the whole of it. data/build.py writes it:
//
//	uint32         bytes of the file
//	uint32         bytes of a block, of all but the last
//	uint32 each    where the block ends in what follows
//	bytes          the blocks, each a frame of zstd
//
// Numbers are little-endian. It is an io.ReaderAt and safe for concurrent use.
type blocks struct {
	packed []byte

	mu      sync.Mutex
	decoder *zstd.Decoder
	size    int64
	each    int64
	ends    []byte
	frames  []byte
	open    [][]byte // what was inflated, by block
}

// maxBlock bounds what a block becomes.
const maxBlock = 1 << 20

var errBlocks = errors.New("the table of blocks is damaged")

// openBlocks reads the table.
func openBlocks(packed []byte) (*blocks, error) {
	if len(packed) < 8 {
		return nil, errBlocks
	}
	b := &blocks{
		packed: packed,
		size:   int64(binary.LittleEndian.Uint32(packed)),
		each:   int64(binary.LittleEndian.Uint32(packed[4:])),
	}
	if b.each < 1 || b.each > maxBlock {
		return nil, errBlocks
	}
	n := (b.size + b.each - 1) / b.each
	if 4*n > int64(len(packed)-8) {
		return nil, errBlocks
	}
	b.ends, b.frames = packed[8:8+4*n], packed[8+4*n:]
	b.open = make([][]byte, n)
	return b, nil
}

// ReadAt inflates the blocks that it needs; they are kept.
func (b *blocks) ReadAt(p []byte, at int64) (n int, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(p) > n {
		if at < 0 || at >= b.size {
			return n, io.EOF
		}
		block, err := b.block(int(at / b.each))
		if err != nil {
			return n, err
		}
		k := copy(p[n:], block[at%b.each:])
		n, at = n+k, at+int64(k)
	}
	return n, nil
}

func (b *blocks) block(i int) ([]byte, error) {
	if b.open[i] != nil {
		return b.open[i], nil
	}
	end := func(i int) int {
		if i < 0 {
			return 0
		}
		return int(binary.LittleEndian.Uint32(b.ends[4*i:]))
	}
	from, to := end(i-1), end(i)
	if from > to || to > len(b.frames) {
		return nil, errBlocks
	}
	if b.decoder == nil {
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(maxBlock))
		if err != nil {
			return nil, err
		}
		b.decoder = d
	}
	size := min(b.each, b.size-int64(i)*b.each)
	data, err := b.decoder.DecodeAll(b.frames[from:to], make([]byte, 0, size))
	if err != nil {
		return nil, fmt.Errorf("block %d: %w", i, err)
	}
	if int64(len(data)) != size {
		return nil, errBlocks
	}
	b.open[i] = data
	return data, nil
}
