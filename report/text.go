package report

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// clean makes a text from a scenario or a program safe to print in a line:
// control characters become visible escapes, as do the characters that turn
// the direction of writing; what is no UTF-8 becomes U+FFFD.
func clean(s string) string {
	if isClean(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\t':
			b.WriteByte(' ')
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case !unsafe(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// cleanLines is clean for a text of several lines.
func cleanLines(s string) []string {
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(s, "\r\n", "\n"), "\n"), "\n")
	for i, l := range lines {
		lines[i] = clean(l)
	}
	return lines
}

func isClean(s string) bool {
	for _, r := range s {
		if unsafe(r) {
			return false
		}
	}
	return utf8.ValidString(s)
}

// unsafe reports whether a terminal may act on r: control characters, line
// separators, and the embeddings, overrides and isolates of bidirectional
// text.
func unsafe(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' ||
		r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// width is the number of columns of a clean text.
func width(s string) int { return ansi.StringWidth(s) }

// fit cuts a clean text to n columns, with "..." for what is missing.
func fit(s string, n int) string {
	if width(s) <= n {
		return s
	}
	if n <= 3 {
		return strings.Repeat(".", max(n, 0))
	}
	return columns(s, 1, n-3) + "..."
}

// pad fills a text with blanks to n columns.
func pad(s string, n int) string {
	return s + strings.Repeat(" ", max(0, n-width(s)))
}

// spread puts left and right at the two ends of a line of n columns, two
// blanks apart at least.
func spread(left, right string, n int) string {
	return left + strings.Repeat(" ", max(2, n-width(left)-width(right))) + right
}

// columns returns columns from (counted from 1) to to of a clean text. Half a
// wide character is a blank.
func columns(s string, from, to int) string {
	var b strings.Builder
	at := 1
	for len(s) > 0 && at <= to {
		c, w := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		if c == "" {
			break
		}
		s = s[len(c):]
		switch end := at + w - 1; {
		case at >= from && end <= to:
			b.WriteString(c)
		case end >= from && at <= to:
			b.WriteString(strings.Repeat(" ", min(end, to)-max(at, from)+1))
		}
		at += w
	}
	return b.String()
}

// seconds prints how long something took: 2.8s, 2m03s.
func seconds(d time.Duration) string {
	if d = max(d, 0); d < 100*time.Second {
		return fmt.Sprintf("%.1fs", d.Seconds())
	}
	d = d.Round(time.Second)
	if d < time.Hour {
		return fmt.Sprintf("%dm%02ds", d/time.Minute, d%time.Minute/time.Second)
	}
	return fmt.Sprintf("%dh%02dm", d/time.Hour, d%time.Hour/time.Minute)
}

// Size prints a number of bytes: 812 B, 38 KB, 1.2 MB (of 1000).
func Size(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 999_500:
		return fmt.Sprintf("%d KB", (n+500)/1000)
	case n < 999_950_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}

// count prints a number of things: 1 step, 2 steps.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
