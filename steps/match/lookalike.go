package match

import (
	"fmt"
	"regexp"
	"strconv"
	"time"

	"scenario/internal/doc"
)

var numberRE = regexp.MustCompile(`^[-+]?(0x[0-9a-fA-F]+|[0-9][0-9_]*(\.[0-9]*)?([eE][-+]?[0-9]+)?)$`)

// lookAlike reports an unquoted text that may have been meant as something
// else: a number, a duration, /.../ or the name of a condition.
func lookAlike(d *doc.Decoder, n *doc.Node) bool {
	s := n.Text
	if n.Kind != doc.Scalar || n.Style != doc.Plain || n.Parts != nil || n.Broken() {
		return false
	}
	quoted := strconv.Quote(s)
	if numberRE.MatchString(s) {
		d.Errorf(n, fmt.Sprintf("write %s for the text, {exit: %s} for the status, or sleep: %ss", quoted, s, s),
			"%s may be a text, a status or a time", s)
		return true
	}
	if _, err := time.ParseDuration(s); err == nil {
		d.Errorf(n, fmt.Sprintf("write %s for the text, {stable: %s} for a screen that rests, or sleep: %s (the viewer's time is hold)", quoted, s, s),
			"%s may be a text or a time", s)
		return true
	}
	if len(s) > 2 && s[0] == '/' && s[len(s)-1] == '/' {
		inner := s[1 : len(s)-1]
		d.Errorf(n, fmt.Sprintf("write {regex: %s}, %s for the text inside, or %s for the text with its slashes",
			flow(inner), strconv.Quote(inner), quoted), "%s may be a regex or a text", s)
		return true
	}
	if sub, ok := subjectOf(s); ok {
		hint := fmt.Sprintf("write %s for the text", quoted)
		if sub.make != nil {
			hint = fmt.Sprintf("write {%s: %s}, or %s for the text", s, sub.example, quoted)
		}
		d.Errorf(n, hint, "%s is the name of a condition", s)
		return true
	}
	return false
}
