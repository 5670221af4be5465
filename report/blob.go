package report

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"scenario/event"
)

// A blob is a zip of one call: blobIndex says what is in it, and objects/HASH
// are the files of the runs by the SHA-256 of their bytes.
const (
	blobVersion = 1
	blobIndex   = "blob.json"
	blobObjects = "objects/"
)

type blob struct {
	Version   int        `json:"version"`
	Plan      []string   `json:"plan"` // the ids of the whole plan, in its order
	Hash      string     `json:"hash"` // of the whole plan
	Shard     blobShard  `json:"shard"`
	Repeat    int        `json:"repeat,omitempty"`
	Started   time.Time  `json:"started"`
	ElapsedMs int64      `json:"elapsedMs"`
	Cases     []blobCase `json:"cases"`
}

type blobShard struct {
	Index    int    `json:"index"` // from 1
	Total    int    `json:"total"`
	Source   string `json:"source,omitempty"`
	Balanced string `json:"balanced,omitempty"`
}

type blobCase struct {
	ID       string        `json:"id"`
	Name     string        `json:"name"`
	File     string        `json:"file"`
	Line     int           `json:"line"`
	Tags     []string      `json:"tags,omitempty"`
	Repeat   int           `json:"repeat,omitempty"`
	Skipped  string        `json:"skipped,omitempty"`
	Missed   bool          `json:"missed,omitempty"`
	Attempts []blobAttempt `json:"attempts,omitempty"`
}

// blobAttempt is the files of an attempt, by their paths in its folder.
type blobAttempt struct {
	Files []blobFile `json:"files"`
}

type blobFile struct {
	Path string `json:"path"`
	Hash string `json:"sha256"`
}

// DeclaredFolder is where the files that a scenario declares lie in a blob: they
// have no place in the folder of an attempt that has passed.
const DeclaredFolder = "out/"

// Blob writes a zip of everything that is left of a call, for Merge. Two blobs
// of the same bytes in the results differ in nothing.
func Blob(w io.Writer, c *Call) error {
	b := blob{
		Version: blobVersion, Plan: c.Plan, Hash: c.Hash, Repeat: c.Repeat, Started: c.Started.UTC(), ElapsedMs: c.Elapsed.Milliseconds(),
		Shard: blobShard{max(c.Shard.Index, 1), max(c.Shard.Total, 1), c.Shard.Source, c.Shard.Balanced},
		Cases: []blobCase{},
	}
	z := blobWriter{zip: zip.NewWriter(w), call: c, have: map[string]bool{}}
	for i := range c.Cases {
		k := &c.Cases[i]
		bc := blobCase{ID: k.ID, Name: k.Name, File: k.File, Line: k.Line, Tags: k.Tags, Repeat: k.Repeat, Skipped: k.Skipped, Missed: k.Missed}
		for _, st := range k.Attempts {
			a, err := z.attempt(st)
			if err != nil {
				return fmt.Errorf("%s: %w", k.ID, err)
			}
			bc.Attempts = append(bc.Attempts, a)
		}
		b.Cases = append(b.Cases, bc)
	}
	index, err := json.MarshalIndent(b, "", " ")
	if err != nil {
		return err
	}
	f, err := z.zip.Create(blobIndex)
	if err == nil {
		_, err = f.Write(index)
	}
	return errors.Join(err, z.zip.Close())
}

type blobWriter struct {
	zip  *zip.Writer
	call *Call
	have map[string]bool // hashes that are in the zip
}

// attempt adds the files of a run. A file that is not there any more is left
// out, but for the log.
func (z *blobWriter) attempt(st *event.State) (a blobAttempt, err error) {
	seen := map[string]bool{}
	for _, art := range append([]event.ArtifactWrittenPayload{{Path: event.LogName, Role: event.RoleResults}}, st.Artifacts...) {
		if art.Error != "" || art.Kept {
			continue
		}
		path := art.Path
		if art.Role != event.RoleResults {
			path = DeclaredFolder + path
		}
		if seen[path] || !fs.ValidPath(path) {
			continue
		}
		seen[path] = true
		hash, err := z.add(st, art)
		if errors.Is(err, fs.ErrNotExist) && path != event.LogName {
			continue
		}
		if err != nil {
			return a, fmt.Errorf("%s: %w", path, err)
		}
		a.Files = append(a.Files, blobFile{path, hash})
	}
	return a, nil
}

// add puts a file into the zip, unless its bytes are there. It is read twice,
// and kept nowhere.
func (z *blobWriter) add(st *event.State, art event.ArtifactWrittenPayload) (string, error) {
	sum := sha256.New()
	if err := z.call.copy(sum, st, art); err != nil {
		return "", err
	}
	hash := hex.EncodeToString(sum.Sum(nil))
	if z.have[hash] {
		return hash, nil
	}
	f, err := z.zip.Create(blobObjects + hash)
	if err != nil {
		return "", err
	}
	z.have[hash] = true
	return hash, z.call.copy(f, st, art)
}
