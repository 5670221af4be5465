package encode

import (
	"bytes"
	"compress/lzw"
	"io"
	"math/rand/v2"
	"testing"
)

// decodeLZW is the reference: the decoder of the standard library.
func decodeLZW(t testing.TB, data []byte, width int) []byte {
	t.Helper()
	r := lzw.NewReader(bytes.NewReader(data), lzw.LSB, width)
	defer r.Close()
	pix, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("%d pixels, then %v", len(pix), err)
	}
	return pix
}

func checkLZW(t testing.TB, z *compressor, pix []byte) []byte {
	t.Helper()
	width := litWidth(pix)
	data := z.encode(nil, pix, width)
	if got := decodeLZW(t, data, width); !bytes.Equal(got, pix) {
		t.Fatalf("%d pixels became %d", len(pix), len(got))
	}
	return data
}

// testPixels are pictures of all kinds that change the compressor's course.
func testPixels() map[string][]byte {
	rng := rand.New(rand.NewPCG(1, 2))
	noise := func(n int, colors uint32) []byte {
		pix := make([]byte, n)
		for i := range pix {
			pix[i] = byte(rng.Uint32N(colors))
		}
		return pix
	}
	runs := func(n int, colors uint32) []byte {
		var pix []byte
		for len(pix) < n {
			pix = append(pix, bytes.Repeat([]byte{byte(rng.Uint32N(colors))}, 1+int(rng.ExpFloat64()*20))...)
		}
		return pix
	}
	return map[string][]byte{
		"none": nil, "one": {0}, "two": {3, 3}, "255": {255},
		"constant":    make([]byte, 1_000_000),
		"constant c":  bytes.Repeat([]byte{7}, 12_345),
		"black white": noise(100_000, 2),
		"noise 5":     noise(100_000, 5),
		"noise 256":   noise(300_000, 256),
		"runs":        runs(500_000, 60),
		"few runs":    runs(500_000, 3),
		"changing":    append(append(runs(300_000, 20), noise(100_000, 256)...), runs(300_000, 20)...),
		"text":        textPixels(120, 40, 1),
	}
}

func TestLZW(t *testing.T) {
	var z compressor
	for name, pix := range testPixels() {
		t.Run(name, func(t *testing.T) {
			data := checkLZW(t, &z, pix)
			// Nothing is left over from one picture to the next.
			if !bytes.Equal(data, new(compressor).encode(nil, pix, litWidth(pix))) {
				t.Error("a used compressor gives other bytes than a new one")
			}
		})
	}
}

// Every length around the places where the code width changes.
func TestLZWLengths(t *testing.T) {
	var z compressor
	rng := rand.New(rand.NewPCG(3, 4))
	pix := make([]byte, 6000)
	for i := range pix {
		pix[i] = byte(rng.Uint32())
	}
	for n := range 1200 {
		checkLZW(t, &z, pix[:n])
	}
	for n := 3700; n < 3900; n++ {
		checkLZW(t, &z, pix[:n])
	}
}

func TestLZWConstantIsSmall(t *testing.T) {
	if n := len(new(compressor).encode(nil, make([]byte, 1440*1080), 2)); n > 2200 {
		t.Errorf("a picture of one colour has %d bytes", n)
	}
}

func FuzzLZW(f *testing.F) {
	f.Add([]byte{}, uint8(1))
	f.Add([]byte("aaaaaaaaaabbbbbbbbbbabababab"), uint8(200))
	f.Add([]byte{0, 0, 0, 1, 2, 3, 3, 3}, uint8(255))
	var z compressor
	f.Fuzz(func(t *testing.T, seed []byte, stretch uint8) {
		// Runs of any length come from pairs of bytes, so that few bytes fill
		// the table.
		var pix []byte
		for i, c := range seed {
			n := 1
			if stretch > 0 && i+1 < len(seed) {
				n += int(seed[i+1]) % int(stretch)
			}
			pix = append(pix, bytes.Repeat([]byte{c}, n)...)
		}
		for len(pix) > 0 && len(pix) < 20_000 && stretch&1 == 1 {
			pix = append(pix, pix...)
		}
		checkLZW(t, &z, pix)
	})
}

func BenchmarkLZW(b *testing.B) {
	for _, name := range []string{"text", "constant", "noise 256", "runs"} {
		pix := testPixels()[name]
		width := litWidth(pix)
		b.Run(name, func(b *testing.B) {
			var z compressor
			var dst []byte
			b.SetBytes(int64(len(pix)))
			for b.Loop() {
				dst = z.encode(dst[:0], pix, litWidth(pix))
			}
			own := b.Elapsed().Seconds() / float64(b.N)
			b.StopTimer()
			std, stdLen := stdLZW(pix, width)
			b.ReportMetric(std/own, "x-std")
			b.ReportMetric(float64(len(dst)), "bytes")
			b.ReportMetric(float64(stdLen), "std-bytes")
		})
	}
}
