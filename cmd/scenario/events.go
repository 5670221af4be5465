package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"scenario/event"
	"scenario/scenario/suite"
	"scenario/schema"
)

const eventsHelp = `Verify the events of runs, or print their JSON Schema.

The events of a run are in the events.jsonl of its results folder, or come from
scenario run --events=runner.`

func (a *app) eventsCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "events", Short: "Verify the events of runs", Long: eventsHelp, RunE: needsSubcommand}
	cmd.AddCommand(&cobra.Command{
		Use:   "check FILE|-",
		Short: "Whether a stream of events keeps its contract",
		Args:  oneFile,
		RunE:  func(_ *cobra.Command, args []string) error { return a.checkEvents(args[0]) },
	}, &cobra.Command{
		Use:   "schema",
		Short: "The JSON Schema of an event",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := a.stdout.Write(schema.Events)
			return err
		},
	})
	return cmd
}

// needsSubcommand answers a command that does nothing by itself.
func needsSubcommand(cmd *cobra.Command, args []string) error {
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	if len(args) == 0 {
		return hinted{fmt.Errorf("%s: what?", cmd.CommandPath()), "one of " + strings.Join(names, ", ")}
	}
	return oneOf(cmd.CommandPath(), args[0], names...)
}

// oneFile wants one argument.
func oneFile(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 1:
		return nil
	case 0:
		return fmt.Errorf("%s: which file?", cmd.CommandPath())
	}
	return fmt.Errorf("%s reads one file, not also %s", cmd.CommandPath(), args[1])
}

// checkEvents verifies a stream.
func (a *app) checkEvents(path string) error {
	f, err := a.openEvents(path)
	if err != nil {
		return err
	}
	defer f.Close()
	events := 0
	if err := event.Verify(countingReader{f, &events}); err != nil {
		for line := range strings.Lines(err.Error()) {
			fmt.Fprintf(a.stdout, "%s: %s\n", path, strings.TrimSuffix(line, "\n"))
		}
		return status(statusFailed)
	}
	fmt.Fprintf(a.stdout, "%s: %s, no problems\n", path, count(events, "event"))
	return nil
}

// countingReader counts the lines it reads.
type countingReader struct {
	f     *os.File
	lines *int
}

func (r countingReader) Read(p []byte) (int, error) {
	n, err := r.f.Read(p)
	*r.lines += strings.Count(string(p[:n]), "\n")
	return n, err
}

// openEvents opens a stream of events: a file, "-" for the standard input, or
// the log of a results folder.
func (a *app) openEvents(path string) (*os.File, error) {
	if path == "-" {
		return a.stdin, nil
	}
	name, err := eventsFile(path)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, cause(err))
	}
	return f, nil
}

// eventsFile is the file that a path stands for: the log of a results folder.
func eventsFile(path string) (string, error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return path, nil
	}
	folder, err := runFolder(path, path)
	if err != nil {
		return "", err
	}
	return filepath.Join(folder, suite.EventsFile), nil
}
