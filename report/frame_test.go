package report

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"scenario/event"
)

// framed is a run in its third step, with a message and a screen.
func framed() *event.State {
	s := run(k9s()).steps(2, 21)
	s.start(3, 21, event.StepStartedPayload{Text: "wait: " + strings.Repeat("Pods ", 20)})
	s.log.Emit(event.AssistantMessage, event.AssistantMessagePayload{Text: "The pods\nof \x1b[31mall namespaces"})
	rows := make([]string, 24)
	rows[0], rows[7] = "┌ Pods(all) ┐ 日本\x1b", strings.Repeat("x", 80)
	s.log.Emit(event.ScreenChanged, event.ScreenChangedPayload{Session: "main", Cols: 80, Rows: rows})
	return s.st
}

// A frame fits every terminal, and says what it has room for.
func TestFrame(t *testing.T) {
	st := framed()
	picture := []string{"\x1b[31m<picture>\x1b[0m", "<picture>"}
	var b strings.Builder
	for _, size := range [][2]int{{80, 24}, {40, 10}, {60, 14}} {
		lines := Frame(st, FrameOptions{Cols: size[0], Rows: size[1], Preview: true, More: 2, Now: st.Last.Add(1300 * time.Millisecond), Picture: picture, UTF8: size[0] == 60})
		fmt.Fprintf(&b, "%dx%d\n%s\n\n", size[0], size[1], strings.Join(lines, "\n"))
	}
	check(t, "frame.txt", strings.ReplaceAll(b.String(), "\x1b", "<ESC>"))
	for cols := 0; cols < 120; cols += 5 {
		for _, rows := range []int{0, 1, 2, 3, 4, 6, 10, 24, 50} {
			for _, st := range []*event.State{st, {}, success(), ended()} {
				lines := Frame(st, FrameOptions{Cols: cols, Rows: rows, Preview: true, Now: st.Last, Picture: picture, Color: cols%2 == 0})
				if len(lines) > rows {
					t.Fatalf("%dx%d: %d lines", cols, rows, len(lines))
				}
				for _, l := range lines {
					if width(l) > cols {
						t.Fatalf("%dx%d: %d columns: %q", cols, rows, width(l), l)
					}
				}
			}
		}
	}
}
