package rpc

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// outside is a folder beside the root with files in it that no client may read
// or change.
type outside struct {
	t     *testing.T
	dir   string
	files map[string]string
}

const secretText = "the-secret"

func newOutside(t *testing.T) *outside {
	o := &outside{t, t.TempDir(), map[string]string{
		"secret":          secretText,
		"a.ansi.txt":      secretText,
		"a.meta.json":     `{"rows":2,"cols":20,"version":1}`,
		"recording.jsonl": `{"jsonrpc":"2.0","id":1,"method":"` + secretText + `"}` + "\n",
	}}
	for name, text := range o.files {
		if err := os.WriteFile(filepath.Join(o.dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// untouched fails the test when anything is different there.
func (o *outside) untouched() {
	o.t.Helper()
	found := map[string]bool{}
	err := filepath.WalkDir(o.dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || p == o.dir {
			return err
		}
		rel, _ := filepath.Rel(o.dir, p)
		found[rel] = true
		b, err := os.ReadFile(p)
		if err != nil || string(b) != o.files[rel] {
			o.t.Errorf("%s outside of the root: %q %v", rel, b, err)
		}
		return nil
	})
	if err != nil || len(found) != len(o.files) {
		o.t.Errorf("%v outside of the root: %v", found, err)
	}
}

// refused wants an error that shows nothing of what lies outside.
func (d *door) refused(method, params string) {
	d.t.Helper()
	m := d.call(method, params)
	b, err := json.Marshal(m)
	if err != nil {
		d.t.Fatal(err)
	}
	if m["error"] == nil {
		d.t.Errorf("%s %s: %s", method, params, b)
	}
	if strings.Contains(string(b), secretText) {
		d.t.Errorf("%s %s shows %s", method, params, b)
	}
}

// withNames are the methods that take the name or the path of a file; %s is it.
var withNames = []struct {
	method, params string
	path           bool // a path below the root, not one name
}{
	{"initialize", `{"sessionId":"other","name":%s}`, false},
	{"dumpView", `{"name":%s,"format":"both"}`, false},
	{"renderView", `{"name":%s}`, false},
	{"expectSnapshot", `{"name":%s}`, false},
	{"recording.start", `{"path":%s}`, true},
	{"replay", `{"path":%s}`, true},
	{"diffView", `{"leftPath":%s,"rightPath":"sessions/s/snapshots/good.ansi.txt"}`, true},
	{"diffView", `{"leftPath":"sessions/s/snapshots/good.ansi.txt","rightPath":%s}`, true},
	{"session.export", `{"path":%s}`, true},
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// opened is a door with a session s that runs a shell and updates its baselines,
// and one good snapshot.
func opened(t *testing.T) *door {
	d := open(t, nil)
	d.must("initialize", `{"name":"s","updateSnapshots":true}`)
	d.must("launch", `{"command":"sh"}`)
	d.must("dumpView", `{"name":"good"}`)
	return d
}

// Names and paths that are none of a file below the root, for every method that
// takes one.
func TestNamesAndPathsOfAClientStayBelowTheRoot(t *testing.T) {
	d, o := opened(t), newOutside(t)
	rel, err := filepath.Rel(d.root, o.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"", ".", "..", "../x", rel + "/x", o.dir + "/x", o.dir + "/a.ansi.txt", "/etc/passwd", "/", "a/../../x", "./x", "a//b", "a/", "/x",
		".hidden", "a/.hidden", "a\x00b", "a\nb", "a\x1b[2Jb", "a\\b", "..\\x", "\u202ex", "\ufffd", strings.Repeat("x", 300), strings.Repeat("x/", 600) + "x",
	} {
		for _, m := range withNames {
			params := fmt.Sprintf(m.params, quoted(name))
			if m.method == "session.export" && name == "" {
				continue // it writes no file
			}
			d.refused(m.method, params)
		}
	}
	for _, m := range withNames { // one name, not a path
		if !m.path {
			d.refused(m.method, fmt.Sprintf(m.params, `"a/b"`))
		}
	}
	for _, theme := range []string{"../theme.json", o.dir + "/secret"} {
		d.refused("dumpView", `{"name":"x","format":"png","theme":`+quoted(theme)+`}`)
		d.refused("initialize", `{"sessionId":"other","snapshotTheme":`+quoted(theme)+`}`)
	}
	o.untouched()
	// odd, but names
	for _, name := range []string{"größe 中", "-x", "~", "$HOME", "con", strings.Repeat("x", 100)} {
		d.must("dumpView", `{"name":`+quoted(name)+`}`)
		d.must("expectSnapshot", `{"name":`+quoted(name)+`}`)
	}
	for _, name := range []string{"deep/er/rec.jsonl", filepath.Join(d.root, "absolute.jsonl")} {
		d.must("recording.start", `{"path":`+quoted(name)+`}`)
		d.must("recording.stop", `{}`)
		d.must("replay", `{"path":`+quoted(name)+`}`)
	}
}

// Links that lead out of the root, put there by a program while the session is
// open, for everything that is written or read: nothing follows them.
func TestLinksThatLeadOutOfTheRootAreNotFollowed(t *testing.T) {
	for what, c := range map[string]struct{ swap, method, params string }{
		"the folder of snapshots":    {"rm -r sessions/s/snapshots && ln -s OUT sessions/s/snapshots", "dumpView", `{"name":"x","format":"both"}`},
		"a picture's folder":         {"rm -r sessions/s/snapshots && ln -s OUT sessions/s/snapshots", "renderView", `{"name":"x"}`},
		"the session":                {"mv sessions/s gone && ln -s OUT sessions/s", "dumpView", `{"name":"x"}`},
		"all sessions":               {"mv sessions gone && ln -s OUT sessions", "dumpView", `{"name":"x"}`},
		"another session":            {"mv sessions gone && ln -s OUT sessions", "initialize", `{"sessionId":"b","name":"b"}`},
		"all baselines":              {"ln -s OUT snapshots", "expectSnapshot", `{"name":"x"}`},
		"the baselines of a session": {"mkdir snapshots && ln -s OUT snapshots/s", "expectSnapshot", `{"name":"x"}`},
		"a folder for a recording":   {"ln -s OUT rec", "recording.start", `{"path":"rec/a.jsonl"}`},
		"a recording":                {"ln -s OUT/secret rec.jsonl", "recording.start", `{"path":"rec.jsonl"}`},
		"a recording of nothing yet": {"ln -s OUT/new rec.jsonl", "recording.start", `{"path":"rec.jsonl"}`},
		"a pipe to be recorded into": {"mkfifo rec.jsonl", "recording.start", `{"path":"rec.jsonl"}`},
		"what is replayed":           {"ln -s OUT/recording.jsonl rec.jsonl", "replay", `{"path":"rec.jsonl"}`},
		"a folder of what is":        {"ln -s OUT rec", "replay", `{"path":"rec/recording.jsonl"}`},
		"a pipe to be replayed":      {"mkfifo rec.jsonl", "replay", `{"path":"rec.jsonl"}`},
		"a folder to be replayed":    {"mkdir rec.jsonl", "replay", `{"path":"rec.jsonl"}`},
		"a snapshot to be compared":  {"ln -s OUT/a.ansi.txt a.ansi.txt", "diffView", `{"leftPath":"a.ansi.txt","rightPath":"sessions/s/snapshots/good.ansi.txt"}`},
		"the other one":              {"ln -s OUT here", "diffView", `{"leftPath":"sessions/s/snapshots/good.ansi.txt","rightPath":"here/a.ansi.txt"}`},
		"a folder for an export":     {"ln -s OUT here", "session.export", `{"path":"here/x.yaml"}`},
	} {
		t.Run(what, func(t *testing.T) {
			d, o := opened(t), newOutside(t)
			swap := strings.ReplaceAll(c.swap, "OUT", o.dir)
			d.must("sendLine", `{"text":`+quoted(swap+` && echo sw""apped`)+`,"expectAfter":{"type":"exact","text":"swapped"}}`)
			d.refused(c.method, c.params)
			o.untouched()
		})
	}
	// Writing over a link replaces the link.
	for _, c := range []struct{ swap, method, params string }{
		{"ln -s OUT/secret sessions/s/snapshots/x.ansi.txt; ln -s OUT/new sessions/s/snapshots/x.png", "dumpView", `{"name":"x","format":"both"}`},
		{"mkdir -p snapshots/s && ln -s OUT/new snapshots/s/x.ansi.txt", "expectSnapshot", `{"name":"x"}`},
		{"ln -s OUT/secret x.yaml", "session.export", `{"path":"x.yaml"}`},
		{"ln -s OUT sessions/b", "initialize", `{"sessionId":"b","name":"b"}`},
		{"mkdir sessions/c && ln -s OUT sessions/c/logs", "initialize", `{"sessionId":"c","name":"c"}`},
	} {
		d, o := opened(t), newOutside(t)
		swap := strings.ReplaceAll(c.swap, "OUT", o.dir)
		d.must("sendLine", `{"text":`+quoted(swap+` ; echo sw""apped`)+`,"expectAfter":{"type":"exact","text":"swapped"}}`)
		d.call(c.method, c.params) // whether it may or not
		o.untouched()
	}
}

// What a program makes of the folders of its own session while it runs: a launch
// writes its logs nowhere else.
func TestTheLogsOfALaunchStayBelowTheRoot(t *testing.T) {
	d, o := opened(t), newOutside(t)
	d.must("sendLine", `{"text":"mv sessions/s/logs away && ln -s `+o.dir+` sessions/s/logs && echo sw\"\"apped","expectAfter":{"type":"exact","text":"swapped"}}`)
	d.refused("launch", `{"command":"sh"}`)
	o.untouched()
}
