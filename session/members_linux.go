package session

import (
	"bytes"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// maxEnviron is how much of the environment of a process is looked at.
const maxEnviron = 256 << 10

// allNumbers is less time than a system needs to give out all its numbers.
const allNumbers = 10 * time.Second

// members returns the processes of the tree that are alive, and reaps those
// that ended and are children of this process.
func (t *tree) members() []proc {
	t.mu.Lock()
	defer t.mu.Unlock()
	var list []proc
	for _, p := range t.scan() {
		if !p.gone() {
			list = append(list, p)
		}
		t.reap(p)
	}
	slices.SortFunc(list, func(a, b proc) int { return a.pid - b.pid })
	return list
}

// scan finds the processes of the tree among all of the system, and notes them
// as known.
func (t *tree) scan() map[int]proc {
	all := map[int]proc{}
	pids := numbers("/proc")
	last, inOrder := t.newest() // after the list: what is in it is not newer
	for _, pid := range pids {
		if _, was := t.known[pid]; was || !inOrder || t.root <= pid && pid <= last {
			if p, ok := t.proc.stat(pid); ok && p.start >= t.born {
				all[pid] = p
			}
		}
	}
	// While a process of the root's session is left, nobody gets its number.
	root, alive := all[t.root]
	recycledRoot := alive && root.start != t.born
	found := map[int]proc{}
	for pid, p := range all {
		if was, ok := t.known[pid]; ok && was.start == p.start || p.sid == t.root && !recycledRoot {
			found[pid] = p
		}
	}
	for _, p := range t.marked(all) {
		found[p.pid] = p
	}
	for grew := true; grew; { // children of what was found
		grew = false
		for pid, p := range all {
			_, have := found[pid]
			if _, child := found[p.ppid]; child && !have {
				found[pid] = p
				grew = true
			}
		}
	}
	for pid := range t.known {
		if _, ok := found[pid]; !ok {
			delete(t.known, pid)
		}
	}
	for pid, p := range found {
		t.known[pid] = known{start: p.start, gone: p.gone()}
	}
	return found
}

// newest returns the number that was given out last, and whether all processes
// of the tree have one from that of their root to it: the numbers of older
// processes lie beyond, once the system has begun again with the low ones.
func (t *tree) newest() (last int, inOrder bool) {
	if time.Since(t.began) > allNumbers {
		return 0, false
	}
	b, ok := t.proc.read("loadavg") // ends with the number given out last
	if !ok {
		return 0, false
	}
	b = bytes.TrimSpace(b)
	n, ok := number(b[bytes.LastIndexByte(b, ' ')+1:])
	return int(n), ok && int(n) >= t.root
}

// marked returns the orphans among all that have the marker in their
// environment. None is returned while another session with the same marker
// may own them.
func (t *tree) marked(all map[int]proc) []proc {
	if t.marker == "" {
		return nil
	}
	t.unsure = false
	var orphans []proc
	for pid, p := range all {
		if p.sid == t.root || p.gone() || pid == t.root {
			continue
		}
		marked, empty := t.hasMarker(pid)
		t.unsure = t.unsure || empty && p.ppid == t.self
		if !marked {
			continue
		}
		switch own, other := t.ancestry(p); {
		case other:
			return nil
		case !own:
			orphans = append(orphans, p)
		}
	}
	return orphans
}

// ancestry says whether p descends from the root, and whether it belongs to a
// session of another program: to a child of this process with a terminal of its
// own. What a server in the background (as tmux's) started has one too, but is
// no child of this process.
func (t *tree) ancestry(p proc) (own, other bool) {
	for range 1000 {
		if p.pid == t.root {
			return true, false
		}
		if p.ppid <= 1 || p.ppid == t.self {
			return false, p.tty != 0 && p.tty != t.tty
		}
		next, ok := t.proc.stat(p.ppid)
		if !ok {
			return false, false
		}
		p = next
	}
	return false, false
}

// hasMarker looks for the marker in the environment of a process. That is empty
// while the process is in the middle of execve(2).
func (t *tree) hasMarker(pid int) (marked, empty bool) {
	env, ok := t.env.readMax(maxEnviron, strconv.Itoa(pid), "environ")
	marked = bytes.HasPrefix(env, []byte(t.marker+"\x00")) || bytes.Contains(env, []byte("\x00"+t.marker+"\x00"))
	return ok && marked, ok && len(env) == 0
}

// kill sends sig to exactly the process p, not to a later one of its number.
func (t *tree) kill(p proc, sig unix.Signal) {
	fd, err := unix.PidfdOpen(p.pid, 0)
	if err == nil {
		defer unix.Close(fd)
	}
	t.mu.Lock()
	now, ok := t.proc.stat(p.pid)
	t.mu.Unlock()
	if !ok || now.start != p.start {
		return
	}
	if err == nil {
		unix.PidfdSendSignal(fd, sig, nil, 0)
	} else { // Linux before 5.3
		unix.Kill(p.pid, sig)
	}
}
