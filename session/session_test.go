//go:build linux

package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"scenario/capture/cast"
	"scenario/emulator"
	"scenario/emulator/xvt"
)

// patience is the deadline of what must happen; nothing waits for it.
const patience = 2 * time.Minute

func TestMain(m *testing.M) {
	if helper(os.Args) {
		return
	}
	if err := SetSubreaper(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

// fixture is a session under test and what it has recorded.
type fixture struct {
	*Session
	t    *testing.T
	ctx  context.Context
	cast *bytes.Buffer
}

func config(t *testing.T, argv ...string) (Config, *bytes.Buffer) {
	t.Helper()
	spec := EnvSpec{Base: t.TempDir(), Caller: os.Environ()}
	if err := spec.MakeDirs(); err != nil {
		t.Fatal(err)
	}
	buf := &bytes.Buffer{}
	return Config{
		Name: "main", Argv: argv, Dir: t.TempDir(), Env: Environ(spec),
		Cols: 80, Rows: 24, Engine: xvt.New, Cast: buf,
	}, buf
}

func start(t *testing.T, c Config, buf *bytes.Buffer) *fixture {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	s, err := Start(ctx, c)
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := s.Close(context.Background()); err != nil {
			t.Errorf("Close: %v", err)
		}
		cancel()
	})
	return &fixture{Session: s, t: t, ctx: ctx, cast: buf}
}

// run starts a script in sh.
func run(t *testing.T, script string) *fixture {
	t.Helper()
	c, buf := config(t, "sh", "-c", script)
	return start(t, c, buf)
}

func shows(text string) func(*View) (bool, time.Duration) {
	return func(v *View) (bool, time.Duration) { return strings.Contains(v.Screen.Text(), text), 0 }
}

func ended(v *View) (bool, time.Duration) { return v.Exit != nil, 0 }

func (f *fixture) wait(text string) *View {
	f.t.Helper()
	v, err := f.Until(f.ctx, shows(text))
	if err != nil {
		f.t.Fatalf("waiting for %q: %v, on the screen:\n%s", text, err, v.Screen.Text())
	}
	return v
}

func (f *fixture) exit() *View {
	f.t.Helper()
	v, err := f.Until(f.ctx, ended)
	if err != nil {
		f.t.Fatalf("waiting for the end: %v", err)
	}
	return v
}

func (f *fixture) send(text string) {
	f.t.Helper()
	if err := f.Write(f.ctx, []byte(text)); err != nil {
		f.t.Fatalf("Write(%q): %v", text, err)
	}
}

func (f *fixture) close() Exit {
	f.t.Helper()
	e, err := f.Close(f.ctx)
	if err != nil {
		f.t.Fatalf("Close: %v", err)
	}
	return e
}

// replay shows the first n events of a cast, all if n is negative.
func replay(t *testing.T, data []byte, n int) *emulator.Screen {
	t.Helper()
	h, events, err := cast.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	term := xvt.New(emulator.Options{Cols: h.Cols, Rows: h.Rows})
	i := 0
	for e, err := range events {
		if err != nil {
			t.Fatal(err)
		}
		if i == n {
			break
		}
		i++
		switch e.Code {
		case cast.Output:
			term.Write([]byte(e.Data))
		case cast.Resize:
			cols, rows, err := cast.ParseSize(e.Data)
			if err != nil {
				t.Fatal(err)
			}
			term.Resize(cols, rows)
		}
	}
	s := &emulator.Screen{}
	term.Snapshot(s)
	return s
}

// events returns the data of all events of a kind.
func events(t *testing.T, data []byte, code cast.Code) []string {
	t.Helper()
	_, all, err := cast.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for e, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		if e.Code == code {
			list = append(list, e.Data)
		}
	}
	return list
}

func TestHello(t *testing.T) {
	f := run(t, `printf 'name? '; read name; echo "hello, $name"; exit 3`)
	f.wait("name?")
	if st, err := f.Settle(f.ctx); err != nil || !st.OK || st.Waking {
		t.Errorf("Settle: %+v, %v", st, err)
	}
	for _, key := range []string{"A", "n", "n", "\r"} {
		f.send(key)
		if err := f.Answer(f.ctx); err != nil {
			t.Errorf("Answer: %v", err)
		}
	}
	f.wait("hello, Ann")
	v := f.exit()
	if v.Exit.Status != 3 || v.Exit.Signal != "" || v.Exit.Ended {
		t.Errorf("exit %+v, want status 3", v.Exit)
	}
	if err := f.Write(f.ctx, []byte("x")); !errors.Is(err, ErrExited) {
		t.Errorf("Write after the end: %v", err)
	}
	f.close()
	if got := replay(t, f.cast.Bytes(), -1).Text(); got != "name? Ann\nhello, Ann" {
		t.Errorf("the cast shows %q", got)
	}
	if got := events(t, f.cast.Bytes(), cast.Input); strings.Join(got, "") != "Ann\r" {
		t.Errorf("inputs %q", got)
	}
	if got := events(t, f.cast.Bytes(), cast.Exit); len(got) != 1 || got[0] != "3" {
		t.Errorf("exit events %q", got)
	}
}

func TestExit(t *testing.T) {
	for _, tt := range []struct {
		script string
		status int
		signal string
		event  string
	}{
		{"exit 0", 0, "", "0"},
		{"exit 3", 3, "", "3"},
		{"exit 255", 255, "", "255"},
		{"kill -9 $$", -1, "KILL", "137"},
		{"kill -TERM $$", -1, "TERM", "143"},
	} {
		t.Run(tt.script, func(t *testing.T) {
			f := run(t, "echo last words; "+tt.script)
			v, err := f.Until(f.ctx, shows("never"))
			if !errors.Is(err, ErrExited) {
				t.Fatalf("Until: %v, want ErrExited", err)
			}
			if v.Exit == nil || v.Exit.Status != tt.status || v.Exit.Signal != tt.signal {
				t.Errorf("exit %+v, want %d %q", v.Exit, tt.status, tt.signal)
			}
			if got := v.Screen.Text(); got != "last words" {
				t.Errorf("the last view shows %q", got)
			}
			f.close()
			if got := events(t, f.cast.Bytes(), cast.Exit); len(got) != 1 || got[0] != tt.event {
				t.Errorf("exit events %q, want %s", got, tt.event)
			}
		})
	}
}

// Case O18: what a program wrote just before its end is there.
func TestFastExit(t *testing.T) {
	runs := 1000
	if testing.Short() {
		runs = 100
	}
	c, _ := config(t, "printf", "hello")
	c.Cast, c.Engine = nil, newPlain
	for i := range runs {
		s, err := Start(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		v, err := s.Until(t.Context(), ended)
		if err != nil || v.Screen.Text() != "hello" {
			t.Fatalf("run %d: %q, %v", i, v.Screen.Text(), err)
		}
		if _, err := s.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// Case O09: the size is there before the program is.
func TestSize(t *testing.T) {
	c, _ := config(t, "stty", "size")
	c.Cols, c.Rows, c.Cast, c.Engine = 100, 30, nil, newPlain
	for i := range 200 {
		s, err := Start(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		v, err := s.Until(t.Context(), ended)
		if err != nil || v.Screen.Text() != "30 100" {
			t.Fatalf("run %d: %q, %v", i, v.Screen.Text(), err)
		}
		if _, err := s.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
