package match

import (
	"slices"
	"strconv"
	"strings"

	"scenario/internal/doc"
)

// Snapshot is a screen that equals the one that is stored beside the scenario.
type Snapshot struct {
	// Snapshot is the name of the stored screen that this one equals: text,
	// styles, cursor, title and size.
	Snapshot string `yaml:"snapshot" jsonschema:"ref=name"`
	// In is the part of the screen that is stored; default: all of it.
	In Region `yaml:"in"`
	// Mask is what does not count.
	Mask Masks `yaml:"mask"`
	// MaxDiff is how many cells may differ.
	MaxDiff int `yaml:"max_diff" jsonschema:"minimum=0,default=0"`
}

// Image is a screen whose picture equals the one that is stored beside the
// scenario.
type Image struct {
	// Image is the name of the stored picture that one of this screen equals.
	Image string `yaml:"image" jsonschema:"ref=name"`
	// In is the part of the screen that is drawn; default: all of it, with its
	// window and background.
	In Region `yaml:"in"`
	// Mask is what does not count.
	Mask Masks `yaml:"mask"`
	// MaxDiff is how many pixels may differ, as a number or a percentage.
	MaxDiff Pixels `yaml:"max_diff"`
	// Threshold is from which difference on two colours differ: 0 any, 1 none.
	Threshold float64 `yaml:"threshold" jsonschema:"minimum=0,maximum=1,default=0"`
}

// Pixels is a number of pixels, or a part of all.
type Pixels struct {
	Count   int
	Percent float64 // when Count is 0
}

// DecodeNode takes 20 or 0.5%.
func (p *Pixels) DecodeNode(d *doc.Decoder, n *doc.Node) {
	s, ok := d.Text(n, "max_diff")
	if !ok {
		return
	}
	if number, found := strings.CutSuffix(s, "%"); found {
		if v, err := strconv.ParseFloat(number, 64); err == nil && v >= 0 && v <= 100 && decimal(strings.Replace(number, ".", "", 1)) {
			p.Percent = v
			return
		}
	} else if v, err := strconv.Atoi(s); err == nil && decimal(s) && (s == "0" || s[0] != '0') {
		p.Count = v
		return
	}
	d.Errorf(n, "as 20, or as 0.5%", "max_diff is a number of pixels or a percentage, not %s", flow(s))
}

// Of is how many of so many pixels may differ.
func (p Pixels) Of(all int) int {
	if p.Percent > 0 {
		return int(p.Percent / 100 * float64(all))
	}
	return p.Count
}

func (p Pixels) String() string {
	switch {
	case p.Percent > 0:
		return strconv.FormatFloat(p.Percent, 'f', -1, 64) + "%"
	case p.Count > 0:
		return strconv.Itoa(p.Count)
	}
	return ""
}

func (k *Snapshot) String() string {
	diff := ""
	if k.MaxDiff > 0 {
		diff = strconv.Itoa(k.MaxDiff)
	}
	return mapping("snapshot", k.Snapshot, "in", k.In.flow(), "mask", k.Mask.String(), "max_diff", diff)
}

func (k *Image) String() string {
	threshold := ""
	if k.Threshold > 0 {
		threshold = strconv.FormatFloat(k.Threshold, 'f', -1, 64)
	}
	return mapping("image", k.Image, "in", k.In.flow(), "mask", k.Mask.String(), "max_diff", k.MaxDiff.String(), "threshold", threshold)
}

func (k *Snapshot) check(d *doc.Decoder, n *doc.Node) {
	checkStored(d, n, "snapshot", k.Snapshot, k.In)
	if v := n.Get("max_diff"); sound(d, v) && k.MaxDiff < 0 {
		d.Errorf(v, "", "max_diff is a number of cells, not %d", k.MaxDiff)
	}
}

func (k *Image) check(d *doc.Decoder, n *doc.Node) {
	checkStored(d, n, "image", k.Image, k.In)
	if v := n.Get("threshold"); sound(d, v) && (k.Threshold < 0 || k.Threshold > 1) {
		d.Errorf(v, "0 is any difference, 1 is none", "threshold is 0 to 1, not %v", k.Threshold)
	}
}

// checkStored checks what snapshots and images have in common.
func checkStored(d *doc.Decoder, n *doc.Node, key, name string, in Region) {
	v := n.Get(key)
	switch notName := func(r rune) bool { return !isNameRune(r) }; {
	case !sound(d, v):
	case name == "":
		d.Errorf(v, "as {"+key+": main}", "it needs a name")
	case strings.ContainsFunc(name, notName):
		d.Errorf(v, "letters, digits, _ and - only", "%s is no name", flow(name))
	case len(name) > 100:
		d.Errorf(v, "", "the name is too long")
	}
	if in.Name == "output" || in.Name == "scrollback" {
		d.Errorf(n.Get("in"), "screen, or rows and columns of it", "what is stored is of the screen, not of the %s", in.Name)
	}
}

func isNameRune(r rune) bool {
	return r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// Stored returns the snapshots and images that the condition compares, in the
// order of the file.
func (c *Condition) Stored() (all []*Condition) {
	c.each(true, func(at *Condition, _ bool) {
		switch at.Is.(type) {
		case *Snapshot, *Image:
			all = append(all, at)
		}
	})
	return all
}

// MisplacedStored returns a snapshot or image that stands in any or not, where it
// can't be told whether it is to be there; nil: there is none.
func (c *Condition) MisplacedStored() *Condition {
	var inner []Condition
	switch k := c.Is.(type) {
	case *Any:
		inner = k.Any
	case *Not:
		inner = []Condition{k.Not}
	case *All:
		for i := range *k {
			if m := (*k)[i].MisplacedStored(); m != nil {
				return m
			}
		}
	}
	for i := range inner {
		if all := inner[i].Stored(); len(all) > 0 {
			return all[0]
		}
	}
	return nil
}

func (k *Snapshot) bind(of *Condition, r Resolve) (Bound, error) {
	masks, err := k.Mask.bind(r)
	return &stored{of: of, masks: masks}, err
}

func (k *Image) bind(of *Condition, r Resolve) (Bound, error) {
	masks, err := k.Mask.bind(r)
	return &stored{of: of, masks: masks}, err
}

// stored is a bound Snapshot or Image.
type stored struct {
	noNear
	of    *Condition
	masks []boundMask
}

func (b *stored) Eval(s *Subject) Result {
	if s.Stored == nil {
		return Result{Why: "nothing stored is compared here", Of: b.of}
	}
	var holes []Hole
	for i := range b.masks {
		holes = append(holes, b.masks[i].holes(s)...)
	}
	if s.Passing != "" {
		passing := boundMask{name: "*", pat: newLiteral(s.Passing), in: Region{Name: "screen"}}
		holes = append(holes, passing.holes(s)...)
	}
	r := s.Stored(b.of, slices.Clip(holes))
	if !r.OK {
		r.Of = b.of
	}
	return r
}
