//go:build unix

package main

import (
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
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
			t.row(name+": "+tool, secs(c.cpu), kb(n), fmt.Sprintf("%.2f", float64(n)/float64(base)), psnr(list, file))
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

var averagePSNR = regexp.MustCompile(`average:(\S+)`)

// psnr is how near a GIF comes to the frames, one by one, in dB, as FFmpeg measures
// it.
func psnr(frames, file string) string {
	out, err := exec.Command("ffmpeg", "-nostdin", "-i", file, "-i", frames, "-lavfi",
		"[0:v]setpts=N,format=gbrp[a];[1:v]setpts=N,format=gbrp[b];[a][b]psnr=shortest=1", "-fps_mode", "passthrough", "-f", "null", "-").CombinedOutput()
	m := averagePSNR.FindSubmatch(out)
	if err != nil || m == nil {
		return "-"
	}
	v, err := strconv.ParseFloat(string(m[1]), 64)
	if err != nil || math.IsInf(v, 0) {
		return "exact"
	}
	return fmt.Sprintf("%.1f dB", v)
}
