package session

import (
	"bytes"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// isIgnored reports whether this process ignores sig (proc(5), SigIgn).
// signal.Ignored does not know of the stop signals.
func isIgnored(sig unix.Signal) bool {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return false
	}
	_, rest, _ := bytes.Cut(status, []byte("\nSigIgn:\t"))
	mask, _, _ := bytes.Cut(rest, []byte("\n"))
	set, err := strconv.ParseUint(string(mask), 16, 64)
	return err == nil && set>>(uint(sig)-1)&1 != 0
}
