package capture

import (
	"testing"

	"scenario/event"
)

// A recording of ten minutes takes no more memory than one of one minute, but for
// the few bytes that each line of the cast has.
func TestTenMinutesInConstantMemory(t *testing.T) {
	peak := func(redraws int) uint64 { // 8 a second
		s := monitor(t, redraws)
		w := &heapMeter{}
		w.base = w.live()
		info, err := s.Record(event.Record{Session: "main", FPS: 30}, look(), steady(), []File{{Path: "x.gif", W: w}})
		if err != nil {
			t.Fatal(err)
		}
		if want := float64(redraws) / 8; info.Play.Seconds() < want {
			t.Fatalf("it plays %v, wanted more than %vs", info.Play, want)
		}
		return w.peak
	}
	one, ten := peak(8*60), peak(8*600)
	t.Logf("%.1f MB for a minute, %.1f MB for ten", float64(one)/(1<<20), float64(ten)/(1<<20))
	if ten > one+4<<20 {
		t.Errorf("ten minutes take %.1f MB, one takes %.1f MB", float64(ten)/(1<<20), float64(one)/(1<<20))
	}
}
