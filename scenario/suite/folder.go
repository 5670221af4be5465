package suite

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"scenario/event"
)

// EventsFile is the name of a run's event log in the folder of its attempt.
const EventsFile = event.LogName

// attemptFolder is the folder of an attempt, from 1, in that of its scenario.
func attemptFolder(n int) string { return attemptPrefix + strconv.Itoa(n) }

// repeatFolder is the folder of a repeat, from 1, in that of its scenario; there
// is none where a scenario runs once.
func repeatFolder(n int) string {
	if n == 0 {
		return ""
	}
	return repeatPrefix + strconv.Itoa(n)
}

const (
	attemptPrefix = "attempt-"
	repeatPrefix  = "repeat-"
)

// LastAttempt returns the folder of the last attempt that left a log in the
// folder of a scenario, "" if there is none; of several repeats, that of the
// last.
func LastAttempt(folder string) string {
	for _, prefix := range []string{attemptPrefix, repeatPrefix} {
		for _, name := range numbered(folder, prefix) {
			sub := filepath.Join(folder, name)
			if prefix == repeatPrefix {
				sub = LastAttempt(sub)
			}
			if sub != "" && HasLog(sub) {
				return sub
			}
		}
	}
	return ""
}

// numbered returns the entries of a folder with the prefix and a number, the
// highest first.
func numbered(folder, prefix string) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var numbers []int
	for _, e := range entries {
		digits, ok := strings.CutPrefix(e.Name(), prefix)
		if n, err := strconv.Atoi(digits); ok && err == nil {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	var names []string
	for _, n := range slices.Backward(numbers) {
		names = append(names, prefix+strconv.Itoa(n))
	}
	return names
}

// HasLog reports whether a folder is that of an attempt.
func HasLog(folder string) bool {
	info, err := os.Stat(filepath.Join(folder, EventsFile))
	return err == nil && info.Mode().IsRegular()
}

// logFile is where the events of a run are written.
type logFile interface {
	io.Writer
	io.Closer
}

// emptyFolder empties the folder of a scenario. What lies there of an earlier
// run of the same id is replaced; anything else is left alone, which is an
// error.
func emptyFolder(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), attemptPrefix) && !strings.HasPrefix(e.Name(), repeatPrefix) {
			return fmt.Errorf("%s is no folder of results: %s is in it", folder, e.Name())
		}
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(folder, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
