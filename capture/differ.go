package capture

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"slices"
	"strings"
	"time"

	"scenario/capture/cast"
	"scenario/emulator"
)

// Differ tells where a file that is there shows something else than one that was
// drawn now: in which row, at which time, in which cells; "" when both show the
// same, whatever their bytes. path says the format; info is of the drawing. The
// error is that the file that is there can't be read as one of its format.
func (s *Source) Differ(path string, was, now []byte, info Info) (string, error) {
	if bytes.Equal(was, now) {
		return "", nil
	}
	switch ext(path) {
	case ".png":
		return differStills(was, now, info)
	case ".gif", ".apng":
		return differMoving(ext(path), was, now, info)
	case ".cast":
		return s.differCasts(was, now)
	case formatMP4, formatWebM:
		return "the video has other bytes", nil
	}
	what := "line"
	if f := ext(path); f == ".txt" || f == ".ansi" {
		what = "row"
	}
	return differLines(what, was, now), nil
}

// differLines compares texts.
func differLines(what string, was, now []byte) string {
	a, b := strings.Split(string(was), "\n"), strings.Split(string(now), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("%s %d was %q, is %q", what, i+1, clipped(a[i]), clipped(b[i]))
		}
	}
	return numbers(what, len(a), len(b))
}

// numbers tells how many of a thing there were and are.
func numbers(what string, was, is int) string {
	verbs := [2]string{"were", "are"}
	for i, n := range [2]int{was, is} {
		if n == 1 {
			verbs[i] = [2]string{"was", "is"}[i]
		}
	}
	return fmt.Sprintf("there %s %s, %s %d", verbs[0], counted(was, what), verbs[1], is)
}

// clipped is the beginning of a text, for a message.
func clipped(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

// differStills compares the pixels of two PNGs.
func differStills(was, now []byte, info Info) (string, error) {
	a, err := png.Decode(bytes.NewReader(was))
	if err != nil {
		return "", fmt.Errorf("no PNG: %w", err)
	}
	b, err := png.Decode(bytes.NewReader(now))
	if err != nil {
		return "", err
	}
	return differPixels(a, b, info), nil
}

// differPixels says in which cells two pictures differ.
func differPixels(a, b image.Image, info Info) string {
	if a.Bounds().Size() != b.Bounds().Size() {
		return fmt.Sprintf("was %s pixels, is %s", size(a), size(b))
	}
	var box image.Rectangle
	pixels := 0
	for y := range b.Bounds().Dy() {
		for x := range b.Bounds().Dx() {
			p := image.Pt(x, y)
			if samePixel(a, b, p) {
				continue
			}
			pixels++
			box = box.Union(image.Rectangle{Min: p, Max: p.Add(image.Pt(1, 1))})
		}
	}
	if pixels == 0 {
		return ""
	}
	where, many := info.cells(box)
	return fmt.Sprintf("%s %s (%s)", where, verb(many), counted(pixels, "pixel"))
}

// verb is what one thing does and what several do.
func verb(many bool) string {
	if many {
		return "differ"
	}
	return "differs"
}

// counted is a number with what it counts.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func samePixel(a, b image.Image, p image.Point) bool {
	ar, ag, ab, aa := a.At(a.Bounds().Min.X+p.X, a.Bounds().Min.Y+p.Y).RGBA()
	br, bg, bb, ba := b.At(b.Bounds().Min.X+p.X, b.Bounds().Min.Y+p.Y).RGBA()
	return ar == br && ag == bg && ab == bb && aa == ba
}

func size(img image.Image) string {
	return fmt.Sprintf("%dx%d", img.Bounds().Dx(), img.Bounds().Dy())
}

// Cells names the cells that a rectangle of pixels touches: "rows 3-4, columns
// 1-12".
func (i *Info) Cells(px image.Rectangle) string {
	where, _ := i.cells(px)
	return where
}

// cells tells also whether it names several things.
func (i *Info) cells(px image.Rectangle) (where string, many bool) {
	in := px.Intersect(i.Grid)
	if in.Empty() || i.Cell.X < 1 || i.Cell.Y < 1 {
		if px.Dx() == 1 && px.Dy() == 1 {
			return fmt.Sprintf("pixel %d,%d, around the cells,", px.Min.X, px.Min.Y), false
		}
		return fmt.Sprintf("pixels %d,%d to %d,%d, around the cells,", px.Min.X, px.Min.Y, px.Max.X-1, px.Max.Y-1), true
	}
	in = in.Sub(i.Grid.Min)
	top, bottom := in.Min.Y/i.Cell.Y, (in.Max.Y-1)/i.Cell.Y
	left, right := in.Min.X/i.Cell.X, (in.Max.X-1)/i.Cell.X
	where = span("row", top, bottom) + ", " + span("column", left, right)
	if in.Size() != px.Size() {
		return where + " and what is around the cells", true
	}
	return where, top != bottom || left != right
}

// span is "row 3" or "rows 3-4", from numbers that count from 0.
func span(what string, from, to int) string {
	if from == to {
		return fmt.Sprintf("%s %d", what, from+1)
	}
	return fmt.Sprintf("%ss %d-%d", what, from+1, to+1)
}

// differCasts compares what two casts show: their first events that differ, and
// the rows in which the screens do then.
func (s *Source) differCasts(was, now []byte) (string, error) {
	a, ha, err := events(was)
	if err != nil {
		return "", fmt.Errorf("no asciicast: %w", err)
	}
	b, hb, err := events(now)
	if err != nil {
		return "", err
	}
	if ha.Cols != hb.Cols || ha.Rows != hb.Rows {
		return fmt.Sprintf("was %dx%d, is %dx%d", ha.Cols, ha.Rows, hb.Cols, hb.Rows), nil
	}
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			continue
		}
		at := shortTime(b[i].Time)
		if a[i].Code == b[i].Code && a[i].Data == b[i].Data {
			return fmt.Sprintf("what came at %s comes at %s", shortTime(a[i].Time), at), nil
		}
		rows, err := s.differRows(ha, a[:i+1], b[:i+1])
		if err != nil || rows == "" {
			return "at " + at + " another event comes", err
		}
		return "at " + at + " " + rows, nil
	}
	if len(a) != len(b) {
		return numbers("event", len(a), len(b)), nil
	}
	if ha.Version != hb.Version {
		return fmt.Sprintf("was of version %d, is of version %d", ha.Version, hb.Version), nil
	}
	if t, u := ha.Theme, hb.Theme; t == nil != (u == nil) || t != nil && (t.Fg != u.Fg || t.Bg != u.Bg || !slices.Equal(t.Palette, u.Palette)) {
		return "its theme is another", nil
	}
	return "", nil
}

func shortTime(d time.Duration) string { return fmt.Sprintf("%.2fs", d.Seconds()) }

// events reads a whole cast.
func events(b []byte) (list []cast.Event, h cast.Header, err error) {
	r, err := cast.NewReader(io.NopCloser(bytes.NewReader(b)))
	if err != nil {
		return nil, h, err
	}
	for e, err := range r.All() {
		if err != nil {
			return nil, h, err
		}
		list = append(list, e)
	}
	return list, r.Header(), nil
}

// differRows says in which rows the screens that two lists of events leave
// differ.
func (s *Source) differRows(h cast.Header, a, b []cast.Event) (string, error) {
	x, err := s.screenAfter(h, a)
	if err != nil {
		return "", err
	}
	y, err := s.screenAfter(h, b)
	if err != nil {
		return "", err
	}
	if x.Cols != y.Cols || x.Rows != y.Rows {
		return fmt.Sprintf("the screen was %dx%d, is %dx%d", x.Cols, x.Rows, y.Cols, y.Rows), nil
	}
	first, last := -1, -1
	for row := range x.Rows {
		if x.RowText(row) != y.RowText(row) || !slices.Equal(x.Row(row), y.Row(row)) {
			if first < 0 {
				first = row
			}
			last = row
		}
	}
	if first < 0 {
		return "", nil
	}
	text := fmt.Sprintf("%s was %q, is %q", span("row", first, first), clipped(x.RowText(first)), clipped(y.RowText(first)))
	if first != last {
		text = span("row", first, last) + " differ: " + text
	}
	return text, nil
}

func (s *Source) screenAfter(h cast.Header, list []cast.Event) (*emulator.Screen, error) {
	t, err := s.terminal(h.Cols, h.Rows)
	if err != nil {
		return nil, err
	}
	p := &player{term: t}
	for _, e := range list {
		if err := p.play(e); err != nil {
			return nil, err
		}
	}
	t.Snapshot(&p.screen)
	return &p.screen, nil
}
