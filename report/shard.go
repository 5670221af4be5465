package report

import "fmt"

// text says which part was run: "shard 3/8 (from CI_NODE_INDEX): 12 of 97
// scenarios, balanced by timings.json". scenarios is how many it has.
func (s Shard) text(scenarios int) string {
	if s.Total == 0 {
		return ""
	}
	by := "by count"
	if s.Balanced != "" {
		by = "balanced by " + s.Balanced
	}
	return fmt.Sprintf("shard %d/%d (from %s): %d of %s, %s", s.Index, s.Total, s.Source, scenarios, count(s.Of, "scenario"), by)
}
