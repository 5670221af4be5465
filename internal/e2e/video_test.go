//go:build e2e && linux

package e2e

import (
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A video plays as long as the recording, and shows the same at its end; two of
// the same run have the same bytes.
func TestVideos(t *testing.T) {
	need(t, "ffmpeg", "ffprobe")
	bin := command(t)
	dir := workspace(t, map[string]string{"v.yaml": "size: 41x5\nrecord: {to: [out/v.mp4, out/v.webm], fps: 20}\n" +
		"steps:\n  - launch: sh -c 'echo one; read x; echo two; read x'\n  - wait: one\n  - hold: 2s\n  - key: enter\n  - wait: two\n  - screenshot: end.png\n"})
	run(t, bin, dir, "run", "v.yaml")
	first := hashes(t, filepath.Join(dir, "out"))
	run(t, bin, dir, "render", "scenario-results/v", "-d", "again")
	if diff := differences(first, hashes(t, filepath.Join(dir, "again", "out"))); diff != nil {
		t.Errorf("drawn again: %s", strings.Join(diff, ", "))
	}
	still := decode(t, filepath.Join(dir, "end.png"))
	for _, name := range []string{"v.mp4", "v.webm"} {
		path := filepath.Join(dir, "out", name)
		out, err := exec.Command("ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", path).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		// 2 s of hold, one frame for the answer, 3 s at the end.
		if d, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64); err != nil || d < 4.9 || d > 5.6 {
			t.Errorf("%s plays for %s s", name, out)
		}
		last := filepath.Join(dir, name+".png")
		if out, err := exec.Command("ffmpeg", "-v", "error", "-sseof", "-0.2", "-i", path, "-update", "1", last).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		got := decode(t, last)
		sum, n := 0, 0
		for y := range still.Bounds().Dy() {
			for x := range still.Bounds().Dx() {
				a, _, _, _ := still.At(x, y).RGBA()
				b, _, _, _ := got.At(x, y).RGBA()
				d := int(a>>8) - int(b>>8)
				sum += max(d, -d)
				n++
			}
		}
		if sum > 4*n {
			t.Errorf("%s: its last frame differs by %d of 255 on average", name, sum/n)
		}
	}
}

// decode reads a PNG.
func decode(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}
