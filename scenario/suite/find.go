// Package suite runs many scenarios: it finds and loads the files, gives each
// run its folder, services and workers, and puts the outputs in place.
package suite

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// File is one YAML file to be loaded.
type File struct {
	Name string // as in messages and ids: from the working directory
	Dir  string // its folder, absolute
	Src  []byte
}

// maxFile is the size of the largest file that is read; doc refuses those
// above 1 MiB with a message of its own.
const maxFile = 1<<20 + 1

// Find reads the named files, and those YAML files of the named folders that
// have steps. A file that is named outright is never passed over. workDir is
// absolute; stdin is read for "-".
func Find(workDir string, paths []string, stdin io.Reader) ([]File, error) {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	var files []File
	seen := map[string]bool{}
	add := func(path string, outright bool) error {
		abs := absolute(workDir, path)
		if seen[abs] {
			return nil
		}
		seen[abs] = true
		src, err := readFile(abs)
		if err != nil {
			return fmt.Errorf("%s: %w", path, cause(err))
		}
		if !outright && !hasSteps(src) {
			return nil
		}
		files = append(files, File{Name: relative(workDir, abs), Dir: filepath.Dir(abs), Src: src})
		return nil
	}
	for _, p := range paths {
		if p == "-" {
			src, err := io.ReadAll(io.LimitReader(stdin, maxFile))
			if err != nil {
				return nil, fmt.Errorf("standard input: %w", err)
			}
			files = append(files, File{Name: "stdin", Dir: workDir, Src: src})
			continue
		}
		info, err := os.Stat(absolute(workDir, p))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, cause(err))
		}
		if !info.IsDir() {
			if err := add(p, true); err != nil {
				return nil, err
			}
			continue
		}
		if err := folder(absolute(workDir, p), add); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// folder visits the YAML files below a folder, in order, but not those in
// hidden folders, in snapshots and results.
func folder(root string, add func(path string, outright bool) error) error {
	return filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("%s: %w", path, cause(err))
		}
		name := e.Name()
		if e.IsDir() {
			if path != root && (strings.HasPrefix(name, ".") || name == "node_modules" || name == "scenario-results" || strings.HasSuffix(name, ".snapshots")) {
				return fs.SkipDir
			}
			return nil
		}
		if ext := filepath.Ext(name); ext != ".yaml" && ext != ".yml" {
			return nil
		}
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			return nil // a link to nowhere, a pipe
		}
		return add(path, false)
	})
}

// hasSteps reports whether a YAML file has a top-level steps, so that other
// YAML of a folder is passed over.
func hasSteps(src []byte) bool {
	for line := range bytes.Lines(src) {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
		if bytes.HasPrefix(line, []byte("steps:")) || bytes.HasPrefix(line, []byte(`"steps":`)) {
			return true
		}
	}
	t := bytes.TrimSpace(src)
	return bytes.HasPrefix(t, []byte("{")) && bytes.Contains(t, []byte(`"steps"`))
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxFile))
}

// cause takes the path out of an error that is printed after it.
func cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// relative is a path as people see it: from the working directory when it is
// below it.
func relative(dir, abs string) string {
	if r, err := filepath.Rel(dir, abs); err == nil && r != ".." && !strings.HasPrefix(r, ".."+string(filepath.Separator)) {
		return filepath.ToSlash(r)
	}
	return filepath.ToSlash(abs)
}
