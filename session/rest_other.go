//go:build !linux

package session

import "time"

// restOf knows quiet alone: the system does not tell whether threads rest.
var restOf = restTimes{
	Look:   2 * time.Millisecond,
	Quiet:  60 * time.Millisecond,
	Answer: 500 * time.Millisecond,
}
