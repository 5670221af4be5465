package report

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"scenario/event"
)

// MergeInput is one blob to be merged.
type MergeInput struct {
	Name string // as in messages
	Zip  *zip.Reader

	blob blob
}

// maxIndex bounds the index of a blob: that of 100,000 scenarios is some 30 MB.
const maxIndex = 256 << 20

// MergeError is a set of blobs that is not one whole run of one plan.
type MergeError struct{ Problems []string }

func (e *MergeError) Error() string { return strings.Join(e.Problems, "\n") }

// Merge joins the blobs of the shards of one plan into one call, in the order of
// the plan. save is given every file of every attempt: the id and repeat of the
// scenario, the attempt from 1, the file's path in its folder, and its content,
// which is what the blob's hash says. It returns the folder of that attempt, as
// State.Folder has it. Shards that are missing, that are there twice, that are
// of different plans, and scenarios that no shard has are a *MergeError.
func Merge(inputs []*MergeInput, save func(k *Case, attempt int, path string, content io.Reader) (folder string, err error)) (*Call, error) {
	for _, in := range inputs {
		if err := in.read(); err != nil {
			return nil, fmt.Errorf("%s: %w", in.Name, err)
		}
	}
	slices.SortStableFunc(inputs, func(a, b *MergeInput) int { return a.blob.Shard.Index - b.blob.Shard.Index })
	if problems := mergeProblems(inputs); len(problems) > 0 {
		return nil, &MergeError{problems}
	}
	first := inputs[0].blob
	c := &Call{Plan: first.Plan, Hash: first.Hash, Repeat: first.Repeat}
	at := map[string]int{}
	for i, id := range c.Plan {
		at[id] = i
	}
	end := first.Started
	for _, in := range inputs {
		b := in.blob
		if c.Started.IsZero() || b.Started.Before(c.Started) {
			c.Started = b.Started
		}
		if e := b.Started.Add(time.Duration(b.ElapsedMs) * time.Millisecond); e.After(end) {
			end = e
		}
		for _, bc := range b.Cases {
			k, err := in.restore(bc, save)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", in.Name, bc.ID, err)
			}
			c.Cases = append(c.Cases, k)
		}
	}
	c.Elapsed = max(end.Sub(c.Started), 0)
	slices.SortStableFunc(c.Cases, func(a, b Case) int { return at[a.ID] - at[b.ID] })
	return c, nil
}

// read reads the index of a blob.
func (in *MergeInput) read() error {
	f, err := in.Zip.Open(blobIndex)
	if err != nil {
		return errors.New("is no blob report")
	}
	defer f.Close()
	if err := json.NewDecoder(io.LimitReader(f, maxIndex)).Decode(&in.blob); err != nil {
		return fmt.Errorf("%s: %w", blobIndex, err)
	}
	switch v := in.blob.Version; {
	case v < 1:
		return fmt.Errorf("version %d is none", v)
	case v > blobVersion:
		return fmt.Errorf("version %d is newer than this program", v)
	}
	if s := in.blob.Shard; s.Total < 1 || s.Index < 1 || s.Index > s.Total {
		return fmt.Errorf("shard %d/%d is none", s.Index, s.Total)
	}
	return nil
}

// mergeProblems tells why blobs, sorted by their shards, are not all of one run
// of one plan.
func mergeProblems(inputs []*MergeInput) (problems []string) {
	bad := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	if len(inputs) == 0 {
		return []string{"no blob reports"}
	}
	first := inputs[0]
	byIndex := map[int]string{}
	owner := map[string]string{}
	for _, in := range inputs {
		s := in.blob.Shard
		switch {
		case in.blob.Hash != first.blob.Hash || s.Total != first.blob.Shard.Total:
			bad("%s is of another plan than %s: other files, other flags, or another number of shards", in.Name, first.Name)
			continue
		case byIndex[s.Index] != "":
			bad("shard %d/%d is there twice: %s and %s", s.Index, s.Total, byIndex[s.Index], in.Name)
			continue
		}
		byIndex[s.Index] = in.Name
		mine := map[string]bool{}
		for _, k := range in.blob.Cases {
			if other := owner[k.ID]; other != "" && !mine[k.ID] {
				bad("%s was run by two shards: %s and %s", k.ID, other, in.Name)
			}
			owner[k.ID], mine[k.ID] = in.Name, true
		}
	}
	if len(problems) > 0 {
		return problems
	}
	var missing []string
	for i := 1; i <= first.blob.Shard.Total; i++ {
		if byIndex[i] == "" {
			missing = append(missing, fmt.Sprintf("%d/%d", i, first.blob.Shard.Total))
		}
	}
	if len(missing) > 0 {
		bad("%s missing: %s", plural(len(missing), "shard is", "shards are"), strings.Join(missing, ", "))
		return problems
	}
	for _, id := range first.blob.Plan {
		if owner[id] == "" {
			bad("no shard has run %s", id)
		}
		delete(owner, id)
	}
	for _, id := range slices.Sorted(maps.Keys(owner)) {
		bad("%s is not in the plan", id)
	}
	return problems
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// restore makes a case of what a blob has of it.
func (in *MergeInput) restore(bc blobCase, save func(*Case, int, string, io.Reader) (string, error)) (Case, error) {
	k := Case{ID: bc.ID, Name: bc.Name, File: bc.File, Line: bc.Line, Tags: bc.Tags, Repeat: bc.Repeat, Skipped: bc.Skipped, Missed: bc.Missed}
	for i, a := range bc.Attempts {
		st := &event.State{}
		for _, f := range a.Files {
			if !fs.ValidPath(f.Path) || f.Path == "." {
				return k, fmt.Errorf("%q is no path of a result", f.Path)
			}
			folder, err := in.file(f, func(r io.Reader) (string, error) {
				if f.Path != event.LogName {
					return save(&k, i+1, f.Path, r)
				}
				var log bytes.Buffer
				folder, err := save(&k, i+1, f.Path, io.TeeReader(r, &log))
				if err != nil {
					return folder, err
				}
				return folder, event.Read(&log, func(e event.Envelope) error { st.Apply(e); return nil })
			})
			if err != nil {
				return k, fmt.Errorf("%s: %w", f.Path, err)
			}
			st.Folder = folder
		}
		if !st.Finished() {
			return k, errors.New("its log has no end")
		}
		k.Attempts = append(k.Attempts, st)
	}
	if len(k.Attempts) == 0 && k.Skipped == "" {
		return k, errors.New("it has no attempt")
	}
	return k, nil
}

// file reads an object and checks that it is what its name says.
func (in *MergeInput) file(f blobFile, use func(io.Reader) (string, error)) (string, error) {
	r, err := in.Zip.Open(blobObjects + f.Hash)
	if err != nil {
		return "", errors.New("is not in the blob")
	}
	defer r.Close()
	sum := sha256.New()
	folder, err := use(io.TeeReader(r, sum))
	if err == nil {
		_, err = io.Copy(sum, r)
	}
	if err == nil && hex.EncodeToString(sum.Sum(nil)) != f.Hash {
		err = errors.New("is damaged: its bytes have another hash")
	}
	return folder, err
}
