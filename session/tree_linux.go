package session

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// exactPending: device.pending misses nothing that was written before.
const exactPending = true

// SetSubreaper makes this process the parent of orphans below it (prctl(2),
// PR_SET_CHILD_SUBREAPER), so that sessions can reap those that their programs
// leave behind. It concerns the whole process: the command calls it once.
func SetSubreaper() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// tree is what descends from one child of this process.
type tree struct {
	root   int
	marker string // NAME=VALUE in the environment of all its processes; "": none
	self   int
	tty    int    // controlling terminal of the root; 0: none
	born   uint64 // when the root started
	began  time.Time

	mu    sync.Mutex
	proc  procReader
	known map[int]known // the descendants seen so far
	print []byte        // of the last look
}

// known is what is remembered of a process, so that a later one of the same
// number is not taken for it.
type known struct {
	start uint64
	gone  bool // it was seen to have ended; its children have another parent
}

func newTree(root int, marker string) *tree {
	t := &tree{root: root, marker: marker, self: os.Getpid(), began: time.Now(), known: map[int]known{}}
	if p, ok := t.proc.stat(root); ok {
		t.tty, t.born = p.tty, p.start
		t.known[root] = known{start: p.start}
	}
	return t
}

// look returns a fingerprint of how often each thread of the tree has run so
// far and whether none wants to run at present. ok is false when the system
// can't say.
func (t *tree) look() (print string, rests, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	rests = true
	t.print = t.print[:0]
	seen := map[int]bool{}
	queue := append([]int{t.root}, slices.Sorted(maps.Keys(t.known))...)
	orphaned := false
	for i := 0; i < len(queue); i++ {
		pid := queue[i]
		if seen[pid] {
			continue
		}
		seen[pid] = true
		p, ended := t.note(pid)
		orphaned = orphaned || ended
		if p.pid == 0 || p.gone() {
			continue
		}
		children, resting := t.threads(pid)
		rests = rests && resting
		queue = append(queue, children...)
	}
	if orphaned {
		for pid, p := range t.scan() {
			if !p.gone() && !seen[pid] {
				rests = false // the next look shows it
			}
			t.reap(p)
		}
	}
	return string(t.print), rests, true
}

// note reads a process that may be of the tree and remembers it; ended says
// that it has ended since the last look. A zero proc is none.
func (t *tree) note(pid int) (p proc, ended bool) {
	p, ok := t.proc.stat(pid)
	was, known1 := t.known[pid]
	if !ok || known1 && was.start != p.start {
		delete(t.known, pid)
		return proc{}, known1 && !was.gone
	}
	t.known[pid] = known{start: p.start, gone: p.gone()}
	return p, p.gone() && !was.gone
}

// threads adds the threads of a process to the fingerprint.
func (t *tree) threads(pid int) (children []int, rests bool) {
	rests = true
	id := strconv.Itoa(pid)
	for _, tid := range numbers("/proc/" + id + "/task") {
		task := strconv.Itoa(tid)
		t.print = append(append(t.print, task...), ' ')
		if b, ok := t.proc.read(id, "task", task, "schedstat"); ok {
			t.print = append(t.print, b...)
		}
		if b, ok := t.proc.read(id, "task", task, "stat"); ok {
			if s, ok := parseStat(b); ok && (s.state == 'R' || s.state == 'D') {
				rests = false
			}
		}
		if b, ok := t.proc.read(id, "task", task, "children"); ok {
			for f := range bytes.FieldsSeq(b) {
				if n, err := strconv.Atoi(string(f)); err == nil {
					children = append(children, n)
				}
			}
		}
	}
	return children, rests
}

// reap takes the status of an orphan that ended and has this process as its
// parent now. The root's status is os/exec's.
func (t *tree) reap(p proc) {
	if p.gone() && p.ppid == t.self && p.pid != t.root {
		unix.Wait4(p.pid, nil, unix.WNOHANG, nil)
		delete(t.known, p.pid)
	}
}

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
	recycled := t.recycled()
	for _, pid := range numbers("/proc") {
		if _, was := t.known[pid]; pid >= t.root || was || recycled {
			if p, ok := t.proc.stat(pid); ok && p.start >= t.born {
				all[pid] = p
			}
		}
	}
	found := map[int]proc{}
	for pid, p := range all {
		if was, ok := t.known[pid]; ok && was.start == p.start || p.sid == t.root {
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

// recycled reports whether a process of the tree may have a lower number than
// its root.
func (t *tree) recycled() bool {
	if time.Since(t.began) > time.Minute {
		return true
	}
	b, ok := t.proc.read("loadavg") // ends with the number given out last
	if !ok {
		return true
	}
	f := bytes.Fields(b)
	last, err := strconv.Atoi(string(f[len(f)-1]))
	return err != nil || last < t.root
}

// marked returns the orphans among all that have the marker in their
// environment. None is returned while another session with the same marker
// may own them.
func (t *tree) marked(all map[int]proc) []proc {
	if t.marker == "" {
		return nil
	}
	var orphans []proc
	for pid, p := range all {
		if p.sid == t.root || p.gone() || pid == t.root || !t.hasMarker(pid) {
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
// session of another program.
func (t *tree) ancestry(p proc) (own, other bool) {
	for range 1000 {
		if p.pid == t.root {
			return true, false
		}
		if p.tty != 0 && p.tty != t.tty {
			return false, true
		}
		if p.ppid <= 1 || p.ppid == t.self {
			return false, false
		}
		next, ok := t.proc.stat(p.ppid)
		if !ok {
			return false, false
		}
		p = next
	}
	return false, false
}

// hasMarker looks for the marker in the environment of a process of ours.
func (t *tree) hasMarker(pid int) bool {
	f, err := os.Open("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		return false
	}
	defer f.Close()
	buf := make([]byte, 256<<10)
	n := 0
	for n < len(buf) {
		m, err := f.Read(buf[n:])
		n += m
		if err != nil {
			break
		}
	}
	env := append([]byte{0}, buf[:n]...)
	return bytes.Contains(append(env, 0), []byte("\x00"+t.marker+"\x00"))
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
