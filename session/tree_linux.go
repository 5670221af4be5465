package session

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// exactPending: device.pending misses nothing that was written before.
const exactPending = true

// SetSubreaper makes this process the parent of orphans below it (prctl(2),
// PR_SET_CHILD_SUBREAPER), so that sessions can reap those that their programs
// leave behind. It concerns the whole process: the command calls it once.
func SetSubreaper() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// endWithParent has the kernel kill the child when this process is killed and can
// end nothing any more. (Strictly, when the thread that starts it ends: threads of
// Go end only with a goroutine that is locked to one, and there is none here.)
// What the child starts itself is not concerned; the hangup of the terminal is
// for that.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// tree is what descends from one child of this process.
type tree struct {
	root   int
	marker string // NAME=VALUE in the environment of all its processes; "": none
	self   int
	tty    int    // controlling terminal of the root; 0: none
	born   uint64 // when the root started
	began  time.Time
	counts bool // the kernel tells how often a thread has run (CONFIG_SCHED_INFO)
	lists  bool // and which children a thread has (CONFIG_PROC_CHILDREN)

	mu    sync.Mutex
	proc  procReader
	env   procReader
	known map[int]known // the descendants seen so far
	print []byte        // of the last look
	// unsure: the last scan saw an orphan that may be of the tree, without an
	// environment to tell by.
	unsure bool
	mine   string // the children of this process, as they were then
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
	_, t.counts = t.proc.read("self", "schedstat")
	_, t.lists = t.proc.read("thread-self", "children")
	return t
}

// look returns a fingerprint of how often each thread of the tree has run so
// far and whether none wants to run at present. ok is false when the system
// can't say.
func (t *tree) look() (print string, rests, ok bool) {
	if !t.counts {
		return "", true, false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.lists {
		t.scan()
	}
	rests = true
	t.print = t.print[:0]
	seen := map[int]bool{}
	queue := append([]int{t.root}, slices.Sorted(maps.Keys(t.known))...)
	orphaned := t.adopted()
	for i := 0; i < len(queue); i++ {
		pid := queue[i]
		if seen[pid] {
			continue
		}
		seen[pid] = true
		p, ended := t.note(pid)
		orphaned = orphaned || ended
		if p.pid == 0 || p.gone() {
			// a program that has ended is at rest once its end is known
			rests = rests && pid != t.root
			continue
		}
		children, resting := t.threads(p)
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

// adopted reports whether the children of this process have changed since the
// last look: a daemon whose parent was too short-lived to be seen becomes one of
// them (see SetSubreaper), of its first thread.
func (t *tree) adopted() bool {
	self := strconv.Itoa(t.self)
	b, ok := t.proc.read(self, "task", self, "children")
	if !ok || string(b) == t.mine {
		return false
	}
	t.mine = string(b)
	return true
}

// note reads a process that may be of the tree and remembers it; ended says
// that it has ended since the last look. A zero proc is none.
func (t *tree) note(pid int) (p proc, ended bool) {
	p, ok := t.proc.stat(pid)
	was, known1 := t.known[pid]
	if !ok || known1 && was.start != p.start || pid == t.root && p.start != t.born {
		delete(t.known, pid)
		return proc{}, known1 && !was.gone
	}
	t.known[pid] = known{start: p.start, gone: p.gone()}
	return p, p.gone() && !was.gone
}

// threads adds the threads of a process to the fingerprint. A second thread that
// starts meanwhile shows in the next look.
func (t *tree) threads(p proc) (children []int, rests bool) {
	rests = true
	id := strconv.Itoa(p.pid)
	tids := []int{p.pid}
	if p.threads > 1 {
		tids = numbers("/proc/" + id + "/task")
	}
	for _, tid := range tids {
		task := strconv.Itoa(tid)
		t.print = append(append(t.print, task...), ' ')
		if b, ok := t.proc.read(id, "task", task, "schedstat"); ok {
			t.print = append(t.print, b...)
		}
		thread := p // of a process with one thread the state is known
		if len(tids) > 1 {
			b, _ := t.proc.read(id, "task", task, "stat")
			thread, _ = parseStat(b)
		}
		if thread.state == 'R' || thread.state == 'D' {
			rests = false
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
