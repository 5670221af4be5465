//go:build unix

package main

import (
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// others compares our GIFs with those that other tools make of the same frames:
// gifsicle of our file, FFmpeg's palette filters of the drawn frames. What is not
// installed is left out.
func (b *bench) others(data string) error {
	t := newTable("GIFs of the same frames", "tool", "CPU", "size", "size/ours", "PSNR")
	for _, name := range []string{"typing", "htop"} {
		cast := filepath.Join(data, "samples", name+".cast")
		ours, frames := b.path(name+"-ours.gif"), b.path(name+"-frames")
		c, err := b.once(0, b.dir, b.command, "render", cast, "-o", ours)
		if err != nil {
			return err
		}
		if _, err := b.once(0, b.dir, b.command, "render", cast, "-o", frames+"/"); err != nil {
			return err
		}
		list := filepath.Join(frames, "frames.ffconcat")
		base, err := size(ours)
		if err != nil {
			return err
		}
		row := func(tool string, c cost, file string) error {
			n, err := size(file)
			if err != nil {
				return err
			}
			near, err := psnr(list, file)
			if err != nil {
				return err
			}
			t.row(name+": "+tool, secs(c.cpu), kb(n), fmt.Sprintf("%.2f", float64(n)/float64(base)), near)
			return nil
		}
		if err := row("ours, from the cast", c, ours); err != nil {
			return err
		}
		for _, tool := range []struct {
			name, program, out string
			args               []string
		}{
			{"gifsicle -O3 of ours", "gifsicle", b.path(name + "-gifsicle.gif"), []string{"-O3", ours, "-o"}},
			{"ffmpeg palettegen, paletteuse", "ffmpeg", b.path(name + "-ffmpeg.gif"), []string{
				"-v", "error", "-y", "-i", list, "-fps_mode", "passthrough", "-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse",
			}},
		} {
			if _, err := exec.LookPath(tool.program); err != nil {
				t.row(name + ": " + tool.program + " is not installed")
				continue
			}
			c, err := b.once(0, b.dir, tool.program, append(tool.args, tool.out)...)
			if err != nil {
				return err
			}
			if err := row(tool.name, c, tool.out); err != nil {
				return err
			}
		}
	}
	return nil
}

// psnr is how near a GIF comes to the frames that it was made of, in dB: what it
// shows in the middle of each.
func psnr(list, file string) (string, error) {
	frames, err := os.ReadFile(list)
	if err != nil {
		return "", err
	}
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	g, err := gif.DecodeAll(f)
	if err != nil {
		return "", err
	}
	canvas := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	shown, until := -1, 0.0 // frame of the GIF, and when it ends
	now, sum, count := 0.0, 0.0, 0.0
	name := ""
	for line := range strings.Lines(string(frames)) {
		word, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch word {
		case "file":
			name = value
			continue
		case "duration":
		default:
			continue
		}
		seconds, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return "", err
		}
		for shown+1 < len(g.Image) && until <= now+seconds/2 {
			shown++
			until += float64(g.Delay[shown]) / 100
			draw.Draw(canvas, g.Image[shown].Rect, g.Image[shown], g.Image[shown].Rect.Min, draw.Over)
		}
		now += seconds
		squares, err := difference(canvas, filepath.Join(filepath.Dir(list), name))
		if err != nil {
			return "", err
		}
		sum += squares
		count += float64(3 * len(canvas.Pix) / 4)
	}
	if sum == 0 {
		return "exact", nil
	}
	return fmt.Sprintf("%.1f dB", 10*math.Log10(255*255*count/sum)), nil
}

// difference is the sum of the squares of what two pictures differ by.
func difference(a *image.RGBA, file string) (sum float64, err error) {
	f, err := os.Open(file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		return 0, err
	}
	b := image.NewRGBA(a.Rect)
	draw.Draw(b, b.Rect, img, img.Bounds().Min, draw.Src)
	for i, v := range a.Pix {
		d := float64(v) - float64(b.Pix[i])
		sum += d * d
	}
	return sum, nil
}
