package match

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"time"
)

// noNear is a condition to which nothing on the screen comes near.
type noNear struct{}

func (noNear) Nearest(*Subject) *Near { return nil }

func (noNear) Candidates(*Subject) []Near { return nil }

// prompt is a bound Prompt.
type prompt struct {
	of   *Condition
	text string
}

func (b *prompt) Eval(s *Subject) Result {
	if p := s.beforeCursor(); b.at(p) {
		return Result{OK: true}
	}
	return Result{Why: fmt.Sprintf("not left of the cursor (row %d, column %d)", s.Screen.Cursor.Row+1, s.Screen.Cursor.Col+1), Of: b.of}
}

func (b *prompt) at(p *page) bool {
	text := strings.TrimRight(p.text, " ")
	return strings.HasSuffix(text, b.text) && p.whole(hit{len(text) - len(b.text), len(text)})
}

// beforeCursor returns the cursor's row, and those that wrap into it, up to the
// cursor.
func (s *Subject) beforeCursor() *page {
	scr := s.Screen
	row := min(max(scr.Cursor.Row, 0), scr.Rows-1)
	top := row
	for top > 0 && top <= len(scr.Wrapped) && scr.Wrapped[top-1] {
		top--
	}
	return readPage(s, window{top: top, bottom: row + 1, right: scr.Cols, last: scr.Cursor.Col}, nil)
}

func (b *prompt) Nearest(s *Subject) *Near {
	if b.Eval(s).OK {
		return nil
	}
	p, _ := s.page(Region{Name: "screen"})
	var last *Near
	p.find(newLiteral(b.text), maxHits, func(h hit) bool {
		last = p.near(h, "the cursor is not right behind it")
		return true
	})
	if last != nil {
		return last
	}
	return (&shown{text: b.text, pat: newLiteral(b.text), in: Region{Name: "screen"}}).Nearest(s)
}

// stable is a bound Stable.
type stable struct {
	noNear
	of *Condition
	d  time.Duration
	in Region
}

func (b *stable) Eval(s *Subject) Result {
	quiet := s.Quiet
	if !b.in.IsZero() && s.QuietIn != nil {
		quiet = s.QuietIn(b.in)
	}
	if quiet >= b.d {
		return Result{OK: true}
	}
	why := fmt.Sprintf("the screen changed %v before", quiet.Round(time.Millisecond))
	return Result{Again: b.d - quiet, Why: why, Of: b.of}
}

// ended is a bound Ended.
type ended struct {
	noNear
	of   *Condition
	want ExitIs
}

func (b *ended) Eval(s *Subject) Result {
	switch {
	case s.Exit == nil:
		return Result{Why: "has not ended", Of: b.of}
	case b.want.holds(*s.Exit):
		return Result{OK: true}
	}
	return Result{Why: s.Exit.String(), Of: b.of}
}

// String says how the program ended, to be read after its name: "ended with
// status 1".
func (x Exit) String() string {
	if x.Signal != "" {
		return "was ended by signal " + x.Signal
	}
	return fmt.Sprintf("ended with status %d", x.Status)
}

// cursorAt is a bound CursorAt.
type cursorAt struct {
	noNear
	of   *Condition
	want CursorIs
}

func (b *cursorAt) Eval(s *Subject) Result {
	scr, c, w := s.Screen, s.Screen.Cursor, &b.want
	is := func(want *int, at, n int) bool {
		return want == nil || *want == at+1 || *want == at-n
	}
	var why []string
	if !is(w.Row, c.Row, scr.Rows) || !is(w.Col, c.Col, scr.Cols) {
		why = append(why, fmt.Sprintf("in row %d, column %d", c.Row+1, c.Col+1))
	}
	if w.Visible != nil && *w.Visible != c.Visible {
		why = append(why, map[bool]string{true: "visible", false: "hidden"}[c.Visible])
	}
	if w.Shape != "" && w.Shape != shapeName(c.Shape) {
		why = append(why, "of shape "+shapeName(c.Shape))
	}
	if why == nil {
		return Result{OK: true}
	}
	return Result{Why: "the cursor is " + strings.Join(why, " and "), Of: b.of}
}

// title is a bound Title.
type title struct {
	noNear
	of   *Condition
	want boundMatch
}

func (b *title) Eval(s *Subject) Result {
	switch t := s.Screen.Title; {
	case b.want.of(t):
		return Result{OK: true}
	case t == "":
		return Result{Why: "no title is set", Of: b.of}
	default:
		return Result{Why: fmt.Sprintf("the title is %q", t), Of: b.of}
	}
}

// bell is a bound Bell.
type bell struct {
	noNear
	of   *Condition
	want bool
}

func (b *bell) Eval(s *Subject) Result {
	switch rung := s.Screen.Bells > s.BellsAtInput; {
	case rung == b.want:
		return Result{OK: true}
	case rung:
		return Result{Why: "it has rung since the last input", Of: b.of}
	}
	return Result{Why: "it has not rung since the last input", Of: b.of}
}

// fileAgain is after how long a file is looked at again: nothing tells when it
// changes.
const fileAgain = 50 * time.Millisecond

// file is a bound File.
type file struct {
	noNear
	of           *Condition
	path         string
	text, equals string
	exact        bool // equals counts
	absent       bool
	re           *regexp.Regexp
}

func (b *file) Eval(s *Subject) Result {
	if why := b.why(s); why != "" {
		return Result{Again: fileAgain, Why: why, Of: b.of}
	}
	return Result{OK: true, Again: fileAgain}
}

func (b *file) why(s *Subject) string {
	if s.ReadFile == nil {
		return "no files can be read here"
	}
	content, err := s.ReadFile(b.path)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case b.absent && missing:
		return ""
	case b.absent && err == nil:
		return "it exists"
	case missing:
		return "it does not exist"
	case err != nil:
		return "it can't be read: " + err.Error()
	case b.exact && string(content) != b.equals:
		return firstDifference(string(content), b.equals)
	case b.text != "" && !bytes.Contains(content, []byte(b.text)):
		return "the text is not in it"
	case b.re != nil && !b.re.Match(content):
		return "the regex matches nothing in it"
	}
	return ""
}

// firstDifference says in which line a content is not what was wanted.
func firstDifference(got, want string) string {
	switch {
	case got == "":
		return "it is empty"
	case got+"\n" == want:
		return "its last newline is missing"
	case got == want+"\n":
		return "it has one more newline at its end"
	}
	g, w := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d is %q, wanted %q", i+1, shorten(g[i]), shorten(w[i]))
		}
	}
	return fmt.Sprintf("it has %d lines, wanted %d", strings.Count(got, "\n"), strings.Count(want, "\n"))
}

// shorten cuts a line for a message.
func shorten(s string) string {
	const most = 80
	s = strings.TrimSuffix(s, "\n")
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}
