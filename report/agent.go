package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// maxAgentDetails is how many failures the report for language models shows
// whole; the others are a line.
const maxAgentDetails = 5

// Agent writes a call for language models: the totals, then what did not pass
// with its place, the screen and the files to look at, and the command that runs
// it again. What passed is a number.
func Agent(w io.Writer, c *Call) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s in %s\n", c.Totals(), seconds(c.Elapsed))
	whole := 0
	for i := range c.Cases {
		k := &c.Cases[i]
		o, st := k.Outcome(), k.Last()
		switch {
		case o == Skip:
			fmt.Fprintf(&b, "\nSKIP %s: %s\n", clean(k.ID), clean(k.Skipped))
		case o == Flaky:
			line, _ := why(k.Attempts[0])
			fmt.Fprintf(&b, "\nFLAKY %s: passed on attempt %d, before: %s\n", clean(k.ID), len(k.Attempts), line)
		case o.OK():
		default:
			line, text := why(st)
			fmt.Fprintf(&b, "\n%s %s %s\n", o, clean(k.ID), place(o, st))
			if whole++; whole > maxAgentDetails {
				fmt.Fprintf(&b, "  %s\n", line)
				break
			}
			for l := range strings.Lines(text) {
				if strings.TrimSpace(l) != "" {
					b.WriteString(l)
				}
			}
		}
	}
	if c.Again != "" {
		fmt.Fprintf(&b, "\nagain: %s\n", clean(c.Again))
	}
	_, err := w.Write(b.Bytes())
	return err
}
