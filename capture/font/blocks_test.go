package font

import (
	"bytes"
	"io"
	"sync"
	"testing"
)

// A glyph costs the blocks that it is in, not all of its font.
func TestBlocksAreInflatedOnUse(t *testing.T) {
	set := NewSet()
	face := set.Face(Options{Size: 16})
	if face.Rune('世', Regular, 2).Missing || face.Rune('🚀', Regular, 2).Missing {
		t.Fatal("a character of the fonts is missing")
	}
	for _, f := range set.families[1:] {
		b := f.faces[Regular].blocks
		if b == nil {
			t.Fatalf("%s is not in blocks", f.Name)
		}
		open := 0
		for _, block := range b.open {
			if block != nil {
				open++
			}
		}
		if open == 0 || 2*open > len(b.open)+1 {
			t.Errorf("%s: %d of %d blocks are inflated", f.Name, open, len(b.open))
		}
	}
}

func TestBlocksReadAt(t *testing.T) {
	b, err := openBlocks(twemoji)
	if err != nil {
		t.Fatal(err)
	}
	whole := make([]byte, b.size)
	if n, err := b.ReadAt(whole, 0); int64(n) != b.size || err != nil {
		t.Fatal(n, err)
	}
	if b, err = openBlocks(twemoji); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			at := int64(i) * b.size / 8
			part := make([]byte, b.size/8)
			if n, err := b.ReadAt(part, at); n != len(part) || err != nil || !bytes.Equal(part, whole[at:][:n]) {
				t.Errorf("at %d: %d bytes, %v", at, n, err)
			}
		})
	}
	wg.Wait()
	for _, tt := range []struct {
		at      int64
		size, n int
		err     error
	}{
		{b.size - 3, 5, 3, io.EOF}, {b.size, 1, 0, io.EOF}, {-1, 1, 0, io.EOF}, {b.size, 0, 0, nil},
	} {
		if n, err := b.ReadAt(make([]byte, tt.size), tt.at); n != tt.n || err != tt.err {
			t.Errorf("%d bytes at %d: %d, %v", tt.size, tt.at, n, err)
		}
	}
}

func FuzzBlocks(f *testing.F) {
	f.Add(twemoji[:4096], int64(0))
	f.Add([]byte("\x05\x00\x00\x00\x04\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00ab"), int64(4))
	f.Fuzz(func(t *testing.T, packed []byte, at int64) {
		b, err := openBlocks(packed)
		if err != nil {
			return
		}
		if n, err := b.ReadAt(make([]byte, 100), at); err == nil && n != 100 {
			t.Errorf("%d bytes and no error", n)
		}
	})
}
