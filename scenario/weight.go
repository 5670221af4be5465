package scenario

import (
	"strconv"
	"strings"
	"time"

	"scenario/internal/doc"
	"scenario/steps"
)

// Weight is the size of a file in bytes, written 500KB or 2MB.
type Weight int64

// The least that makes sense, and what can be kept in memory.
const (
	minWeight = 1_000
	maxWeight = 1_000_000_000
)

// DecodeNode takes a number with KB or MB.
func (w *Weight) DecodeNode(d *doc.Decoder, n *doc.Node) {
	t, ok := d.Text(n, "max_size")
	if !ok {
		return
	}
	number, unit := strings.TrimRight(t, "KMBkmb "), 0.0
	switch strings.ToUpper(strings.TrimSpace(t[len(number):])) {
	case "KB":
		unit = 1_000
	case "MB":
		unit = 1_000_000
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || unit == 0 || strings.ContainsAny(number, "xXeE+_npiNPI") {
		d.Errorf(n, "write 500KB or 2MB", "a size of a file needs a number and a unit, not %s", strconv.Quote(t))
		return
	}
	if v *= unit; !(v >= minWeight && v <= maxWeight) {
		d.Errorf(n, "", "max_size is 1KB to 1000MB, not %s", t)
		return
	}
	*w = Weight(v)
}

// Start is a place in a recording: a time, or percent of the whole.
type Start struct {
	At      time.Duration
	Percent float64
}

// DecodeNode takes a duration or a percentage.
func (s *Start) DecodeNode(d *doc.Decoder, n *doc.Node) {
	number, ok := strings.CutSuffix(n.Text, "%")
	if n.Kind == doc.Scalar && ok {
		v, err := strconv.ParseFloat(number, 64)
		if err != nil || !(v >= 0 && v < 100) {
			d.Errorf(n, "write 2s or 50%", "start is 0 to 99 percent, not %s", n.Text)
			return
		}
		s.Percent = v
		return
	}
	s.At = steps.DecodeSpan(d, n, "start")
}
