package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"time"

	"scenario/event"
)

func junitRuns() []*event.State {
	first := nearMiss()
	first.Run.File, first.Run.ID = "tests/fzf.yaml", "tests/fzf.yaml"
	again := nearMiss()
	again.Run.File, again.Run.ID, again.Run.Attempt, again.Run.Tags = "tests/fzf.yaml", "tests/fzf.yaml", 2, []string{"slow", "pick & choose"}
	flakyOne := ended()
	flaky := run(event.RunStartedPayload{File: "wizard.yaml", Scenario: "The setup wizard", Attempt: 2, Line: 2}).steps(14, 14).wrote("record", "out/w.gif").end(event.Completed, "", 1500)
	return append([]*event.State{first, again, flakyOne, flaky, crashed(), hostile()}, suite()[:2]...)
}

func TestJUnit(t *testing.T) {
	var out bytes.Buffer
	if err := JUnit(&out, callOf(junitRuns()...)); err != nil {
		t.Fatal(err)
	}
	check(t, "junit.xml", out.String())

	var back junitSuites
	if err := xml.Unmarshal(out.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, s := range back.Suites {
		n += len(s.Cases)
		if s.Tests != len(s.Cases) {
			t.Errorf("%s: %d tests, %d cases", s.Name, s.Tests, len(s.Cases))
		}
	}
	if n != back.Tests || back.Failures != 2 || back.Errors != 1 || n != 6 {
		t.Errorf("%d cases, %+v", n, back.junitCounts)
	}
}

func TestJUnitEmpty(t *testing.T) {
	var out bytes.Buffer
	if err := JUnit(&out, &Call{}); err != nil {
		t.Fatal(err)
	}
	if !wellFormed(out.Bytes()) {
		t.Errorf("%s", out.String())
	}
}

// wellFormed reads a whole document, token by token.
func wellFormed(doc []byte) bool {
	dec := xml.NewDecoder(bytes.NewReader(doc))
	for {
		if _, err := dec.Token(); err != nil {
			return err == io.EOF
		}
	}
}

func TestJSONL(t *testing.T) {
	var out bytes.Buffer
	write := JSONL(&out)
	s := run(k9s()).steps(2, 2)
	s.end(event.Completed, "", 1)
	for _, e := range s.all {
		write(e)
	}
	if err := event.Verify(&out); err != nil {
		t.Error(err)
	}
}

func TestSlug(t *testing.T) {
	for id, want := range map[string]string{
		"k9s.yaml":          "k9s",
		"tests/prompt.yaml": "tests.prompt",
		"a-b/c_d.yaml":      "a-b.c_d",
	} {
		if got := Slug(id); got != want {
			t.Errorf("%s: %s", id, got)
		}
	}
	seen := map[string]string{}
	for _, id := range []string{
		"k9s.yaml", "K9s.yaml", "k9s.yml", "k9s", "k9s.yaml#one", "k9s.yaml#One", "k9s.yaml[a=b]", "k9s.yaml[a-b]",
		"tests/a.yaml", "tests-a.yaml", "tests.a.yaml", "tests_a.yaml", "../tests/a.yaml", "./tests/a.yaml", "/tests/a.yaml",
		"", ".", "..", "...", "-", "con.yaml", "con/x.yaml", "NUL", "日本.yaml", "a b.yaml", "a\x00b.yaml", `a\b.yaml`, "a:b.yaml",
		strings.Repeat("long/", 100) + "a.yaml", strings.Repeat("long/", 100) + "b.yaml",
	} {
		got := Slug(id)
		if other, ok := seen[strings.ToLower(got)]; ok {
			t.Errorf("%q and %q are both %q", id, other, got)
		}
		seen[strings.ToLower(got)] = id
		if got == "" || got[0] == '.' || got[len(got)-1] == '.' || len(got) > maxSlug || notInSlug.MatchString(strings.ReplaceAll(got, "-", "")) || deviceName.MatchString(got) {
			t.Errorf("%q gives %q", id, got)
		}
	}
}

// Whatever a stream says, no report panics, hangs, prints a control character
// or writes bad XML.
func FuzzReports(f *testing.F) {
	for _, st := range []*event.State{hostile(), nearMiss()} {
		failure, err := json.Marshal(st.FailedStep().Failure)
		if err != nil {
			f.Fatal(err)
		}
		f.Add("name", "a.yaml[a=b]", string(failure), 72, true)
	}
	f.Add("x\x00", "]", `{"screen":{"cols":-5,"rows":99999999,"lines":[""],"row":1,"col":-9,"width":9223372036854775807}}`, 1, false)
	f.Fuzz(func(t *testing.T, name, id, failure string, columns int, flag bool) {
		var fail event.Failure
		json.Unmarshal([]byte(failure), &fail)
		if fail.Screen != nil {
			fail.Screen.Lines = fail.Screen.Lines[:min(len(fail.Screen.Lines), 50)]
			fail.Screen.Rows = min(fail.Screen.Rows, 50)
		}
		s := run(event.RunStartedPayload{File: name, ID: id, Scenario: name})
		s.fail(columns, event.StepStartedPayload{Text: name, Line: columns, Col: 3}, &fail)
		s.wrote("results", name, id).wrote("record", name)
		st := s.end(id, name, int64(columns))
		var out, progress bytes.Buffer
		c := NewConsole(ConsoleOptions{Out: &out, Err: &progress, Width: max(columns%200, 0), UTF8: flag, TTY: !flag, Suite: flag, Verbose: true})
		for _, e := range s.all {
			c.Event(e)
		}
		c.Tick(time.Unix(0, 0))
		call := callOf(st)
		done(c, call)
		c.Finish(call)
		if strings.ContainsFunc(strings.ReplaceAll(out.String(), "\n", ""), unsafe) {
			t.Errorf("a control character is printed: %q", out.String())
		}
		out.Reset()
		if err := JUnit(&out, callOf(st)); err != nil || !wellFormed(out.Bytes()) {
			t.Errorf("%v\n%s", err, out.String())
		}
		if s := Slug(id); s == "" || strings.ContainsAny(s, "/\\\x00") || len(s) > maxSlug {
			t.Errorf("slug %q", s)
		}
	})
}
