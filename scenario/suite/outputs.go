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

	"scenario/capture"
	"scenario/emulator"
	"scenario/event"
	"scenario/scenario"
	"scenario/session"
)

// source is the run as capture draws it.
func (a *attempt) source() *capture.Source {
	return &capture.Source{
		Log: a.events, Engines: a.s.o.Engines, Fonts: a.s.o.Fonts, Workers: 2,
		Cast: func(session string) (io.ReadCloser, error) {
			return a.file(capture.CastName(session), os.O_RDONLY)
		},
		Video: func(w io.Writer, format string, fps int) (io.WriteCloser, error) {
			return session.NewVideo(w, format, fps, a.s.o.Caller)
		},
		ReadFile: func(path string) ([]byte, error) { return a.plan.ReadFile(a.plan.Abs(path)) },
	}
}

// cast opens the cast of a session in the results folder.
func (a *attempt) cast(session string) (io.WriteCloser, error) {
	return a.file(capture.CastName(session), os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
}

// file opens a file of the results folder. Links that a program has put there
// lead nowhere else.
func (a *attempt) file(name string, flag int) (*os.File, error) {
	if err := a.plan.Allowed(a.folder); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(a.folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.OpenFile(name, flag, 0o666)
}

// write writes a file of the results folder.
func (a *attempt) write(name string, b []byte) error {
	f, err := a.file(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	return errors.Join(err, f.Close())
}

// outputs draws what the scenario declares. Files are put in place only when it
// has passed; what a failed run would have written lies in its results folder.
func (a *attempt) outputs(res *scenario.Result) {
	passed := res.Status == event.Completed
	if !passed {
		a.failurePicture(*res)
	}
	a.results()
	if a.s.o.NoRecord {
		return
	}
	d := &drawer{a: a, src: a.source(), keep: !passed || a.s.o.Frozen}
	defer d.discard()
	d.recordings()
	d.screenshots()
	if !passed {
		d.keepOut()
	} else if a.s.o.Frozen {
		if old := d.compare(); len(old) > 0 {
			res.Status, res.Error = event.Failed, "out of date: "+strings.Join(old, ", ")
		}
	} else if failed := d.place(); len(failed) > 0 {
		res.Status, res.Error = event.Failed, "can't write "+strings.Join(failed, ", ")
	}
}

// results tells of the files in the results folder. How long they are says
// nothing of the run: times stand in them.
func (a *attempt) results() {
	names := []string{"screen.txt", "screen.png"}
	for _, s := range a.state.Sessions {
		names = append(names, capture.CastName(s.Session))
	}
	for _, s := range a.plan.Services {
		names = append(names, servicesFolder+"/"+s.Name+".log")
	}
	for _, n := range slices.Concat(names, a.keptFiles(), []string{EventsFile}) {
		if _, err := os.Stat(filepath.Join(a.folder, n)); err == nil {
			a.log.Emit(event.ArtifactWritten, event.ArtifactWrittenPayload{Path: n, Role: "results"})
		}
	}
}

// failurePicture writes screen.txt and screen.png of the failure.
func (a *attempt) failurePicture(res scenario.Result) {
	if res.Screen == nil {
		return
	}
	warn := func(name string, err error) {
		if err != nil {
			a.s.warnf("%s: %s: %v", a.plan.ID, name, cause(err))
		}
	}
	text := strings.Join(res.Screen.Lines, "\n") + "\n"
	warn("screen.txt", a.write("screen.txt", []byte(text)))
	src := a.source()
	scr, err := src.Screen(res.Session, res.CastSeq)
	var buf bytes.Buffer
	if err == nil {
		_, err = src.Still(&buf, "screen.png", scr, a.plan.ResolvedLook(), event.TimelinePayload{})
	}
	if err == nil {
		err = a.write("screen.png", buf.Bytes())
	}
	warn("screen.png", err)
}

// drawer draws the outputs of one run, each into a temporary file.
type drawer struct {
	a    *attempt
	src  *capture.Source
	keep bool // declared files are left as they are: the run did not pass, or it compares
	out  []*output
}

// add prepares a file.
func (d *drawer) add(path, role string) *output {
	o := &output{
		abs: d.a.plan.Abs(path), role: role, declared: path, folder: role == "record" && capture.IsFolder(path),
	}
	o.path = relative(d.a.s.o.WorkDir, o.abs)
	if d.keep {
		o.abs = filepath.Join(d.a.folder, "out", below(path))
	}
	if o.err = d.a.plan.Allowed(o.abs); o.err == nil {
		o.err = o.create()
	}
	d.out = append(d.out, o)
	return o
}

// below is a path of the file as one that does not lead out of a folder.
func below(path string) string {
	path = filepath.Clean(path)
	if filepath.IsAbs(path) {
		return filepath.Base(path)
	}
	for strings.HasPrefix(path, ".."+string(filepath.Separator)) {
		path = path[3:]
	}
	return path
}

// recordings draws every recording into its files.
func (d *drawer) recordings() {
	look, pace := d.a.plan.ResolvedLook(), d.a.plan.ResolvedPace()
	for _, r := range d.a.plan.Recordings() {
		var outs []*output
		var files []capture.File
		for _, path := range r.To {
			if o := d.add(path, "record"); o.err == nil {
				outs = append(outs, o)
				files = append(files, capture.File{Path: path, W: o.tmp, Create: o.file})
			}
		}
		if len(files) == 0 {
			continue
		}
		info, err := d.src.Record(r, look, pace, files)
		for _, o := range outs {
			o.info, o.err = info.Of(o.path), err
		}
	}
}

// shot is one screenshot that the log marks, and its files.
type shot struct {
	event.TimelinePayload
	files []*output
}

// screenshots draws the pictures that the log marks: one pass over the cast of
// each session.
func (d *drawer) screenshots() {
	shots := map[string][]shot{}
	var sessions []string
	for _, e := range d.a.events {
		m, ok := e.Payload.(event.TimelinePayload)
		if !ok || m.Do != event.DoScreenshot {
			continue
		}
		if shots[m.Session] == nil {
			sessions = append(sessions, m.Session)
		}
		s := shot{TimelinePayload: m}
		for _, path := range m.To {
			s.files = append(s.files, d.add(path, "screenshot"))
		}
		shots[m.Session] = append(shots[m.Session], s)
	}
	for _, name := range sessions {
		d.draw(name, shots[name])
	}
}

// draw draws the screenshots of one session.
func (d *drawer) draw(session string, shots []shot) {
	var seqs []int
	for _, s := range shots {
		seqs = append(seqs, s.CastSeq)
	}
	drawn := 0
	err := d.src.Screens(session, seqs, func(i int, scr *emulator.Screen) error {
		look := d.a.plan.ResolvedLook()
		if shots[i].Look != nil {
			look = *shots[i].Look
		}
		for k, o := range shots[i].files {
			if o.err == nil {
				o.info, o.err = d.src.Still(o.tmp, shots[i].To[k], scr, look, shots[i].TimelinePayload)
			}
		}
		drawn = i + 1
		return nil
	})
	for _, s := range shots[drawn:] {
		for _, o := range s.files {
			o.err = errors.Join(o.err, err)
		}
	}
}

// place moves the drawn files to their places, all or none, and returns what is
// wrong with those that can't be written.
func (d *drawer) place() (failed []string) {
	wrong := func(o *output) {
		failed = append(failed, fmt.Sprintf("%s: %v", o.path, cause(o.err)))
	}
	for _, o := range d.out {
		if o.err = errors.Join(o.err, o.close()); o.err != nil {
			wrong(o)
		}
	}
	none := len(failed) > 0
	for _, o := range d.out {
		p := event.ArtifactWrittenPayload{
			Path: o.path, Role: o.role, PlayMs: o.info.Play.Milliseconds(), Cols: o.info.Cols, Rows: o.info.Rows,
			Width: o.info.Width, Height: o.info.Height, Missing: o.info.Missing, Note: o.info.Note,
		}
		switch {
		case o.err != nil:
		case none:
			p.Kept = true
		default:
			if p.Bytes, p.Same, o.err = o.move(); o.err != nil {
				wrong(o)
			}
		}
		if o.err != nil {
			p.Error = cause(o.err).Error()
		}
		d.a.log.Emit(event.ArtifactWritten, p)
	}
	return failed
}

// keepOut puts what a failed run has drawn into its results folder, and tells
// which declared files were left as they are.
func (d *drawer) keepOut() {
	for _, o := range d.out {
		if o.err == nil && o.close() == nil {
			_, _, o.err = o.move()
		}
		d.kept(o.path, o.role)
	}
	for _, o := range d.a.plan.Outputs {
		path := relative(d.a.s.o.WorkDir, d.a.plan.Abs(o.Path))
		if !slices.ContainsFunc(d.out, func(o *output) bool { return o.path == path }) {
			d.kept(path, o.Role) // its step was not reached
		}
	}
}

func (d *drawer) kept(path, role string) {
	d.a.log.Emit(event.ArtifactWritten, event.ArtifactWrittenPayload{Path: path, Role: role, Kept: true})
}

// discard removes what was not moved.
func (d *drawer) discard() {
	for _, o := range d.out {
		o.discard()
	}
}
