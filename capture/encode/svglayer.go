package encode

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"scenario/capture/raster"
)

// layer is a picture that lies under or over the cells for some of the time.
type layer struct {
	image string // the element's attributes
	over  bool
	spans []span // in order; the last one may be open
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
// here on, the lowest first. Equal pictures are stored once.
func (s *SVGWriter) Lay(under, over []*raster.Sprite) error {
	if s.err != nil {
		return s.err
	}
	now := map[*layer]bool{}
	for i, list := range [...][]*raster.Sprite{under, over} {
		for _, sp := range list {
			l, err := s.layer(sp, i == 1)
			if err != nil {
				s.err = err
				return err
			}
			if now[l] = true; !l.shown() {
				l.spans = append(l.spans, span{from: s.now, open: true})
				s.bytes += 48
			}
		}
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

// layer returns the layer of a sprite.
func (s *SVGWriter) layer(sp *raster.Sprite, over bool) (*layer, error) {
	if l, ok := s.laid[sp]; ok && l.over == over {
		return l, nil
	}
	var b bytes.Buffer
	if err := PNGImage(&b, sp.Img); err != nil {
		return nil, err
	}
	r := sp.Rect()
	image := fmt.Sprintf(`x="%d" y="%d" width="%d" height="%d" href="data:image/png;base64,%s"`,
		r.Min.X, r.Min.Y, r.Dx(), r.Dy(), base64.StdEncoding.EncodeToString(b.Bytes()))
	var found *layer
	for _, l := range s.layers {
		if l.over == over && l.image == image {
			found = l
			break
		}
	}
	if found == nil {
		found = &layer{image: image, over: over}
		s.layers = append(s.layers, found)
		s.bytes += len(image)
	}
	if len(s.laid) >= maxLaid {
		clear(s.laid)
	}
	s.laid[sp] = found
	return found, nil
}

// laidOut writes the layers under or over the cells.
func (s *SVGWriter) laidOut(over bool) string {
	var b strings.Builder
	for _, l := range s.layers {
		if l.over != over || len(l.spans) == 0 {
			continue
		}
		more := ""
		if first := l.spans[0]; !first.open || first.from > 0 {
			more = fmt.Sprintf(` class="a" style="animation-name:k%d"`, s.keyframes(s.layerRules(l)))
			if first.from > 0 {
				more += ` opacity="0"`
			}
		}
		fmt.Fprintf(&b, "<image %s%s/>\n", l.image, more)
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
