//go:build linux

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"

	"scenario/internal/golden"
	"scenario/steps"
)

// TestMain makes the command, and the small programs that scripts drive with
// it, programs on the PATH of the scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"scenario": main,
		"reads":    reads,
		"winsize":  winsize,
		"ask":      ask,
		"asks":     asks,
		"starts":   starts,
	})
}

// scripts runs the scripts of a folder. Beside the commands of testscript they
// have:
//
//	fifo FILE...      makes named pipes
//	await FILE        reads a named pipe to its end: somebody has come that far
//	gone FILE         every process whose id the file names has ended
//	absent TEXT PATH  no file below PATH holds the text, in any name or byte
//	same FILE FILE    both have the same bytes
//	lines N FILE RE   N lines of the file match
//	load N            N busy processes until the end of the script
func scripts(t *testing.T, dir string) {
	obeySignals()
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       golden.Update(),
		// $DOCS and $SELF are docs and test/self, $FONTS a folder with font files.
		Setup: func(e *testscript.Env) error {
			root, err := filepath.Abs(filepath.Join("..", ".."))
			e.Setenv("DOCS", filepath.Join(root, "docs"))
			e.Setenv("SELF", filepath.Join(root, "test", "self"))
			e.Setenv("FONTS", filepath.Join(root, "capture", "font", "data"))
			return err
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"fifo": fifo, "await": await, "gone": gone, "absent": absent, "same": same, "lines": lines, "load": load,
		},
	})
}

// obeySignals makes the programs of the scripts obey the signals that end them,
// also where the tests run in the background or under nohup: what this process
// ignores, its children would ignore too, what it asks for they would not.
func obeySignals() {
	for _, s := range []os.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
}

func TestScripts(t *testing.T) { scripts(t, filepath.Join("testdata", "script")) }

// Every step kind has a script and a bad example of its own.
func TestEveryStepKindHasItsFiles(t *testing.T) {
	for _, k := range steps.Kinds() {
		if k.Later {
			continue
		}
		bad := filepath.Join("..", "..", "testdata", "bad", "step-"+k.Name+".yaml")
		if _, err := os.Stat(bad); err != nil {
			t.Error(err)
		}
		name := filepath.Join("testdata", "script", "step_"+k.Name+".txtar")
		script, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		} else if !regexp.MustCompile(`(?m)^\s*- (\{)?` + k.Name + `:`).Match(script) {
			t.Errorf("%s has no step %s", name, k.Name)
		}
	}
}

func fifo(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		ts.Check(unix.Mkfifo(ts.MkAbs(name), 0o600))
	}
}

func await(ts *testscript.TestScript, neg bool, args []string) {
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_RDONLY, 0)
	ts.Check(err)
	defer f.Close()
	b, err := io.ReadAll(f)
	ts.Check(err)
	ts.Logf("%s", b)
}

func gone(ts *testscript.TestScript, neg bool, args []string) {
	pids := strings.Fields(ts.ReadFile(args[0]))
	if len(pids) == 0 {
		ts.Fatalf("%s names no process", args[0])
	}
	for _, word := range pids {
		pid, err := strconv.Atoi(word)
		ts.Check(err)
		if err := ended(pid); err != nil {
			ts.Fatalf("process %d: %v", pid, err)
		}
	}
}

// patience is for what is to happen at once, in milliseconds, on a machine that
// may be stopped for a while.
const patience = 60_000

// ended waits for the end of a process, which a kill need not bring at once.
func ended(pid int) error {
	fd, err := unix.PidfdOpen(pid, 0)
	if errors.Is(err, unix.ESRCH) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, patience)
	if err == nil && n == 0 {
		err = errors.New("has not ended")
	}
	return err
}

func absent(ts *testscript.TestScript, neg bool, args []string) {
	text, files := args[0], 0
	err := filepath.WalkDir(ts.MkAbs(args[1]), func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		files++
		b, err := os.ReadFile(path)
		if strings.Contains(path, text) || strings.Contains(string(b), text) {
			ts.Fatalf("%s holds %q", path, text)
		}
		return err
	})
	ts.Check(err)
	if files == 0 {
		ts.Fatalf("no file in %s", args[1])
	}
}

func same(ts *testscript.TestScript, neg bool, args []string) {
	if equal := ts.ReadFile(args[0]) == ts.ReadFile(args[1]); equal == neg {
		ts.Fatalf("%s and %s: the same bytes: %v", args[0], args[1], equal)
	}
}

func load(ts *testscript.TestScript, neg bool, args []string) {
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	for range n {
		busy := exec.Command("sh", "-c", "ulimit -t 600; while :; do :; done")
		busy.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		ts.Check(busy.Start())
		ts.Defer(func() {
			busy.Process.Kill()
			busy.Wait()
		})
	}
}

func lines(ts *testscript.TestScript, neg bool, args []string) {
	re, err := regexp.Compile("(?m)^.*(?:" + args[2] + ").*$")
	ts.Check(err)
	if n := len(re.FindAllString(ts.ReadFile(args[1]), -1)); fmt.Sprint(n) != args[0] {
		ts.Fatalf("%d lines match, not %s", n, args[0])
	}
}
