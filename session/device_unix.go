//go:build unix

package session

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// device is both ends of a PTY.
type device struct {
	master *os.File // non-blocking: reads and writes can be given up
	slave  *os.File // open until the program is reaped; nil after it
	conn   syscall.RawConn
	busy   atomic.Bool // output was read and may not be fed yet
	open   atomic.Bool // slave is open
}

func openDevice(cols, rows int) (*device, error) {
	master, slave, err := pty.Open()
	if err != nil {
		return nil, fmt.Errorf("opening a terminal: %w", err)
	}
	d := &device{slave: slave}
	d.open.Store(true)
	d.master, err = nonblocking(master)
	if err == nil {
		d.conn, err = d.master.SyscallConn()
	}
	if err == nil {
		err = d.resize(cols, rows)
	}
	if err != nil {
		master.Close()
		slave.Close()
		return nil, fmt.Errorf("opening a terminal: %w", err)
	}
	return d, nil
}

// nonblocking returns f with deadlines: creack/pty has used its descriptor in
// a way after which os has none for it. f is closed.
func nonblocking(f *os.File) (*os.File, error) {
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		unix.Close(fd)
		return nil, err
	}
	name := f.Name()
	f.Close()
	return os.NewFile(uintptr(fd), name), nil
}

// start runs cmd as the leader of a session whose terminal is d.
func (d *device) start(cmd *exec.Cmd) error {
	cmd.Stdin, cmd.Stdout, cmd.Stderr = d.slave, d.slave, d.slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0}
	return startClean(cmd)
}

// read waits for output. It calls idle whenever there is none for the moment,
// and returns io.EOF when no process has the terminal open any more.
func (d *device) read(p []byte, idle func()) (n int, err error) {
	connErr := d.conn.Read(func(fd uintptr) bool {
		d.busy.Store(true)
		for {
			n, err = unix.Read(int(fd), p)
			if err != unix.EINTR {
				break
			}
		}
		if err == unix.EAGAIN {
			d.busy.Store(false)
			idle()
			return false
		}
		return true
	})
	switch {
	case connErr != nil:
		n, err = 0, connErr
	case err == nil && n <= 0, errors.Is(err, unix.EIO): // EIO is how Linux says EOF
		n, err = 0, io.EOF
	}
	if err != nil {
		d.busy.Store(false)
	}
	return max(n, 0), err
}

// pending reports whether there is output that was not fed yet.
func (d *device) pending() bool {
	// The order matters: what is gone from the kernel before the first look
	// is still busy at the second, or fed.
	if ready(d.conn, unix.POLLIN) {
		return true
	}
	return d.busy.Load()
}

// flushInput makes the kernel hand over what was written to the terminal, so
// that a program that waits for it is runnable by now.
func (d *device) flushInput() {
	if !d.open.Load() {
		return
	}
	if c, err := d.slave.SyscallConn(); err == nil {
		ready(c, unix.POLLIN)
	}
}

func ready(c syscall.RawConn, events int16) bool {
	found := false
	c.Control(func(fd uintptr) {
		fds := []unix.PollFd{{Fd: int32(fd), Events: events}}
		n, err := unix.Poll(fds, 0)
		found = err == nil && n > 0 && fds[0].Revents&events != 0
	})
	return found
}

func (d *device) write(p []byte) (int, error) { return d.master.Write(p) }

// giveUp ends a write that waits, now and until it is called with false.
func (d *device) giveUp(now bool) {
	at := time.Time{}
	if now {
		at = time.Unix(1, 0)
	}
	d.master.SetWriteDeadline(at)
}

func (d *device) resize(cols, rows int) error {
	var err error
	size := &unix.Winsize{Col: uint16(cols), Row: uint16(rows)}
	connErr := d.conn.Control(func(fd uintptr) {
		err = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, size)
	})
	if connErr != nil {
		err = connErr
	}
	if err != nil {
		return fmt.Errorf("setting the size of the terminal: %w", err)
	}
	return nil
}

// noEcho reports whether the terminal is in line mode without echo.
func (d *device) noEcho() bool {
	on := false
	d.conn.Control(func(fd uintptr) {
		t, err := unix.IoctlGetTermios(int(fd), termiosGet)
		on = err == nil && t.Lflag&unix.ICANON != 0 && t.Lflag&unix.ECHO == 0
	})
	return on
}

// foreground returns the foreground process group of the terminal, 0 if
// unknown.
func (d *device) foreground() int {
	pgrp := 0
	d.conn.Control(func(fd uintptr) {
		if g, err := unix.IoctlGetInt(int(fd), unix.TIOCGPGRP); err == nil {
			pgrp = g
		}
	})
	return pgrp
}

// signal sends a signal to the foreground process group, else to the group of
// leader.
func (d *device) signal(name string, leader int) error {
	sig := unix.SignalNum("SIG" + name)
	if sig == 0 {
		return fmt.Errorf("unknown signal %q", name)
	}
	group := d.foreground()
	if group <= 1 {
		group = leader
	}
	err := unix.Kill(-group, sig)
	if errors.Is(err, unix.ESRCH) {
		return ErrExited
	}
	if err != nil {
		return fmt.Errorf("signal %s: %w", name, err)
	}
	return nil
}

// closeSlave lets the terminal end with the last process that has it open.
func (d *device) closeSlave() {
	if d.open.CompareAndSwap(true, false) {
		d.slave.Close()
	}
}

func (d *device) close() {
	d.closeSlave()
	d.master.Close()
}
