//go:build unix

// Command settle measures the rule by which a session decides that the screen
// has settled: how long it takes after an input, and how often the screen that
// it took for settled was not the last one. It drives bash, vim, fzf and k9s, on
// an idle machine and with every core loaded from other process sessions.
//
//	make settle
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"scenario/emulator"
	"scenario/emulator/core"
	"scenario/session"
)

func main() {
	rounds := flag.Int("rounds", 5, "how often each program is driven")
	only := flag.String("only", "", "one `program`")
	verbose := flag.Bool("v", false, "say which screens were not the last ones")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *rounds, *only, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "settle:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, rounds int, only string, verbose bool) error {
	dir, err := os.MkdirTemp("", "settle-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer table.Flush()
	fmt.Fprintln(table, "program\tload\tinputs\tmedian\tp95\tmost\tkept waking\tnot settled\tnot the last\t")
	for _, p := range programs() {
		if only != "" && p.name != only {
			continue
		}
		for _, loops := range []int{0, 2 * runtime.NumCPU()} {
			r := &result{verbose: verbose}
			err := func() error {
				defer busy(loops)()
				stop, env, err := p.prepare(ctx, dir)
				if err != nil {
					return fmt.Errorf("%s: %w", p.name, err)
				}
				defer stop()
				for range rounds {
					if err := p.drive(ctx, dir, env, r); err != nil {
						return fmt.Errorf("%s: %w", p.name, err)
					}
				}
				return nil
			}()
			if err != nil {
				return err
			}
			r.print(table, p.name, loops)
		}
	}
	return nil
}

// busy starts loops that load the cores, each in a process session of its own:
// the kernel gives the processes of one session one share of the machine.
func busy(loops int) (stop func()) {
	var all []*exec.Cmd
	for range loops {
		// The limit ends it should this program be killed.
		cmd := exec.Command("sh", "-c", "ulimit -t 600; while :; do :; done")
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if cmd.Start() == nil {
			all = append(all, cmd)
		}
	}
	return func() {
		for _, cmd := range all {
			cmd.Process.Kill()
			cmd.Wait()
		}
	}
}

// result is what was measured of one program under one load.
type result struct {
	took            []time.Duration
	waking, unready int
	wrong           int
	verbose         bool
}

// changed says which rows came after the screen had settled.
func (r *result) changed(what string, before, after *emulator.Screen) {
	r.wrong++
	if !r.verbose {
		return
	}
	rows := 0
	for row := range min(before.Rows, after.Rows) {
		if a, b := before.RowText(row), after.RowText(row); a != b {
			if rows++; rows <= 2 {
				fmt.Fprintf(os.Stderr, "after %q, row %d: %q became %q\n", what, row+1, a, b)
			}
		}
	}
	if rows > 2 {
		fmt.Fprintf(os.Stderr, "after %q: %d rows in all\n", what, rows)
	}
	if before.Cursor != after.Cursor {
		fmt.Fprintf(os.Stderr, "after %q: the cursor %+v became %+v\n", what, before.Cursor, after.Cursor)
	}
}

func (r *result) print(w *tabwriter.Writer, name string, loops int) {
	slices.Sort(r.took)
	n := len(r.took)
	at := func(part int) time.Duration { return r.took[min(n-1, n*part/100)].Round(100 * time.Microsecond) }
	load := "idle"
	if loops > 0 {
		load = fmt.Sprintf("%d loops", loops)
	}
	fmt.Fprintf(w, "%s\t%s\t%d\t%v\t%v\t%v\t%d\t%d\t%d\t\n", name, load, n, at(50), at(95), at(100), r.waking, r.unready, r.wrong)
}

const (
	stepTimeout = 20 * time.Second
	// A screen that stood this long is taken for the last one.
	stood = 500 * time.Millisecond
)

// drive runs the program once and settles after its start and every input.
func (p *program) drive(ctx context.Context, dir string, env []string, r *result) error {
	spec := session.EnvSpec{Base: dir, Caller: os.Environ(), Set: map[string]*string{}}
	if err := spec.MakeDirs(); err != nil {
		return err
	}
	s, err := session.Start(ctx, session.Config{
		Name: p.name, Argv: p.argv, Dir: dir, Env: append(session.Environ(spec), env...),
		Cols: 100, Rows: 30, Engine: core.New,
	})
	if err != nil {
		return err
	}
	defer s.Close(context.WithoutCancel(ctx))
	if err := measure(ctx, s, r, "the start"); err != nil {
		return err
	}
	if err := p.awaitReady(ctx, s); err != nil {
		return err
	}
	for _, input := range p.inputs {
		if err := send(ctx, s, input); err != nil {
			return fmt.Errorf("input %q: %w", input, err)
		}
		if err := measure(ctx, s, r, input); err != nil {
			return fmt.Errorf("after %q: %w", input, err)
		}
	}
	return nil
}

// send types an input as steps do: a character a write.
func send(ctx context.Context, s *session.Session, input string) error {
	keys := strings.Split(input, "")
	if strings.HasPrefix(input, "\x1b") {
		keys = []string{input}
	}
	for i, key := range keys {
		if err := s.Write(ctx, []byte(key)); err != nil {
			return err
		}
		if i+1 < len(keys) {
			if err := s.Answer(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// measure settles and compares the screen with the one that stays.
func measure(ctx context.Context, s *session.Session, r *result, what string) error {
	ctx, cancel := context.WithTimeout(ctx, stepTimeout)
	defer cancel()
	res, err := s.Settle(ctx)
	if err != nil {
		return err
	}
	taken := s.View().Screen
	r.took = append(r.took, res.Took)
	if res.Waking {
		r.waking++
	}
	if !res.OK {
		r.unready++
	}
	last, err := rest(ctx, s)
	if err != nil {
		return err
	}
	if !taken.SameCells(last) {
		r.changed(what, taken, last)
	}
	return nil
}

// rest waits until the screen has stood for some time.
func rest(ctx context.Context, s *session.Session) (*emulator.Screen, error) {
	limit, cancel := context.WithTimeout(ctx, 6*stood)
	defer cancel()
	v, err := s.Until(limit, func(v *session.View) (bool, time.Duration) {
		since := v.Now.Sub(latest(v.Changed, v.LastInput))
		return since >= stood, stood - since
	})
	if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, session.ErrExited) {
		return nil, err
	}
	return v.Screen, ctx.Err()
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
