//go:build unix

package session

import (
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// inheritable are the signals that the Go runtime leaves ignored when it was
// started so, as nohup and shells' background jobs do; all others it catches,
// and exec sets caught signals back to their default.
var inheritable = [...]os.Signal{
	unix.SIGHUP, unix.SIGINT, unix.SIGTSTP, unix.SIGTTIN, unix.SIGTTOU,
}

// starting is held while signals are caught to start a child: what this process
// does with a signal is state of the whole process.
var starting sync.Mutex

// startClean starts cmd with every signal at its default, whatever this
// process inherited. A signal that is caught while the child is started is at
// its default in it, so the ignored ones are caught for that moment: one that
// arrives is dropped, as before. Stop puts SIGHUP and SIGINT back to ignored;
// of the stop signals the runtime keeps the handler, which does nothing: that
// is ignoring them, too. (A signal that this process inherited as blocked stays
// blocked: the runtime gives its first mask to every child.)
func startClean(cmd *exec.Cmd) error {
	starting.Lock()
	defer starting.Unlock()
	if sigs := ignored(inheritable[:]); len(sigs) > 0 {
		dropped := make(chan os.Signal, 1)
		signal.Notify(dropped, sigs...)
		defer signal.Stop(dropped)
	}
	endWithParent(cmd.SysProcAttr)
	return cmd.Start()
}

// newSession makes cmd the leader of a session of its own without a terminal.
func newSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
}

func exitOf(p *os.ProcessState) Exit {
	ws, ok := p.Sys().(syscall.WaitStatus)
	if ok && ws.Signaled() {
		name := strings.TrimPrefix(unix.SignalName(ws.Signal()), "SIG")
		return Exit{Status: -1, Signal: name}
	}
	return Exit{Status: p.ExitCode()}
}

// SignalNumber returns the number of a signal by its name without SIG.
func SignalNumber(name string) int { return int(unix.SignalNum("SIG" + name)) }
