package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// maxAnnotations is how many annotations of a kind GitHub shows of one step.
const maxAnnotations = 10

// GitHub writes the workflow commands that make GitHub Actions show what did not
// pass beside the lines of the files: an error for each scenario that failed or
// was blocked, a warning for one that is flaky.
func GitHub(w io.Writer, c *Call) error {
	var b bytes.Buffer
	shown := map[string]int{}
	for i := range c.Cases {
		k := &c.Cases[i]
		o, st := k.Outcome(), k.Last()
		command := "error"
		switch {
		case o == Flaky:
			command, st = "warning", k.Attempts[0]
		case o.OK():
			continue
		}
		if shown[command]++; shown[command] > maxAnnotations {
			continue
		}
		file, line, col := failedAt(st)
		props := []string{"file=" + githubProperty(file)}
		if line > 0 {
			props = append(props, fmt.Sprintf("line=%d", line))
		}
		if col > 0 {
			props = append(props, fmt.Sprintf("col=%d", col))
		}
		title := strings.ToLower(o.String()) + ": " + k.title()
		props = append(props, "title="+githubProperty(title))
		_, text := why(st)
		fmt.Fprintf(&b, "::%s %s::%s\n", command, strings.Join(props, ","), githubData(strings.TrimSpace(text)))
	}
	for _, command := range []string{"error", "warning"} {
		if n := shown[command] - maxAnnotations; n > 0 {
			fmt.Fprintf(&b, "::notice title=scenario::and %s\n", count(n, "more "+command))
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// githubData and githubProperty escape as the runner's toolkit does.
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func githubProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(clean(s))
}
