package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"scenario/capture"
	"scenario/capture/encode"
	"scenario/emulator"
	"scenario/emulator/redraw"
	"scenario/event"
)

// dumpFlags are the flags of dump.
type dumpFlags struct {
	cols, rows int
	sized      bool // a size was given
	format     string
	engine     string
}

func (a *app) dumpCommand() *cobra.Command {
	var f dumpFlags
	cmd := &cobra.Command{
		Use:   "dump [FILE|-]",
		Short: "The screen that the output of a program leaves",
		Long:  dumpHelp,
		Args:  atMostOneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.sized = cmd.Flags().Changed("cols") || cmd.Flags().Changed("rows")
			return a.dump(&f, append(args, "-")[0])
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.IntVar(&f.cols, "cols", 80, "columns of the terminal, `N`")
	fl.IntVar(&f.rows, "rows", 24, "rows of the terminal, `N`")
	fl.StringVar(&f.format, "format", "text", "`FORM` of the screen: text, ansi, json")
	fl.StringVar(&f.engine, "engine", emulator.DefaultEngine, "terminal engine, `NAME`: core, xvt")
	return cmd
}

// atMostOneFile is cobra.MaximumNArgs(1) in our words.
func atMostOneFile(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("dump reads one file, not also %s", args[1])
	}
	return nil
}

// dump prints the screen that a file leaves.
func (a *app) dump(f *dumpFlags, path string) error {
	engine, err := f.check()
	if err != nil {
		return err
	}
	screen, err := a.screenOf(f, path, engine)
	if err != nil {
		return err
	}
	switch f.format {
	case "ansi":
		_, err = a.stdout.Write(redraw.Append(nil, nil, screen))
	case "json":
		err = encode.JSON(a.stdout, screen)
	default:
		err = encode.PlainText(a.stdout, screen)
	}
	return err
}

// check checks the flags and returns the engine that they name.
func (f *dumpFlags) check() (emulator.Factory, error) {
	for _, n := range []struct {
		flag  string
		value int
	}{{"--cols", f.cols}, {"--rows", f.rows}} {
		if n.value < 1 || n.value > emulator.MaxSize {
			return nil, fmt.Errorf("%s: %d is not from 1 to %d", n.flag, n.value, emulator.MaxSize)
		}
	}
	if err := oneOf("--format", f.format, "text", "ansi", "json"); err != nil {
		return nil, err
	}
	if err := oneOf("--engine", f.engine, "core", "xvt"); err != nil {
		return nil, err
	}
	return engines().Named(f.engine)
}

// screenOf is the screen after all bytes of a file, "-" for the standard input,
// or after all events of a .cast.
func (a *app) screenOf(f *dumpFlags, path string, engine emulator.Factory) (*emulator.Screen, error) {
	in := a.stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, cause(err))
		}
		defer file.Close()
		in = file
	}
	var screen *emulator.Screen
	var err error
	if strings.EqualFold(filepath.Ext(path), ".cast") {
		if f.sized {
			return nil, hinted{fmt.Errorf("--cols, --rows: %s has a size of its own", path), "leave them out"}
		}
		src := capture.Source{
			Engines: emulator.Engines{emulator.DefaultEngine: engine},
			Cast:    func(string) (io.ReadCloser, error) { return in, nil },
		}
		screen, err = src.Screen(event.MainSession, -1)
	} else {
		screen, err = screenAfter(in, engine(emulator.Options{Cols: f.cols, Rows: f.rows, Scrollback: 1}))
	}
	if err != nil {
		return nil, failure{fmt.Errorf("%s: %w", path, cause(err))}
	}
	return screen, nil
}

// screenAfter feeds a terminal with all of r. A synchronized update that is
// still open is shown, as terminals do when it takes too long.
func screenAfter(r io.Reader, term emulator.Terminal) (*emulator.Screen, error) {
	buf := make([]byte, 64<<10)
	for {
		n, err := r.Read(buf)
		if err := term.Write(buf[:n]); err != nil {
			return nil, err
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	term.EndSynchronized()
	var screen emulator.Screen
	term.Snapshot(&screen)
	return &screen, nil
}
