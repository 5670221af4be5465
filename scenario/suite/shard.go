package suite

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// Timings are how long scenarios take, in seconds, by their ids.
type Timings map[string]float64

// ReadTimings reads what the report timings has written.
func ReadTimings(r io.Reader) (Timings, error) {
	var t Timings
	dec := json.NewDecoder(r)
	if err := dec.Decode(&t); err != nil {
		return nil, fmt.Errorf("no JSON of {\"ID\": seconds}: %w", err)
	}
	for id, s := range t {
		if s < 0 {
			return nil, fmt.Errorf("%s takes %v seconds", id, s)
		}
	}
	return t, nil
}

// Cut returns the plans of one shard of total, from 1, in their order. Scenarios
// that need each other stay together. They are dealt out longest first, each to
// the shard that has least to do; what has no timing takes as long as the
// median. Without timings all count the same. The same plans and timings give
// the same shards, everywhere.
func Cut(entries []*Entry, index, total int, t Timings) []*Entry {
	units := together(entries)
	cost := costs(entries, t)
	sum := func(u []*Entry) (s float64) {
		for _, e := range u {
			s += cost[e.ID]
		}
		return s
	}
	slices.SortStableFunc(units, func(a, b []*Entry) int {
		return cmp.Or(cmp.Compare(sum(b), sum(a)), cmp.Compare(a[0].ID, b[0].ID))
	})
	load := make([]float64, total)
	mine := map[string]bool{}
	for _, u := range units {
		least := 0
		for i := range load {
			if load[i] < load[least] {
				least = i
			}
		}
		load[least] += sum(u)
		for _, e := range u {
			mine[e.ID] = mine[e.ID] || least == index-1
		}
	}
	return Filter(entries, func(e *Entry) bool { return mine[e.ID] })
}

// costs is what each plan takes.
func costs(entries []*Entry, t Timings) map[string]float64 {
	var known []float64
	for _, e := range entries {
		if s, ok := t[e.ID]; ok {
			known = append(known, s)
		}
	}
	median := 1.0
	if len(known) > 0 {
		slices.Sort(known)
		median = known[len(known)/2]
	}
	cost := map[string]float64{}
	for _, e := range entries {
		s, ok := t[e.ID]
		if !ok {
			s = median
		}
		cost[e.ID] = s
	}
	return cost
}

// together parts plans into those that need each other, however distantly.
func together(entries []*Entry) [][]*Entry {
	root := map[string]string{}
	var find func(id string) string
	find = func(id string) string {
		if root[id] == "" || root[id] == id {
			return id
		}
		root[id] = find(root[id])
		return root[id]
	}
	for _, e := range entries {
		for _, n := range e.NeedIDs {
			root[find(n)] = find(e.ID)
		}
	}
	at := map[string]int{}
	var units [][]*Entry
	for _, e := range entries {
		r := find(e.ID)
		i, ok := at[r]
		if !ok {
			i = len(units)
			at[r] = i
			units = append(units, nil)
		}
		units[i] = append(units[i], e)
	}
	return units
}

// PlanHash is the hash of what all shards of a call are to run: the scenarios
// and the bytes of their files, how often each runs, and how the shards are cut.
// Shards whose hashes differ must not be merged.
func PlanHash(entries []*Entry, files []File, t Timings, total, repeat int) string {
	sources := map[string][]byte{}
	for _, f := range files {
		sources[f.Name] = f.Src
	}
	var all struct {
		Total, Repeat int
		Timings       Timings
		Plans         [][2]string
	}
	all.Total, all.Repeat, all.Timings = max(total, 1), max(repeat, 1), t
	for _, e := range entries {
		sum := sha256.Sum256(sources[e.File])
		all.Plans = append(all.Plans, [2]string{e.ID, hex.EncodeToString(sum[:])})
	}
	b, _ := json.Marshal(all) // maps are sorted
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
