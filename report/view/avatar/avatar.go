// Package avatar is a small animated face that shows how a run fares, drawn in
// cells by chafa (hpjansson.org/chafa). It is decoration: whatever goes wrong
// with it, it is not there, and says so in one line. It starts no process itself
// and has no clock; both are given.
package avatar

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"scenario/event"
)

// The size of the avatar in cells.
const (
	Cols = 12
	Rows = 6
)

//go:generate go run ../../../internal/sprites
//go:embed sprites/*.png
var sprites embed.FS

// Run runs chafa with arguments and a picture as its standard input, and returns
// what it prints.
type Run func(ctx context.Context, stdin []byte, args ...string) ([]byte, error)

// Mood is what the face shows.
type Mood string

// The moods; each has its sprites.
const (
	Idle    Mood = "idle"
	Working Mood = "working"
	Waiting Mood = "waiting"
	Happy   Mood = "happy"
	Sad     Mood = "sad"
)

// MoodOf is the mood of a run.
func MoodOf(st *event.State) Mood {
	switch cur := st.Current(); {
	case st.Final == event.Completed:
		return Happy
	case st.Finished():
		return Sad
	case cur == nil:
		return Idle
	case cur.Step == "wait" || cur.Step == "expect" || cur.Step == "sleep":
		return Waiting
	}
	return Working
}

// frameTime is how long a frame of the animation is shown.
const frameTime = 400 * time.Millisecond

// Avatar is the face. It is safe for concurrent use.
type Avatar struct {
	mu     sync.Mutex
	frames map[Mood][][]string // nil before they are drawn, and after a failure
	hint   string
	done   chan struct{}
}

// Start probes chafa and lets it draw every sprite once, in the background.
// colors is one of chafa's: none, 16, 256, full. It goes on until ctx ends, at
// the longest.
func Start(ctx context.Context, run Run, colors string) *Avatar {
	a := &Avatar{done: make(chan struct{})}
	go func() {
		defer close(a.done)
		frames, err := draw(ctx, run, colors)
		a.mu.Lock()
		defer a.mu.Unlock()
		if err != nil {
			if ctx.Err() == nil {
				a.hint = "no avatar: " + err.Error()
			}
			return
		}
		a.frames = frames
	}()
	return a
}

// Frame is the face at a time: Rows lines of Cols cells, with SGR sequences. nil
// when there is none (yet).
func (a *Avatar) Frame(m Mood, now time.Time) []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	list := a.frames[m]
	if len(list) == 0 {
		return nil
	}
	n := now.UnixMilli() / frameTime.Milliseconds() % int64(len(list))
	return list[max(n, 0)]
}

// Hint says why there is no avatar, "" if there is one.
func (a *Avatar) Hint() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.hint
}

// Wait waits until the sprites are drawn, or could not be.
func (a *Avatar) Wait() { <-a.done }

// draw draws every sprite.
func draw(ctx context.Context, run Run, colors string) (map[Mood][][]string, error) {
	if err := probe(ctx, run); err != nil {
		return nil, err
	}
	names, err := fs.Glob(sprites, "sprites/*.png")
	if err != nil {
		return nil, err
	}
	sort.Strings(names)
	frames, cache := map[Mood][][]string{}, map[string][]string{}
	for _, name := range names {
		data, err := sprites.ReadFile(name)
		if err != nil {
			return nil, err
		}
		lines := cache[string(data)]
		if lines == nil {
			out, err := run(ctx, data, "--format=symbols", "--symbols=block+quad+half+space", "--colors="+colors,
				fmt.Sprintf("--size=%dx%d", Cols, Rows), "--animate=off", "--polite=on", "-")
			if err != nil {
				return nil, fmt.Errorf("chafa: %w", err)
			}
			if lines, err = cells(out); err != nil {
				return nil, err
			}
			cache[string(data)] = lines
		}
		mood, _, _ := strings.Cut(path.Base(name), "-")
		frames[Mood(mood)] = append(frames[Mood(mood)], lines)
	}
	return frames, nil
}

// The oldest chafa that draws the sprites: earlier ones have no --polite.
const minMajor, minMinor = 1, 10

var versionRE = regexp.MustCompile(`(?i)^chafa version (\d+)\.(\d+)`)

// probe looks whether chafa is there and new enough.
func probe(ctx context.Context, run Run) error {
	out, err := run(ctx, nil, "--version")
	if err != nil {
		return fmt.Errorf("chafa: %w", err)
	}
	m := versionRE.FindSubmatch(out)
	if m == nil {
		return errors.New("chafa does not tell its version")
	}
	major, _ := strconv.Atoi(string(m[1]))
	minor, _ := strconv.Atoi(string(m[2]))
	if major < minMajor || major == minMajor && minor < minMinor {
		return fmt.Errorf("chafa %d.%d is too old: %d.%d is needed", major, minor, minMajor, minMinor)
	}
	return nil
}

// sequence is what chafa may print beside characters: colours, and whether the
// cursor is seen.
var sequence = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]`)

// cells are the lines of what chafa has drawn, each Cols cells wide. Nothing but
// text and colours is let through.
func cells(out []byte) ([]string, error) {
	lines := strings.Split(strings.TrimRight(string(out), "\r\n"), "\n")
	bad := fmt.Errorf("chafa did not draw %dx%d cells", Cols, Rows)
	for len(lines) > 0 && sequence.ReplaceAllString(strings.TrimSpace(lines[len(lines)-1]), "") == "" && len(lines) > Rows {
		lines = lines[:len(lines)-1]
	}
	if len(lines) > Rows {
		return nil, bad
	}
	drawn := make([]string, Rows)
	for i := range drawn {
		line := ""
		if i < len(lines) {
			line = sequence.ReplaceAllStringFunc(strings.TrimRight(lines[i], "\r"), func(s string) string {
				if strings.HasSuffix(s, "m") && !strings.Contains(s, "?") {
					return s
				}
				return ""
			})
		}
		text := sequence.ReplaceAllString(line, "")
		n := 0
		for _, r := range text {
			if r < ' ' || r == 0x7f || r == '\ufffd' {
				return nil, bad
			}
			n++
		}
		if n > Cols {
			return nil, bad
		}
		drawn[i] = line + "\x1b[0m" + strings.Repeat(" ", Cols-n)
	}
	return drawn, nil
}
