package suite

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"scenario/report"
)

// LastRunFile is the name of the file in the results folder that tells what the
// last call left to be done.
const LastRunFile = ".last-run.json"

// lastRun is that file.
type lastRun struct {
	Status string   `json:"status"` // passed, failed
	Failed []string `json:"failed"` // the ids that did not pass, or did not run though they were to
}

// WriteLastRun notes in the results folder what did not pass.
func WriteLastRun(results string, c *report.Call) error {
	l := lastRun{Status: "passed", Failed: c.Bad()}
	if len(l.Failed) > 0 {
		l.Status = "failed"
	} else {
		l.Failed = []string{}
	}
	b, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return err
	}
	_, err = WriteFile(filepath.Join(results, LastRunFile), func(w io.Writer) error {
		_, err := w.Write(append(b, '\n'))
		return err
	})
	return err
}

// ReadLastRun returns the ids that did not pass in the last call that wrote into
// the results folder.
func ReadLastRun(results string) ([]string, error) {
	b, err := readFile(filepath.Join(results, LastRunFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has no %s: nothing was run yet", results, LastRunFile)
	}
	if err != nil {
		return nil, err
	}
	var l lastRun
	if err := json.Unmarshal(b, &l); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(results, LastRunFile), err)
	}
	return l.Failed, nil
}
