package report

import (
	"encoding/json"
	"io"
	"path"
	"time"

	"scenario/event"
)

// The types of a CTRF document, version 0.0.0 of its specification (ctrf.io).
type ctrfReport struct {
	Format  string      `json:"reportFormat"`
	Version string      `json:"specVersion"`
	Results ctrfResults `json:"results"`
}

type ctrfResults struct {
	Tool    ctrfTool    `json:"tool"`
	Summary ctrfSummary `json:"summary"`
	Tests   []ctrfTest  `json:"tests"`
}

type ctrfTool struct {
	Name string `json:"name"`
}

type ctrfSummary struct {
	Tests   int            `json:"tests"`
	Passed  int            `json:"passed"`
	Failed  int            `json:"failed"`
	Skipped int            `json:"skipped"`
	Pending int            `json:"pending"`
	Other   int            `json:"other"`
	Flaky   int            `json:"flaky"`
	Suites  int            `json:"suites"`
	Start   int64          `json:"start"`
	Stop    int64          `json:"stop"`
	Extra   map[string]any `json:"extra,omitempty"`
}

type ctrfTest struct {
	Name        string           `json:"name"`
	TestID      string           `json:"testId"`
	Status      string           `json:"status"`
	RawStatus   string           `json:"rawStatus"`
	Duration    int64            `json:"duration"`
	Start       int64            `json:"start,omitempty"`
	Stop        int64            `json:"stop,omitempty"`
	Suite       []string         `json:"suite"`
	Message     string           `json:"message,omitempty"`
	Trace       string           `json:"trace,omitempty"`
	Line        int              `json:"line,omitempty"`
	Tags        []string         `json:"tags,omitempty"`
	Type        string           `json:"type"`
	File        string           `json:"filePath"`
	Retries     int              `json:"retries,omitempty"`
	Before      []ctrfAttempt    `json:"retryAttempts,omitempty"`
	Flaky       bool             `json:"flaky,omitempty"`
	Steps       []ctrfStep       `json:"steps,omitempty"`
	Attachments []ctrfAttachment `json:"attachments,omitempty"`
}

type ctrfAttempt struct {
	Attempt     int              `json:"attempt"`
	Status      string           `json:"status"`
	Duration    int64            `json:"duration"`
	Message     string           `json:"message,omitempty"`
	Trace       string           `json:"trace,omitempty"`
	Attachments []ctrfAttachment `json:"attachments,omitempty"`
}

type ctrfStep struct {
	Name   string `json:"name"`
	Status string `json:"status"`
}

type ctrfAttachment struct {
	Name string `json:"name"`
	Type string `json:"contentType"`
	Path string `json:"path"`
}

// CTRF writes a call in the Common Test Report Format. A blocked scenario is
// "other": nothing is known of the program. Times are in milliseconds.
func CTRF(w io.Writer, c *Call) error {
	r := ctrfReport{Format: "CTRF", Version: "0.0.0", Results: ctrfResults{Tool: ctrfTool{"scenario"}, Tests: []ctrfTest{}}}
	t := c.Totals()
	r.Results.Summary = ctrfSummary{
		Tests: t.All(), Passed: t.Passed, Failed: t.Failed, Skipped: t.Skipped, Other: t.Blocked, Flaky: t.Flaky,
		Start: millis(c.Started), Stop: millis(c.Started.Add(c.Elapsed)),
	}
	if s := c.ShardLine(); s != "" {
		r.Results.Summary.Extra = map[string]any{"shard": s}
	}
	files := map[string]bool{}
	for i := range c.Cases {
		k := &c.Cases[i]
		files[k.File] = true
		r.Results.Tests = append(r.Results.Tests, ctrfTestOf(k))
	}
	r.Results.Summary.Suites = len(files)
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(r)
}

func ctrfTestOf(k *Case) ctrfTest {
	o, st := k.Outcome(), k.Last()
	t := ctrfTest{
		Name: k.title(), TestID: k.ID, Status: ctrfStatus(o), RawStatus: o.String(), Suite: []string{k.File}, Line: k.Line,
		Tags: k.Tags, Type: "e2e", File: k.File, Flaky: o == Flaky, Message: k.Skipped,
	}
	if t.Name == "" { // the schema wants one
		t.Name = "?"
	}
	if t.TestID == "" {
		t.TestID = "?"
	}
	if st == nil {
		return t
	}
	last := len(k.Attempts) - 1
	t.Retries = last
	t.Duration, t.Start, t.Stop = st.Duration.Milliseconds(), millis(st.Started), millis(st.Started.Add(st.Duration))
	t.Attachments = ctrfFiles(st)
	if o == Expected {
		t.Message = "failed as expected: " + st.Run.XFail
	}
	if !o.OK() {
		t.Message, t.Trace = why(st)
	}
	for i, before := range k.Attempts[:last] {
		a := ctrfAttempt{Attempt: i + 1, Status: ctrfStatus(OutcomeOf(before)), Duration: before.Duration.Milliseconds(), Attachments: ctrfFiles(before)}
		a.Message, a.Trace = why(before)
		t.Before = append(t.Before, a)
	}
	for _, s := range st.Steps {
		status := "failed"
		if s.Status == event.Passed {
			status = "passed"
		}
		t.Steps = append(t.Steps, ctrfStep{stepText(&s), status})
	}
	return t
}

func ctrfStatus(o Outcome) string {
	switch o {
	case Pass, Flaky, Expected:
		return "passed"
	case Skip:
		return "skipped"
	case Block:
		return "other"
	}
	return "failed"
}

// ctrfFiles are the files that a run left.
func ctrfFiles(st *event.State) (all []ctrfAttachment) {
	for _, name := range written(st) {
		all = append(all, ctrfAttachment{path.Base(name), contentType(name), name})
	}
	return all
}

// written are the files that a run has written, as people can copy their paths.
func written(st *event.State) (names []string) {
	for _, a := range st.Artifacts {
		switch {
		case a.Error != "" || a.Kept:
		case a.Role == "results":
			names = append(names, clean(folderPath(st, a.Path)))
		default:
			names = append(names, clean(a.Path))
		}
	}
	return names
}

// contentType is the media type of a file by its name.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".png":
		return "image/png"
	case ".gif":
		return "image/gif"
	case ".webm":
		return "video/webm"
	case ".svg":
		return "image/svg+xml"
	case ".html":
		return "text/html"
	case ".mp4":
		return "video/mp4"
	case ".cast":
		return "application/x-asciicast"
	case ".jsonl":
		return "application/jsonl"
	case ".apng":
		return "image/apng"
	case ".log", ".txt", ".ansi", ".screen":
		return "text/plain"
	case ".json":
		return "application/json"
	}
	return "application/octet-stream"
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
