//go:build unix

package emutest

import (
	"syscall"
	"time"
)

// cpuTime is the time that this process has worked: unlike the clock it does not
// go on while others have the processor.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
