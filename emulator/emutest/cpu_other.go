//go:build !unix

package emutest

import "time"

// cpuTime is not known here: nothing is held to it.
func cpuTime() time.Duration { return 0 }
