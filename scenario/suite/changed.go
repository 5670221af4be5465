package suite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"scenario/scenario"
)

// Changed returns the absolute paths of the files that differ from a commit of
// git, those that git does not know yet with them. Files that git ignores are
// not among them.
func Changed(ctx context.Context, dir, ref string) (map[string]bool, error) {
	up, err := git(ctx, dir, "rev-parse", "--show-cdup")
	if err != nil {
		return nil, err
	}
	root := filepath.Join(dir, strings.TrimSuffix(up, "\n"))
	changed := map[string]bool{}
	for _, args := range [][]string{
		{"diff", "--name-only", "-z", "--no-renames", "--end-of-options", ref, "--"},
		{"ls-files", "--others", "--exclude-standard", "-z"},
	} {
		names, err := git(ctx, root, args...)
		if err != nil {
			return nil, err
		}
		for name := range strings.SplitSeq(names, "\x00") {
			if name != "" {
				changed[filepath.Join(root, filepath.FromSlash(name))] = true
			}
		}
	}
	return changed, nil
}

// git runs git in a folder and returns what it prints. The error is its own
// first line.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return "", errors.New("git is not on PATH")
	}
	if err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		if line = strings.TrimPrefix(line, "fatal: "); line == "" {
			line = err.Error()
		}
		return "", fmt.Errorf("git: %s", line)
	}
	return string(out), nil
}

// DependsOn reports whether a scenario reads one of the files: its own, those
// that it names, or the snapshots beside it. Paths are absolute.
func DependsOn(e *Entry, changed map[string]bool) bool {
	p, err := e.Plan()
	if err != nil {
		return true // by one of them it is no longer what it was
	}
	for _, f := range Files(p) {
		if changed[f] {
			return true
		}
	}
	snapshots := snapshotsFolder(e)
	for f := range changed {
		if strings.HasPrefix(f, snapshots) {
			return true
		}
	}
	return false
}

// snapshotsFolder is the folder beside a scenario's file that has its snapshots,
// with a separator at its end.
func snapshotsFolder(e *Entry) string {
	return filepath.Join(e.Dir, filepath.Base(e.File)) + scenario.SnapshotsExt + string(filepath.Separator)
}
