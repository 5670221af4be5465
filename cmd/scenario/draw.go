package main

import (
	"errors"
	"fmt"
	"reflect"

	"scenario/capture"
	"scenario/event"
	"scenario/scenario/suite"
)

// group is files that are drawn in one pass: of one recording, or of the same
// moment.
type group []drawing

// grouped puts together what can be drawn together, in the order of the files.
func grouped(drawings []drawing) (all []group) {
next:
	for _, d := range drawings {
		for i := range all {
			if all[i][0].like(&d) {
				all[i] = append(all[i], d)
				continue next
			}
		}
		all = append(all, group{d})
	}
	return all
}

// like reports whether two files show the same.
func (d *drawing) like(o *drawing) bool {
	if d.still != nil || o.still != nil {
		return d.still == o.still
	}
	a, b := d.record, o.record
	a.To, b.To = nil, nil
	return reflect.DeepEqual(a, b)
}

func (g group) paths() (paths []string) {
	for i := range g {
		paths = append(paths, g[i].path)
	}
	return paths
}

// draw draws the files of a group and puts them in place, all or none.
func (a *app) draw(f *renderFlags, src *source, g group) error {
	var infos []capture.Info
	sizes, err := suite.WriteFiles(g.paths(), func(files []capture.File) (err error) {
		defer a.ui().progress(src, g[0].shown)()
		infos, err = g.draw(f, src, files)
		return err
	})
	if err != nil {
		return g.failed(err)
	}
	for i := range g {
		a.ui().drawn(g[i].shown, sizes[i], infos[i])
	}
	return nil
}

// failed names the file that an error is of; the first when it is of all.
func (g group) failed(err error) error {
	i := 0
	var one *suite.FileError
	if errors.As(err, &one) {
		i = one.Index
	}
	return failure{fmt.Errorf("%s: %w", g[i].shown, cause(err))}
}

func (g group) draw(f *renderFlags, src *source, files []capture.File) ([]capture.Info, error) {
	infos := make([]capture.Info, len(g))
	if still := g[0].still; still != nil {
		scr, err := src.Screen(still.Session, still.CastSeq)
		for i := 0; i < len(g) && err == nil; i++ {
			infos[i], err = src.Still(files[i].W, g[i].path, scr, f.lookOver(src.look, still.Look), *still)
		}
		return infos, err
	}
	r, look, pace := f.recording(src, g[0].record)
	for i := range files {
		files[i].CastVersion = f.castVersion
	}
	info, err := src.Record(r, look, pace, files)
	for i := range infos {
		infos[i] = info.Of(g[i].path)
	}
	return infos, err
}

// recording is a recording with the flags over it, its look and its pace.
func (f *renderFlags) recording(src *source, r event.Record) (event.Record, event.Look, event.Pace) {
	look, pace := f.lookOver(src.look, r.Look), src.pace
	if r.Pace != nil {
		pace = *r.Pace
	}
	pace = f.repace.Over(pace)
	if f.speed != 0 {
		pace.Speed = f.speed
	}
	if f.fps != 0 {
		r.FPS = f.fps
	}
	r.Look, r.Pace = nil, nil
	return r, look, pace
}

// lookOver is the look of a file with the flags over it.
func (f *renderFlags) lookOver(base event.Look, own *event.Look) event.Look {
	if own != nil {
		base = *own
	}
	base = f.restyle.Over(base)
	if f.theme != "" {
		base.Theme, base.Themes = f.theme, nil
	}
	if f.fontSize != 0 {
		base.FontSize = f.fontSize
	}
	if f.noOverlays {
		base.Captions, base.Clicks, base.Progress, base.Keys = false, false, false, "none"
	}
	return base
}

// stillFor is the picture that a file stands for.
func (f *renderFlags) stillFor(src *source, path string) (*event.TimelinePayload, error) {
	if f.at == "" {
		return src.stillFor(path, f.session)
	}
	if src.moment != nil {
		return src.moment, nil
	}
	r, err := src.recordFor(path, f.session)
	if err != nil {
		return nil, err
	}
	r, _, pace := f.recording(src, r)
	m := &event.TimelinePayload{Session: r.Session}
	if m.CastSeq, err = src.At(r, pace, f.at); err != nil {
		return nil, fmt.Errorf("--at: %w", err)
	}
	src.moment = m
	return m, nil
}
