//go:build linux

package suite

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"scenario/event"
)

const twoPictures = `
steps:
  - launch: cat
  - enter: hello
  - expect: hello
  - screenshot: out/a.txt
  - screenshot: out/b.txt
`

const failsLate = `
record: [out/r.gif, ../up.gif]
steps:
  - launch: cat
  - enter: hello
  - screenshot: out/a.txt
  - wait: never
    timeout: 100ms
  - screenshot: out/b.txt
`

// artifacts are the declared files with what became of them.
func (c *call) artifacts() []string {
	var all []string
	for _, a := range c.states[0].Artifacts {
		if a.Role == "results" {
			continue
		}
		how := fmt.Sprintf("%d bytes", a.Bytes)
		switch {
		case a.Error != "":
			how = a.Error
		case a.Kept:
			how = "kept"
		case a.Same:
			how = "same"
		}
		all = append(all, a.Path+": "+how)
	}
	return all
}

func (c *call) wantsArtifacts(want ...string) {
	c.t.Helper()
	if got := c.artifacts(); !slices.Equal(got, want) {
		c.t.Errorf("artifacts\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func (c *call) stat(name string) fs.FileInfo {
	c.t.Helper()
	info, err := os.Lstat(c.path(name))
	if err != nil {
		c.t.Fatal(err)
	}
	return info
}

// noLitter fails the test when a temporary file is left.
func (c *call) noLitter() {
	c.t.Helper()
	for _, name := range c.tree(".") {
		if strings.Contains(name, ".scenario-") {
			c.t.Errorf("left behind: %s", name)
		}
	}
}

func TestOutputsAreWrittenOnlyWhenTheyDiffer(t *testing.T) {
	c := one(t, twoPictures)
	c.run().wants("completed")
	c.wantsArtifacts("out/a.txt: 34 bytes", "out/b.txt: 34 bytes")
	c.noLitter()
	c.chmod("out/a.txt", 0o640)
	c.write("out/b.txt", "something else")
	before := c.stat("out/a.txt")
	c.run().wants("completed")
	c.wantsArtifacts("out/a.txt: same", "out/b.txt: 34 bytes")
	if after := c.stat("out/a.txt"); !os.SameFile(before, after) || !after.ModTime().Equal(before.ModTime()) {
		t.Error("a file with the same bytes was written")
	}
	c.write("out/a.txt", "something else")
	c.run()
	if mode := c.stat("out/a.txt").Mode().Perm(); mode != 0o640 {
		t.Errorf("mode %o", mode)
	}
}

func TestFailedRunLeavesOutputsAlone(t *testing.T) {
	c := one(t, failsLate)
	c.write("out/a.txt", "mine")
	c.run()
	c.wantsArtifacts("out/r.gif: kept", filepath.ToSlash(filepath.Dir(c.dir))+"/up.gif: kept", "out/a.txt: kept", "out/b.txt: kept")
	if c.read("out/a.txt") != "mine" || len(c.tree("out")) != 1 {
		t.Errorf("out has %v", c.tree("out"))
	}
	var drawn []string
	for _, name := range c.tree("results/t/attempt-1/out") {
		drawn = append(drawn, strings.TrimPrefix(name, "results/t/attempt-1/out/"))
	}
	if want := []string{"out/a.txt", "out/r.gif", "up.gif"}; !slices.Equal(drawn, want) {
		t.Errorf("drawn into the results folder: %v", drawn)
	}
	c.noLitter()
}

// A file that can't be written fails the run, is named, and leaves the others.
func TestOutputCannotBeWritten(t *testing.T) {
	for _, tt := range []struct {
		name  string
		setup func(*call)
		want  string
	}{
		{"a folder of that name", func(c *call) { c.write("out/b.txt/x", "") }, "there is a folder of that name"},
		{"a read-only file", func(c *call) { c.write("out/b.txt", "mine"); c.chmod("out/b.txt", 0o444) }, "the file is read-only"},
		{"a device", func(c *call) { c.link("/dev/null", "out/b.txt") }, "it is no regular file"},
		{"below a file", func(c *call) {
			c.write("t.yaml", strings.ReplaceAll(twoPictures, "out/b.txt", "t.yaml/b.txt"))
		}, "not a directory"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := one(t, twoPictures)
			c.write("out/a.txt", "mine")
			tt.setup(c)
			name := "out/b.txt"
			if strings.Contains(c.read("t.yaml"), "t.yaml/b.txt") {
				name = "t.yaml/b.txt"
			}
			c.run().wants("failed: can't write " + name + ": " + tt.want)
			c.wantsArtifacts("out/a.txt: kept", name+": "+tt.want)
			if c.read("out/a.txt") != "mine" {
				t.Error("the other file was written")
			}
			c.noLitter()
		})
	}
}

func (c *call) link(target, name string) {
	c.t.Helper()
	if err := os.Symlink(target, c.path(name)); err != nil {
		c.t.Fatal(err)
	}
}

func TestOutputThroughALink(t *testing.T) {
	c := one(t, twoPictures)
	c.write("elsewhere/a.txt", "old")
	c.write("out/x", "")
	c.link(c.path("elsewhere/a.txt"), "out/a.txt")
	c.run().wants("completed")
	if c.stat("out/a.txt").Mode()&fs.ModeSymlink == 0 || !strings.HasPrefix(c.read("elsewhere/a.txt"), "hello\n") {
		t.Error("the link was replaced, not its target")
	}
}

// The folder of the results is replaced when it is one, never anything else.
func TestResultsFolder(t *testing.T) {
	c := one(t, twoPictures)
	c.write("results/t/attempt-1/old.txt", "")
	c.run().wants("completed")
	if slices.Contains(c.tree("results"), "results/t/attempt-1/old.txt") {
		t.Error("the old results are still there")
	}
	c.write("results/t/thesis.txt", "mine")
	c.run().wants("crashed: " + c.path("results/t") + " is no folder of results: thesis.txt is in it")
	c.read("results/t/thesis.txt")
	if last := c.events[len(c.events)-1]; last.Kind != event.RunCrashed || !strings.Contains(c.warn.String(), `"kind":"run_crashed"`) {
		t.Errorf("%v\n%s", last, c.warn.String())
	}

	c = one(t, twoPictures)
	c.write("results", "a file")
	if _, err := New(c.o).Run(c.ctx, c.plan()); err == nil || !strings.Contains(err.Error(), "results folder: ") {
		t.Errorf("%v", err)
	}
}
