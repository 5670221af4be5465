package encode

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"testing"
)

// unpackWOFF returns the font that a WOFF 1.0 file packs.
func unpackWOFF(t testing.TB, woff []byte) []byte {
	t.Helper()
	be := binary.BigEndian
	if string(woff[:4]) != "wOFF" || int(be.Uint32(woff[8:])) != len(woff) {
		t.Fatalf("no WOFF of %d bytes: % x", len(woff), woff[:12])
	}
	n := int(be.Uint16(woff[12:]))
	out := be.AppendUint16(be.AppendUint32(nil, be.Uint32(woff[4:])), uint16(n))
	out = append(out, make([]byte, 6+16*n)...)
	for i := range n {
		e := woff[44+20*i:]
		at, packed, size := be.Uint32(e[4:]), be.Uint32(e[8:]), be.Uint32(e[12:])
		data := woff[at : at+packed]
		if packed < size {
			z, err := zlib.NewReader(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if data, err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
		}
		if len(data) != int(size) || tableSum(data) != be.Uint32(e[16:]) {
			t.Fatalf("table %s: %d bytes, want %d", e[:4], len(data), size)
		}
		d := out[12+16*i:]
		copy(d, e[:4])
		be.PutUint32(d[4:], be.Uint32(e[16:]))
		be.PutUint32(d[8:], uint32(len(out)))
		be.PutUint32(d[12:], size)
		out = append(out, data...)
		for len(out)%4 != 0 {
			out = append(out, 0)
		}
	}
	if int(be.Uint32(woff[16:])) != len(out) {
		t.Errorf("the font has %d bytes, %d are announced", len(out), be.Uint32(woff[16:]))
	}
	return out
}
