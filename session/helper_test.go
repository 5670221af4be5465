//go:build linux

package session

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// ignoringEnv tells a test that its process ignores signals from its start.
const ignoringEnv = "SESSION_TEST_IGNORING"

// helper runs the test binary as a program that a test needs: one that starts
// a session although it ignores signals itself.
func helper(args []string) bool {
	if len(args) < 2 || args[1] != "ignoring" {
		return false
	}
	// As nohup does it: ignored from the start of the process.
	signal.Ignore(syscall.SIGHUP, syscall.SIGINT, syscall.SIGPIPE, syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU, syscall.SIGQUIT, syscall.SIGTERM)
	cmd := exec.Command(os.Args[0], "-test.run=^TestIgnoredSignals$", "-test.v")
	cmd.Env = append(os.Environ(), ignoringEnv+"=1")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	return true
}
