package steps

import (
	"strconv"
	"strings"
)

const maxSummary = 60

// oneLine prints a text in one line of at most 60 characters.
func oneLine(s string) string {
	s = strings.NewReplacer("\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(s)
	if r := []rune(s); len(r) > maxSummary {
		s = string(r[:maxSummary-3]) + "..."
	}
	return s
}

func itoa(n int) string { return strconv.Itoa(n) }
