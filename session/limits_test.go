//go:build linux

package session

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"scenario/capture/cast"
	"scenario/emulator"
	"scenario/emulator/xvt"
)

// Beyond its limit the cast holds redraws, and a replay up to a view's CastSeq
// shows that view.
func TestCastLimit(t *testing.T) {
	c, buf := config(t, "sh", "-c", `i=0; while [ $i -lt 200 ]; do printf "line $i\r\n\033[3$((i%8))m"; i=$((i+1)); done; printf 'R'; read x; printf '\033[2J\033[Hcleared\033[m '; read x`)
	c.CastLimit = 500
	f := start(t, c, buf)
	check := func(v *View) {
		t.Helper()
		f.mu.Lock()
		data := append([]byte(nil), buf.Bytes()...)
		f.mu.Unlock()
		if got := replay(t, data, v.CastSeq); got.Text() != v.Screen.Text() {
			t.Errorf("event %d of the cast shows\n%s\nwant\n%s", v.CastSeq, got.Text(), v.Screen.Text())
		}
	}
	check(f.wait("line 19"))
	check(f.wait("R"))
	check(f.View())
	if err := f.Resize(60, 10); err != nil {
		t.Fatal(err)
	}
	check(f.View())
	f.send("\r")
	check(f.wait("cleared"))
	if _, limited := f.Redrawn(); !limited {
		t.Error("the limit is not told")
	}
	f.close()
	if got := events(t, buf.Bytes(), cast.Marker); len(got) != 1 {
		t.Errorf("markers %q", got)
	}
	if n := len(strings.Join(events(t, buf.Bytes(), cast.Output), "")); n > 20_000 {
		t.Errorf("%d bytes of output", n)
	}
}

// failing is an engine or a file that breaks.
type failing struct {
	emulator.Terminal
	after int
}

var errBroken = errors.New("broken")

func (f *failing) Write(p []byte) error {
	if f.after -= len(p); f.after < 0 {
		return &emulator.Fault{Reason: "test", Tail: p}
	}
	return f.Terminal.Write(p)
}

type brokenFile struct{ lines int }

func (b *brokenFile) Write(p []byte) (int, error) {
	if b.lines--; b.lines < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

// What breaks the session ends its waits at once, and the program all the same
// runs on a PTY that is read.
func TestBroken(t *testing.T) {
	script := `echo one; read x; seq 1 100000; echo two; read x`
	for _, tt := range []struct {
		name  string
		broke func(*Config)
		want  string
	}{
		{"engine", func(c *Config) {
			c.Engine = func(o emulator.Options) emulator.Terminal { return &failing{xvt.New(o), 100} }
		}, "terminal engine failed"},
		{"cast", func(c *Config) { c.Cast = &brokenFile{lines: 4} }, "broken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, _ := config(t, "sh", "-c", script)
			tt.broke(&c)
			s, err := Start(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close(t.Context())
			if _, err := s.Until(t.Context(), shows("one")); err != nil {
				t.Fatal(err)
			}
			s.Write(t.Context(), []byte("\r"))
			_, err = s.Until(t.Context(), func(*View) (bool, time.Duration) { return false, 0 })
			if err == nil || !strings.Contains(err.Error(), tt.want) || s.Err() == nil {
				t.Errorf("Until: %v, Err: %v", err, s.Err())
			}
			if _, err := s.Close(t.Context()); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Close: %v", err)
			}
		})
	}
}

// Many waits at once, inputs, resizes and looks: for the race detector.
func TestTogether(t *testing.T) {
	f := run(t, `while read x; do echo "got $x"; case $x in end) exit 4;; esac; done`)
	done := make(chan error)
	for i := range 4 {
		go func() {
			_, err := f.Until(f.ctx, shows(fmt.Sprint("got ", i)))
			done <- err
		}()
		go func() {
			err := f.Write(f.ctx, []byte(fmt.Sprint(i, "\r")))
			if err == nil {
				_, err = f.Settle(f.ctx)
			}
			done <- err
		}()
		go func() {
			err := f.Resize(80+i, 24)
			f.Mark("m")
			f.View()
			f.Modes()
			done <- err
		}()
	}
	for range 12 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	f.send("end\r")
	if v := f.exit(); v.Exit.Status != 4 {
		t.Errorf("exit %+v", v.Exit)
	}
}

// A session gives back its descriptors.
func TestDescriptors(t *testing.T) {
	session := func() {
		f := run(t, `sleep 1000 & echo R; wait`)
		f.wait("R")
		f.close()
		if _, err := Exec(f.ctx, ExecConfig{Script: "exit 1", Env: f.conf.Env}); err != nil {
			t.Fatal(err)
		}
	}
	session()
	before := len(numbers("/proc/self/fd"))
	for range 5 {
		session()
	}
	if after := len(numbers("/proc/self/fd")); after > before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
}
