package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"scenario/internal/spell"
)

// laterCommands are reserved, with what does their work until they come.
func laterCommands() map[string]string {
	return map[string]string{
		"explain": "docs/errors.md explains every mistake by its code",
		"import":  "scenario mcp and its tool shell_export write files from what was done; tapes of VHS are not read yet",
		"init":    "copy examples/quickstart.yaml",
		"new":     "copy examples/quickstart.yaml",
		"record":  "scenario mcp and its tool shell_export write files from what was done; for a recording write record: FILE.gif",
	}
}

// execute runs the command line.
func (a *app) execute(args []string) error {
	root := a.root()
	if err := checkCommand(root, args); err != nil {
		return err
	}
	root.SetArgs(args)
	return root.Execute()
}

func (a *app) root() *cobra.Command {
	version := false
	root := &cobra.Command{
		Use:   "scenario",
		Short: "Run scenarios: tests, demos and pictures of terminal programs",
		Long:  rootHelp,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if version {
				return a.version()
			}
			return cmd.Help()
		},
		SilenceErrors: true, SilenceUsage: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(flagError)
	root.Flags().BoolVar(&version, "version", false, "print the version")
	root.PersistentFlags().StringVar(&a.color, "color", "auto", "colours in the output, `WHEN`: auto, always, never")
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		return oneOf("--color", a.color, "auto", "always", "never")
	}
	_ = root.RegisterFlagCompletionFunc("color", cobra.FixedCompletions([]string{"auto", "always", "never"}, cobra.ShellCompDirectiveNoFileComp))
	// One a line: sorted as the help shows them.
	root.AddCommand(
		a.runCommand(),
		a.checkCommand(),
		a.completionCommand(),
		a.doctorCommand(),
		a.manCommand(),
		a.planCommand(),
		a.renderCommand(),
		a.dumpCommand(),
		a.eventsCommand(),
		a.fontsCommand(),
		a.mcpCommand(),
		a.mergeCommand(),
		a.viewCommand(),
		a.schemaCommand(), a.themesCommand(),
		a.serveCommand(),
		a.snapshotsCommand(),
		a.versionCommand(),
	)
	return root
}

// checkCommand answers a first word that is no command.
func checkCommand(root *cobra.Command, args []string) error {
	if len(args) > 0 && args[0] == "help" {
		args = args[1:]
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return nil
	}
	word := args[0]
	if word == cobra.ShellCompRequestCmd || word == cobra.ShellCompNoDescRequestCmd {
		return nil // the scripts of completion ask so
	}
	var names []string
	for _, c := range root.Commands() {
		if c.Name() == word {
			return nil
		}
		names = append(names, c.Name())
	}
	err := fmt.Errorf("unknown command: %s", word)
	if hint, ok := laterCommands()[word]; ok {
		return hinted{fmt.Errorf("%s is not supported yet", word), hint}
	}
	if looksLikeFile(word) {
		return hinted{err, "did you mean scenario run " + word + "?"}
	}
	if near, ok := spell.Nearest(word, names); ok {
		return hinted{err, "did you mean scenario " + near + "?"}
	}
	return hinted{err, "scenario --help lists the commands"}
}

// looksLikeFile reports whether a word is meant as a path to be run.
func looksLikeFile(word string) bool {
	if slices.Contains([]string{".yaml", ".yml", ".json"}, strings.ToLower(filepath.Ext(word))) {
		return true
	}
	_, err := os.Stat(word)
	return err == nil
}

// flagError words what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return err
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		if s := unknown.GetSpecifiedShortnames(); s != "" {
			return hinted{fmt.Errorf("unknown flag: -%.1s", name), help(cmd)}
		}
		err := fmt.Errorf("unknown flag: --%s", name)
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				names = append(names, f.Name)
			}
		})
		if near, ok := spell.Nearest(name, names); ok {
			return hinted{err, "did you mean --" + near + "?"}
		}
		return hinted{err, help(cmd)}
	case errors.As(err, &invalid):
		what := map[string]string{"int": "no whole number", "float64": "no number", "bool": "neither true nor false"}[invalid.GetFlag().Value.Type()]
		if what == "" {
			what = "not what it takes"
		}
		return fmt.Errorf("--%s: %q is %s", invalid.GetFlag().Name, invalid.GetValue(), what)
	case errors.As(err, &missing):
		return hinted{fmt.Errorf("--%s needs a value", missing.GetFlag().Name), help(cmd)}
	}
	return err
}

func help(cmd *cobra.Command) string { return cmd.CommandPath() + " --help lists the flags" }

// oneOf checks the value of a flag that has few.
func oneOf(flag, value string, values ...string) error {
	if slices.Contains(values, value) {
		return nil
	}
	err := fmt.Errorf("%s: %q is not one of %s", flag, value, strings.Join(values, ", "))
	if near, ok := spell.Nearest(value, values); ok {
		return hinted{err, "did you mean " + near + "?"}
	}
	return err
}

// minimumArgs is cobra.MinimumNArgs in our words.
func minimumArgs(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("%s: which %s?", cmd.CommandPath(), what)
		}
		return nil
	}
}

// oneArg is cobra.ExactArgs(1) in our words.
func oneArg(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return fmt.Errorf("%s takes one %s", cmd.CommandPath(), what)
		}
		return minimumArgs(what)(cmd, args)
	}
}

// noArgs is cobra.NoArgs in our words.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no %q", cmd.CommandPath(), args[0])
	}
	return nil
}
