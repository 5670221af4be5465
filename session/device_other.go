//go:build !unix

package session

import (
	"errors"
	"os"
	"os/exec"
)

var errNoTerminal = errors.New("programs can't be run in a terminal on this system")

// device is a PTY, which this system does not have.
type device struct{}

func openDevice(cols, rows int) (*device, error) { return nil, errNoTerminal }

func (d *device) start(*exec.Cmd) error            { return errNoTerminal }
func (d *device) read([]byte, func()) (int, error) { return 0, errNoTerminal }
func (d *device) pending() bool                    { return false }
func (d *device) flushInput()                      {}
func (d *device) write([]byte) (int, error)        { return 0, errNoTerminal }
func (d *device) giveUp(bool)                      {}
func (d *device) resize(int, int) error            { return errNoTerminal }
func (d *device) noEcho() bool                     { return false }
func (d *device) foreground() int                  { return 0 }
func (d *device) signal(string, int) error         { return errNoTerminal }
func (d *device) closeSlave()                      {}
func (d *device) close()                           {}

func startClean(cmd *exec.Cmd) error { return cmd.Start() }
func newSession(cmd *exec.Cmd)       {}

func exitOf(p *os.ProcessState) Exit { return Exit{Status: p.ExitCode()} }

// SignalNumber returns the number of a signal by its name without SIG.
func SignalNumber(string) int { return 0 }
