package match

import (
	"fmt"

	"scenario/emulator"
	"scenario/internal/doc"
)

// Place is one place on the visible screen: a TEXT, {text | regex, in, nth} or
// {row, col}. Several matches are no place.
type Place struct {
	Pos doc.Pos `yaml:"@"`
	// Text is the text that stands there.
	Text doc.Text `yaml:"text" jsonschema:"ref=filled,oneof_required"`
	// Regex is what matches there (RE2; ^ and $ are the ends of a row).
	Regex RE `yaml:"regex" jsonschema:"oneof_required"`
	// In is where to look; default: the visible screen without the command
	// lines already entered at a shell's prompt.
	In Region `yaml:"in" jsonschema:"without=row"`
	// Nth is which of several matches it is, from 1.
	Nth int `yaml:"nth" jsonschema:"minimum=1,without=row"`
	// Row is the row of a cell, from 1; -1 is the last.
	Row int `yaml:"row" jsonschema:"ref=coordinate,oneof_required,with=col"`
	// Col is the column of a cell, from 1; -1 is the last.
	Col int `yaml:"col" jsonschema:"ref=coordinate,with=row"`
}

// Spot is the cells of a place in one row of the visible screen, from 0.
type Spot struct{ Row, Col, Width int }

// DecodeNode takes a scalar or a mapping.
func (p *Place) DecodeNode(d *doc.Decoder, n *doc.Node) {
	p.Pos = n.Pos
	if n.Kind != doc.Map {
		decodeAwaited(d, n, &p.Text)
		return
	}
	type keys Place
	d.Into(n, (*keys)(p), "place")
	p.Check(d, n)
}

// Check reports what decoding the keys one by one could not see; n is the
// mapping.
func (p *Place) Check(d *doc.Decoder, n *doc.Node) {
	const hint = "a text, {text: TEXT}, {regex: RE} or {row: N, col: N}"
	text, regex, row, col := n.Get("text"), n.Get("regex"), n.Get("row"), n.Get("col")
	switch {
	case text != nil && regex != nil:
		d.Errorf(regex, "", "a place is a text or a regex, not both")
	case (row != nil || col != nil) && (text != nil || regex != nil):
		d.Errorf(n, "in: {row: N} looks in one row", "a place is a text or a cell, not both")
	case (row == nil) != (col == nil):
		d.Errorf(n, "write {row: N, col: N}", "a cell has a row and a column")
	case text == nil && regex == nil && row == nil:
		d.Missing(n, hint, "the place is missing")
	}
	checkTextAt(d, n, "text", p.Text)
	if sound(d, row) {
		checkCoordinate(d, row, "row", p.Row)
	}
	if sound(d, col) {
		checkCoordinate(d, col, "col", p.Col)
	}
	nth := n.Get("nth")
	if sound(d, nth) && p.Nth < 1 {
		d.Errorf(nth, "", "nth counts from 1")
	}
	for _, option := range []*doc.Node{nth, n.Get("in")} {
		if row != nil && option != nil {
			d.Errorf(option, "", "a cell is one place already")
		}
	}
	if p.In.Name == "scrollback" {
		d.Errorf(n.Get("in"), "screen, or rows and columns of it", "a place is on the visible screen")
	}
}

// String gives the place as messages show it.
func (p *Place) String() string {
	number := func(n int) string { return unless(n == 0, func() string { return fmt.Sprint(n) }) }
	if p.Regex.IsZero() && p.In.IsZero() && p.Nth == 0 && p.Row == 0 {
		return fmt.Sprintf("%q", p.Text.String())
	}
	return mapping(
		"text", unless(p.Text.IsZero(), func() string { return flow(p.Text.String()) }),
		"regex", unless(p.Regex.IsZero(), func() string { return flow(p.Regex.Source) }),
		"in", p.In.flow(), "nth", number(p.Nth), "row", number(p.Row), "col", number(p.Col))
}

// Lost is why there is no such place, or more than one.
type Lost struct {
	Why string // "not on the screen", "there are 3 of it"
	// Places are those of several, each in words; Near is what came nearest to
	// none.
	Places []Near
	Near   *Near
}

// Find returns the cells of the place, row by row. The error is that of r.
func (p *Place) Find(s *Subject, r Resolve) ([]Spot, *Lost, error) {
	if p.Row != 0 {
		return p.cell(s.Screen)
	}
	bound, err := (&Shown{Text: p.Text, Regex: p.Regex, In: p.In, Nth: p.Nth}).bind(nil, r)
	if err != nil {
		return nil, nil, err
	}
	b := bound.(*shown)
	pg, why := s.page(p.In)
	if pg == nil {
		return nil, &Lost{Why: why}, nil
	}
	var hits []hit
	pg.find(b.pat, max(p.Nth, maxPlaces+1), func(h hit) bool {
		hits = append(hits, h)
		return len(hits) != p.Nth && len(hits) <= maxPlaces
	})
	switch n := len(hits); {
	case n == 0, n < p.Nth:
		return nil, &Lost{Why: b.judge(b.tally(pg)), Near: b.Nearest(s)}, nil
	case p.Nth > 0:
		hits = hits[n-1:]
	case n > 1:
		return nil, several(pg, hits), nil
	}
	spots := visible(pg.runs(hits[0]), s.Screen.Rows)
	if spots == nil {
		return nil, &Lost{Why: "no longer on the visible screen"}, nil
	}
	return spots, nil, nil
}

// maxPlaces is how many places are listed when it should be one.
const maxPlaces = 8

func several(p *page, hits []hit) *Lost {
	l := &Lost{Why: fmt.Sprintf("there are %d of it, a place is one", len(hits))}
	if len(hits) > maxPlaces {
		l.Why = fmt.Sprintf("there are more than %d of it, a place is one", maxPlaces)
		hits = hits[:maxPlaces]
	}
	for i, h := range hits {
		l.Places = append(l.Places, *p.near(h, fmt.Sprintf("nth: %d", i+1)))
	}
	return l
}

// visible returns the cells that are on the screen and hold something.
func visible(runs []run, rows int) (spots []Spot) {
	for _, r := range runs {
		if r.row >= 0 && r.row < rows && len(r.cells) > 0 {
			spots = append(spots, Spot{Row: r.row, Col: r.col, Width: len(r.cells)})
		}
	}
	return spots
}

// cell is the place of {row, col}: the whole of a wide character.
func (p *Place) cell(s *emulator.Screen) ([]Spot, *Lost, error) {
	at := func(v, n int) int {
		if v < 0 {
			return n + v
		}
		return v - 1
	}
	row, col := at(p.Row, s.Rows), at(p.Col, s.Cols)
	if row < 0 || row >= s.Rows || col < 0 || col >= s.Cols {
		return nil, &Lost{Why: fmt.Sprintf("outside the screen of %dx%d", s.Cols, s.Rows)}, nil
	}
	cells := s.Row(row)
	if cells[col].Attr.Has(emulator.WideTail) && col > 0 {
		col--
	}
	return []Spot{{Row: row, Col: col, Width: max(cells[col].Width(), 1)}}, nil, nil
}

// Where says in words where it is: "in row 11, columns 3-9".
func (n *Near) Where() string {
	where := fmt.Sprintf("in row %d", n.Row+1)
	if n.Row < 0 {
		where = fmt.Sprintf("%d rows above the screen", -n.Row)
	}
	if n.Width == 1 {
		return where + fmt.Sprintf(", column %d", n.Col+1)
	}
	return where + fmt.Sprintf(", columns %d-%d", n.Col+1, n.Col+n.Width)
}
