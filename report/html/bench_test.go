package html

import (
	"io"
	"testing"
)

// A page of 100 scenarios.
func BenchmarkWrite(b *testing.B) {
	r, o := suite(b, 100), options()
	b.ResetTimer()
	for b.Loop() {
		if err := Write(io.Discard, r, o); err != nil {
			b.Fatal(err)
		}
	}
}
