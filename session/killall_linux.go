package session

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// KillAll kills every process below this one, at once and without waiting for
// any: the last resort before this process exits. Orphans below it are its
// children too (SetSubreaper), so none is missed; what is forked meanwhile is
// found in the next round.
func KillAll() {
	killed := map[int]bool{}
	for range 100 {
		more := false
		for _, pid := range below(os.Getpid()) {
			if !killed[pid] {
				killed[pid], more = true, true
				syscall.Kill(pid, syscall.SIGKILL)
			}
		}
		if !more {
			return
		}
	}
}

// below returns the processes below one.
func below(pid int) []int {
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return nil
	}
	var all []int
	for _, list := range lists {
		b, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		for _, word := range strings.Fields(string(b)) {
			if child, err := strconv.Atoi(word); err == nil {
				all = append(append(all, child), below(child)...)
			}
		}
	}
	return all
}
