package steps

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Subject is an action as the first words of a message name it: texts in
// quotes, keys and files bare, of a launch the program alone. mask takes the
// secrets out.
func Subject(a Action, mask func(string) string) string {
	switch a := a.(type) {
	case interface{ raw() string }:
		return quote(short(mask(a.raw())))
	case *Paste:
		if a.File == "" {
			return quote(short(mask(a.Text.String())))
		}
	case *Launch:
		return mask(a.Command.name())
	}
	return Short(mask(a.Summary()))
}

// maxSummary is how many characters of a text a message shows.
const maxSummary = 60

// Short cuts a line to at most 60 characters.
func Short(s string) string { return short(s) }

func short(s string) string {
	if r := []rune(s); len(r) > maxSummary {
		s = string(r[:maxSummary-3]) + "..."
	}
	return s
}

// oneLine prints a text in one line.
func oneLine(s string) string {
	if !strings.ContainsAny(s, "\n\t\r") {
		return s
	}
	return strings.NewReplacer("\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(s)
}

func quote(s string) string { return strconv.Quote(s) }

// exact prints a duration as it is.
func exact(d time.Duration) string {
	if s := strings.TrimSuffix(d.String(), "m0s"); s != d.String() {
		return s + "m"
	}
	return d.String()
}

// Span prints a duration as people write it in a scenario: 10s, 1m30s, 0.9s,
// 50ms.
func Span(d time.Duration) string {
	switch {
	case d >= time.Minute-time.Second/2:
		d = d.Round(time.Second)
		if d%time.Minute == 0 {
			return fmt.Sprintf("%dm", d/time.Minute)
		}
		return fmt.Sprintf("%dm%ds", d/time.Minute, d%time.Minute/time.Second)
	case d < 100*time.Millisecond:
		return fmt.Sprintf("%dms", max(0, d).Milliseconds())
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", d.Seconds()), ".0") + "s"
}
