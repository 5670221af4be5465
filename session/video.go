package session

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// VideoProgram makes videos; it is looked for on the caller's PATH.
const VideoProgram = "ffmpeg"

// videoArgs are how a video of a format is encoded: for players of every kind,
// at a quality at which text is sharp.
func videoArgs(format string) ([]string, error) {
	switch format {
	case "mp4":
		return []string{"-c:v", "libx264", "-preset", "medium", "-crf", "18", "-movflags", "+faststart"}, nil
	case "webm":
		return []string{"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-deadline", "good", "-cpu-used", "4"}, nil
	}
	return nil, fmt.Errorf("%s is no format of videos", format)
}

// video is a running VideoProgram. It reads an APNG, which has the time of every
// frame, so that nothing is written twice that stands still.
type video struct {
	io.WriteCloser // its standard input
	cmd            *exec.Cmd
	said           *capped
	dir            string
	to             io.Writer
}

// NewVideo starts the program that reads an APNG and writes it as a video of a
// format (mp4, webm) with so many frames a second to w, once the result is
// closed. env is the caller's environment.
func NewVideo(w io.Writer, format string, fps int, env []string) (io.WriteCloser, error) {
	args, err := videoArgs(format)
	if err != nil {
		return nil, err
	}
	program, err := LookPath(VideoProgram, "", env)
	if err != nil {
		return nil, err
	}
	// The file needs a place to be written to out of order.
	dir, err := os.MkdirTemp("", "scenario-video-")
	if err != nil {
		return nil, err
	}
	v := &video{said: &capped{limit: 4 << 10}, dir: dir, to: w}
	// Sides of an even number of pixels, as the coarser colours need them.
	filter := "fps=" + strconv.Itoa(fps) + ",pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"
	all := append([]string{"-v", "error", "-nostdin", "-f", "apng", "-i", "pipe:0", "-vf", filter}, args...)
	all = append(all, "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
		"-threads", "2", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1", "-f", format, v.path())
	v.cmd = exec.Command(program, all...)
	v.cmd.Env, v.cmd.Stdout, v.cmd.Stderr = env, v.said, v.said
	if v.WriteCloser, err = v.cmd.StdinPipe(); err == nil {
		err = v.cmd.Start()
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return v, nil
}

func (v *video) path() string { return filepath.Join(v.dir, "video") }

// Close waits for the program and copies what it made.
func (v *video) Close() error {
	defer os.RemoveAll(v.dir)
	v.WriteCloser.Close()
	if err := v.cmd.Wait(); err != nil {
		lines := strings.Split(strings.TrimSpace(v.said.String()), "\n")
		return fmt.Errorf("%s: %w: %s", VideoProgram, err, lines[len(lines)-1])
	}
	f, err := os.Open(v.path())
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(v.to, f)
	return err
}
