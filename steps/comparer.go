package steps

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"scenario/emulator"
	"scenario/event"
	"scenario/session"
	"scenario/steps/match"
	"scenario/steps/snapshot"
)

// stableFor is for how long a screen must be the same, what is masked apart,
// before it is taken for what is to be stored.
const stableFor = 150 * time.Millisecond

// comparer compares the screens of one wait with what is stored. It must see
// every change.
type comparer struct {
	e     *Env
	t     *Term
	seen  map[*match.Condition]*compared
	order []*match.Condition
}

// compared is one snapshot or image of the condition, and where it stands.
type compared struct {
	file   string // NAME.screen, NAME.png
	path   string // of the stored file, as people see it
	stored []byte // nil: there is none
	base   *snapshot.Screen
	err    error // why it can't be read

	taken *snapshot.Screen
	form  string
	since time.Time // it has this form since

	status  event.SnapshotStatus
	now     []byte // what would be stored
	diff    []byte
	lines   []string // the difference in words
	why     string
	hopeful bool // another screen may still match
}

// comparer returns one for a condition, nil when it compares nothing.
func (e *Env) comparer(t *Term, c *match.Condition) *comparer {
	order := c.Stored()
	if len(order) == 0 {
		return nil
	}
	k := &comparer{e: e, t: t, seen: map[*match.Condition]*compared{}, order: order}
	for _, of := range order {
		s := &compared{file: baselineFile(of), hopeful: true}
		s.stored, s.path, s.err = e.Baseline(s.file)
		if errors.Is(s.err, fs.ErrNotExist) {
			s.stored, s.err = nil, nil
		} else if s.err == nil && strings.HasSuffix(s.file, ".screen") {
			s.base, s.err = snapshot.Parse(s.stored)
		}
		k.seen[of] = s
	}
	return k
}

// baselineFile is the name of the file of a snapshot or an image.
func baselineFile(c *match.Condition) string {
	if k, ok := c.Is.(*match.Image); ok {
		return k.Image + ".png"
	}
	return c.Is.(*match.Snapshot).Snapshot + ".screen"
}

// writes reports whether the wait may end with something to be stored; then the
// screen must have settled.
func (k *comparer) writes() bool {
	u := k.e.Update()
	return u.replaces() || u.creates() && slices.ContainsFunc(k.order, func(c *match.Condition) bool { return k.seen[c].stored == nil })
}

// look compares one screen.
func (k *comparer) look(v *session.View, c *match.Condition, holes []match.Hole) match.Result {
	s := k.seen[c]
	if s.err != nil {
		s.fail(event.SnapshotBroken, s.err.Error())
		return match.Result{Why: s.why}
	}
	screen := k.masked(v.Screen)
	in, masks := partOf(c)
	taken := snapshot.Take(screen, snapshot.Options{In: in, Holes: holes, Text: func(text string) string {
		if p := k.e.Passing(); p != "" {
			text = strings.ReplaceAll(text, p, snapshot.Any)
		}
		return masks.MaskText(k.e.Mask(text))
	}})
	if form := string(taken.Bytes()); form != s.form || s.since.IsZero() {
		s.taken, s.form, s.since, s.status = taken, form, v.Changed, ""
	}
	rest := stableFor - v.Now.Sub(later(s.since, counts(v)))
	if v.Exit != nil {
		rest = 0
	}
	update := k.e.Update()
	if kind, ok := c.Is.(*match.Snapshot); ok {
		s.compareScreen(kind)
	} else if err := k.compareImage(s, c.Is.(*match.Image), screen, holes, rest <= 0); err != nil {
		s.fail(event.SnapshotBroken, err.Error())
		return match.Result{Why: s.why}
	}
	same := slices.Equal(s.now, s.stored)
	switch {
	case s.status == event.SnapshotMatched && (update != UpdateAll || same):
		return match.Result{OK: true}
	case rest > 0:
		return match.Result{Again: rest, Why: s.waiting()}
	case s.stored == nil && update.creates():
		s.status = event.SnapshotWritten
		return match.Result{OK: true}
	case s.stored == nil:
		s.fail(event.SnapshotMissing, "there is no "+s.path)
	case update.replaces():
		s.status = event.SnapshotUpdated
		return match.Result{OK: true}
	}
	return match.Result{Why: s.why}
}

func partOf(c *match.Condition) (match.Region, match.Masks) {
	if k, ok := c.Is.(*match.Snapshot); ok {
		return k.In, k.Mask
	}
	k := c.Is.(*match.Image)
	return k.In, k.Mask
}

// fail notes what no other screen can mend.
func (s *compared) fail(status event.SnapshotStatus, why string) {
	s.status, s.why, s.hopeful = status, why, false
}

func (s *compared) waiting() string {
	if s.why != "" && s.stored != nil {
		return s.why
	}
	return "the screen was still changing"
}

// compareScreen compares the text, the styles and the rest of a screen.
func (s *compared) compareScreen(k *match.Snapshot) {
	if s.status != "" {
		return // it has not changed
	}
	if s.stored == nil {
		s.now = []byte(s.form)
		return
	}
	d := snapshot.Compare(s.base, s.taken)
	s.now = d.Now.Bytes()
	if d.Other == nil && d.Cells <= k.MaxDiff {
		s.status, s.lines, s.diff = event.SnapshotMatched, nil, nil
		return
	}
	s.status = event.SnapshotDiffers
	s.lines = snapshot.Diff(s.base, d.Now)
	s.diff = []byte(strings.Join(s.lines, "\n") + "\n")
	var parts []string
	if d.Cells > 0 {
		parts = append(parts, differ(d.Cells, "cell"))
	}
	if d.Other != nil {
		parts = append(parts, "another "+strings.Join(d.Other, " and "))
	}
	s.why = strings.Join(parts, ", ")
}

// differ says how many things differ.
func differ(n int, what string) string {
	if n == 1 {
		return "1 " + what + " differs"
	}
	return fmt.Sprintf("%d %ss differ", n, what)
}

// compareImage compares a picture: by its cells, and once the screen is stable
// by its pixels.
func (k *comparer) compareImage(s *compared, c *match.Image, screen *emulator.Screen, holes []match.Hole, stable bool) error {
	if s.status != "" {
		return nil
	}
	look, _ := k.e.Look(k.t.Name)
	key := snapshot.Key(s.form, k.e.LookKey(look))
	if s.stored != nil && snapshot.Keyed(s.stored, key) {
		s.status, s.now = event.SnapshotMatched, s.stored
		return nil
	}
	if !stable {
		s.why = "the screen was still changing"
		return nil
	}
	var crop *event.Rect
	if !c.In.IsZero() {
		top, bottom, left, right := c.In.Rect(screen.Cols, screen.Rows)
		crop = &event.Rect{Row1: top + 1, Col1: left + 1, Row2: bottom, Col2: right}
	}
	drawn, where, err := k.e.Draw(snapshot.Painted(screen, holes), look, crop)
	if err != nil {
		return err
	}
	if s.now, err = snapshot.WithKey(drawn, key); err != nil || s.stored == nil {
		return err
	}
	d, err := snapshot.ComparePictures(s.stored, s.now, c.Threshold)
	if err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	if d.Size == "" && d.Pixels <= c.MaxDiff.Of(d.All) {
		s.status, s.lines, s.diff = event.SnapshotMatched, nil, nil
		return nil
	}
	s.status, s.diff, s.why = event.SnapshotDiffers, d.Picture, differ(d.Pixels, "pixel")
	s.lines = []string{"in " + where(d.Box)}
	if d.Size != "" {
		s.why, s.lines = d.Size, nil
	}
	return nil
}

// masked is the screen without the secrets.
func (k *comparer) masked(s *emulator.Screen) *emulator.Screen {
	var clean *emulator.Screen
	for r, text := range k.e.MaskScreen(s) {
		if text == s.RowText(r) {
			continue
		}
		if clean == nil {
			clean = s.Clone()
		}
		starCells(clean, r, []rune(text))
	}
	if clean == nil {
		return s
	}
	return clean
}

// starCells puts an asterisk into each cell of a row whose text is not the given
// one.
func starCells(s *emulator.Screen, row int, text []rune) {
	i := 0
	for col, c := range s.Row(row) {
		if c.Attr.Has(emulator.WideTail) {
			continue
		}
		was := []rune(s.Table.Text(c.Glyph))
		end := min(i+len(was), len(text))
		if i < end && string(text[i:end]) != string(was) {
			s.Row(row)[col].Glyph = '*'
		}
		i += len(was)
	}
}

// hopeless reports what no other screen can mend.
func (k *comparer) hopeless() *Failure {
	for _, c := range k.order {
		s := k.seen[c]
		if s.hopeful {
			continue
		}
		f := k.t.failure("%s", s.why)
		k.explain(f)
		if s.status == event.SnapshotMissing {
			f.Hint = "run it where it may be written, with --update=missing, and look at what is written"
		}
		return f
	}
	return nil
}

// explain adds how the screens differ to a failure.
func (k *comparer) explain(f *Failure) {
	for _, c := range k.order {
		s := k.seen[c]
		switch {
		case s.status != event.SnapshotDiffers:
		case len(s.lines) <= maxDiffLines:
			f.Details = append(f.Details, s.lines...)
		default:
			f.Details = append(f.Details, s.lines[:maxDiffLines]...)
			f.Details = append(f.Details, fmt.Sprintf("... %d more lines", len(s.lines)-maxDiffLines))
		}
	}
}

// maxDiffLines is how much of a difference a message shows.
const maxDiffLines = 40

// report keeps the files of what did not match, has those stored that are to be,
// and says what became of each. ok says that the wait has ended well; soft is
// what a run that passes otherwise fails with.
func (k *comparer) report(ok bool) (all []event.SnapshotCompared, soft *Failure) {
	for _, c := range k.order {
		s := k.seen[c]
		if s.status == "" {
			continue // no screen was stable
		}
		kind, name := "screen", strings.TrimSuffix(s.file, ".screen")
		if strings.HasSuffix(s.file, ".png") {
			kind, name = "image", strings.TrimSuffix(s.file, ".png")
		}
		p := event.SnapshotCompared{Name: name, Kind: kind, Status: s.status, Baseline: s.path, Why: s.why}
		if s.status == event.SnapshotMatched {
			p.Why = ""
		} else {
			ext, diff := s.file[len(name):], name+".diff"
			if kind == "image" {
				diff = name + "-diff" + ext
			}
			p.Expected = k.keep(name+"-expected"+ext, s.stored)
			p.Actual = k.keep(name+"-actual"+ext, s.now)
			p.Diff = k.keep(diff, s.diff)
		}
		if ok && (s.status == event.SnapshotWritten || s.status == event.SnapshotUpdated) {
			p.Why = ""
			asked := s.status == event.SnapshotUpdated || k.e.Update() != UpdateSoft
			k.e.Accept(s.file, s.now, !asked)
			if !asked {
				p.Status, p.Why = event.SnapshotMissing, "there was none"
				soft = &Failure{
					Subject: c.String(), Message: "there is no " + s.path + " yet", Soft: true,
					Hint: "it is written when all else passes: look at it and run again",
				}
			}
		}
		all = append(all, p)
	}
	return all, soft
}

func (k *comparer) keep(file string, content []byte) string {
	if content == nil {
		return ""
	}
	path, err := k.e.Keep(file, content)
	if err != nil {
		k.e.note("%s could not be kept: %v", file, err)
	}
	return path
}
