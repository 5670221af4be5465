//go:build e2e

package cast

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"
)

// publicCasts returns the recordings that other programs wrote, below
// $SCENARIO_DATA/casts.
func publicCasts(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(os.Getenv("SCENARIO_DATA"), "casts", "*"))
	if err != nil {
		t.Fatal(err)
	}
	var casts []string
	for _, f := range files {
		if ext := filepath.Ext(f); ext == ".cast" || ext == ".json" {
			casts = append(casts, f)
		}
	}
	if len(casts) == 0 {
		t.Fatal("no casts below $SCENARIO_DATA/casts")
	}
	return casts
}

func convert(t *testing.T, version int, h Header, events []Event) []byte {
	t.Helper()
	var buf bytes.Buffer
	h.Version = version
	w, err := NewWriter(&buf, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// What other programs recorded survives a way through v3 and v2.
func TestPublicCasts(t *testing.T) {
	for _, file := range publicCasts(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			doc, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			h, events := readAll(t, doc)
			if len(events) == 0 {
				t.Fatal("no events")
			}
			h3, events3 := readAll(t, convert(t, 3, h, events))
			h2, events2 := readAll(t, convert(t, 2, h3, events3))
			h3.Version, h2.Version = h.Version, h.Version
			var noExit []Event
			for i := range events {
				events[i].Time = events[i].Time.Round(time.Microsecond)
				if events[i].Code != Exit {
					noExit = append(noExit, events[i])
				}
			}
			if diff := cmp.Diff(events, events3); diff != "" {
				t.Error("v3:", diff)
			}
			if diff := cmp.Diff(noExit, events2); diff != "" {
				t.Error("v2:", diff)
			}
			if diff := cmp.Diff(h, h3) + cmp.Diff(h, h2); diff != "" {
				t.Error("header:", diff)
			}
		})
	}
}

// asciinema 2 prints the same bytes from the v2 that we write as we recorded.
func TestAsciinemaCat(t *testing.T) {
	own := []Event{
		{0, Output, "\x1b[31mré\xe2\x82"}, {time.Second, Output, "\xac\" \\ \x00\x7f\u2028😀\r\n"},
		{time.Second, Resize, "90x30"}, {2 * time.Second, Marker, "m"}, {2 * time.Second, Input, "in"}, {3 * time.Second, Exit, "0"},
	}
	cases := map[string]struct {
		h      Header
		events []Event
	}{"own": {Header{Version: 3, Cols: 80, Rows: 24, Theme: testTheme(), Term: "xterm", Title: "t"}, own}}
	for _, file := range publicCasts(t) {
		doc, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		h, events := readAll(t, doc)
		cases[filepath.Base(file)] = struct {
			h      Header
			events []Event
		}{h, events}
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.cast")
			if err := os.WriteFile(path, convert(t, 2, c.h, c.events), 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("asciinema", "cat", path)
			tty := openTTY(t) // asciinema insists on a controlling terminal
			cmd.Stdin = tty
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
			cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "HOME="+t.TempDir())
			var stderr strings.Builder
			cmd.Stderr = &stderr
			got, err := cmd.Output()
			if err != nil {
				t.Fatalf("asciinema: %v: %s", err, stderr.String())
			}
			var want strings.Builder
			for _, e := range c.events {
				if e.Code == Output {
					want.WriteString(e.Data)
				}
			}
			if diff := cmp.Diff(want.String(), string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func openTTY(t *testing.T) *os.File {
	t.Helper()
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tty.Close(); master.Close() })
	return tty
}
