package report

import "fmt"

// ShardLine says which part of the plan was run: "shard 3/8 (from
// CI_NODE_INDEX): 12 of 97 scenarios, balanced by timings.json". It is "" for
// the whole plan.
func (c *Call) ShardLine() string {
	s := c.Shard
	if s.Total == 0 {
		return ""
	}
	by := "by count"
	if s.Balanced != "" {
		by = "balanced by " + s.Balanced
	}
	ids := map[string]bool{}
	for i := range c.Cases {
		ids[c.Cases[i].ID] = true
	}
	return fmt.Sprintf("shard %d/%d (from %s): %d of %s, %s", s.Index, s.Total, s.Source, len(ids), count(len(c.Plan), "scenario"), by)
}
