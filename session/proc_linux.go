package session

import (
	"bytes"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// proc is one line of /proc/PID/stat (proc(5)).
type proc struct {
	pid, ppid, pgrp, sid int
	tty                  int // device number of the controlling terminal; 0: none
	threads              int
	state                byte
	start                uint64 // ticks since boot: with pid, names a process for good
}

// gone reports whether only its parent's wait is missing.
func (p proc) gone() bool { return p.state == 'Z' || p.state == 'X' }

// procReader reads small files of /proc without allocating.
type procReader struct {
	path []byte
	buf  []byte
}

// read returns the contents of /proc/a/b..., cut at 4 KiB, until the next call.
func (r *procReader) read(parts ...string) ([]byte, bool) { return r.readMax(4<<10, parts...) }

// readMax is read, cut at max bytes.
func (r *procReader) readMax(max int, parts ...string) ([]byte, bool) {
	r.path = append(r.path[:0], "/proc"...)
	for _, p := range parts {
		r.path = append(append(r.path, '/'), p...)
	}
	fd, err := unix.Open(string(r.path), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, false
	}
	defer unix.Close(fd)
	n := 0
	for n < max {
		if n == len(r.buf) {
			r.buf = append(r.buf, make([]byte, 4<<10)...)
		}
		m, err := unix.Read(fd, r.buf[n:min(len(r.buf), max)])
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, false // ESRCH: it ended in between
		}
		if m == 0 {
			break
		}
		n += m
	}
	return r.buf[:n], true
}

func (r *procReader) stat(pid int) (proc, bool) {
	b, ok := r.read(strconv.Itoa(pid), "stat")
	if !ok {
		return proc{}, false
	}
	return parseStat(b)
}

// parseStat reads the fields up to the 22nd. The second, the name in
// parentheses, may hold anything.
func parseStat(b []byte) (proc, bool) {
	open, end := bytes.IndexByte(b, '('), bytes.LastIndexByte(b, ')')
	if open < 1 || end < open {
		return proc{}, false
	}
	pid, ok := number(bytes.TrimSpace(b[:open]))
	p := proc{pid: int(pid)}
	field := 2 // the name
	for f := range bytes.FieldsSeq(b[end+1:]) {
		if field++; !ok {
			return proc{}, false
		}
		switch field {
		case 3:
			p.state, ok = f[0], len(f) == 1
		case 4:
			p.ppid, ok = decimal(f)
		case 5:
			p.pgrp, ok = decimal(f)
		case 6:
			p.sid, ok = decimal(f)
		case 7:
			p.tty, ok = decimal(f)
		case 20:
			p.threads, ok = decimal(f)
		case 22:
			p.start, ok = number(f)
			return p, ok
		}
	}
	return proc{}, false
}

// decimal reads a number with a sign or none.
func decimal(b []byte) (int, bool) {
	digits, negative := bytes.CutPrefix(b, []byte("-"))
	n, ok := number(digits)
	if negative {
		return -int(n), ok
	}
	return int(n), ok
}

// number reads digits. Unlike strconv it makes no string of them.
func number(b []byte) (n uint64, ok bool) {
	for _, c := range b {
		if c < '0' || c > '9' || n > (1<<64-10)/10 {
			return 0, false
		}
		n = 10*n + uint64(c-'0')
	}
	return n, len(b) > 0
}

// numbers returns the numeric names in a folder of /proc.
func numbers(dir string) []int {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	list := make([]int, 0, len(names))
	for _, name := range names {
		if n, err := strconv.Atoi(name); err == nil {
			list = append(list, n)
		}
	}
	return list
}
