package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// Markdown writes a summary for people: the totals, a table of what did not pass
// at once, and the details of each failure, folded. It is what belongs in the
// step summary of GitHub Actions and in comments.
func Markdown(w io.Writer, c *Call) error {
	var b bytes.Buffer
	t := c.Totals()
	mark := "✅"
	if t.Failed+t.Blocked > 0 {
		mark = "❌"
	}
	fmt.Fprintf(&b, "### %s %s in %s\n", mark, t, seconds(c.Elapsed))
	if s := c.ShardLine(); s != "" {
		fmt.Fprintf(&b, "\n%s\n", markdownText(s))
	}
	rows := 0
	for i := range c.Cases {
		k := &c.Cases[i]
		o := k.Outcome()
		if o == Pass {
			continue
		}
		if rows++; rows == 1 {
			b.WriteString("\n| | scenario | file | why | time |\n|---|---|---|---|---|\n")
		}
		reason, took := k.Skipped, ""
		file := position(k.File, k.Line, 0)
		if st := k.Last(); st != nil {
			took = seconds(k.Duration())
			switch {
			case o == Expected:
				reason = st.Run.XFail
			case o == Flaky:
				reason, _ = why(k.Attempts[0])
			default:
				reason, _ = why(st)
				f, line, _ := failedAt(st)
				file = position(f, line, 0)
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", o, markdownText(k.title()), markdownText(file), markdownText(reason), took)
	}
	if c.Repeat > 1 {
		fmt.Fprintf(&b, "\n```\n%s```\n", flakeTable(c, clean))
	}
	for i := range c.Cases {
		k := &c.Cases[i]
		if k.Outcome().OK() {
			continue
		}
		_, text := why(k.Last())
		fmt.Fprintf(&b, "\n<details><summary>%s: %s</summary>\n\n%s\n</details>\n", k.Outcome(), markdownText(k.title()), fenced(text))
	}
	_, err := w.Write(b.Bytes())
	return err
}

// fenced is a text as a block of code; the fence is longer than any in it.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "text\n" + strings.TrimRight(text, "\n") + "\n" + fence
}

// markdownText is a text in a line or a cell, none of it markup.
func markdownText(s string) string {
	var b strings.Builder
	for _, r := range clean(s) {
		switch r {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '\\', '`', '*', '_', '[', ']', '|', '~', '#', '@':
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
