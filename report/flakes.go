package report

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// flakes is what the repeats of one scenario add up to. A run of several
// attempts has passed only when the first of them did.
type flakes struct {
	title               string
	ran, passed, failed int
	took                []time.Duration // of the runs, sorted
}

// flakesOf adds up the repeats of each id, in the order of the plan.
func flakesOf(c *Call) []*flakes {
	var all []*flakes
	at := map[string]*flakes{}
	for i := range c.Cases {
		k := &c.Cases[i]
		st := k.Last()
		if st == nil {
			continue
		}
		f := at[k.ID]
		if f == nil {
			run := st.Run
			run.Repeat = 0
			f = &flakes{title: title(run)}
			at[k.ID] = f
			all = append(all, f)
		}
		f.ran++
		switch o := k.Outcome(); {
		case o == Pass || o == Expected:
			f.passed++
		case !o.OK():
			f.failed++
		}
		f.took = append(f.took, k.Duration())
	}
	for _, f := range all {
		slices.Sort(f.took)
	}
	return all
}

// rate is the share of runs that passed at once, in percent; 100 is all of them.
func (f *flakes) rate() string {
	if f.passed == f.ran {
		return "100%"
	}
	return fmt.Sprintf("%.1f%%", min(99.9, 100*float64(f.passed)/float64(f.ran)))
}

// at is the time below which so many percent of the runs took.
func (f *flakes) at(percent int) time.Duration {
	return f.took[min(len(f.took)-1, len(f.took)*percent/100)]
}

// flakeTable tells how the repeats of each scenario went. clean makes a text
// safe for where the table is shown.
func flakeTable(c *Call, clean func(string) string) string {
	all := flakesOf(c)
	names := width("scenario")
	for _, f := range all {
		names = max(names, width(clean(f.title)))
	}
	names = min(names, 60)
	var b strings.Builder
	row := func(name, ran, passed, flaky, failed, rate, p50, p95 string) {
		fmt.Fprintf(&b, "%s %6s %6s %6s %6s %7s %8s %8s\n", pad(fit(name, names), names), ran, passed, flaky, failed, rate, p50, p95)
	}
	row("scenario", "runs", "passed", "flaky", "failed", "rate", "p50", "p95")
	for _, f := range all {
		n := func(n int) string { return fmt.Sprint(n) }
		row(clean(f.title), n(f.ran), n(f.passed), n(f.ran-f.passed-f.failed), n(f.failed), f.rate(), seconds(f.at(50)), seconds(f.at(95)))
	}
	return b.String()
}
