//go:build linux

package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// The programs below are what scripts drive: each shows one thing of a
// terminal that a shell can't show.

// raw makes the terminal raw and says that it is, with "R".
func raw() {
	if _, err := term.MakeRaw(0); err != nil {
		fail(err)
	}
	fmt.Print("R\r\n")
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// reads prints each read of its input as "LENGTH HEX", until the last byte is
// the one that its argument names in hex.
func reads() {
	raw()
	end := ""
	if len(os.Args) > 1 {
		end = os.Args[1]
	}
	b := make([]byte, 1024)
	for {
		n, err := os.Stdin.Read(b)
		if err != nil {
			fail(err)
		}
		fmt.Printf("%d %x\r\n", n, b[:n])
		if end != "" && strings.HasSuffix(fmt.Sprintf("%x", b[:n]), end) {
			return
		}
	}
}

// winsize prints the rows and columns that it finds at its start.
func winsize() {
	ws, err := unix.IoctlGetWinsize(1, unix.TIOCGWINSZ)
	if err != nil {
		fail(err)
	}
	fmt.Println(ws.Row, ws.Col)
}

// ask writes its arguments, with \e for ESC, and prints what the terminal
// answers until the answer to a last question, for the status, has come.
func ask() {
	raw()
	fmt.Print(strings.ReplaceAll(strings.Join(os.Args[1:], ""), `\e`, "\x1b") + "\x1b[5n")
	var got []byte
	b := make([]byte, 1024)
	for !strings.HasSuffix(string(got), "\x1b[0n") {
		n, err := os.Stdin.Read(b)
		if err != nil {
			fail(err)
		}
		got = append(got, b[:n]...)
	}
	fmt.Printf("%q\r\n", strings.TrimSuffix(string(got), "\x1b[0n"))
}

// asks asks where the cursor is as often as its argument says, and reads no
// answer.
func asks() {
	raw()
	n, err := strconv.Atoi(os.Args[1])
	if err != nil {
		fail(err)
	}
	w := bufio.NewWriter(os.Stdout)
	for range n {
		w.WriteString("\x1b[6n")
	}
	w.WriteString("OK\r\n")
	if err := w.Flush(); err != nil {
		fail(err)
	}
	syscall.Pause()
}

// starts runs its arguments after the first in a new session, out of reach of
// the terminal, adds the process id to the file of the first, and ends at once.
func starts() {
	cmd := exec.Command(os.Args[2], os.Args[3:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		fail(err)
	}
	f, err := os.OpenFile(os.Args[1], os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		fail(err)
	}
	fmt.Fprintln(f, cmd.Process.Pid)
	if err := f.Close(); err != nil {
		fail(err)
	}
}
