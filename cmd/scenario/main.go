// Command scenario runs YAML files that drive real programs in a terminal, and
// leaves reports, pictures and recordings.
//
// Exit status: 0 when everything passed, 1 when a scenario failed, 2 for a bad
// file or flag or nothing to run, 3 when none failed but one was blocked, 130
// and 143 after SIGINT and SIGTERM. When several hold, a signal wins, then 2,
// 1, 3.
package main

import (
	"errors"
	"os"
	"strings"
)

func main() {
	catchBrokenPipe()
	a := &app{stdin: os.Stdin, stdout: &stream{f: os.Stdout}, stderr: &stream{f: os.Stderr}, env: os.Environ()}
	os.Exit(a.main(os.Args[1:]))
}

// The statuses that are no signal's.
const (
	statusOK      = 0
	statusFailed  = 1
	statusUsage   = 2
	statusBlocked = 3
)

// status is the error of a command that has said all it has to say.
type status int

func (status) Error() string { return "" }

// failure is an error of the work itself, not of how it was asked for.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

// hinted is an error with advice.
type hinted struct {
	error
	hint string
}

func (h hinted) Unwrap() error { return h.error }

// app is the world of the command.
type app struct {
	stdin          *os.File
	stdout, stderr *stream
	env            []string
	color          string // --color
}

// main runs the command line and returns the status to exit with.
func (a *app) main(args []string) int {
	code := a.status(a.execute(args))
	if err := a.stdout.lost(); err != nil {
		code = a.worse(code, failure{err})
	}
	return code
}

// status turns the error of a command into its exit status, and prints it.
func (a *app) status(err error) int {
	if err == nil {
		return statusOK
	}
	var s status
	if errors.As(err, &s) {
		return int(s)
	}
	var h hinted
	errors.As(err, &h)
	a.ui().error(err, h.hint)
	if errors.As(err, new(failure)) {
		return statusFailed
	}
	return statusUsage
}

// worse prints an error of the work beside the status that is known and returns
// the status of both.
func (a *app) worse(code int, err error) int {
	if failed := a.status(err); code == statusOK || code == statusBlocked {
		return failed
	}
	return code
}

// lookup returns a variable of the caller's environment.
func (a *app) lookup(name string) (string, bool) {
	for i := len(a.env) - 1; i >= 0; i-- {
		if k, v, ok := strings.Cut(a.env[i], "="); ok && k == name {
			return v, true
		}
	}
	return "", false
}

// onCI reports whether the caller is a CI, by the variable that all of them set.
func (a *app) onCI() bool {
	v := strings.ToLower(a.getenv("CI"))
	return v != "" && v != "false" && v != "0"
}

func (a *app) getenv(name string) string {
	v, _ := a.lookup(name)
	return v
}
