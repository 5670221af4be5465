package steps

import (
	"time"

	"scenario/internal/doc"
)

// The limits of repeat and retry.
const (
	maxRepeat    = 1000
	maxTries     = 1000
	defaultEvery = time.Second
)

// Retry tries a step, or a group from its first step on, again when it fails.
type Retry struct {
	Times int           `yaml:"times" jsonschema:"required,minimum=1,maximum=1000"` // how many more tries
	Every time.Duration `yaml:"every" jsonschema:"default=1s"`                      // between two of them
}

// DecodeNode takes INT or {times, every}.
func (r *Retry) DecodeNode(d *doc.Decoder, n *doc.Node) {
	r.Every = defaultEvery
	times := n
	if n.Kind == doc.Map {
		type keys Retry
		d.Into(n, (*keys)(r), "retry")
		if times = n.Get("times"); times == nil {
			d.Missing(n, "write retry: {times: 3, every: 1s}", "retry needs times")
			return
		}
	} else {
		d.Into(n, &r.Times, "retry")
	}
	checkRange(d, times, "retry", r.Times, maxTries)
}

// checkRange reports a number that is not 1 to most.
func checkRange(d *doc.Decoder, n *doc.Node, what string, v, most int) {
	if n.Kind == doc.Scalar && (v < 1 || v > most) && !d.Said(n) {
		d.Errorf(n, "", "%s is 1 to %d, not %d", what, most, v)
	}
}
