package avatar

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"scenario/event"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fake is a chafa that draws a letter for each cell.
func fake(version string, drawn *atomic.Int32) Run {
	return func(ctx context.Context, stdin []byte, args ...string) ([]byte, error) {
		if args[0] == "--version" {
			return []byte("Chafa version " + version + "\n\nmore\n"), nil
		}
		n := drawn.Add(1)
		if _, err := png.Decode(bytes.NewReader(stdin)); err != nil {
			return nil, err
		}
		line := fmt.Sprintf("\x1b[?25l\x1b[38;2;1;2;3m%s\x1b[0m\n", strings.Repeat(string(rune('a'+n-1)), Cols))
		return []byte(strings.Repeat(line, Rows) + "\x1b[?25h"), nil
	}
}

func started(t *testing.T, run Run) *Avatar {
	t.Helper()
	a := Start(t.Context(), run, "full")
	a.Wait()
	return a
}

func TestAvatar(t *testing.T) {
	var drawn atomic.Int32
	a := started(t, fake("1.12.4", &drawn))
	if a.Hint() != "" {
		t.Fatal(a.Hint())
	}
	seen := map[string]bool{}
	for _, m := range []Mood{Idle, Working, Waiting, Happy, Sad} {
		own := map[string]bool{}
		for i := range 8 {
			frame := a.Frame(m, time.UnixMilli(0).Add(time.Duration(i)*frameTime))
			if len(frame) != Rows {
				t.Fatalf("%s: %q", m, frame)
			}
			own[frame[0]] = true
			if strings.Contains(frame[0], "?25") {
				t.Errorf("%s hides the cursor: %q", m, frame[0])
			}
		}
		for f := range own {
			if seen[f] {
				t.Errorf("%s has a frame of another mood", m)
			}
			seen[f] = true
		}
		if len(own) < 2 {
			t.Errorf("%s does not move", m)
		}
	}
	if n := int(drawn.Load()); n != len(seen) {
		t.Errorf("%d pictures were drawn for %d different ones", n, len(seen))
	}
}

// Whatever goes wrong, there is no avatar and one line that says why.
func TestNoAvatar(t *testing.T) {
	prints := func(out string, err error) Run {
		return func(_ context.Context, _ []byte, args ...string) ([]byte, error) {
			if args[0] == "--version" {
				return []byte("Chafa version 1.14.0\n"), nil
			}
			return []byte(out), err
		}
	}
	for name, tt := range map[string]struct {
		run  Run
		want string
	}{
		"missing":       {func(context.Context, []byte, ...string) ([]byte, error) { return nil, errors.New("is not on PATH") }, "chafa: is not on PATH"},
		"too old":       {fake("1.8.0", new(atomic.Int32)), "chafa 1.8 is too old: 1.10 is needed"},
		"no version":    {func(context.Context, []byte, ...string) ([]byte, error) { return []byte("hello"), nil }, "does not tell its version"},
		"killed":        {prints("", errors.New("signal: killed")), "chafa: signal: killed"},
		"too many rows": {prints(strings.Repeat("x\n", Rows+1), nil), "did not draw 12x6 cells"},
		"too wide":      {prints(strings.Repeat("x", Cols+1), nil), "did not draw 12x6 cells"},
		"other bytes":   {prints("\x1b]0;title\a", nil), "did not draw 12x6 cells"},
	} {
		a := started(t, tt.run)
		if got := a.Hint(); !strings.HasPrefix(got, "no avatar: ") || !strings.HasSuffix(got, tt.want) || strings.Contains(got, "\n") {
			t.Errorf("%s: %q", name, got)
		}
		if f := a.Frame(Happy, time.Now()); f != nil {
			t.Errorf("%s: there is a face: %q", name, f)
		}
	}
}

// A chafa that hangs keeps nothing waiting, and ends with its context.
func TestHungChafa(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	a := Start(ctx, func(ctx context.Context, _ []byte, _ ...string) ([]byte, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}, "none")
	if f := a.Frame(Idle, time.Now()); f != nil {
		t.Errorf("%q", f)
	}
	cancel()
	a.Wait()
	if a.Hint() != "" {
		t.Errorf("a view that ended says %q", a.Hint())
	}
}

func TestMoodOf(t *testing.T) {
	running := func(step string) *event.State {
		return &event.State{Steps: []event.Step{{StepStartedPayload: event.StepStartedPayload{Step: step}, Status: event.Running}}}
	}
	for _, tt := range []struct {
		st   *event.State
		want Mood
	}{
		{&event.State{}, Idle},
		{running("type"), Working},
		{running("wait"), Waiting},
		{running("expect"), Waiting},
		{&event.State{Final: event.Completed}, Happy},
		{&event.State{Final: event.Failed}, Sad},
		{&event.State{Final: event.Crashed}, Sad},
	} {
		if got := MoodOf(tt.st); got != tt.want {
			t.Errorf("%+v: %s", tt.st, got)
		}
	}
}
