package match

import (
	"testing"

	"scenario/internal/doc"

	"github.com/google/go-cmp/cmp"
)

func place(t *testing.T, yaml string) *Place {
	t.Helper()
	file, problems := doc.Parse("place.yaml", []byte("place: "+yaml))
	if len(problems) > 0 {
		t.Fatalf("%s: %v", yaml, problems)
	}
	d, p := new(doc.Decoder), new(Place)
	p.DecodeNode(d, file.Docs[0].Get("place"))
	if len(d.Problems) > 0 {
		t.Fatalf("%s: %v", yaml, d.Problems)
	}
	return p
}

// A place is one place: none and several are told apart, wide characters and
// wrapped rows give the right cells.
func TestPlaceIsOne(t *testing.T) {
	for _, test := range []struct {
		yaml  string
		spots []Spot
		why   string
		many  int
	}{
		{yaml: "name", spots: []Spot{{3, 0, 4}}},
		{yaml: `{regex: 'gam+a'}`, spots: []Spot{{3, 7, 5}}},
		{yaml: "世界", spots: []Spot{{5, 5, 4}}},
		{yaml: "hijklm", spots: []Spot{{4, 17, 3}, {5, 0, 3}}},
		{yaml: "{row: 6, col: 7}", spots: []Spot{{5, 5, 2}}}, // the right half of 世
		{yaml: "{row: -1, col: -1}", spots: []Spot{{7, 19, 1}}},
		{yaml: "{row: 9, col: 1}", why: "outside the screen of 20x8"},
		{yaml: "hello", spots: []Spot{{1, 0, 5}}}, // the entered line does not count
		{yaml: "{text: hello, in: screen}", why: "there are 2 of it, a place is one", many: 2},
		{yaml: "{text: hello, in: screen, nth: 2}", spots: []Spot{{1, 0, 5}}},
		{yaml: "{text: hello, in: screen, nth: 3}", why: "there twice, wanted number 3"},
		{yaml: "{text: hello, in: {row: 1}}", spots: []Spot{{0, 7, 5}}},
		{yaml: "{regex: '[a-z]'}", why: "there are more than 8 of it, a place is one", many: 8},
		{yaml: "absent", why: "not on the screen"},
	} {
		p := place(t, test.yaml)
		spots, lost, err := p.Find(shop(), func(t doc.Text) (string, error) { return t.String(), nil })
		if err != nil {
			t.Fatalf("%s: %v", test.yaml, err)
		}
		if diff := cmp.Diff(test.spots, spots); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.yaml, diff)
		}
		switch {
		case lost == nil && test.why != "":
			t.Errorf("%s: found, wanted %q", test.yaml, test.why)
		case lost != nil && (lost.Why != test.why || len(lost.Places) != test.many):
			t.Errorf("%s: %q with %d places, wanted %q with %d", test.yaml, lost.Why, len(lost.Places), test.why, test.many)
		}
	}
}
