package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"scenario/agent"
	"scenario/event"
	"scenario/internal/doc"
	"scenario/report"
	"scenario/schema"
)

type fileIn struct {
	YAML string            `json:"yaml,omitempty" jsonschema:"the text of the scenario file, or"`
	Path string            `json:"path,omitempty" jsonschema:"where it is, relative to the server's root"`
	Vars map[string]string `json:"vars,omitempty" jsonschema:"values for ${{ vars.NAME }}"`
}

func (in fileIn) spec() agent.RunSpec {
	return agent.RunSpec{YAML: in.YAML, Path: in.Path, Vars: in.Vars}
}

// problem is a mistake in a file, with its place.
type problem struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Col     int    `json:"col"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	Warning bool   `json:"warning,omitempty"`
}

func problemsOf(ps doc.Problems) []problem {
	out := []problem{}
	for _, p := range ps {
		out = append(out, problem{p.File, p.Line, p.Col, p.Message, p.Hint, p.Warning})
	}
	return out
}

func problemText(ps doc.Problems) string {
	var b strings.Builder
	ps.Format(&b, false)
	return b.String()
}

type checkOut struct {
	OK       bool      `json:"ok"`
	Problems []problem `json:"problems"`
}

func (d *door) check(_ context.Context, _ *sdk.CallToolRequest, in fileIn) (*sdk.CallToolResult, checkOut, error) {
	_, ps, err := d.o.Agent.Load(in.spec())
	if err != nil {
		return nil, checkOut{}, err
	}
	out := checkOut{!ps.Fatal(), problemsOf(ps)}
	text := problemText(ps)
	if text == "" {
		text = "no mistakes\n"
	}
	return text1(text), out, nil
}

func text1(s string) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: s}}}
}

type planOut struct {
	Scenarios []planned `json:"scenarios"`
}

type planned struct {
	ID    string   `json:"id"`
	Name  string   `json:"name"`
	Steps []string `json:"steps"`
}

func (d *door) plan(_ context.Context, _ *sdk.CallToolRequest, in fileIn) (*sdk.CallToolResult, planOut, error) {
	entries, ps, err := d.o.Agent.Load(in.spec())
	if err == nil && ps.Fatal() {
		err = errors.New(problemText(ps))
	}
	out := planOut{Scenarios: []planned{}}
	if err != nil {
		return nil, out, err
	}
	for _, e := range entries {
		p, err := e.Plan()
		if err != nil {
			return nil, out, err
		}
		one := planned{ID: p.ID, Name: p.Name, Steps: []string{}}
		for i := range p.Steps {
			one.Steps = append(one.Steps, p.Steps[i].Text())
		}
		out.Scenarios = append(out.Scenarios, one)
	}
	return nil, out, nil
}

type schemaIn struct {
	What string `json:"what,omitempty" jsonschema:"scenario (the default): the JSON Schema of scenario files; events: that of a line of events.jsonl"`
}

func (d *door) schema(_ context.Context, _ *sdk.CallToolRequest, in schemaIn) (*sdk.CallToolResult, any, error) {
	switch in.What {
	case "", "scenario":
		return text1(string(schema.Scenario)), nil, nil
	case "events":
		return text1(string(schema.Events)), nil, nil
	}
	return nil, nil, fmt.Errorf("what is scenario or events, not %q", in.What)
}

type runIn struct {
	fileIn
	Theme  string   `json:"theme,omitempty" jsonschema:"colours of the pictures, over the file's"`
	Draw   *bool    `json:"draw,omitempty" jsonschema:"false: judge only, write no pictures and recordings"`
	Update string   `json:"update,omitempty" jsonschema:"write the snapshots and images that are missing, changed or all; none (the default): one that is missing fails"`
	Want   []string `json:"return,omitempty" jsonschema:"what to return beside the verdict: screen (the last screen as text), png (it as a picture), events (its log)"`
}

type runOut struct {
	Verdict   string        `json:"verdict" jsonschema:"passed, failed, blocked, timeout or crashed"`
	Error     string        `json:"error,omitempty"`
	Scenarios []ranScenario `json:"scenarios"`
}

type ranScenario struct {
	ID         string         `json:"id"`
	Name       string         `json:"name"`
	Verdict    string         `json:"verdict"`
	Error      string         `json:"error,omitempty"`
	Failure    *event.Failure `json:"failure,omitempty"`
	Steps      int            `json:"steps"`
	DurationMs int64          `json:"duration_ms"`
	Results    string         `json:"results" jsonschema:"absolute path of the results folder"`
	Artifacts  []artifact     `json:"artifacts"`
	folder     string         // of the results, below the root
}

type artifact struct {
	Path  string `json:"path" jsonschema:"absolute"`
	Role  string `json:"role"`
	URL   string `json:"download_url,omitempty"`
	Bytes int64  `json:"bytes,omitempty"`
	name  string
}

// run is scenario_run.
func (d *door) run(ctx context.Context, req *sdk.CallToolRequest, in runIn) (*sdk.CallToolResult, runOut, error) {
	if err := checkWants(in.Want); err != nil {
		return nil, runOut{}, err
	}
	spec := in.spec()
	spec.Theme, spec.NoRecord, spec.Update = in.Theme, in.Draw != nil && !*in.Draw, in.Update
	spec.OnEvent = progress(ctx, req)
	res, err := d.shells(ctx).Run(ctx, spec)
	if err != nil {
		return nil, runOut{}, problemsAsText(err)
	}
	out := runOut{Verdict: verdict(res.State), Error: res.State.Error, Scenarios: []ranScenario{}}
	for i := range res.Cases {
		if st := res.Cases[i].Last(); st != nil {
			out.Scenarios = append(out.Scenarios, d.ran(&res.Cases[i], st))
		}
	}
	r, err := d.runContent(res, out)
	if err != nil {
		return nil, out, err
	}
	more, err := d.wanted(out.Scenarios, in.Want)
	if err != nil {
		more = []sdk.Content{&sdk.TextContent{Text: "could not be returned: " + err.Error()}}
	}
	r.Content = append(r.Content, more...)
	return r, out, nil
}

// problemsAsText is an error, the mistakes of a file written out.
func problemsAsText(err error) error {
	if ps := (doc.Problems)(nil); errors.As(err, &ps) {
		return errors.New(problemText(ps))
	}
	return err
}

func verdict(st *event.State) string {
	if st.Final == event.Completed {
		return "passed"
	}
	return st.Final
}

// progress tells the client of every step, when it asked to be told.
func progress(ctx context.Context, req *sdk.CallToolRequest) func(event.Envelope) {
	token := req.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	var mu sync.Mutex
	total := 0.0
	return func(e event.Envelope) {
		mu.Lock()
		defer mu.Unlock()
		switch p := e.Payload.(type) {
		case event.RunStartedPayload:
			total = float64(p.MaxSteps)
		case event.StepStartedPayload:
			req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{
				ProgressToken: token, Progress: float64(p.StepIndex), Total: total, Message: p.Text,
			})
		}
	}
}

func (d *door) ran(k *report.Case, st *event.State) ranScenario {
	r := ranScenario{
		ID: k.ID, Name: k.Name, Verdict: verdict(st), Error: st.Error, Steps: len(st.Steps), DurationMs: st.Duration.Milliseconds(),
		Results: d.o.Agent.Files().Path(st.Folder), Artifacts: []artifact{}, folder: path.Clean(st.Folder),
	}
	if s := st.FailedStep(); s != nil {
		r.Failure = s.Failure
	}
	for _, a := range st.Artifacts {
		name := a.Path
		if a.Role == "results" {
			name = st.Folder + a.Path
		}
		if a.Kept || a.Error != "" || filepath.IsAbs(name) {
			continue
		}
		r.Artifacts = append(r.Artifacts, artifact{d.o.Agent.Files().Path(name), a.Role, d.url(name), a.Bytes, name})
	}
	return r
}

// runContent is the report as text, the failure's screen as a picture, and links
// to every file.
func (d *door) runContent(res *agent.RunResult, out runOut) (*sdk.CallToolResult, error) {
	var b strings.Builder
	if err := report.Agent(&b, &res.Call); err != nil {
		return nil, err
	}
	r := text1(b.String())
	for _, s := range out.Scenarios {
		for _, a := range s.Artifacts {
			r.Content = append(r.Content, &sdk.ResourceLink{URI: fileURI(a.name), Name: a.name, MIMEType: mimeType(a.name)})
			if filepath.Base(a.name) == "screen.png" {
				if data, err := d.readAll(a.name); err == nil {
					r.Content = append(r.Content, &sdk.ImageContent{Data: data, MIMEType: "image/png"})
				}
			}
		}
	}
	return r, nil
}

// RenderSpec is a drawing of what was recorded. The zero value of each of its
// options leaves that as it was recorded.
type RenderSpec struct {
	Source   string  `json:"source" jsonschema:"a results folder or a .cast file, relative to the server's root"`
	Output   string  `json:"output" jsonschema:"the file to be drawn: .gif .apng .png .svg .cast .txt ..."`
	Theme    string  `json:"theme,omitempty" jsonschema:"another theme, one that is built in"`
	FontSize int     `json:"font_size,omitempty" jsonschema:"another size of the letters, in pixels"`
	Select   string  `json:"select,omitempty" jsonschema:"a part of the recording: a chapter, a step, or A..B, each a time, a percentage or a name"`
	At       string  `json:"at,omitempty" jsonschema:"the moment that a picture shows: a time, a percentage, end, or the beginning of a chapter or step"`
	Speed    float64 `json:"speed,omitempty" jsonschema:"how many times as fast"`
	FPS      int     `json:"fps,omitempty" jsonschema:"frames a second at most"`
}

type renderOut struct {
	Path  string `json:"path"`
	URL   string `json:"download_url,omitempty"`
	Bytes int64  `json:"bytes"`
}

func (d *door) render(_ context.Context, _ *sdk.CallToolRequest, in RenderSpec) (*sdk.CallToolResult, renderOut, error) {
	for _, name := range []string{in.Output, in.Source} {
		if err := agent.CheckName(name); err != nil {
			return nil, renderOut{}, err
		}
	}
	if strings.ContainsAny(in.Theme, `/\.{`) {
		return nil, renderOut{}, fmt.Errorf("the theme %q is none of those that are built in", in.Theme)
	}
	files := d.o.Agent.Files()
	if err := files.NoLinks(in.Source); err != nil {
		return nil, renderOut{}, err
	}
	output := in.Output
	in.Source = files.Path(in.Source)
	a, err := files.Write(output, func(w io.Writer) error { return d.o.Render(w, in) })
	if err != nil {
		return nil, renderOut{}, err
	}
	return nil, renderOut{a.Path, d.url(a.Name), a.Bytes}, nil
}

func (d *door) scenarioTools() {
	sdk.AddTool(d.server, &sdk.Tool{Name: "scenario_run", Annotations: acts("Run a scenario"),
		Description: "Run a scenario file (yaml or path): PASS or FAIL with the reason and the screen, and links to its pictures, recordings and logs."}, d.run)
	sdk.AddTool(d.server, &sdk.Tool{Name: "scenario_check", Annotations: looks("Check a scenario"),
		Description: "All mistakes of a scenario file with their places; runs nothing."}, d.check)
	sdk.AddTool(d.server, &sdk.Tool{Name: "scenario_plan", Annotations: looks("Show the plan"),
		Description: "The numbered steps that a scenario file comes to; runs nothing."}, d.plan)
	sdk.AddTool(d.server, &sdk.Tool{Name: "scenario_schema", Annotations: looks("Show the format"),
		Description: "The JSON Schema of scenario files: every key, step and condition. Or that of the events."}, d.schema)
	sdk.AddTool(d.server, &sdk.Tool{Name: "scenario_render", Annotations: writes("Draw a recording again"),
		Description: "Draw the results of a run, or an asciicast, into another format or theme; runs nothing."}, d.render)
}

// readAll reads a file of the root.
func (d *door) readAll(name string) ([]byte, error) {
	f, err := d.o.Agent.Files().Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxResource+1))
	if err == nil && len(b) > maxResource {
		err = fmt.Errorf("%s is larger than %d MiB", name, maxResource>>20)
	}
	return b, err
}

const maxResource = 32 << 20
