package session

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// StartError says why a program can't be run.
type StartError struct {
	Program string
	Missing bool // a bare name that is in no folder of PATH
	Err     error
}

func (e *StartError) Error() string {
	switch {
	case e.Missing:
		return fmt.Sprintf("program %q not found in PATH", e.Program)
	case errors.Is(e.Err, fs.ErrNotExist):
		return fmt.Sprintf("program %q does not exist", e.Program)
	case errors.Is(e.Err, syscall.ENOEXEC):
		return fmt.Sprintf("program %q is no executable of this system and has no #! line", e.Program)
	}
	return fmt.Sprintf("program %q can't be run: %v", e.Program, e.Err)
}

func (e *StartError) Unwrap() error { return e.Err }

var (
	errNotExecutable = errors.New("it is not executable")
	errIsFolder      = errors.New("it is a folder")
)

// startError says more about an error of starting program.
func startError(program string, err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	if errors.Is(err, fs.ErrNotExist) { // it was there a moment ago
		err = errors.New("the interpreter in its first line does not exist")
	}
	return &StartError{Program: program, Err: err}
}

// command prepares a program without starting it.
func command(argv []string, dir string, env []string) (*exec.Cmd, error) {
	if len(argv) == 0 || argv[0] == "" {
		return nil, &StartError{Err: errors.New("no program given")}
	}
	if fi, err := os.Stat(dir); dir != "" && (err != nil || !fi.IsDir()) {
		if err == nil {
			err = fmt.Errorf("%s: not a folder", dir)
		}
		return nil, &StartError{Program: argv[0], Err: fmt.Errorf("working directory: %w", plain(err))}
	}
	path, err := LookPath(argv[0], dir, env)
	if err != nil {
		return nil, err
	}
	return &exec.Cmd{Path: path, Args: argv, Dir: dir, Env: env}, nil
}

// plain hides that a missing working directory is a "does not exist", which
// StartError would take for the program.
func plain(err error) error { return errors.New(err.Error()) }

// LookPath finds a program as execvp(3) does in a process with the working
// directory dir and the environment env: a name without a slash in the folders
// of PATH, any other relative to dir. The error is a *StartError.
func LookPath(program, dir string, env []string) (string, error) {
	if strings.Contains(program, "/") {
		path := program
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		if err := executable(path); err != nil {
			return "", &StartError{Program: program, Err: err}
		}
		return absolute(program, path)
	}
	var found error
	for _, folder := range filepath.SplitList(getenv(env, "PATH")) {
		if !filepath.IsAbs(folder) { // also "", which is dir
			folder = filepath.Join(dir, folder)
		}
		path := filepath.Join(folder, program)
		err := executable(path)
		if err == nil {
			return absolute(program, path)
		}
		if found == nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errIsFolder) {
			found = fmt.Errorf("%s: %w", path, err)
		}
	}
	if found != nil {
		return "", &StartError{Program: program, Err: found}
	}
	return "", &StartError{Program: program, Missing: true, Err: exec.ErrNotFound}
}

func absolute(program, path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", &StartError{Program: program, Err: err}
	}
	return abs, nil
}

func executable(path string) error {
	fi, err := os.Stat(path)
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		return fs.ErrNotExist
	case err != nil:
		var pathErr *fs.PathError
		if errors.As(err, &pathErr) {
			return pathErr.Err
		}
		return err
	case fi.IsDir():
		return errIsFolder
	case fi.Mode()&0o111 == 0:
		return errNotExecutable
	}
	return nil
}

// getenv returns the value of name in env; the last one counts, as in os/exec.
func getenv(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if k, v, ok := strings.Cut(env[i], "="); ok && k == name {
			return v
		}
	}
	return ""
}
