package session

import (
	"context"
	"io"
	"sync"

	"scenario/event"
)

// ExecConfig is a script to run outside the terminal.
type ExecConfig struct {
	Script  string   // for sh -e
	Dir     string   // working directory
	Env     []string // the whole environment
	Secrets []string // masked in ExecResult.Output
	Cap     int      // bytes of Output and of Stdout that are kept; 0: 1 MiB
}

// ExecResult is what a script did.
type ExecResult struct {
	Exit   Exit
	Output string // standard output and error, masked; with a mark at the end when it was cut
	Stdout string // standard output as it was, for variables
	Cut    bool   // Output or Stdout is not all
}

const execCap = 1 << 20

// Exec runs a script and returns what it did. When it ends, and when ctx does,
// all that it left running is ended: what shall stay is a Service. The error is
// a *StartError, ctx's, or names processes that can't be ended; a status other
// than 0 is no error. The result is valid with any error but a *StartError. The
// script has one variable more than Env, SCENARIO_CHILD, by which its processes
// are found.
func Exec(ctx context.Context, c ExecConfig) (ExecResult, error) {
	if err := ctx.Err(); err != nil {
		return ExecResult{}, err
	}
	if c.Cap <= 0 {
		c.Cap = execCap
	}
	both, stdout := &capped{limit: c.Cap}, &capped{limit: c.Cap}
	masked := event.NewMasker(c.Secrets).Writer(both)
	shared := &locked{w: masked}
	cmd, err := startChild([]string{"-e", "-c", c.Script}, c.Dir, c.Env,
		io.MultiWriter(stdout, shared), shared)
	if err != nil {
		return ExecResult{}, err
	}
	var ctxErr error
	select {
	case <-cmd.done:
	case <-ctx.Done():
		ctxErr = ctx.Err()
	}
	if err = cmd.end(ctx); err == nil {
		err = ctxErr
	}
	select {
	case <-cmd.done:
	default: // it can't be ended
		return ExecResult{Exit: Exit{Status: -1}}, err
	}
	masked.Close()
	return ExecResult{
		Exit:   cmd.exit,
		Output: both.String(),
		Stdout: stdout.buf.String(),
		Cut:    both.cut || stdout.cut,
	}, err
}

// locked is a writer for several goroutines.
type locked struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}
