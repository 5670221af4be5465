package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"scenario/scenario/suite"
)

const snapshotsHelp = `List the snapshots and images of scenarios: those that are stored, that the last
run did not match, that a scenario names and that are missing, and that no
scenario compares with any more.

Without a path, the current folder is looked at.`

// snapshotFlags are the flags of snapshots and its commands.
type snapshotFlags struct {
	results string
	accept  string
	vars    loadFlags
}

func (a *app) snapshotsCommand() *cobra.Command {
	var f snapshotFlags
	cmd := &cobra.Command{
		Use: "snapshots [PATH]...", Short: "List, review and prune the stored snapshots", Long: snapshotsHelp,
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error { return a.listSnapshots(&f, args) },
	}
	review := &cobra.Command{
		Use: "review [PATH]...", Short: "Accept or reject what the last run did not match, one by one",
		RunE: func(_ *cobra.Command, args []string) error { return a.reviewSnapshots(&f, args) },
	}
	review.Flags().StringVar(&f.accept, "accept", "", "ask nothing: `all` is accepted")
	prune := &cobra.Command{
		Use: "prune [PATH]...", Short: "Remove the snapshots that no scenario compares with",
		RunE: func(_ *cobra.Command, args []string) error { return a.pruneSnapshots(&f, args) },
	}
	for _, c := range []*cobra.Command{cmd, review, prune} {
		c.Flags().StringVar(&f.results, "results", defaultResults, "`FOLDER` of the results of the last run")
	}
	cmd.AddCommand(review, prune)
	return cmd
}

// snapshotPlans loads all scenarios of files.
func (a *app) snapshotPlans(f *snapshotFlags, paths []string) (dir string, entries []*suite.Entry, err error) {
	if dir, err = workDir(); err != nil {
		return "", nil, err
	}
	o, err := f.vars.options(a, dir)
	if err != nil {
		return dir, nil, err
	}
	_, entries, problems, err := a.load(dir, paths, o)
	if err != nil {
		return dir, nil, err
	}
	if problems.Fatal() {
		a.ui().problems(problems, a.stderr)
		return dir, nil, status(statusUsage)
	}
	return dir, entries, nil
}

// listSnapshots prints the state and the path of each.
func (a *app) listSnapshots(f *snapshotFlags, paths []string) error {
	dir, entries, err := a.snapshotPlans(f, paths)
	if err != nil {
		return err
	}
	reviews, err := suite.Reviews(dir, f.results, entries)
	if err != nil {
		return err
	}
	var rows [][]string
	for _, e := range entries {
		for _, abs := range e.Baselines {
			path := suite.Shown(dir, abs)
			state, why := "stored", ""
			if _, err := os.Stat(abs); err != nil {
				state = "missing"
			}
			if i := slices.IndexFunc(reviews, func(r suite.Review) bool { return r.Baseline == path }); i >= 0 {
				state, why = "changed", reviews[i].Why
				if reviews[i].Expected == "" {
					state = "new"
				}
			}
			rows = append(rows, []string{state, path, why})
		}
	}
	old, err := suite.Obsolete(dir, entries)
	if err != nil {
		return err
	}
	for _, path := range old {
		rows = append(rows, []string{"obsolete", path, ""})
	}
	if len(rows) == 0 {
		fmt.Fprintln(a.stdout, "no snapshots")
		return nil
	}
	return a.table(rows)
}

// pruneSnapshots removes the obsolete ones.
func (a *app) pruneSnapshots(f *snapshotFlags, paths []string) error {
	dir, entries, err := a.snapshotPlans(f, paths)
	if err != nil {
		return err
	}
	old, err := suite.Obsolete(dir, entries)
	if err != nil {
		return err
	}
	for _, path := range old {
		if err := suite.RemoveBaseline(absolute(dir, filepath.FromSlash(path))); err != nil {
			return failure{fmt.Errorf("%s: %w", path, cause(err))}
		}
		fmt.Fprintf(a.stdout, "removed %s\n", path)
	}
	if len(old) == 0 {
		fmt.Fprintln(a.stdout, "none is obsolete")
	}
	return nil
}

// reviewSnapshots decides about what the last runs did not match.
func (a *app) reviewSnapshots(f *snapshotFlags, paths []string) error {
	if f.accept != "" && f.accept != "all" {
		return oneOf("--accept", f.accept, "all")
	}
	dir, entries, err := a.snapshotPlans(f, paths)
	if err != nil {
		return err
	}
	reviews, err := suite.Reviews(dir, f.results, entries)
	if err != nil {
		return err
	}
	if len(reviews) == 0 {
		fmt.Fprintln(a.stdout, "nothing to review: the last runs matched what is stored")
		return nil
	}
	ask := func() string { return "y" }
	if f.accept == "" {
		if !a.stdout.terminal() || !term.IsTerminal(int(a.stdin.Fd())) {
			return hinted{errors.New("snapshots review asks on a terminal, and this is none"), "--accept all accepts everything; scenario snapshots lists it"}
		}
		answers := bufio.NewScanner(a.stdin)
		ask = func() string {
			fmt.Fprint(a.stdout, "accept it? y: yes, n: no, leave what is stored, s: later, q: quit > ")
			if !answers.Scan() {
				fmt.Fprintln(a.stdout)
				return "q"
			}
			return strings.ToLower(strings.TrimSpace(answers.Text()))
		}
	}
	for i := range reviews {
		if f.accept == "" {
			a.showReview(&reviews[i], i+1, len(reviews), dir)
		}
		if quit, err := a.decide(&reviews[i], ask); quit || err != nil {
			return err
		}
	}
	return nil
}

// decide asks until it is answered.
func (a *app) decide(r *suite.Review, ask func() string) (quit bool, err error) {
	for {
		switch ask() {
		case "y", "yes":
			fmt.Fprintf(a.stdout, "accepted %s\n", r.Baseline)
			err = r.Accept()
		case "n", "no":
			fmt.Fprintf(a.stdout, "rejected %s\n", r.Baseline)
			err = r.Reject()
		case "s", "":
			return false, nil
		case "q":
			return true, nil
		default:
			continue
		}
		if err != nil {
			err = failure{fmt.Errorf("%s: %w", r.Baseline, cause(err))}
		}
		return false, err
	}
}

// showReview shows what has changed: of a screen the difference or, when none was
// stored, the screen; of a picture where the files are.
func (a *app) showReview(r *suite.Review, number, of int, dir string) {
	fmt.Fprintf(a.stdout, "\n%d of %d   %s   %s\n%s\n\n", number, of, r.Baseline, r.Why, r.ID)
	show := r.Diff
	switch {
	case r.Kind == "image":
		for _, file := range []string{r.Expected, r.Actual, r.Diff} {
			if file != "" {
				fmt.Fprintf(a.stdout, "  %s\n", suite.Shown(dir, file))
			}
		}
		return
	case show == "":
		show = r.Actual
	}
	text, err := os.ReadFile(show)
	if err != nil {
		a.ui().warn("%s: %v", suite.Shown(dir, show), cause(err))
	}
	color := a.wantsColor(a.stdout)
	for line := range strings.Lines(string(text)) {
		line = printable(strings.TrimRight(line, "\n"))
		switch {
		case color && strings.HasPrefix(line, "+"):
			line = "\x1b[32m" + line + "\x1b[m"
		case color && strings.HasPrefix(line, "-") && show == r.Diff:
			line = "\x1b[31m" + line + "\x1b[m"
		}
		fmt.Fprintf(a.stdout, "  %s\n", line)
	}
}

// printable is a line of a file without what would reach the terminal as a
// control.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return '\ufffd'
		}
		return r
	}, s)
}
