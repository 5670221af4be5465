package report

import (
	"encoding/json"
	"fmt"
	"io"
)

// Timings writes how long each scenario took, by its id: {"k9s.yaml": 2.8}, in
// seconds, of its last attempt. Of several repeats it is the mean. --timings
// balances shards by it.
func Timings(w io.Writer, c *Call) error {
	sum, n := map[string]float64{}, map[string]int{}
	for i := range c.Cases {
		if st := c.Cases[i].Last(); st != nil {
			sum[c.Cases[i].ID] += st.Duration.Seconds()
			n[c.Cases[i].ID]++
		}
	}
	out := map[string]json.Number{}
	for id, s := range sum {
		out[id] = json.Number(fmt.Sprintf("%.3f", s/float64(n[id])))
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}
