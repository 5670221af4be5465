package event

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDrawn(t *testing.T) {
	to := []string{"a.gif", "dir.x/b.PNG", "c.cast", "d.sheet.png", "frames/", "e.txt"}
	if diff := cmp.Diff([]Drawn{{to, Look{Theme: "nord"}}}, Look{Theme: "nord"}.Drawn(to)); diff != "" {
		t.Error(diff)
	}
	l := Look{Theme: "one-light", Themes: []Variant{{"light", "one-light"}, {"dark", "one-dark"}}, Scale: 2}
	want := []Drawn{
		{[]string{"a-light.gif", "dir.x/b-light.PNG", "c.cast", "d-light.sheet.png", "frames-light/", "e.txt"}, Look{Theme: "one-light", Scale: 2}},
		{[]string{"a-dark.gif", "dir.x/b-dark.PNG", "d-dark.sheet.png", "frames-dark/"}, Look{Theme: "one-dark", Scale: 2}},
	}
	if diff := cmp.Diff(want, l.Drawn(to)); diff != "" {
		t.Error(diff)
	}
	if got := l.Drawn([]string{"c.cast"}); len(got) != 1 || got[0].To[0] != "c.cast" {
		t.Errorf("a cast alone: %v", got)
	}
}
