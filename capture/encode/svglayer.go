package encode

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"scenario/capture/raster"
)

// layer is what lies under or over the cells for some of the time.
type layer struct {
	markup string
	over   bool
	spans  []span // in order; the last one may be open
}

// span is a time from one moment to another; open: to the end.
type span struct {
	from, to time.Duration
	open     bool
}

func (l *layer) shown() bool { return len(l.spans) > 0 && l.spans[len(l.spans)-1].open }

// maxLaid bounds the sprites whose layers are remembered.
const maxLaid = 512

// Lay says what lies under and over the cells of the screens that are added from
// here on: markup, "" for nothing, and pictures, the lowest first. Equal ones are
// stored once.
func (s *SVGWriter) Lay(under string, over []*raster.Sprite) error {
	if s.err != nil {
		return s.err
	}
	now := map[*layer]bool{}
	show := func(l *layer) {
		if now[l] = true; !l.shown() {
			l.spans = append(l.spans, span{from: s.now, open: true})
			s.bytes += 48
		}
	}
	if under != "" {
		show(s.layer(under, false))
	}
	for _, sp := range over {
		l := s.laid[sp]
		if l == nil {
			markup, err := SVGPicture(sp)
			if err != nil {
				s.err = err
				return err
			}
			if len(s.laid) >= maxLaid {
				clear(s.laid)
			}
			l = s.layer(markup, true)
			s.laid[sp] = l
		}
		show(l)
	}
	for _, l := range s.layers {
		if l.shown() && !now[l] {
			last := &l.spans[len(l.spans)-1]
			if last.open, last.to = false, s.now; last.to == last.from {
				l.spans = l.spans[:len(l.spans)-1]
			}
		}
	}
	return nil
}

// layer returns the layer of that markup.
func (s *SVGWriter) layer(markup string, over bool) *layer {
	for _, l := range s.layers {
		if l.over == over && l.markup == markup {
			return l
		}
	}
	l := &layer{markup: markup, over: over}
	s.layers = append(s.layers, l)
	s.bytes += len(markup)
	return l
}

// SVGPicture returns the markup of a picture at its place.
func SVGPicture(sp *raster.Sprite) (string, error) {
	var b bytes.Buffer
	if err := PNGImage(&b, sp.Img); err != nil {
		return "", err
	}
	r := sp.Rect()
	return fmt.Sprintf(`<image x="%d" y="%d" width="%d" height="%d" href="data:image/png;base64,%s"/>`+"\n",
		r.Min.X, r.Min.Y, r.Dx(), r.Dy(), base64.StdEncoding.EncodeToString(b.Bytes())), nil
}

// laidOut writes the layers under or over the cells.
func (s *SVGWriter) laidOut(over bool) string {
	var b strings.Builder
	for _, l := range s.layers {
		if l.over != over || len(l.spans) == 0 {
			continue
		}
		first := l.spans[0]
		if first.open && first.from == 0 {
			b.WriteString(l.markup)
			continue
		}
		hidden := ""
		if first.from > 0 {
			hidden = ` opacity="0"`
		}
		fmt.Fprintf(&b, "<g class=\"a\" style=\"animation-name:k%d\"%s>%s</g>\n", s.keyframes(s.layerRules(l)), hidden, l.markup)
	}
	return b.String()
}

// layerRules are the keyframes of a layer: when it is seen.
func (s *SVGWriter) layerRules(l *layer) string {
	var b strings.Builder
	if l.spans[0].from > 0 {
		b.WriteString("0%{opacity:0}")
	}
	for _, sp := range l.spans {
		fmt.Fprintf(&b, "%s%%{opacity:1}", s.percent(sp.from))
		if !sp.open {
			fmt.Fprintf(&b, "%s%%{opacity:0}", s.percent(sp.to))
		}
	}
	if s.opt.Loop > 0 { // where it stops
		last := 0
		if l.shown() {
			last = 1
		}
		fmt.Fprintf(&b, "to{opacity:%d}", last)
	}
	return b.String()
}
