package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// outcome is what became of one test.
type outcome uint8

const (
	unfinished outcome = iota
	passed
	failed
	known // it fails in xterm too, or wants an option that xterm was not given
)

// result is one test of the log.
type result struct {
	name    string // Class.test_name
	outcome outcome
	why     string // the last line of what a failed test says
}

// group returns the class of the test.
func (r *result) group() string {
	class, _, _ := strings.Cut(r.name, ".")
	return strings.TrimSuffix(class, "Tests")
}

// readLog reads the log of a whole run of esctest2. It ends with a count of the
// results, which must be the count of those that were read.
func readLog(r io.Reader) ([]result, error) {
	ending := regexp.MustCompile(`(?i)^\*\*\* (\d+) tests? passed, (\d+) known bugs?, (\d+) tests? failed \*\*\*$`)
	var all []result
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	end := ""
	for lines.Scan() {
		line := lines.Text()
		if name, ok := strings.CutPrefix(line, "Run test: "); ok {
			all = append(all, result{name: name})
			continue
		}
		if len(all) == 0 {
			continue
		}
		last := &all[len(all)-1]
		switch {
		case line == "Passed.":
			last.outcome = passed
		case strings.HasPrefix(line, "Fails as expected: "), strings.HasPrefix(line, "Skipped because "):
			last.outcome = known
		case line == "*** TEST "+last.name+" FAILED:":
			last.outcome = failed
		case strings.HasPrefix(line, "*** "):
			end = line
		case last.outcome == failed && end == "" && strings.TrimSpace(line) != "":
			last.why = line
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	counts := ending.FindStringSubmatch(end)
	if counts == nil {
		return nil, errors.New("the log does not end with a count: the run was cut off")
	}
	for i, o := range []outcome{passed, known, failed} {
		if got := strconv.Itoa(count(all, o)); got != counts[i+1] {
			return nil, fmt.Errorf("%s tests were read as %s, but the log ends with %s", got, o, end)
		}
	}
	return all, nil
}

func (o outcome) String() string {
	return [...]string{"unfinished", "passed", "failed", "known bugs"}[o]
}

func count(all []result, o outcome) (n int) {
	for i := range all {
		if all[i].outcome == o {
			n++
		}
	}
	return n
}
