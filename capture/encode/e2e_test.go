//go:build e2e

package encode

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// ffmpeg runs a program of FFmpeg and returns what it prints.
func ffmpeg(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	var stderr bytes.Buffer
	cmd := exec.Command(name, append([]string{"-v", "error"}, args...)...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%s: %v: %s", name, err, stderr.Bytes())
	}
	return out
}

// FFmpeg sees the same pictures for the same times.
func TestFFmpegPlays(t *testing.T) {
	for _, format := range []string{"gif", "apng"} {
		t.Run(format, func(t *testing.T) {
			s := newTestScreen(40, 12, 7, 5)
			var file bytes.Buffer
			var a Animation
			if format == "gif" {
				a = NewGIF(&file, GIFOptions{Width: s.img.Rect.Dx(), Height: s.img.Rect.Dy(), Palette: s.img.Palette, Workers: 2})
			} else {
				a = NewAPNG(&file, APNGOptions{Width: s.img.Rect.Dx(), Height: s.img.Rect.Dy(), Palette: s.img.Palette, Frames: 40, Loop: 1, Workers: 2})
			}
			want, err := typing(s, 40, a.Add)
			if err != nil {
				t.Fatal(err)
			}
			if err := a.Close(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "a."+format)
			if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}

			raw := ffmpeg(t, "ffmpeg", "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24", "-")
			size := 3 * s.img.Rect.Dx() * s.img.Rect.Dy()
			if len(raw) != size*len(want) {
				t.Fatalf("%d bytes of pixels, want %d frames of %d", len(raw), len(want), size)
			}
			for i, w := range want {
				got := raw[i*size:]
				for k := range size / 3 {
					if !bytes.Equal(got[3*k:3*k+3], w.img.Pix[4*k:4*k+3]) {
						t.Fatalf("frame %d, pixel %d: %v, want %v", i, k, got[3*k:3*k+3], w.img.Pix[4*k:4*k+3])
					}
				}
			}

			var probe struct {
				Frames []struct {
					Time string `json:"pts_time"`
				}
			}
			if err := json.Unmarshal(ffmpeg(t, "ffprobe", "-show_entries", "frame=pts_time", "-of", "json", path), &probe); err != nil {
				t.Fatal(err)
			}
			var at time.Duration
			for i, f := range probe.Frames {
				seconds, err := strconv.ParseFloat(f.Time, 64)
				if err != nil || math.Abs(seconds-at.Seconds()) > 1e-3 {
					t.Errorf("frame %d is shown at %s s, want %v", i, f.Time, at)
				}
				at += want[i].delay
			}
			if len(probe.Frames) != len(want) {
				t.Errorf("%d frames, want %d", len(probe.Frames), len(want))
			}
		})
	}
}

func TestFFmpegReadsPNG(t *testing.T) {
	s := newTestScreen(40, 12, 7, 5)
	s.fill()
	path := filepath.Join(t.TempDir(), "a.png")
	var file bytes.Buffer
	f := s.frame()
	if err := PNG(&file, f, Text{"Title", "a tour"}, Text{"Comment", "é"}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	raw := ffmpeg(t, "ffmpeg", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgba", "-")
	if want := truthOf(&f, 0); !bytes.Equal(raw, want.img.Pix) {
		t.Error("other pixels")
	}
}
