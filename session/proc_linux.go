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

// read returns the contents of /proc/a/b..., cut at the size of the buffer,
// until the next call.
func (r *procReader) read(parts ...string) ([]byte, bool) {
	r.path = append(r.path[:0], "/proc"...)
	for _, p := range parts {
		r.path = append(append(r.path, '/'), p...)
	}
	if r.buf == nil {
		r.buf = make([]byte, 4096)
	}
	fd, err := unix.Open(string(r.path), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, false
	}
	defer unix.Close(fd)
	n := 0
	for n < len(r.buf) {
		m, err := unix.Read(fd, r.buf[n:])
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
	pid, err := strconv.Atoi(string(bytes.TrimSpace(b[:open])))
	f := bytes.Fields(b[end+1:])
	if err != nil || len(f) < 20 || len(f[0]) != 1 {
		return proc{}, false
	}
	p := proc{pid: pid, state: f[0][0]}
	for i, to := range []*int{&p.ppid, &p.pgrp, &p.sid, &p.tty} {
		if *to, err = strconv.Atoi(string(f[i+1])); err != nil {
			return proc{}, false
		}
	}
	if p.threads, err = strconv.Atoi(string(f[17])); err != nil {
		return proc{}, false
	}
	p.start, err = strconv.ParseUint(string(f[19]), 10, 64)
	return p, err == nil
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
