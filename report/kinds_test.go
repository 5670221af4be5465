package report

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"scenario/event"
)

// everyOutcome is a call with one scenario of each outcome.
func everyOutcome() *Call {
	one := func(id string, xfail string, attempt int, final, reason string) *event.State {
		return run(event.RunStartedPayload{File: id, Scenario: strings.TrimSuffix(id, ".yaml"), Line: 1, XFail: xfail, Attempt: attempt}).
			steps(2, 2).end(final, reason, 300)
	}
	first := nearMiss()
	first.Run.File, first.Run.ID, first.Run.Scenario = "flaky.yaml", "flaky.yaml", "flaky"
	failed := nearMiss()
	failed.Run.Tags = []string{"slow"}
	c := callOf(
		one("passed.yaml", "", 1, event.Completed, ""),
		first, one("flaky.yaml", "", 2, event.Completed, ""),
		one("expected.yaml", "the parser is broken, #12", 1, event.Failed, "no"),
		failed,
		one("surprise.yaml", "the parser is broken", 1, event.Completed, ""),
		blocked(),
	)
	c.Cases = append(c.Cases, Case{ID: "skipped.yaml", Name: "skipped | <b>", File: "skipped.yaml", Line: 1, Skipped: "waits for #13"})
	c.Started, c.Elapsed = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), 10600*time.Millisecond
	c.Results, c.Again = "scenario-results/", "scenario run --last-failed"
	c.Shard = Shard{Index: 3, Total: 8, Source: "CI_NODE_INDEX", Balanced: "timings.json"}
	for i := range c.Cases {
		c.Plan = append(c.Plan, c.Cases[i].ID)
	}
	return c
}

func TestOutcomes(t *testing.T) {
	c := everyOutcome()
	var got []string
	for i := range c.Cases {
		got = append(got, c.Cases[i].Outcome().String())
	}
	if want := "PASS FLAKY XFAIL FAIL XPASS BLOCK SKIP"; strings.Join(got, " ") != want {
		t.Errorf("%s", got)
	}
	if got, want := c.Totals().String(), "3 passed (1 flaky, 1 failed as expected), 2 failed (1 passed unexpectedly), 1 blocked, 1 skipped"; got != want {
		t.Error(got)
	}
	if got := strings.Join(c.Bad(), " "); got != "fzf.yaml surprise.yaml k9s.yaml" {
		t.Error(got)
	}
}

// Every kind of report of every outcome, but for those that need the results.
func TestKinds(t *testing.T) {
	names := map[string]bool{}
	last := ""
	for _, k := range Kinds() {
		if k.Name <= last || k.Doc == "" {
			t.Errorf("%s after %s: the table is sorted and says what a kind is", k.Name, last)
		}
		last, names[k.Name] = k.Name, true
		if k.Name == "blob" || k.Name == "jsonl" || k.Name == "html" { // html has tests of its own
			continue
		}
		var out bytes.Buffer
		if err := k.Write(&out, everyOutcome()); err != nil {
			t.Errorf("%s: %v", k.Name, err)
		}
		check(t, "kind-"+k.Name+".txt", out.String())
	}
}

func TestFlakeTable(t *testing.T) {
	var runs []*event.State
	for i := range 10 {
		final := event.Completed
		if i == 3 {
			final = event.Failed
		}
		runs = append(runs,
			run(event.RunStartedPayload{File: "a.yaml", Scenario: "sometimes", Repeat: i + 1}).steps(1, 1).end(final, "", int64(100*i)),
			run(event.RunStartedPayload{File: "b.yaml", Scenario: "always", Repeat: i + 1}).steps(1, 1).end(event.Completed, "", 1000))
	}
	c := callOf(runs...)
	c.Repeat = 10
	var out bytes.Buffer
	if err := console(&out, c); err != nil {
		t.Fatal(err)
	}
	check(t, "flakes.txt", out.String())
}

// disk is the results of the runs of a call.
type disk map[string]string

func (d disk) open(run *event.State, f event.ArtifactWrittenPayload) (io.ReadCloser, error) {
	path := f.Path
	if f.Role == event.RoleResults {
		path = run.Folder + path
	}
	text, ok := d[path]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return io.NopCloser(strings.NewReader(text)), nil
}

// shardOf is a call of one shard with its results.
func shardOf(index, total int, plan []string, ids ...string) *Call {
	d := disk{}
	var runs []*event.State
	for _, id := range ids {
		s := run(event.RunStartedPayload{File: id, Scenario: id})
		s.st.Folder = "results/" + id + "/attempt-1/"
		s.steps(1, 1).wrote("results", "session.cast").wrote("record", "out.gif")
		s.end(event.Completed, "", 100)
		var log bytes.Buffer
		for _, e := range s.all {
			line, _ := e.MarshalJSON()
			log.Write(append(line, '\n'))
		}
		d[s.st.Folder+event.LogName], d[s.st.Folder+"session.cast"], d["out.gif"] = log.String(), "cast of "+id, "GIF"
		runs = append(runs, s.st)
	}
	c := callOf(runs...)
	c.Plan, c.Hash, c.Shard, c.Open = plan, "plan", Shard{Index: index, Total: total, Source: "--shard"}, d.open
	c.Started, c.Elapsed = time.Date(2026, 1, 2, 3, 4, index, 0, time.UTC), time.Second
	return c
}

func blobOf(t *testing.T, name string, c *Call) *MergeInput {
	t.Helper()
	var b bytes.Buffer
	if err := Blob(&b, c); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return &MergeInput{Name: name, Zip: z}
}

func TestMerge(t *testing.T) {
	plan := []string{"a.yaml", "b.yaml", "c.yaml"}
	one, two := shardOf(1, 2, plan, "a.yaml", "c.yaml"), shardOf(2, 2, plan, "b.yaml")
	two.Repeat, one.Repeat = 1, 1
	saved := disk{}
	save := func(k *Case, attempt int, path string, r io.Reader) (string, error) {
		b, err := io.ReadAll(r)
		folder := fmt.Sprintf("merged/%s/attempt-%d/", k.ID, attempt)
		saved[folder+path] = string(b)
		return folder, err
	}
	c, err := Merge([]*MergeInput{blobOf(t, "2.zip", two), blobOf(t, "1.zip", one)}, save)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for i := range c.Cases {
		ids = append(ids, c.Cases[i].ID)
		st := c.Cases[i].Last()
		if st.Final != event.Completed || len(st.Steps) != 1 || saved[st.Folder+"session.cast"] != "cast of "+c.Cases[i].ID || saved[st.Folder+"out/out.gif"] != "GIF" {
			t.Errorf("%+v", st)
		}
	}
	if !slices.Equal(ids, plan) || c.Elapsed != 2*time.Second || c.Totals().Passed != 3 {
		t.Errorf("%v in %v", ids, c.Elapsed)
	}
}

func TestMergeRefusesWhatIsNotWhole(t *testing.T) {
	plan := []string{"a.yaml", "b.yaml"}
	shard := func(index, total int, ids ...string) *MergeInput {
		return blobOf(t, fmt.Sprintf("%d.zip", index), shardOf(index, total, plan, ids...))
	}
	other := shardOf(2, 2, plan, "b.yaml")
	other.Hash = "another"
	for name, tt := range map[string]struct {
		in   []*MergeInput
		want string
	}{
		"none":        {nil, "no blob reports"},
		"gap":         {[]*MergeInput{shard(1, 3, "a.yaml"), shard(3, 3, "b.yaml")}, "1 shard is missing: 2/3"},
		"gaps":        {[]*MergeInput{shard(2, 3, "a.yaml")}, "2 shards are missing: 1/3, 3/3"},
		"twice":       {[]*MergeInput{shard(1, 2, "a.yaml"), shard(1, 2, "a.yaml")}, "shard 1/2 is there twice: 1.zip and 1.zip"},
		"overlap":     {[]*MergeInput{shard(1, 2, "a.yaml", "b.yaml"), shard(2, 2, "b.yaml")}, "b.yaml was run by two shards: 1.zip and 2.zip"},
		"hole":        {[]*MergeInput{shard(1, 2, "a.yaml"), shard(2, 2)}, "no shard has run b.yaml"},
		"stranger":    {[]*MergeInput{shard(1, 2, "a.yaml"), shard(2, 2, "b.yaml", "x.yaml")}, "x.yaml is not in the plan"},
		"other plan":  {[]*MergeInput{shard(1, 2, "a.yaml"), blobOf(t, "o.zip", other)}, "o.zip is of another plan than 1.zip: other files, other flags, or another number of shards"},
		"other total": {[]*MergeInput{shard(1, 2, "a.yaml"), shard(2, 3, "b.yaml")}, "2.zip is of another plan than 1.zip: other files, other flags, or another number of shards"},
	} {
		_, err := Merge(tt.in, func(*Case, int, string, io.Reader) (string, error) {
			t.Errorf("%s: something is saved", name)
			return "", nil
		})
		if me := new(MergeError); !errors.As(err, &me) || err.Error() != tt.want {
			t.Errorf("%s: %v\nwant %s", name, err, tt.want)
		}
	}
}

// A blob whose bytes are not what it says is refused, wherever it is damaged.
func FuzzMerge(f *testing.F) {
	var b bytes.Buffer
	if err := Blob(&b, shardOf(1, 1, []string{"a.yaml"}, "a.yaml")); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		c, err := Merge([]*MergeInput{{Name: "x", Zip: z}}, func(_ *Case, _ int, path string, r io.Reader) (string, error) {
			if !fs.ValidPath(path) {
				t.Errorf("%q leads out", path)
			}
			_, err := io.Copy(io.Discard, io.LimitReader(r, 1<<20))
			return "x/", err
		})
		if err == nil {
			c.Totals()
		}
	})
}
