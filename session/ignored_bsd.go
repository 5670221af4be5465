//go:build unix && !linux

package session

import (
	"os/signal"

	"golang.org/x/sys/unix"
)

func isIgnored(sig unix.Signal) bool { return signal.Ignored(sig) }
