// Package chromium shows pictures in a real browser, for tests.
package chromium

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Shot is what Chromium shows of a page that has an SVG of a size in pixels as its
// <img>, as one on GitHub has it, after some of its own time (never 0: that has
// no end). It fails where
// there is no chromium.
func Shot(t *testing.T, svg []byte, size image.Point, after time.Duration) image.Image {
	t.Helper()
	dir := t.TempDir()
	page := fmt.Sprintf(`<!DOCTYPE html><body style="margin:0"><img src="a.svg" width=%d height=%d style="display:block">`, size.X, size.Y)
	for name, content := range map[string][]byte{"a.svg": svg, "a.html": []byte(page)} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	shot := filepath.Join(dir, "a.png")
	cmd := exec.Command("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1",
		"--user-data-dir="+filepath.Join(dir, "profile"), fmt.Sprintf("--virtual-time-budget=%d", after.Milliseconds()),
		"--screenshot="+shot, fmt.Sprintf("--window-size=%d,%d", size.X, size.Y), "file://"+filepath.Join(dir, "a.html"))
	cmd.Env = append(os.Environ(), "TMPDIR=/tmp") // a socket is there: its path must be short
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b, err := os.ReadFile(shot)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return img
}
