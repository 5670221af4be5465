//go:build e2e && linux

package agent

import (
	"context"
	"testing"
	"time"
)

// 200 MB of output in 100 rounds: the memory of the server's process stays as it
// is, the cast below its limit.
func TestTwoHundredMegabytesOfOutput(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	before, after := noisy(ctx, t, 20, 80)
	t.Logf("resident: %d MiB after 20 rounds, %d MiB after 100", before.resident>>20, after.resident>>20)
	if after.heap > before.heap+24<<20 || after.resident > before.resident+24<<20 {
		t.Errorf("%+v, then %+v", before, after)
	}
}
