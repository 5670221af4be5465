package suite

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"scenario/event"
	"scenario/report"
)

// Merge joins the blob reports of the shards of one run: the named files, and
// all zips of the named folders. What the shards left of each run is put into
// the results folder, as a run without shards would have left it. Blobs that are
// not one whole run are a *report.MergeError; then nothing is written.
func Merge(workDir, results string, paths []string) (*report.Call, error) {
	names, err := blobs(workDir, paths)
	if err != nil {
		return nil, err
	}
	var inputs []*report.MergeInput
	for _, name := range names {
		z, err := zip.OpenReader(absolute(workDir, name))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, cause(err))
		}
		defer z.Close()
		inputs = append(inputs, &report.MergeInput{Name: name, Zip: &z.Reader})
	}
	r := restorer{workDir: workDir, results: absolute(workDir, results), emptied: map[string]bool{}}
	c, err := report.Merge(inputs, r.save)
	if err != nil {
		return nil, err
	}
	c.Open = r.open
	return c, nil
}

// blobs finds the zips that the paths stand for, sorted.
func blobs(workDir string, paths []string) (names []string, err error) {
	for _, p := range paths {
		info, err := os.Stat(absolute(workDir, p))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, cause(err))
		}
		if !info.IsDir() {
			names = append(names, p)
			continue
		}
		found, err := filepath.Glob(filepath.Join(globQuote(absolute(workDir, p)), "*.zip"))
		if err != nil {
			return nil, err
		}
		deeper, err := filepath.Glob(filepath.Join(globQuote(absolute(workDir, p)), "*", "*.zip"))
		if err != nil {
			return nil, err
		}
		for _, f := range append(found, deeper...) {
			names = append(names, relative(workDir, f))
		}
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) == 0 {
		return nil, errors.New("no blob reports in " + strings.Join(paths, ", "))
	}
	return names, nil
}

// globQuote is a path as a pattern that means it alone.
func globQuote(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// restorer puts the files of blobs into a results folder.
type restorer struct {
	workDir, results string
	emptied          map[string]bool
}

func (r *restorer) save(k *report.Case, attempt int, path string, content io.Reader) (string, error) {
	scenario := filepath.Join(r.results, report.Slug(k.ID))
	if !r.emptied[scenario] {
		r.emptied[scenario] = true
		if err := emptyFolder(scenario); err != nil {
			return "", err
		}
	}
	folder := filepath.Join(scenario, repeatFolder(k.Repeat), attemptFolder(attempt))
	_, err := WriteFile(filepath.Join(folder, filepath.FromSlash(path)), func(w io.Writer) error {
		_, err := io.Copy(w, content)
		return err
	})
	return relative(r.workDir, folder) + "/", err
}

// open opens a file of a merged run. What the scenario declares lies in its
// folder as well.
func (r *restorer) open(run *event.State, file event.ArtifactWrittenPayload) (io.ReadCloser, error) {
	if file.Role != event.RoleResults {
		file.Role, file.Path = event.RoleResults, report.DeclaredFolder+file.Path
	}
	return openFile(r.workDir, run, file)
}
