package scenario_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scenario/scenario"
)

// A name stands for every run of a matrix; names that nobody has, and circles,
// are mistakes.
func TestNeeds(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      string // ids that the last scenario needs
		problems  []string
	}{
		{"by name", "name: a\nsteps: [{run: ls}]\n---\nname: b\nneeds: a\nsteps: [{run: ls}]", "t.yaml#a", nil},
		{"by id", "name: a\nsteps: [{run: ls}]\n---\nneeds: ['t.yaml#a']\nsteps: [{run: ls}]", "t.yaml#a", nil},
		{
			"a matrix", "name: a\nmatrix: {x: [1, 2]}\nsteps: [{run: ls}]\n---\nname: b\nneeds: a\nsteps: [{run: ls}]",
			"t.yaml#a[x=1] t.yaml#a[x=2]", nil,
		},
		{
			"one of a matrix", "name: a\nmatrix: {x: [1, 2]}\nsteps: [{run: ls}]\n---\nname: b\nneeds: t.yaml#a[x=2]\nsteps: [{run: ls}]",
			"t.yaml#a[x=2]", nil,
		},
		{
			"an unknown name", "name: log in\nsteps: [{run: ls}]\n---\nname: b\nneeds: log inn\nsteps: [{run: ls}]", "",
			[]string{"t.yaml:5:8: no scenario is called log inn"},
		},
		{"itself", "name: a\nneeds: a\nsteps: [{run: ls}]", "t.yaml", []string{"t.yaml:2:8: scenarios can't need each other: t.yaml -> t.yaml"}},
		{
			"a circle", "name: a\nneeds: c\nsteps: [{run: ls}]\n---\nname: b\nneeds: a\nsteps: [{run: ls}]\n---\nname: c\nneeds: b\nsteps: [{run: ls}]", "t.yaml#b",
			[]string{"t.yaml:6:8: scenarios can't need each other: t.yaml#a -> t.yaml#c -> t.yaml#b -> t.yaml#a"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			all, ps := scenario.Load("t.yaml", []byte(tt.src), scenario.Options{})
			if len(ps) > 0 {
				t.Fatal(ps)
			}
			var linked []*scenario.Linked
			for _, s := range all {
				linked = append(linked, s.Linked())
			}
			var got []string
			for _, u := range scenario.Link(linked) {
				got = append(got, u.Problem(all[slices.Index(linked, u.Of)]).Error())
			}
			if d := cmp.Diff(tt.problems, got); d != "" {
				t.Error(d)
			}
			if ids := strings.Join(linked[len(all)-1].NeedIDs, " "); ids != tt.want {
				t.Errorf("needs %q, want %q", ids, tt.want)
			}
		})
	}
}

// A matrix gives a run for each combination, the last name varying fastest,
// each with its own id, name and values.
func TestMatrix(t *testing.T) {
	all, ps := scenario.Load("t.yaml", []byte("name: p\nmatrix: {size: [80x24, 120x40], n: [1, 2]}\nsize: ${{ matrix.size }}\n"+
		"vars: {v: 'v${{ matrix.n }}'}\nsteps: [{run: 'echo ${{ vars.v }}'}]"), scenario.Options{})
	if len(ps) > 0 {
		t.Fatal(ps)
	}
	var got []string
	for _, s := range all {
		got = append(got, s.ID+" "+s.Name+" "+s.Size.String()+" "+scenario.NewPlan(s).Steps[0].Text())
	}
	want := []string{
		"t.yaml[size=80x24,n=1] p [80x24, 1] 80x24 run: echo v1",
		"t.yaml[size=80x24,n=2] p [80x24, 2] 80x24 run: echo v2",
		"t.yaml[size=120x40,n=1] p [120x40, 1] 120x40 run: echo v1",
		"t.yaml[size=120x40,n=2] p [120x40, 2] 120x40 run: echo v2",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
