package rpc

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"scenario/agent"
	"scenario/emulator"
	"scenario/emulator/redraw"
)

// snapshot is a screen as tuispec stores one: bytes that draw it (.ansi.txt) and
// its size (.meta.json).
type snapshot struct {
	ansi       []byte
	cols, rows int
}

type snapshotMeta struct {
	Rows    int `json:"rows"`
	Cols    int `json:"cols"`
	Version int `json:"version"`
}

func snapshotOf(scr *emulator.Screen) snapshot {
	return snapshot{redraw.Append(nil, nil, scr), scr.Cols, scr.Rows}
}

func (n snapshot) write(files *agent.Files, base string) (ansi, meta agent.Artifact, err error) {
	if ansi, err = files.Write(base+".ansi.txt", func(w io.Writer) error { _, err := w.Write(n.ansi); return err }); err != nil {
		return
	}
	meta, err = files.Write(base+".meta.json", func(w io.Writer) error {
		return json.NewEncoder(w).Encode(snapshotMeta{n.rows, n.cols, 1})
	})
	return
}

const (
	maxSnapshot = 32 << 20
	maxMeta     = 1 << 16
)

// readSnapshot reads a snapshot by the name of its .ansi.txt. One without a size
// has that of the session.
func readSnapshot(files *agent.Files, name string, cols, rows int) (snapshot, error) {
	n := snapshot{cols: cols, rows: rows}
	var err error
	if n.ansi, err = readFile(files, name, maxSnapshot); err != nil {
		return n, err
	}
	b, err := readFile(files, strings.TrimSuffix(name, ".ansi.txt")+".meta.json", maxMeta)
	if errors.Is(err, fs.ErrNotExist) {
		return n, nil
	}
	var m snapshotMeta
	if err == nil {
		err = json.Unmarshal(b, &m)
	}
	if err != nil {
		return n, fmt.Errorf("%s.meta.json: %w", strings.TrimSuffix(path.Base(name), ".ansi.txt"), err)
	}
	if m.Cols < 1 || m.Rows < 1 || m.Cols > 1000 || m.Rows > 1000 {
		return n, fmt.Errorf("%s: a size of %d x %d is not possible", path.Base(name), m.Cols, m.Rows)
	}
	n.cols, n.rows = m.Cols, m.Rows
	return n, nil
}

func readFile(files *agent.Files, name string, limit int64) ([]byte, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var b bytes.Buffer
	n, err := b.ReadFrom(io.LimitReader(f, limit+1))
	if err == nil && n > limit {
		err = fmt.Errorf("%s is too large", path.Base(name))
	}
	return b.Bytes(), err
}

// screen plays a snapshot.
func (n snapshot) screen(engine emulator.Factory) (*emulator.Screen, error) {
	t := engine(emulator.Options{Cols: n.cols, Rows: n.rows})
	if err := t.Write(n.ansi); err != nil {
		return nil, err
	}
	var scr emulator.Screen
	t.Snapshot(&scr)
	return &scr, nil
}

// expectSnapshot compares the settled screen, its text and styles, with the
// baseline beside the sessions, which initialize does not remove. A missing
// baseline fails; updateSnapshots writes it.
func (s *Server) expectSnapshot(ctx context.Context, raw json.RawMessage) (any, error) {
	var p struct {
		common
		Name *string `json:"name"`
	}
	x, sh, err := s.runningFor(raw, &p)
	if err != nil {
		return nil, err
	}
	if err := snapshotName(p.Name); err != nil {
		return nil, err
	}
	if err := sh.Rest(ctx); err != nil {
		return nil, err
	}
	files := s.o.Agent.Files()
	actual := snapshotOf(sh.View().Screen)
	a, _, err := actual.write(files, path.Join(x.folder, "snapshots", *p.Name))
	if err != nil {
		return nil, err
	}
	base := path.Join("snapshots", x.name, *p.Name)
	want, err := readSnapshot(files, base+".ansi.txt", x.cols, x.rows)
	missing := errors.Is(err, fs.ErrNotExist)
	out := map[string]any{"ok": true, "actualPath": a.Path, "baselinePath": files.Path(base + ".ansi.txt"), "baselineExists": !missing}
	switch {
	case x.update:
		_, _, err = actual.write(files, base)
		return out, err
	case missing:
		return nil, methodFailed("there is no baseline "+files.Path(base+".ansi.txt")).with("kind", "SnapshotMissing").
			with("actualPath", a.Path).with("hint", "initialize with updateSnapshots: true writes it")
	case err != nil:
		return nil, err
	}
	diff, err := s.compare(want, actual)
	if err != nil || len(diff) == 0 {
		return out, err
	}
	return nil, methodFailed(fmt.Sprintf("%d rows differ from the baseline", len(diff))).with("kind", "SnapshotMismatch").
		with("actualPath", a.Path).with("baselinePath", files.Path(base+".ansi.txt")).with("diff", diff)
}

// rowDiff is a row that two screens do not share.
type rowDiff struct {
	Row   int    `json:"row"` // from 1
	Left  string `json:"left"`
	Right string `json:"right"`
	Style bool   `json:"style,omitempty"` // the texts are the same
}

// compare returns the rows that differ in text or style.
func (s *Server) compare(left, right snapshot) ([]rowDiff, error) {
	engine, err := s.o.Agent.Engine()
	if err != nil {
		return nil, err
	}
	a, err := left.screen(engine)
	if err != nil {
		return nil, err
	}
	b, err := right.screen(engine)
	if err != nil {
		return nil, err
	}
	var out []rowDiff
	for r := range max(a.Rows, b.Rows) {
		d := rowDiff{Row: r + 1}
		if r < a.Rows {
			d.Left = a.RowText(r)
		}
		if r < b.Rows {
			d.Right = b.RowText(r)
		}
		d.Style = d.Left == d.Right
		if !d.Style || r >= a.Rows || r >= b.Rows || !sameStyle(a, b, r) {
			out = append(out, d)
		}
	}
	return out, nil
}

// sameStyle compares the looks of the cells of a row.
func sameStyle(a, b *emulator.Screen, r int) bool {
	if a.Cols != b.Cols {
		return false
	}
	for c, x := range a.Row(r) {
		y := b.Row(r)[c]
		if x.Fg != y.Fg || x.Bg != y.Bg || x.Attr != y.Attr || a.Table.Ext(x.Ext) != b.Table.Ext(y.Ext) {
			return false
		}
	}
	return true
}

// diffView compares two snapshots that were written before.
func (s *Server) diffView(_ context.Context, raw json.RawMessage) (any, error) {
	var p struct {
		common
		LeftPath  *string `json:"leftPath"`
		RightPath *string `json:"rightPath"`
		Mode      string  `json:"mode"`
	}
	x, err := s.sessionFor(raw, &p)
	if err != nil {
		return nil, err
	}
	if p.Mode != "" && p.Mode != "text" && p.Mode != "styled" {
		return nil, badParam("mode", "%q is not text or styled", p.Mode)
	}
	var both [2]snapshot
	for i, side := range []struct {
		field string
		path  *string
	}{{"leftPath", p.LeftPath}, {"rightPath", p.RightPath}} {
		if side.path == nil {
			return nil, badParam(side.field, "is missing")
		}
		name, err := s.below(*side.path)
		if err != nil {
			return nil, badParam(side.field, "%v", err)
		}
		if both[i], err = readSnapshot(s.o.Agent.Files(), name, x.cols, x.rows); err != nil {
			return nil, methodFailed(err.Error())
		}
	}
	diff, err := s.compare(both[0], both[1])
	if err != nil {
		return nil, err
	}
	lines := []string{}
	for _, d := range diff {
		switch {
		case !d.Style:
			lines = append(lines, fmt.Sprintf("row %d: %q -> %q", d.Row, d.Left, d.Right))
		case p.Mode == "styled":
			lines = append(lines, fmt.Sprintf("row %d: the style of %q", d.Row, d.Left))
		}
	}
	summary := "no difference"
	if len(lines) > 0 {
		summary = strings.Join(lines, "\n")
	}
	return map[string]any{"changed": len(lines) > 0, "changedLines": len(lines), "summary": summary}, nil
}

// below is a path of a client as a name below the root: absolute paths are those
// that results have named.
func (s *Server) below(p string) (string, error) {
	dir := s.o.Agent.Files().Dir()
	if filepath.IsAbs(p) {
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			return "", err
		}
		p = rel
	}
	p = filepath.ToSlash(p)
	if err := agent.CheckName(p); err != nil {
		return "", err
	}
	return p, nil
}
