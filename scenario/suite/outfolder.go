package suite

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"scenario/capture"
)

// frameName is the name of a file that a folder of frames has: such a folder is
// replaced, one with other files is not.
var frameName = regexp.MustCompile(`^[0-9]{5,}\.png$`)

// createFolder makes the temporary folder of an output that is one.
func (o *output) createFolder() error {
	if target, err := filepath.EvalSymlinks(o.abs); err == nil {
		o.abs = target
	}
	switch info, err := os.Stat(o.abs); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !info.IsDir():
		return errors.New("there is a file of that name")
	}
	if _, err := frameFiles(o.abs); err != nil {
		return err
	}
	o.tmpDir = filepath.Join(filepath.Dir(o.abs), ".scenario-"+runID())
	return os.MkdirAll(o.tmpDir, 0o777)
}

// file opens a file of the folder.
func (o *output) file(name string) (io.WriteCloser, error) {
	return os.OpenFile(filepath.Join(o.tmpDir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// frameFiles lists a folder of frames; one that is not there is empty.
func frameFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, e := range entries {
		if !e.Type().IsRegular() || !frameName.MatchString(e.Name()) && e.Name() != capture.FramesList {
			return nil, fmt.Errorf("the folder has other files in it: %s", e.Name())
		}
		names = append(names, e.Name())
	}
	return names, err
}

// sameFolder reports whether a folder has the files that were drawn, and how large
// these are.
func (o *output) sameFolder(dir string) (size int64, same bool, err error) {
	names, err := frameFiles(o.tmpDir)
	if err != nil {
		return 0, false, err
	}
	there, err := frameFiles(dir)
	if err != nil {
		return 0, false, err
	}
	same = len(names) == len(there)
	for _, name := range names {
		info, err := os.Stat(filepath.Join(o.tmpDir, name))
		if err != nil {
			return 0, false, err
		}
		size += info.Size()
		if same {
			if same, err = sameBytes(filepath.Join(o.tmpDir, name), filepath.Join(dir, name)); err != nil {
				return 0, false, err
			}
		}
	}
	return size, same, nil
}

// moveFolder puts a drawn folder in place, unless the files there are the same.
func (o *output) moveFolder() (size int64, same bool, err error) {
	if size, same, err = o.sameFolder(o.abs); same || err != nil {
		return size, same, err
	}
	old := o.tmpDir + "-old"
	if err := os.Rename(o.abs, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, false, err
	}
	if err := os.Rename(o.tmpDir, o.abs); err != nil {
		return 0, false, errors.Join(err, os.Rename(old, o.abs))
	}
	o.tmpDir = ""
	return size, false, os.RemoveAll(old)
}
