package session

import (
	"bytes"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// ignored returns those of the signals that this process ignores (proc(5),
// SigIgn). signal.Ignored does not know of the stop signals.
func ignored(sigs []os.Signal) (out []os.Signal) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return nil
	}
	_, rest, _ := bytes.Cut(status, []byte("\nSigIgn:\t"))
	mask, _, _ := bytes.Cut(rest, []byte("\n"))
	set, err := strconv.ParseUint(string(mask), 16, 64)
	for _, sig := range sigs {
		if n, ok := sig.(unix.Signal); ok && err == nil && set>>(uint(n)-1)&1 != 0 {
			out = append(out, sig)
		}
	}
	return out
}
