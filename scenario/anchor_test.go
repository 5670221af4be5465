package scenario

import (
	"strings"
	"testing"
)

// What an export waits for: of what an input has brought onto the screen a text
// that says something and is the same in the next run, on another day.
func TestTheTextThatAnExportWaitsFor(t *testing.T) {
	for _, c := range []struct {
		what, before, after, typed, want string
	}{
		{"nothing new", "one", "one", "", ""},
		{"the new row", "one", "one\ntwo words", "", "two words"},
		{"several words rather than one", "", "Pods\nall namespaces\n", "", "all namespaces"},
		{"not what was typed", "$ ", "$ make\n", "make", ""},
		{"an answer rather than a status line", "$ ", "$ echo sec''ond\nsecond\n\n[0] 0:bash*  host", "echo sec''ond", "second"},
		{"a status line, when there is nothing else", "~\n~", "~\n-- INSERT --", "", "-- INSERT --"},
		{"no time", "", "updated 12:30:01", "", "updated"},
		{"no date", "", "\"host\" 10:11 30-Nov-26\nready", "", "\"host\""},
		{"no day of the week", "", "Mon Nov 30 23:52", "", ""},
		{"no day of the month", "", "Nov 30 and then", "", "and then"},
		{"a month alone is a word", "", "May we go on", "", "May we go on"},
		{"no number of three digits", "", "pid 4711 started", "", "started"},
		{"no path", "", "in /tmp/x/y here", "", "here"},
		{"no hint by chance", "", "Hint: press F1\nfiles", "", "files"},
		{"no frame", "", "│ Name │ Size │", "", "Name"},
	} {
		before, after := strings.Split(c.before, "\n"), strings.Split(c.after, "\n")
		if got := anchor(before, append(after, make([]string, max(0, len(before)-len(after)))...), c.typed); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}
