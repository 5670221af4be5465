package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"scenario/agent/rpc"
	"scenario/capture/theme"
	"scenario/session"
)

const serveHelp = `Serve one client over JSON-RPC 2.0 on the standard input and output, one message
a line: the methods of "tuispec server", and more.

Sessions leave their files below --artifact-dir, and nothing is read or written
outside of it. Who may launch programs is as trusted as a shell.`

// serveFlags are the flags of serve, with the names and defaults of tuispec.
type serveFlags struct {
	agentFlags
	cols, rows  int
	seconds     float64
	ambiguity   string
	coordinates int
}

func (a *app) serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use: "serve --artifact-dir FOLDER", Short: "Serve a client over JSON-RPC", Long: serveHelp, Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return a.serve(&f) },
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.StringVar(&f.root, "artifact-dir", "", "the `FOLDER` of all files; made when it is missing")
	fl.IntVar(&f.cols, "cols", 134, "columns of a session that gives none")
	fl.IntVar(&f.rows, "rows", 40, "rows of a session that gives none")
	fl.Float64Var(&f.seconds, "timeout-seconds", 5, "how long a wait may take that gives nothing")
	fl.StringVar(&f.ambiguity, "ambiguity-mode", "fail", "what several matches are: fail, first, last (also first-visible, last-visible)")
	fl.IntVar(&f.coordinates, "coordinates", 1, "columns and rows count from 1, or from 0")
	f.addCommon(fl)
	return cmd
}

// options are what the flags say.
func (f *serveFlags) options(dir string) (o rpc.Options, err error) {
	switch {
	case f.root == "":
		return o, hinted{errors.New("serve: where to?"), "scenario serve --artifact-dir FOLDER"}
	case f.cols < 1 || f.cols > 1000:
		return o, fmt.Errorf("--cols: %d is not from 1 to 1000", f.cols)
	case f.rows < 1 || f.rows > 1000:
		return o, fmt.Errorf("--rows: %d is not from 1 to 1000", f.rows)
	case !(f.seconds > 0 && f.seconds <= 86400):
		return o, fmt.Errorf("--timeout-seconds: %v is not more than 0", f.seconds)
	case f.coordinates != 0 && f.coordinates != 1:
		return o, fmt.Errorf("--coordinates: %d is not 0 or 1", f.coordinates)
	}
	o = rpc.Options{
		WorkDir: dir, Version: buildVersion(), Cols: f.cols, Rows: f.rows,
		Timeout: time.Duration(f.seconds * float64(time.Second)), ZeroBased: f.coordinates == 0,
		Theme: func(name string) string {
			if _, ok := theme.Lookup(name); !ok {
				return ""
			}
			return name
		},
	}
	if o.Ambiguity, err = rpc.Ambiguity(f.ambiguity); err != nil {
		return o, fmt.Errorf("--ambiguity-mode: %w", err)
	}
	return o, nil
}

func (a *app) serve(f *serveFlags) (err error) {
	dir, err := workDir()
	if err != nil {
		return err
	}
	o, err := f.options(dir)
	if err != nil {
		return err
	}
	if err := session.SetSubreaper(); err != nil {
		a.ui().warn("programs that leave their parents may outlive their sessions: %v", err)
	}
	if err := os.MkdirAll(absolute(dir, f.root), 0o777); err != nil {
		return failure{fmt.Errorf("--artifact-dir: %w", cause(err))}
	}
	server, err := f.server(a)
	if err != nil {
		return err
	}
	o.Agent = server
	ctx, signals := watch(context.Background())
	err = rpc.Serve(ctx, a.stdin, a.stdout, o)
	code := signals.stop()
	if e := server.Close(context.Background()); err == nil && e != nil {
		err = failure{e}
	}
	switch {
	case code != 0:
		return status(code)
	case errors.Is(err, rpc.ErrShutdown):
		return nil
	}
	return err
}
