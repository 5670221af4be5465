package suite

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"scenario/capture"
	"scenario/event"
	"scenario/scenario"
)

// stopGrace is how long ending the services may take.
const stopGrace = 10 * time.Second

// source is the run as capture draws it.
func (a *attempt) source() *capture.Source {
	return &capture.Source{
		Log: a.events, Engine: a.s.o.Engine, Fonts: a.s.o.Fonts, Workers: 2,
		Cast: func(session string) (io.ReadCloser, error) {
			return os.Open(filepath.Join(a.folder, capture.CastName(session)))
		},
		ReadFile: func(path string) ([]byte, error) { return os.ReadFile(a.plan.Abs(path)) },
	}
}

// cast opens the cast of a session in the results folder.
func (a *attempt) cast(session string) (io.WriteCloser, error) {
	return os.Create(filepath.Join(a.folder, capture.CastName(session)))
}

// outputs draws what the scenario declares. Files are put in place only when it
// has passed; what a failed run would have written lies in its results folder.
func (a *attempt) outputs(res *scenario.Result) {
	passed := res.Status == event.Completed
	if !passed {
		a.failurePicture(res)
	}
	a.result("events.jsonl", "session.cast")
	d := &drawer{a: a, src: a.source(), keep: !passed}
	if !a.s.o.NoRecord {
		d.recordings()
		d.screenshots()
	}
	if passed {
		d.place(res)
	}
	d.discard()
}

// result notes files of the results folder that are there.
func (a *attempt) result(names ...string) {
	for _, n := range names {
		if info, err := os.Stat(filepath.Join(a.folder, n)); err == nil {
			a.log.Emit(event.ArtifactWritten, event.ArtifactWrittenPayload{Path: n, Role: "results", Bytes: info.Size()})
		}
	}
}

// failurePicture writes screen.txt and screen.png of the failure.
func (a *attempt) failurePicture(res *scenario.Result) {
	if res.Failure == nil || res.Failure.Screen == nil || a.failed.Session == "" {
		return
	}
	text := strings.Join(res.Failure.Screen.Lines, "\n") + "\n"
	if err := os.WriteFile(filepath.Join(a.folder, "screen.txt"), []byte(a.mask.String(text)), 0o666); err != nil {
		a.s.warnf("%s: screen.txt: %v", a.plan.ID, cause(err))
	}
	var buf bytes.Buffer
	src := a.source()
	scr, err := src.Screen(a.failed.Session, a.failed.CastSeq)
	if err == nil {
		_, err = src.Still(&buf, "screen.png", scr, a.plan.ResolvedLook(), nil)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(a.folder, "screen.png"), buf.Bytes(), 0o666)
	}
	if err != nil {
		a.s.warnf("%s: screen.png: %v", a.plan.ID, cause(err))
	}
	a.result("screen.txt", "screen.png")
}

// drawer draws the outputs of one run.
type drawer struct {
	a    *attempt
	src  *capture.Source
	keep bool // the run did not pass: declared files are left as they are
	out  []*output
}

// output is one file: drawn into a temporary file beside its place, then moved.
type output struct {
	path string // as people see it
	abs  string
	tmp  *os.File
	info capture.Info
	role string
	err  error
}

// add prepares a file. A failed run's goes into its results folder.
func (d *drawer) add(path, role string) *output {
	o := &output{abs: d.a.plan.Abs(path), role: role}
	if filepath.IsAbs(path) && slices.Contains(d.a.plan.Extra, path) {
		o.abs = path
	}
	o.path = relative(d.a.s.o.WorkDir, o.abs)
	dir := filepath.Dir(o.abs)
	if d.keep {
		dir = filepath.Join(d.a.folder, "out")
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		o.err = err
	} else {
		o.tmp, o.err = os.CreateTemp(dir, ".scenario-*"+filepath.Ext(path))
	}
	d.out = append(d.out, o)
	return o
}

// recordings draws every recording into its files.
func (d *drawer) recordings() {
	look, pace := d.a.plan.ResolvedLook(), d.a.plan.ResolvedPace()
	for _, r := range d.a.plan.Recordings() {
		var outs []*output
		var files []capture.File
		for _, path := range r.To {
			o := d.add(path, "record")
			if o.err == nil {
				outs = append(outs, o)
				files = append(files, capture.File{Path: path, W: o.tmp})
			}
		}
		info, err := d.src.Record(r, look, pace, files)
		for _, o := range outs {
			o.info, o.err = info, errors.Join(o.err, err)
			if strings.EqualFold(filepath.Ext(o.path), ".cast") {
				o.info.Width, o.info.Height = 0, 0
			}
		}
	}
}

// screenshots draws the pictures that the log marks, in the order of its marks.
func (d *drawer) screenshots() {
	for _, e := range d.a.events {
		m, ok := e.Payload.(event.TimelinePayload)
		if !ok || m.Do != event.DoScreenshot {
			continue
		}
		look := d.a.plan.ResolvedLook()
		if m.Look != nil {
			look = *m.Look
		}
		scr, err := d.src.Screen(m.Session, m.CastSeq)
		for _, path := range m.To {
			o := d.add(path, "screenshot")
			if o.err = errors.Join(o.err, err); o.err == nil {
				o.info, o.err = d.src.Still(o.tmp, path, scr, look, m.Crop)
			}
		}
	}
}

// place moves the drawn files to their places, all or none: a file that can't
// be written fails the run and leaves the others as they were.
func (d *drawer) place(res *scenario.Result) {
	var failed []string
	for _, o := range d.out {
		if o.err == nil {
			o.err = o.tmp.Close()
		}
		if o.err != nil {
			failed = append(failed, fmt.Sprintf("%s: %v", o.path, cause(o.err)))
		}
	}
	for _, o := range d.out {
		p := event.ArtifactWrittenPayload{
			Path: o.path, Role: o.role, PlayMs: o.info.Play.Milliseconds(), Cols: o.info.Cols, Rows: o.info.Rows,
			Width: o.info.Width, Height: o.info.Height,
		}
		switch {
		case o.err != nil:
			p.Error = cause(o.err).Error()
		case len(failed) > 0:
			p.Kept = true
		default:
			p.Bytes, p.Same, o.err = o.move()
			if o.err != nil {
				p.Error = cause(o.err).Error()
				failed = append(failed, fmt.Sprintf("%s: %v", o.path, cause(o.err)))
			}
		}
		d.a.log.Emit(event.ArtifactWritten, p)
	}
	if len(failed) > 0 {
		res.Status, res.Error = event.Failed, "can't write "+strings.Join(failed, ", ")
	}
}

// move puts a drawn file in place, unless the bytes there are the same.
func (o *output) move() (size int64, same bool, err error) {
	info, err := os.Stat(o.tmp.Name())
	if err != nil {
		return 0, false, err
	}
	if sameBytes(o.tmp.Name(), o.abs) {
		return info.Size(), true, nil
	}
	if err := os.Chmod(o.tmp.Name(), 0o644); err != nil {
		return 0, false, err
	}
	return info.Size(), false, os.Rename(o.tmp.Name(), o.abs)
}

func sameBytes(a, b string) bool {
	ia, err1 := os.Stat(a)
	ib, err2 := os.Stat(b)
	if err1 != nil || err2 != nil || ia.Size() != ib.Size() || !ib.Mode().IsRegular() {
		return false
	}
	x, err1 := os.ReadFile(a)
	y, err2 := os.ReadFile(b)
	return err1 == nil && err2 == nil && bytes.Equal(x, y)
}

// discard removes what was not moved; of a failed run the drawn files get their
// names in the results folder instead.
func (d *drawer) discard() {
	for _, o := range d.out {
		if o.tmp == nil {
			continue
		}
		o.tmp.Close()
		if d.keep && o.err == nil {
			name := filepath.Join("out", filepath.Base(o.abs))
			if os.Rename(o.tmp.Name(), filepath.Join(d.a.folder, name)) == nil {
				d.a.log.Emit(event.ArtifactWritten, event.ArtifactWrittenPayload{Path: o.path, Role: o.role, Kept: true})
				continue
			}
		}
		os.Remove(o.tmp.Name())
	}
}
