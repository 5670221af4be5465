// Package overlay draws what is laid over the screens of a recording after the
// fact: captions, chapter titles, the keys that are pressed, clicks, the
// progress, and what a picture points out. It is pure: the same state gives the
// same sprites.
package overlay

import (
	"image"
	"strconv"
	"strings"

	"scenario/capture/font"
	"scenario/capture/paint"
	"scenario/capture/raster"
	"scenario/capture/theme"
)

// State is what is laid over one frame.
type State struct {
	Caption  string
	Chapter  string
	Keys     string // chords, the oldest first, each with KeyEnd behind it
	Click    Cell   // where the mouse was clicked
	Progress int    // in 1/1000 of the recording; 0: none
}

// KeyEnd ends a chord in State.Keys.
const KeyEnd = "\x1f"

// Cell is a cell of the screen, row and column from 1; the zero value is none.
type Cell struct{ Row, Col int }

// Painter draws the states of one recording. What it has drawn it keeps, so that
// equal states have equal sprites.
type Painter struct {
	render *raster.Renderer
	set    *font.Set
	theme  theme.Theme
	unit   int // the size of the cells' text, in pixels
	made   map[State]*raster.Sprite
	texts  map[int]*paint.Text
}

// maxMade bounds the sprites that are kept.
const maxMade = 512

// New returns a painter of what is laid over the pictures of a renderer, with
// labels as large as a text of so many pixels.
func New(set *font.Set, r *raster.Renderer, t theme.Theme, fontSize int) *Painter {
	return &Painter{render: r, set: set, theme: t, unit: fontSize, made: map[State]*raster.Sprite{}, texts: map[int]*paint.Text{}}
}

// SetTheme gives what is drawn from here on other colours.
func (p *Painter) SetTheme(t theme.Theme) {
	p.theme = t
	clear(p.made)
}

// Sprites returns what is laid over a frame, the lowest first.
func (p *Painter) Sprites(s State) []*raster.Sprite {
	var list []*raster.Sprite
	add := func(part State, draw func() *raster.Sprite) *raster.Sprite {
		if part == (State{}) {
			return nil
		}
		sp, ok := p.made[part]
		if !ok {
			if len(p.made) >= maxMade {
				clear(p.made)
			}
			sp = draw()
			p.made[part] = sp
		}
		if sp != nil {
			list = append(list, sp)
		}
		return sp
	}
	add(State{Click: s.Click}, func() *raster.Sprite { return p.click(s.Click) })
	add(State{Progress: s.Progress}, func() *raster.Sprite { return p.progress(s.Progress) })
	caption := add(State{Caption: s.Caption}, func() *raster.Sprite { return p.caption(s.Caption) })
	add(State{Chapter: s.Chapter}, func() *raster.Sprite { return p.chapter(s.Chapter) })
	// The keys give way to a caption, so their place depends on it.
	beside := State{Keys: s.Keys}
	if s.Keys != "" {
		beside.Caption = s.Caption
	}
	add(beside, func() *raster.Sprite { return p.keys(s.Keys, caption) })
	return list
}

// px is a length at a text size of 16.
func (p *Painter) px(n int) int { return max(n*p.unit/16, 1) }

func (p *Painter) text(size int) *paint.Text {
	t := p.texts[size]
	if t == nil {
		t = paint.NewText(p.set, p.px(size))
		p.texts[size] = t
	}
	return t
}

func opaque(c theme.RGB) paint.Color { return paint.Color{R: c.R, G: c.G, B: c.B, A: 255} }

// The colours of captions are those of subtitles, whatever the theme.
var (
	captionPaper = paint.Color{R: 0x14, G: 0x15, B: 0x1a, A: 255}
	captionEdge  = paint.Color{R: 0x4a, G: 0x4c, B: 0x55, A: 255}
	captionInk   = paint.Color{R: 0xf5, G: 0xf5, B: 0xf7, A: 255}
)

const maxCaptionLines = 3

// caption draws subtitle lines: in the margin below the window when there is
// room, else over its lower edge.
func (p *Painter) caption(s string) *raster.Sprite {
	t, d := p.text(18), p.render.Decor()
	lines := t.Wrap(s, d.Window.Dx()*8/10, maxCaptionLines)
	img := p.label(lines, t, font.Regular, captionPaper, captionEdge, captionInk)
	if img == nil {
		return nil
	}
	size := img.Rect.Size()
	at := image.Pt((d.Window.Min.X+d.Window.Max.X-size.X)/2, d.Window.Max.Y-size.Y-p.px(16))
	if below := d.Size.Y - d.Window.Max.Y; below >= size.Y+p.px(8) {
		at.Y = d.Window.Max.Y + (below-size.Y)/2
	}
	return &raster.Sprite{At: at, Img: img}
}

// chapter draws the title of a chapter at the top of the terminal.
func (p *Painter) chapter(s string) *raster.Sprite {
	t, d := p.text(20), p.render.Decor()
	accent := p.theme.Palette[4]
	ink := theme.RGB{R: 255, G: 255, B: 255}
	if bright(accent) {
		ink = theme.RGB{R: 0x10, G: 0x12, B: 0x18}
	}
	img := p.label([]string{t.Fit(s, d.Window.Dx()*8/10)}, t, font.Bold, opaque(accent), opaque(theme.Mix(accent, ink, 1, 4)), opaque(ink))
	if img == nil {
		return nil
	}
	at := image.Pt((d.Window.Min.X+d.Window.Max.X-img.Rect.Dx())/2, d.Terminal.Min.Y+p.px(16))
	return &raster.Sprite{At: at, Img: img}
}

func bright(c theme.RGB) bool { return 299*int(c.R)+587*int(c.G)+114*int(c.B) > 150_000 }

// label draws lines, each in the middle, on a box with an edge; nil when there
// is nothing to read.
func (p *Painter) label(lines []string, t *paint.Text, style font.Style, paper, edge, ink paint.Color) *image.RGBA {
	width := 0
	for _, l := range lines {
		width = max(width, t.Width(l))
	}
	if width == 0 {
		return nil
	}
	padX, padY := p.px(16), p.px(7)
	img := image.NewRGBA(image.Rect(0, 0, width+2*padX, len(lines)*t.Height()+2*padY))
	size, radius := img.Rect.Size(), p.px(10)
	paint.Cover(img, image.Point{}, paint.Box(size, radius), paper)
	paint.Cover(img, image.Point{}, paint.Ring(size, radius, p.px(1)), edge)
	for i, l := range lines {
		t.Draw(img, image.Pt((size.X-t.Width(l))/2, padY+i*t.Height()), l, style, ink)
	}
	return img
}

// maxCaps is how many chords are shown at a time.
const maxCaps = 6

// keys draws the chords as the caps of keys, in the lower right corner.
func (p *Painter) keys(s string, caption *raster.Sprite) *raster.Sprite {
	t, d := p.text(15), p.render.Decor()
	caps := gather(strings.Split(strings.TrimSuffix(s, KeyEnd), KeyEnd))
	caps = caps[max(len(caps)-maxCaps, 0):]
	gap, height := p.px(6), t.Height()+p.px(12)
	room := d.Window.Dx() - p.px(24)
	var drawn []*image.RGBA
	width := -gap
	for i := len(caps) - 1; i >= 0; i-- {
		img := p.cap(t, t.Fit(caps[i], room/2), height)
		if width+gap+img.Rect.Dx() > room && len(drawn) > 0 {
			break
		}
		width += gap + img.Rect.Dx()
		drawn = append(drawn, img)
	}
	all := image.NewRGBA(image.Rect(0, 0, width, height))
	x := 0
	for i := len(drawn) - 1; i >= 0; i-- {
		paint.Over(all, image.Pt(x, 0), drawn[i])
		x += drawn[i].Rect.Dx() + gap
	}
	sp := &raster.Sprite{Img: all, At: image.Pt(d.Window.Max.X-width-p.px(12), d.Window.Max.Y-height-p.px(12))}
	if caption != nil && caption.Rect().Overlaps(sp.Rect()) {
		sp.At.Y = caption.At.Y - height - p.px(8)
	}
	return sp
}

// cap draws the cap of one key.
func (p *Painter) cap(t *paint.Text, label string, height int) *image.RGBA {
	size := image.Pt(max(t.Width(label)+p.px(20), height), height)
	img := image.NewRGBA(image.Rectangle{Max: size})
	bg, fg := p.theme.Bg, p.theme.Fg
	radius, foot := p.px(7), p.px(3)
	paint.Cover(img, image.Point{}, paint.Box(size, radius), opaque(theme.Mix(bg, fg, 7, 16)))
	face := image.Pt(size.X-2*p.px(1), size.Y-p.px(1)-foot)
	paint.Cover(img, image.Pt(p.px(1), p.px(1)), paint.Box(face, radius-p.px(1)), opaque(theme.Mix(bg, fg, 3, 16)))
	at := image.Pt((size.X-t.Width(label))/2, p.px(1)+(face.Y-t.Height())/2)
	t.Draw(img, at, label, font.Bold, opaque(fg))
	return img
}

// gather joins a chord that is pressed several times in a row.
func gather(chords []string) []string {
	var list []string
	for i := 0; i < len(chords); {
		n := i
		for n < len(chords) && chords[n] == chords[i] {
			n++
		}
		label := chords[i]
		if n-i > 1 {
			label += " ×" + strconv.Itoa(n-i)
		}
		list = append(list, label)
		i = n
	}
	return list
}
