package capture

import (
	"fmt"
	"slices"
	"time"

	"scenario/event"
)

// turn lets a recording begin where it is asked to; what was before is played
// last. A reader who sees the first frame only, as a still, sees that one.
func (p *plan) turn(r event.Record) error {
	at := time.Duration(r.StartMs) * time.Millisecond
	if r.StartPercent > 0 {
		at = time.Duration(float64(p.end) * r.StartPercent / 100).Round(time.Millisecond)
	}
	if at == 0 {
		return nil
	}
	if at >= p.end {
		return fmt.Errorf("the recording can't start at %v, it ends at %v", at, p.end)
	}
	k, exact := slices.BinarySearchFunc(p.frames, at, func(f shown, at time.Duration) int { return int(f.at - at) })
	if !exact {
		k--
	}
	turned := slices.Clone(p.frames[k:])
	turned[0].at = at
	turned = append(turned, p.frames[:k]...)
	if !exact {
		turned = append(turned, p.frames[k]) // the beginning of the frame that is now the first
	}
	for i := range turned {
		if turned[i].at -= at; turned[i].at < 0 || i > len(p.frames)-1-k && i > 0 {
			turned[i].at += p.end
		}
	}
	p.frames = turned
	return nil
}

// thin leaves at most one frame in so long: the latest, from when the first of
// them was to be seen.
func (p *plan) thin(least time.Duration) {
	kept := p.frames[:0:0]
	for _, f := range p.frames {
		if n := len(kept); n > 0 && f.at-kept[n-1].at < least {
			f.at = kept[n-1].at
			kept[n-1] = f
			continue
		}
		kept = append(kept, f)
	}
	p.frames = kept
}
