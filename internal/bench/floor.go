//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// The program of every test: it says READY, answers keys, and ends with status
// 3 after q.
const keysProgram = `echo READY; while IFS= read -rsn1 k; do if [ "$k" = q ]; then exit 3; fi; echo "GOT:$k"; done`

// floor runs the same test n times with some workers, as barely as Go can: a
// PTY, x/vt and a look at its text after every read.
func floor(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: floor TESTS WORKERS")
	}
	n, err1 := strconv.Atoi(args[0])
	workers, err2 := strconv.Atoi(args[1])
	if err1 != nil || err2 != nil {
		return fmt.Errorf("TESTS and WORKERS are numbers")
	}
	jobs := make(chan int)
	errs := make(chan error, n)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for range jobs {
				errs <- floorTest()
			}
		})
	}
	for i := range n {
		jobs <- i
	}
	close(jobs)
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func floorTest() error {
	cmd := exec.Command("bash", "--norc", "-c", keysProgram)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "TERM=xterm-256color"}
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 80, Rows: 24})
	if err != nil {
		return err
	}
	defer f.Close()
	term := vt.NewEmulator(80, 24)
	buf := make([]byte, 32<<10)
	wait := func(text string) error {
		for !strings.Contains(screen(term), text) {
			n, err := f.Read(buf)
			if err != nil {
				return fmt.Errorf("waiting for %s: %w", text, err)
			}
			term.Write(buf[:n])
		}
		return nil
	}
	if err := wait("READY"); err != nil {
		return err
	}
	f.Write([]byte("j"))
	if err := wait("GOT:j"); err != nil {
		return err
	}
	if got := strings.Count(screen(term), "\n"); got != 23 {
		return fmt.Errorf("a snapshot of %d rows", got+1)
	}
	f.Write([]byte("q"))
	for {
		if _, err := f.Read(buf); err != nil {
			break
		}
	}
	cmd.Wait()
	if s := cmd.ProcessState.ExitCode(); s != 3 {
		return fmt.Errorf("status %d", s)
	}
	return nil
}

func screen(term *vt.Emulator) string {
	var b strings.Builder
	for y := range 24 {
		for x := range 80 {
			if c := term.CellAt(x, y); c != nil && c.Content != "" {
				b.WriteString(c.Content)
			} else {
				b.WriteByte(' ')
			}
		}
		if y < 23 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
