package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// TAP writes a call as version 13 of the Test Anything Protocol
// (testanything.org): a line for each scenario in the order of the plan, with
// what went wrong in its YAML block. One that was not run is a SKIP; one that
// is expected to fail is a TODO, so that a pass of it is told.
func TAP(w io.Writer, c *Call) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "TAP version 13\n1..%d\n", len(c.Cases))
	for i := range c.Cases {
		k := &c.Cases[i]
		o, st := k.Outcome(), k.Last()
		word := "ok"
		if !o.OK() || o == Expected {
			word = "not ok"
		}
		fmt.Fprintf(&b, "%s %d - %s", word, i+1, tapText(k.ID+": "+k.title()))
		switch o {
		case Skip:
			fmt.Fprintf(&b, " # SKIP %s", clean(k.Skipped))
		case Expected:
			fmt.Fprintf(&b, " # TODO %s", clean(st.Run.XFail))
		}
		b.WriteByte('\n')
		if st != nil {
			tapBlock(&b, k)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// tapBlock writes the YAML block of a scenario.
func tapBlock(b *bytes.Buffer, k *Case) {
	o, st := k.Outcome(), k.Last()
	fmt.Fprintf(b, "  ---\n  outcome: %s\n  duration_ms: %d\n", strings.ToLower(o.String()), k.Duration().Milliseconds())
	if n := len(k.Attempts); n > 1 {
		fmt.Fprintf(b, "  attempts: %d\n", n)
	}
	if !o.OK() {
		line, text := why(st)
		fmt.Fprintf(b, "  message: %q\n  details: |\n", line)
		for l := range strings.Lines(text) { // the reader of prove takes no empty line
			if l = strings.TrimRight(l, " \n"); l != "" {
				b.WriteString("    " + l + "\n")
			}
		}
	}
	b.WriteString("  ...\n")
}

// tapText is a text in the line of a test, where # begins a directive.
func tapText(s string) string { return strings.ReplaceAll(clean(s), "#", `\#`) }
