package main

import "github.com/spf13/cobra"

func (a *app) checkCommand() *cobra.Command {
	var f loadFlags
	cmd := &cobra.Command{
		Use:   "check [PATH|-]...",
		Short: "All mistakes of files and folders; starts nothing",
		RunE:  func(_ *cobra.Command, args []string) error { return a.check(&f, args) },
	}
	f.add(cmd)
	return cmd
}

func (a *app) check(f *loadFlags, paths []string) error {
	dir, err := workDir()
	if err != nil {
		return err
	}
	o, err := f.options(a, dir)
	if err != nil {
		return err
	}
	files, plans, problems, err := a.load(dir, paths, o)
	if err != nil {
		return err
	}
	u := a.ui()
	u.problems(problems, a.stdout)
	u.checked(problems, len(files), len(plans))
	if problems.Fatal() {
		return status(statusUsage)
	}
	return nil
}
