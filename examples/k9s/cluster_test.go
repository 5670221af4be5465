package main

import (
	"encoding/json"
	"slices"
	"testing"
	"time"
)

func TestClusterIsTheSameAtEveryStart(t *testing.T) {
	text := func() string {
		data, err := json.Marshal(newCluster(noon()))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if first, second := text(), text(); first != second {
		t.Error("two clusters of one time differ")
	}
}

// References between objects are what describe and k9s follow.
func TestClusterHangsTogether(t *testing.T) {
	c := newCluster(noon())
	ids := map[string]bool{}
	for id, objects := range c {
		if !slices.IsSortedFunc(objects, func(a, b object) int {
			if key(a) < key(b) {
				return -1
			}
			return 1
		}) {
			t.Errorf("%s: not sorted, or a name stands twice", id)
		}
		for _, o := range objects {
			// Both groups of events show the same objects under the same ids.
			if id == "events.events.k8s.io" {
				continue
			}
			if ids[lookup(o, "metadata.uid")] {
				t.Errorf("%s: the id of %s is taken", id, key(o))
			}
			ids[lookup(o, "metadata.uid")] = true
		}
	}
	for id, objects := range c {
		for _, o := range objects {
			owners, _ := o["metadata"].(object)["ownerReferences"].([]any)
			for _, reference := range append(owners, o["involvedObject"], o["regarding"]) {
				if about, ok := reference.(object); ok && !ids[lookup(about, "uid")] {
					t.Errorf("%s %s names %v, which does not exist", id, key(o), about)
				}
			}
		}
	}
}

func TestResourcesAreSorted(t *testing.T) {
	if !slices.IsSortedFunc(resources[:], func(a, b resource) int {
		return slices.Compare([]string{a.group, a.plural}, []string{b.group, b.plural})
	}) {
		t.Error("resources must be sorted by group and plural: groups relies on it")
	}
}

func TestAge(t *testing.T) {
	for _, test := range []struct {
		age  time.Duration
		want string
	}{
		{0, "0s"}, {59 * time.Second, "59s"}, {time.Minute, "1m"}, {23 * time.Hour, "23h"}, {clusterAge, "3d"},
	} {
		if got := age(test.age); got != test.want {
			t.Errorf("age(%v) = %q, want %q", test.age, got, test.want)
		}
	}
}

func TestSelector(t *testing.T) {
	values := map[string]string{"app": "web", "empty": ""}
	get := func(name string) (string, bool) { value, ok := values[name]; return value, ok }
	for _, test := range []struct {
		text    string
		bad     bool
		want    bool
		whatFor string
	}{
		{text: "", want: true},
		{text: "app=web", want: true},
		{text: "app==web", want: true},
		{text: "app = web", want: true},
		{text: "app=cart", want: false},
		{text: "app!=cart", want: true},
		{text: "app!=web", want: false},
		{text: "tier!=db", want: true, whatFor: "a missing label differs"},
		{text: "app", want: true},
		{text: "!app", want: false},
		{text: "!tier", want: true},
		{text: "empty=", want: true},
		{text: "app in (cart, web)", want: true},
		{text: "app notin (cart,web)", want: false},
		{text: "tier notin (db)", want: true},
		{text: "app=web,tier=db", want: false},
		{text: "app in (cart,web),!tier", want: true},
		{text: "=web", bad: true},
		{text: "!", bad: true},
		{text: "a b", bad: true},
		{text: "app of (web)", bad: true},
		{text: "app in (web", bad: true},
		{text: "in (web)", bad: true},
	} {
		s, err := parseSelector(test.text)
		if (err != nil) != test.bad {
			t.Errorf("%q: error %v", test.text, err)
		}
		if err == nil && s.matches(get) != test.want {
			t.Errorf("%q: got %v, want %v; %s", test.text, !test.want, test.want, test.whatFor)
		}
	}
}

func FuzzSelector(f *testing.F) {
	for _, text := range []string{"", "a=b,c!=d", "a in (b,c)", "!a", "a notin ()", "((", "))=,"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parseSelector(text)
		if err != nil {
			return
		}
		for _, r := range s {
			if r.name == "" {
				t.Errorf("%q: a requirement without a name", text)
			}
		}
		s.matches(func(string) (string, bool) { return "", true })
	})
}
