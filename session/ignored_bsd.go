//go:build unix && !linux

package session

import (
	"os"
	"os/signal"
)

// ignored returns those of the signals that this process ignores.
func ignored(sigs []os.Signal) (out []os.Signal) {
	for _, sig := range sigs {
		if signal.Ignored(sig) {
			out = append(out, sig)
		}
	}
	return out
}
