package capture

import (
	"fmt"
	"regexp"
	"sync"

	"scenario/capture/cast"
	"scenario/event"
)

// colorQuery is a program that asks for colours of its terminal: OSC 4, 10, 11
// or 12.
var colorQuery = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\x1b\](?:4;\d+|1[012]);(?:[^\x07\x1b]{0,200};)?\?`)
})

// queryTail is how much of a query may stand in the line of the cast before.
const queryTail = 256

// askedColors reports whether the program of a session asked for colours: it may
// have drawn what suits those that it was told.
func (s *Source) askedColors(session string) (bool, error) {
	c, r, err := s.openCast(session)
	if err != nil {
		return false, err
	}
	defer c.Close()
	var text string
	for e, err := range r.All() {
		if err != nil {
			return false, err
		}
		if e.Code != cast.Output {
			continue
		}
		if text += e.Data; colorQuery().MatchString(text) {
			return true, nil
		}
		text = text[max(0, len(text)-queryTail):]
	}
	return false, nil
}

// otherColors is what is worth saying of a picture in other colours than the
// program was told, "" when there is nothing: what it draws was chosen for those.
func (s *Source) otherColors(session string, l event.Look) (string, error) {
	run, err := s.Run()
	if err != nil || session == "" || run.Look.Theme == l.Theme {
		return "", nil // a bare cast does not say what the program was told
	}
	asked, err := s.askedColors(session)
	if err != nil || !asked {
		return "", err
	}
	told := run.Look.Theme
	if len(told) > 40 { // colours that are written in place
		told = "another theme"
	}
	return fmt.Sprintf("the program asked for colours and was told those of %s: matrix: {theme: [...]} runs it once for each", told), nil
}
