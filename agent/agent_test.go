package agent

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"scenario/capture/font"
	"scenario/emulator"
	"scenario/emulator/core"
	"scenario/session"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func testServer(t *testing.T, o Options) *Server {
	t.Helper()
	o.Root = t.TempDir()
	o.Engines = emulator.Engines{"core": core.New}
	o.Fonts = font.NewSet()
	if o.Caller == nil {
		o.Caller = []string{"PATH=" + os.Getenv("PATH")}
	}
	s, err := NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s
}

func testContext(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func TestShell(t *testing.T) {
	s := testServer(t, Options{})
	c, ctx := s.NewClient(), testContext(t)
	sh, err := c.Start(ctx, StartSpec{Argv: []string{"sh"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sh.Send(ctx, []byte("echo he''llo world\r")); err != nil {
		t.Fatal(err)
	}
	if d, err := sh.Do(ctx, map[string]any{"wait": "hello world"}); err != nil || d.Status != "completed" {
		t.Fatal(d, err)
	}
	if got := strings.Join(sh.Text(), "\n"); !strings.Contains(got, "hello world") {
		t.Fatal(got)
	}
	d, err := sh.Do(ctx, map[string]any{"wait": "not there", "timeout": "50ms"})
	if err != nil || d.Status != "timeout" || d.Failure == nil {
		t.Fatal(d, err)
	}
	if _, err := sh.Do(ctx, map[string]any{"kye": "enter"}); err == nil || !strings.Contains(err.Error(), "key") {
		t.Fatal(err)
	}
	if err := sh.RecordStart(ctx, 10, sh.Look()); err != nil {
		t.Fatal(err)
	}
	if _, err := sh.Send(ctx, []byte("echo again\r")); err != nil {
		t.Fatal(err)
	}
	pics, err := sh.Screenshot(ctx, sh.Look(), true, "a/shot.png", "a/shot.txt")
	if err != nil || len(pics) != 2 || pics[0].Width == 0 {
		t.Fatal(pics, err)
	}
	x, err := sh.Export(ctx, ExportSpec{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s", x.Source)
	if x, err := sh.Stop(ctx); err != nil || !x.Ended {
		t.Fatal(x, err)
	}
	if _, err := os.Stat(filepath.Join(s.o.Root, s.Folder(), "sessions", sh.ID, "events.jsonl")); err != nil {
		t.Fatal(err)
	}
}

func TestAMissingProgramIsAnErrorAtStart(t *testing.T) {
	s := testServer(t, Options{})
	if _, err := s.NewClient().Start(testContext(t), StartSpec{Argv: []string{"no-such-program-here"}}); err == nil {
		t.Fatal("it started")
	}
}

// A shell that is not used is ended, with its program.
func TestAnIdleShellIsEnded(t *testing.T) {
	s := testServer(t, Options{Limits: Limits{Idle: 50 * time.Millisecond}})
	c, ctx := s.NewClient(), testContext(t)
	sh, err := c.Start(ctx, StartSpec{Argv: []string{"sh", "-c", "echo here; exec sleep 300"}})
	if err != nil {
		t.Fatal(err)
	}
	v, err := sh.Term().Until(ctx, func(v *session.View) (bool, time.Duration) { return v.Exit != nil, 0 })
	if err != nil || !v.Exit.Ended {
		t.Fatal(v.Exit, err)
	}
}
