package match

import (
	"slices"
	"strings"

	"scenario/internal/spell"
)

// SignalNames returns the names of the POSIX signals, without SIG, sorted.
func SignalNames() []string {
	return []string{
		"ABRT", "ALRM", "BUS", "CHLD", "CONT", "FPE", "HUP", "ILL", "INT", "KILL",
		"PIPE", "PROF", "QUIT", "SEGV", "STOP", "SYS", "TERM", "TRAP", "TSTP", "TTIN",
		"TTOU", "URG", "USR1", "USR2", "VTALRM", "WINCH", "XCPU", "XFSZ",
	}
}

// ParseSignal reads the name of a signal, with or without SIG, in upper or lower
// case. When it is none, near is the nearest name or "".
func ParseSignal(s string) (name, near string, ok bool) {
	name = strings.TrimPrefix(strings.ToUpper(s), "SIG")
	if slices.Contains(SignalNames(), name) {
		return name, "", true
	}
	near, _ = spell.Nearest(name, SignalNames())
	return "", near, false
}
