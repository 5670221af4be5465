package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"scenario/capture"
	"scenario/capture/raster"
	"scenario/event"
	"scenario/scenario"
	"scenario/session"
	"scenario/steps"
)

// renderFlags are the flags of render.
type renderFlags struct {
	out         []string
	dir         string
	frozen      bool
	part, at    string
	theme       string
	fontSize    int
	look        string
	noOverlays  bool
	pace        string
	speed       float64
	fps         int
	session     string
	castVersion int

	restyle *steps.Look // of look
	repace  *steps.Pace // of pace
}

func (a *app) renderCommand() *cobra.Command {
	var f renderFlags
	cmd := &cobra.Command{
		Use:   "render SOURCE -o FILE...",
		Short: "Draw a results folder or a .cast again",
		Long:  renderHelp,
		Args:  oneSource,
		RunE:  func(_ *cobra.Command, args []string) error { return a.render(&f, args[0]) },
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.StringArrayVarP(&f.out, "output", "o", nil, "a `FILE` to draw, in the format of its extension: "+
		steps.FormatNames(slices.Concat(scenario.RecordFormats(), steps.ShotFormats()))+"; repeatable")
	fl.StringVarP(&f.dir, "dir", "d", "", "draw all files that the scenario declares, into a `FOLDER`")
	fl.BoolVar(&f.frozen, "frozen", false, "compare the files with what would be drawn, write none: status 1 when one is out of date")
	fl.StringVar(&f.part, "select", "", "only a part of the recordings, `PART`: a chapter, a step, or A..B, each a time, a percentage or a name")
	fl.StringVar(&f.at, "at", "", "the `MOMENT` that pictures show: a time, a percentage, end, or the beginning of a chapter or step")
	fl.StringVar(&f.theme, "theme", "", "another theme, `THEME`: built in or a file")
	fl.IntVar(&f.fontSize, "font-size", 0, "another font size, in `PIXELS`")
	fl.StringVar(&f.look, "look", "", "another `LOOK`, as in a scenario: '{padding: 20, window: macos}'")
	fl.BoolVar(&f.noOverlays, "no-overlays", false, "without captions, chapters, keys, clicks and progress")
	fl.StringVar(&f.pace, "pace", "", "another `PACE`, as in a scenario: real, '{typing: 30ms}'")
	fl.Float64Var(&f.speed, "speed", 0, "play `F` times as fast")
	fl.IntVar(&f.fps, "fps", 0, "frames a second, at most `N`")
	fl.StringVar(&f.session, "session", "", "the session that is drawn, `NAME`")
	fl.IntVar(&f.castVersion, "cast-version", 0, "asciicast version of .cast files, `N`: 2, 3; that of the recording, else 3")
	return cmd
}

// oneSource wants one argument, and sees where -o has several values.
func oneSource(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 1:
		return nil
	case 0:
		return hinted{errors.New("render: which results folder or .cast?"), cmd.CommandPath() + " scenario-results/NAME -o FILE"}
	}
	return hinted{fmt.Errorf("render draws one source, not also %s", args[1]), "write -o before each file"}
}

// render draws files from the logs of a run.
func (a *app) render(f *renderFlags, path string) error {
	if a.getenv("GOGC") == "" {
		// What is drawn with stays until the end: looking for garbage as often as
		// a program that lives longer costs a tenth of the time.
		debug.SetGCPercent(300)
	}
	dir, err := workDir()
	if err != nil {
		return err
	}
	if err := f.check(dir); err != nil {
		return err
	}
	src, err := openSource(dir, path)
	if err != nil {
		return err
	}
	if src.truncated {
		a.ui().warn("%s: the log ends in the middle of a line", path)
	}
	if f.session != "" && !slices.Contains(src.sessions, f.session) {
		return hinted{fmt.Errorf("--session: unknown session: %s", f.session), "one of " + strings.Join(src.sessions, ", ")}
	}
	drawings, err := f.drawings(src, dir)
	if err != nil {
		return err
	}
	src.Part = f.part
	for i := range drawings {
		if err := a.canMake(&drawings[i]); err != nil {
			return err
		}
	}
	old := 0
	for _, g := range grouped(drawings) {
		n := 0
		if f.frozen {
			n, err = a.compare(f, src, g)
		} else {
			err = a.draw(f, src, g)
		}
		if err != nil {
			return err
		}
		old += n
	}
	if old > 0 {
		return status(statusFailed)
	}
	return nil
}

// canMake refuses a video when the program that makes it is missing.
func (a *app) canMake(d *drawing) error {
	if d.still != nil || !capture.IsVideo(d.shown) {
		return nil
	}
	if _, err := session.LookPath(session.VideoProgram, "", os.Environ()); err != nil {
		a.ui().error(fmt.Errorf("%s needs %s, which is not on PATH", d.shown, session.VideoProgram), "install it, or write a .gif, .apng or .svg")
		return status(statusBlocked)
	}
	return nil
}

// check looks at the flags that need no source.
func (f *renderFlags) check(dir string) (err error) {
	if len(f.out) == 0 && f.dir == "" {
		return hinted{errors.New("render: where to?"), "-o FILE draws one file, -d FOLDER all that the scenario declares"}
	}
	if f.theme, err = themeFlag(f.theme, dir); err != nil {
		return err
	}
	if o := (raster.Options{FontSize: f.fontSize}); f.fontSize != 0 {
		if err := o.Check(); err != nil {
			return fmt.Errorf("--font-size: %w", err)
		}
	}
	if f.restyle, f.repace, err = override(dir, f.look, f.pace); err != nil {
		return err
	}
	switch {
	case f.speed != 0 && !(f.speed >= 0.05 && f.speed <= 100) || math.IsNaN(f.speed):
		return fmt.Errorf("--speed: %v is not from 0.05 to 100", f.speed)
	case f.fps < 0 || f.fps > 50:
		return fmt.Errorf("--fps: %d is not from 1 to 50", f.fps)
	case f.castVersion != 0 && f.castVersion != 2 && f.castVersion != 3:
		return fmt.Errorf("--cast-version: %d is not 2 or 3", f.castVersion)
	}
	for _, path := range f.out {
		if isStill(path) {
			continue
		}
		if err := recordable("--output", path); err != nil {
			return err
		}
	}
	return nil
}

// isStill reports whether the name of a file is that of a picture of one screen.
func isStill(path string) bool {
	return !strings.HasSuffix(strings.ToLower(path), ".sheet.png") &&
		slices.Contains(steps.ShotFormats(), strings.ToLower(filepath.Ext(path)))
}

// drawing is one file to be drawn: a recording or a still.
type drawing struct {
	path   string // absolute
	shown  string // as it was named
	record event.Record
	still  *event.TimelinePayload
}

// drawings lists the files that are asked for.
func (f *renderFlags) drawings(src *source, dir string) ([]drawing, error) {
	var all []drawing
	if f.dir != "" {
		if !src.isRun {
			return nil, hinted{errors.New("--dir: a .cast declares no files"), "write -o FILE"}
		}
		for _, r := range src.records {
			for _, to := range r.To {
				all = append(all, drawing{shown: inside(f.dir, to), record: r})
			}
		}
		for i := range src.stills {
			for _, to := range src.stills[i].To {
				all = append(all, drawing{shown: inside(f.dir, to), still: &src.stills[i]})
			}
		}
		if len(all) == 0 && len(f.out) == 0 {
			return nil, hinted{errors.New("--dir: the scenario declares no files, or did not come to them"), "write -o FILE"}
		}
	}
	for _, path := range f.out {
		d := drawing{shown: path}
		var err error
		if isStill(path) && (f.at != "" || src.declares(path) || !strings.EqualFold(filepath.Ext(path), ".svg")) {
			d.still, err = f.stillFor(src, path)
		} else {
			d.record, err = src.recordFor(path, f.session)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	seen := map[string]bool{}
	for i := range all {
		if all[i].path = absolute(dir, all[i].shown); capture.IsFolder(all[i].shown) {
			all[i].path += "/"
		}
		if seen[all[i].path] {
			return nil, fmt.Errorf("%s would be written twice", all[i].shown)
		}
		seen[all[i].path] = true
	}
	return all, nil
}

// inside is a declared path below another folder: what leads out of it is cut
// off.
func inside(dir, path string) string {
	out := filepath.Join(dir, filepath.Join(string(filepath.Separator), filepath.FromSlash(strings.TrimPrefix(path, filepath.VolumeName(path)))))
	if capture.IsFolder(path) {
		out += "/"
	}
	return out
}
