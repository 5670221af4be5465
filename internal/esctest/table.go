package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// table prints the results of each group of tests, in the order of the run.
func table(w io.Writer, all []result) {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "group\tpassed\tfailed\tknown bugs")
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].group() == all[0].group() {
			n++
		}
		group := all[:n]
		fmt.Fprintf(tab, "%s\t%d\t%d\t%d\n", group[0].group(), count(group, passed), count(group, failed), count(group, known))
		all = all[n:]
	}
	tab.Flush()
}
