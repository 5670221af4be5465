package html

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"scenario/event"
)

var block = regexp.MustCompile(`^<script type="(application/gzip|image/png|image/gif)" id="([a-z0-9.]+)">([A-Za-z0-9+/=]*)</script>$`)

// read returns the blocks of a page. What is neither one of them nor ours fails
// the test: so nothing of a scenario can be markup, wherever it stands.
func read(t testing.TB, page string, r *Report) map[string][]byte {
	t.Helper()
	p := &frame{r: r}
	head, tail := p.fixed()
	data, ok := strings.CutPrefix(page, head)
	if ok {
		data, ok = strings.CutSuffix(data, tail)
	}
	if !ok {
		t.Fatalf("the page does not begin and end with what is always there: %.300q", page)
	}
	all := map[string][]byte{}
	for line := range strings.Lines(data) {
		m := block.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			t.Fatalf("no block: %.300q", line)
		}
		b, err := base64.StdEncoding.DecodeString(m[3])
		if err == nil && m[1] == "application/gzip" {
			var z *gzip.Reader
			if z, err = gzip.NewReader(bytes.NewReader(b)); err == nil {
				b, err = io.ReadAll(z)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if all[m[2]] != nil {
			t.Errorf("block %s is there twice", m[2])
		}
		all[m[2]] = b
	}
	return all
}

type frame struct{ r *Report }

// fixed is what a page begins and ends with.
func (p *frame) fixed() (head, tail string) {
	var a, b strings.Builder
	(&page{w: &a, r: p.r}).head()
	(&page{w: &b, r: p.r}).tail()
	return a.String(), b.String()
}

func write(t testing.TB, r *Report, o Options) (string, map[string][]byte) {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, r, o); err != nil {
		t.Fatal(err)
	}
	return out.String(), read(t, out.String(), r)
}

func decode[T any](t testing.TB, all map[string][]byte, id string) (v T) {
	t.Helper()
	if all[id] == nil {
		t.Fatalf("there is no block %s", id)
	}
	if err := json.Unmarshal(all[id], &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestNoTextBreaksOut(t *testing.T) {
	c := failing(t, hostile)
	c.Name, c.ID, c.Why = hostile, hostile, hostile
	r := &Report{Totals: hostile, Results: hostile, Again: hostile, Shard: hostile, Cases: []Case{c}}
	page, all := write(t, r, options())
	for _, bad := range []string{"alert(1)", "<!--"} {
		if strings.Contains(strings.TrimPrefix(page, "<!DOCTYPE"), bad) && !strings.Contains(page, "&lt;script&gt;alert(1)") {
			t.Errorf("%q stands in the page", bad)
		}
	}
	if got := decode[indexData](t, all, "index"); got.Cases[0].Name != strings.ToValidUTF8(hostile, "") || got.Cases[0].Tags[1] != hostile {
		t.Errorf("%+v", got.Cases[0])
	}
}

func FuzzNoTextBreaksOut(f *testing.F) {
	f.Add("</script>", "\"><img src=x>", "\x00\x1b]0;</title>\a")
	f.Add("<!--<script>", "--!>", "]]>")
	o := options()
	f.Fuzz(func(t *testing.T, name, file, output string) {
		m := begin(t, name)
		m.step("launch", file, output, nil)
		m.step("expect", output, "", &event.Failure{Message: name, Source: file, Line: 1, Col: 3, Details: []string{output}})
		m.file(event.RoleResults, file, []byte(output))
		c := m.end(name + "x")
		write(t, &Report{Totals: name, Cases: []Case{c}}, o)
	})
}

// The scripts that the policy allows are those of the page, and parse nothing
// as markup or code.
func TestPolicy(t *testing.T) {
	page, _ := write(t, &Report{Totals: "nothing was run"}, Options{})
	for _, name := range append(scripts(), styles()...) {
		text := asset(name)
		if !strings.Contains(policy(), hash(text)) || !strings.Contains(page, ">"+text+"</") {
			t.Errorf("%s is not in the page as the policy has it", name)
		}
		for _, bad := range []string{"</script", "</style", "<!--", "@import"} {
			if strings.Contains(strings.ToLower(text), bad) {
				t.Errorf("%s has %s", name, bad)
			}
		}
		if strings.HasPrefix(name, player) {
			continue
		}
		for _, bad := range []string{"http://", "https://", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "fetch(", "XMLHttpRequest", `setAttribute("style"`} {
			if strings.Contains(text, bad) {
				t.Errorf("%s uses %s", name, bad)
			}
		}
	}
	if p := policy(); strings.Contains(p, "unsafe-inline") || strings.Contains(p, "'unsafe-eval'") || !strings.HasPrefix(p, "default-src 'none'; ") {
		t.Error(p)
	}
}

func TestScreensOfSteps(t *testing.T) {
	_, all := write(t, &Report{Cases: []Case{failing(t, "a.yaml")}}, options())
	d := decode[screensData](t, all, "s0.0")
	text := func(n int) string {
		var b strings.Builder
		for _, l := range d.Screens[n].Lines {
			for _, run := range d.Lines[l] {
				b.WriteString(run[1].(string))
			}
			b.WriteByte('\n')
		}
		return b.String()
	}
	if len(d.Steps) != 4 || len(d.Screens) != 3 || len(d.Notes) != 0 {
		t.Fatalf("%+v", d)
	}
	if s := d.Steps[0]; s.Before != -1 || text(s.After) != "hello world\n$  \n" {
		t.Errorf("%+v: %q", s, text(s.After))
	}
	if s := d.Steps[1]; s.Before != 0 || !strings.HasSuffix(text(s.After), "\n漢字 🙂\n$  \n") || s.Input[0] != "type echo 漢字 🙂" || s.Bytes != "echo 漢字 🙂" {
		t.Errorf("%+v: %q", s, text(s.After))
	}
	if s := d.Steps[3]; s.Before != s.After || s.PicAfter == "" || s.PicAfter != s.PicBefore {
		t.Errorf("%+v: the screen did not change", s)
	}
	if d.Screens[0].Title != "the title" || d.Casts[0].Block == "" || !strings.HasPrefix(string(all[d.Casts[0].Block]), `{"version":3,`) {
		t.Errorf("%+v", d.Casts)
	}
	for i := 1; i < 4; i++ {
		if gap := d.Steps[i].Play - d.Steps[i-1].Play; gap < 0.5 {
			t.Errorf("step %d is %.2f s after the one before: nobody sees it", i+1, gap)
		}
	}
	if ev := string(all[d.Events]); strings.Count(ev, "\n") != strings.Count(ev, `"seq":`) || !strings.Contains(ev, `"run_finished"`) {
		t.Errorf("%s", ev)
	}
	pictures := 0
	for _, id := range d.Files {
		if id != "" {
			pictures++
		}
	}
	if pictures != 9 {
		t.Errorf("%d files are in the page", pictures)
	}
	// What was compared is what the event says, not what files are called.
	if len(d.Compared) != 2 || d.Compared[1].Name != "list" || d.Compared[1].Step != 3 || d.Compared[1].Why != "1 cell differs" {
		t.Fatalf("%+v", d.Compared)
	}
	for _, f := range []struct{ block, want string }{
		{d.Compared[1].Expected, "one\ntwo\nthree\n"}, {d.Compared[1].Actual, "one\n2\nthree\n"}, {d.Compared[1].Diff, "-two\n+2\n"},
	} {
		if string(all[f.block]) != f.want {
			t.Errorf("%q, want %q", all[f.block], f.want)
		}
	}
}

// A page is never larger than it may be, and what failed comes first.
func TestLargePagesKeepWhatFailed(t *testing.T) {
	noise := rand.New(rand.NewPCG(1, 2))
	var cases []Case
	for i := range 12 {
		m := begin(t, fmt.Sprint(i))
		junk := make([]byte, 100<<10)
		for j := range junk {
			junk[j] = byte(' ' + noise.IntN(90))
		}
		m.step("launch", "sh", string(junk), nil)
		m.file(event.RoleResults, "screen.txt", junk[:50<<10])
		why := ""
		if i >= 8 {
			why = "it failed"
		}
		cases = append(cases, m.end(why))
	}
	const most = 1 << 20 // for the data; the scripts have 300 KB
	var out bytes.Buffer
	r := &Report{Cases: cases}
	if err := writeUpTo(&out, r, options(), most); err != nil {
		t.Fatal(err)
	}
	all := read(t, out.String(), r)
	if out.Len() > most+300<<10 {
		t.Errorf("%d bytes", out.Len())
	}
	for i := range cases {
		if got := decode[caseData](t, all, fmt.Sprintf("c%d", i)); len(got.Attempts[0].Steps) != 1 {
			t.Errorf("case %d has lost its steps", i)
		}
	}
	for i := 8; i < 12; i++ {
		if d := decode[screensData](t, all, fmt.Sprintf("s%d.0", i)); d.Casts[0].Block == "" || d.Files[0] == "" || len(d.Screens) != 1 {
			t.Errorf("failed case %d has lost something: %+v", i, d.Notes)
		}
	}
	if d := decode[screensData](t, all, "s7.0"); d.Casts[0].Block != "" || len(d.Notes) != 1 {
		t.Errorf("the last that passed has all, or does not say what is missing: %q", d.Notes)
	}
}

// Pictures are large, and a recording tells more.
func TestPicturesLeaveRoomForRecordings(t *testing.T) {
	noise := rand.New(rand.NewPCG(1, 2))
	var cases []Case
	for i := range 20 {
		m := begin(t, fmt.Sprint(i))
		m.step("launch", "sh", fmt.Sprintf("number %d\r\n", i), nil)
		junk := make([]byte, 100<<10)
		for j := range junk {
			junk[j] = byte(noise.IntN(256))
		}
		m.file(event.RoleResults, "screen.png", junk)
		cases = append(cases, m.end("it failed"))
	}
	r := &Report{Cases: cases}
	var out bytes.Buffer
	if err := writeUpTo(&out, r, options(), 1<<20); err != nil {
		t.Fatal(err)
	}
	all := read(t, out.String(), r)
	pictures := 0
	for i := range cases {
		d := decode[screensData](t, all, fmt.Sprintf("s%d.0", i))
		if d.Casts[0].Block == "" || len(d.Screens) != 1 {
			t.Errorf("case %d: %+v", i, d)
		}
		if d.Files[0] != "" {
			pictures++
		}
	}
	if pictures < 2 || pictures > 4 {
		t.Errorf("%d pictures", pictures)
	}
}

// Whatever is missing or broken of the results, there is a page.
func TestBrokenResults(t *testing.T) {
	for name, spoil := range map[string]func(c *Case){
		"no results": func(c *Case) { c.Attempts[0].Open = nil },
		"no log":     func(c *Case) { without(c, event.LogName, nil) },
		"broken log": func(c *Case) { without(c, event.LogName, []byte("{\"at\":")) },
		"no cast":    func(c *Case) { without(c, "session.cast", nil) },
		"empty cast": func(c *Case) { without(c, "session.cast", []byte{}) },
		"broken cast": func(c *Case) {
			without(c, "session.cast", []byte("{\"version\":3,\"term\":{\"cols\":40,\"rows\":10}}\n[0.1,\"o\""))
		},
		"other theme": func(c *Case) { c.Attempts[0].State.Run.Look.Theme = "nope" },
		"no state":    func(c *Case) { c.Attempts[0].State = &event.State{} },
		"no attempts": func(c *Case) { c.Attempts = nil },
		"unread files": func(c *Case) {
			c.Attempts[0].Open = func(event.ArtifactWrittenPayload) (io.ReadCloser, error) { return nil, errors.New("no") }
		},
	} {
		c := failing(t, "a.yaml")
		spoil(&c)
		_, all := write(t, &Report{Cases: []Case{c}}, options())
		if d := decode[caseData](t, all, "c0"); len(d.Attempts) != len(c.Attempts) {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

// without gives another content to a file of an attempt; nil: it is not there.
func without(c *Case, path string, data []byte) {
	open := c.Attempts[0].Open
	c.Attempts[0].Open = func(f event.ArtifactWrittenPayload) (io.ReadCloser, error) {
		switch {
		case f.Path != path:
			return open(f)
		case data == nil:
			return nil, errors.New("it is gone")
		}
		return io.NopCloser(bytes.NewReader(data)), nil
	}
}

// A thousand scenarios are 20 MB at most: a hundred have a tenth of what is not
// always there.
func TestSizeOfAHundred(t *testing.T) {
	r := suite(t, 100)
	page, all := write(t, r, options())
	head, tail := (&frame{r: r}).fixed()
	size := len(page) - len(head) - len(tail)
	t.Logf("%.2f MB", float64(size)/1e6)
	if size > 2e6 || all["s99.0"] == nil {
		t.Errorf("%d bytes", size)
	}
}
