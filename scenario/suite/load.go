package suite

import (
	"fmt"

	"scenario/internal/doc"
	"scenario/scenario"
)

// Load loads the files and checks their scenarios. o is what the command line
// says; its Dir is set for each file. All problems of all files are returned;
// no scenario may be run when one is fatal.
func Load(files []File, o scenario.Options) ([]*Entry, doc.Problems) {
	l := &loader{o: o}
	var entries, sound []*Entry // sound: of files that can be run
	var linked []*scenario.Linked
	var problems doc.Problems
	u := uniqueness{ids: map[string]doc.Pos{}, outputs: map[string]doc.Pos{}}
	for i := range files {
		all, ps := l.load(&files[i])
		for n, s := range all {
			ps = append(ps, u.check(s)...)
			entries = append(entries, newEntry(l, &files[i], n, s))
			linked = append(linked, s.Linked())
		}
		if !ps.Fatal() {
			l.hold(&files[i], all)
			sound = append(sound, entries[len(entries)-len(all):]...)
		}
		problems = append(problems, ps...)
	}
	for _, wrong := range scenario.Link(linked) {
		for i, e := range entries {
			if linked[i] == wrong.Of {
				all, _ := l.load(e.file)
				problems = append(problems, wrong.Problem(all[e.number]))
			}
		}
	}
	for i, e := range entries {
		e.NeedIDs = linked[i].NeedIDs
	}
	return sound, problems
}

// uniqueness knows what no two scenarios of one call may share.
type uniqueness struct {
	ids     map[string]doc.Pos
	outputs map[string]doc.Pos // by absolute path
}

func (u *uniqueness) check(s *scenario.Scenario) (problems doc.Problems) {
	if other, taken := u.ids[s.ID]; taken {
		problems = append(problems, s.Problem(s.Node, "give one of them another name",
			"two scenarios have the id %s (the other is %s:%d)", s.ID, other.File, other.Line))
	}
	u.ids[s.ID] = s.Node.Pos
	for _, out := range s.Outputs {
		path := s.Abs(out.Path)
		if first, taken := u.outputs[path]; taken {
			problems = append(problems, s.Problem(out.Node, fmt.Sprintf("the other is %s:%d", first.File, first.Line),
				"%s is written by another scenario too", out.Path))
			continue
		}
		u.outputs[path] = out.Node.Pos
	}
	return problems
}
