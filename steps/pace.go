package steps

import (
	"strconv"
	"strings"
	"time"

	"scenario/event"
	"scenario/internal/doc"
)

// Pace is how recordings play; what is not given is as before. All of it is
// play time.
type Pace struct {
	Timeline *string        `yaml:"timeline" jsonschema:"enum=steady,enum=real,default=steady"` // steady: the times are computed; real: they are measured
	Typing   *time.Duration `yaml:"typing" jsonschema:"default=50ms"`                           // between typed characters
	Jitter   *Percent       `yaml:"jitter" jsonschema:"default=0%"`                             // how uneven typing is; the same in every run
	Key      *time.Duration `yaml:"key" jsonschema:"default=100ms"`                             // between the chords of one step
	Beat     *time.Duration `yaml:"beat" jsonschema:"default=400ms"`                            // before an Enter that ends typed text, and after other keys
	Read     *time.Duration `yaml:"read" jsonschema:"default=1.5s"`                             // after Enter, a click, a paste or a launch, once the screen has settled
	Idle     *time.Duration `yaml:"idle" jsonschema:"default=2s"`                               // the longest gap of timeline: real
	End      *time.Duration `yaml:"end" jsonschema:"default=3s"`                                // how long the last screen stays
	Speed    *Decimal       `yaml:"speed" jsonschema:"minimum=0.05,maximum=100,default=1"`      // of the whole recording
}

// Percent is a whole number with a percent sign.
type Percent int

// DecodeNode takes 30%.
func (p *Percent) DecodeNode(d *doc.Decoder, n *doc.Node) {
	s, ok := d.Text(n, "a percentage")
	if !ok {
		return
	}
	num, hasSign := strings.CutSuffix(s, "%")
	v, err := strconv.Atoi(num)
	if err != nil || !hasSign || v < 0 || v > 100 {
		d.Errorf(n, "write it as 30%", "%s is no percentage from 0%% to 100%%", quote(s))
		return
	}
	*p = Percent(v)
}

// DecodeNode takes steady, real or a mapping.
func (p *Pace) DecodeNode(d *doc.Decoder, n *doc.Node) {
	v := n
	if n.Kind != doc.Map {
		s, ok := d.Text(n, "pace")
		if !ok {
			return
		}
		p.Timeline = &s
	} else {
		type long Pace
		d.Into(n, (*long)(p), "pace")
		v = n.Get("timeline")
	}
	if p.Timeline != nil && *p.Timeline != "steady" && *p.Timeline != "real" {
		d.Errorf(v, "steady: the times are computed; real: the times are measured", "pace is steady or real, not %s", quote(*p.Timeline))
	}
	if p.Speed != nil && (*p.Speed < 0.05 || *p.Speed > 100) {
		d.Errorf(n.Get("speed"), "", "speed is 0.05 to 100")
	}
}

// Over returns base with what p gives.
func (p *Pace) Over(base event.Pace) event.Pace {
	if p == nil {
		return base
	}
	set(&base.Timeline, p.Timeline)
	setMs(&base.TypingMs, p.Typing)
	if p.Jitter != nil {
		base.Jitter = int(*p.Jitter)
	}
	setMs(&base.KeyMs, p.Key)
	setMs(&base.BeatMs, p.Beat)
	setMs(&base.ReadMs, p.Read)
	setMs(&base.IdleMs, p.Idle)
	setMs(&base.EndMs, p.End)
	if p.Speed != nil {
		base.Speed = float64(*p.Speed)
	}
	return base
}

func setMs(to *int64, from *time.Duration) {
	if from != nil {
		*to = from.Milliseconds()
	}
}

// DefaultLook is the look of a file that gives none.
func DefaultLook() event.Look {
	return event.Look{
		Theme: "one-dark", Font: "JetBrains Mono", FontSize: 16, LineHeight: 1, Scale: 1, Cursor: true,
		Bold: "weight", Window: "none", Blink: "steady", Keys: "none", Captions: true, Clicks: true,
	}
}

// DefaultPace is the pace of a file that gives none.
func DefaultPace() event.Pace {
	return event.Pace{
		Timeline: "steady", TypingMs: 50, KeyMs: 100, BeatMs: 400, ReadMs: 1500, IdleMs: 2000, EndMs: 3000, Speed: 1,
	}
}
