package session

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// childMarker is the variable by which the processes of a service or an exec
// are known, wherever they went.
const childMarker = "SCENARIO_CHILD"

// child is a shell command outside a terminal.
type child struct {
	cmd   *exec.Cmd
	tree  *tree
	pipes []*os.File // the ends that are read
	wg    sync.WaitGroup

	done    chan struct{} // closed when the shell is reaped; then exit is set
	exit    Exit
	endOnce sync.Once
	endErr  error
	ending  chan struct{} // closed when end begins
}

// startChild runs sh with args. Its output goes to stdout and stderr, each
// written by one goroutine; one writer for both is one pipe, in order.
func startChild(args []string, dir string, env []string, stdout, stderr io.Writer) (*child, error) {
	id := childMarker + "=" + rand.Text()
	cmd, err := command(append([]string{"sh"}, args...), dir, append(append([]string(nil), env...), id))
	if err != nil {
		return nil, err
	}
	c := &child{cmd: cmd, done: make(chan struct{}), ending: make(chan struct{})}
	var ends []*os.File // the child's
	defer func() {
		for _, f := range ends {
			f.Close()
		}
	}()
	pipe := func() (*os.File, error) {
		r, w, err := os.Pipe()
		if err == nil {
			c.pipes, ends = append(c.pipes, r), append(ends, w)
		}
		return w, err
	}
	writers := []io.Writer{stdout}
	w, err := pipe()
	cmd.Stdout, cmd.Stderr = w, w
	if err == nil && stderr != stdout {
		writers = append(writers, stderr)
		w, err = pipe()
		cmd.Stderr = w
	}
	if err == nil {
		newSession(cmd)
		err = startClean(cmd)
	}
	if err != nil {
		c.closePipes()
		return nil, startError("sh", err)
	}
	c.tree = newTree(cmd.Process.Pid, id)
	for i, r := range c.pipes {
		c.wg.Go(func() { io.Copy(writers[i], r) })
	}
	c.wg.Go(func() {
		cmd.Wait() // the status is in ProcessState
		c.exit = exitOf(cmd.ProcessState)
		c.exit.At = time.Now()
		select {
		case <-c.ending:
			c.exit.Ended = true
		default:
		}
		close(c.done)
	})
	return c, nil
}

func (c *child) closePipes() {
	for _, r := range c.pipes {
		r.Close()
	}
}

// end ends the whole tree and reads its output to the end.
func (c *child) end(ctx context.Context) error {
	c.endOnce.Do(func() {
		close(c.ending)
		if c.endErr = c.tree.end(ctx, 0); c.endErr != nil {
			c.endErr = fmt.Errorf("command: %w", c.endErr)
			c.closePipes() // the goroutines of what can't be ended are left
			return
		}
		<-c.done
		// What still has a pipe open is not of the tree.
		deadline := time.Now().Add(lastWords)
		for _, r := range c.pipes {
			r.SetReadDeadline(deadline)
		}
		c.wg.Wait()
		c.closePipes()
	})
	return c.endErr
}
