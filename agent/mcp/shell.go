package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"scenario/agent"
	"scenario/event"
)

// The shell tools of our own. Their results are short: the screen, the cursor,
// how the program ended.

// step does a step, lets the screen come to rest and shows it.
func (d *door) step(ctx context.Context, r sessionRef, step map[string]any) (*sdk.CallToolResult, screen, error) {
	return d.act(ctx, r, func(sh *agent.Shell) error { return passed(sh.Do(ctx, step)) })
}

// act does something with a session, lets the screen come to rest and shows it.
func (d *door) act(ctx context.Context, r sessionRef, do func(*agent.Shell) error) (*sdk.CallToolResult, screen, error) {
	sh, err := d.shell(ctx, r)
	if err != nil {
		return nil, screen{}, err
	}
	before := sh.Text()
	if err := do(sh); err != nil {
		return nil, screen{}, withScreen(err, sh)
	}
	if err := sh.Rest(ctx); err != nil {
		return nil, screen{}, err
	}
	s := screenOf(sh)
	s.Changed = changedRows(before, sh.Text())
	return show(s), s, nil
}

type waitIn struct {
	sessionRef
	For       any    `json:"for" jsonschema:"a text, or a condition of a scenario: {regex: ...}, {gone: ...}, {stable: 300ms}, {exit: 0}, {cursor: {row, col}}, a list of them"`
	Timeout   string `json:"timeout,omitempty" jsonschema:"as 5s or 500ms; 10s"`
	TimeoutMs int    `json:"timeout_ms,omitempty" jsonschema:"the same in milliseconds"`
}

func (d *door) wait(ctx context.Context, in waitIn, word string) (*sdk.CallToolResult, screen, error) {
	if in.TimeoutMs < 0 {
		return nil, screen{}, fmt.Errorf("timeout_ms is %d: give the milliseconds to wait at most, or leave it out for 10 s", in.TimeoutMs)
	}
	return d.step(ctx, in.sessionRef, in.step(word))
}

func (in waitIn) step(word string) map[string]any {
	step := map[string]any{word: in.For}
	switch {
	case in.Timeout != "":
		step["timeout"] = in.Timeout
	case in.TimeoutMs > 0:
		step["timeout"] = fmt.Sprintf("%dms", in.TimeoutMs)
	}
	return step
}

func (d *door) shellWait(ctx context.Context, _ *sdk.CallToolRequest, in waitIn) (*sdk.CallToolResult, screen, error) {
	return d.wait(ctx, in, "wait")
}

func (d *door) shellExpect(ctx context.Context, _ *sdk.CallToolRequest, in waitIn) (*sdk.CallToolResult, screen, error) {
	return d.wait(ctx, in, "expect")
}

type keysIn struct {
	sessionRef
	Keys any    `json:"keys,omitempty" jsonschema:"chords parted by blanks: ctrl+x, down*3 enter, shift+tab, f5; or a list of chords"`
	Text string `json:"text,omitempty" jsonschema:"text to be typed before the keys"`
}

func (d *door) shellKeys(ctx context.Context, _ *sdk.CallToolRequest, in keysIn) (*sdk.CallToolResult, screen, error) {
	var steps []map[string]any
	switch {
	case in.Text == "" && in.Keys == nil:
		return nil, screen{}, errors.New("nothing to send: give keys, text, or both")
	case in.Text != "" && in.Keys == any("enter"):
		steps = append(steps, map[string]any{"enter": in.Text})
	default:
		if in.Text != "" {
			steps = append(steps, map[string]any{"type": in.Text})
		}
		if in.Keys != nil {
			steps = append(steps, map[string]any{"key": in.Keys})
		}
	}
	return d.act(ctx, in.sessionRef, func(sh *agent.Shell) error {
		for _, step := range steps {
			if err := passed(sh.Do(ctx, step)); err != nil {
				return err
			}
		}
		return nil
	})
}

type mouseIn struct {
	sessionRef
	Action string   `json:"action,omitempty" jsonschema:"click (the default), drag or scroll"`
	Text   string   `json:"text,omitempty" jsonschema:"where: a text on the screen"`
	Row    int      `json:"row,omitempty" jsonschema:"or a row, from 1"`
	Col    int      `json:"col,omitempty" jsonschema:"and a column, from 1"`
	ToRow  int      `json:"to_row,omitempty" jsonschema:"of a drag: the row it ends in"`
	ToCol  int      `json:"to_col,omitempty"`
	Button string   `json:"button,omitempty" jsonschema:"left (the default), middle or right"`
	Nth    int      `json:"nth,omitempty" jsonschema:"which of several that are the same, from 1"`
	In     any      `json:"in,omitempty" jsonschema:"only there: {row: N}, or {rows: [A, B], cols: [A, B]}"`
	Times  int      `json:"times,omitempty" jsonschema:"2: a double click"`
	With   []string `json:"with,omitempty" jsonschema:"modifiers held: ctrl, alt, shift"`
	Wheel  string   `json:"wheel,omitempty" jsonschema:"of a scroll: up or down, as down*3"`
}

func (d *door) shellMouse(ctx context.Context, _ *sdk.CallToolRequest, in mouseIn) (*sdk.CallToolResult, screen, error) {
	place := map[string]any{"row": in.Row, "col": in.Col}
	if in.Text != "" {
		place = map[string]any{"text": in.Text}
		if in.Nth > 0 {
			place["nth"] = in.Nth
		}
		if in.In != nil {
			place["in"] = in.In
		}
	}
	long := map[string]any{}
	switch in.Action {
	case "", "click":
		in.Action, long = "click", place
		if in.Times > 0 {
			long["times"] = in.Times
		}
	case "drag":
		long["from"], long["to"] = place, map[string]any{"row": in.ToRow, "col": in.ToCol}
	case "scroll":
		long["wheel"] = in.Wheel
		if in.Text != "" || in.Row > 0 {
			long["at"] = place
		}
	default:
		return nil, screen{}, fmt.Errorf("action is click, drag or scroll, not %q", in.Action)
	}
	if in.Button != "" {
		long["button"] = in.Button
	}
	if len(in.With) > 0 {
		long["with"] = in.With
	}
	return d.step(ctx, in.sessionRef, map[string]any{in.Action: long})
}

type resizeIn struct {
	sessionRef
	Cols int `json:"cols"`
	Rows int `json:"rows"`
}

func (d *door) shellResize(ctx context.Context, _ *sdk.CallToolRequest, in resizeIn) (*sdk.CallToolResult, screen, error) {
	return d.step(ctx, in.sessionRef, map[string]any{"resize": fmt.Sprintf("%dx%d", in.Cols, in.Rows)})
}

type listOut struct {
	Sessions []listed `json:"sessions"`
}

type listed struct {
	ID      string `json:"session_id"`
	Program string `json:"program"`
	Cols    int    `json:"cols"`
	Rows    int    `json:"rows"`
	Title   string `json:"title,omitempty"`
	Ended   string `json:"ended,omitempty"`
	Steps   int    `json:"steps"`
}

func (d *door) shellList(ctx context.Context, _ *sdk.CallToolRequest, _ struct{}) (*sdk.CallToolResult, listOut, error) {
	out := listOut{Sessions: []listed{}}
	for _, sh := range d.shells(ctx).Shells() {
		s := screenOf(sh)
		out.Sessions = append(out.Sessions, listed{sh.ID, sh.Program, s.Cols, s.Rows, s.Title, s.Ended, sh.Steps()})
	}
	return nil, out, nil
}

type exportIn struct {
	sessionRef
	Path   string `json:"path,omitempty" jsonschema:"write it to this file, relative to the server's root"`
	Name   string `json:"name,omitempty" jsonschema:"what the scenario is called"`
	Record string `json:"record,omitempty" jsonschema:"the scenario records this file, as demo.gif"`
	Verify bool   `json:"verify,omitempty" jsonschema:"run it, and say whether it passes"`
}

type exportOut struct {
	YAML     string `json:"yaml"`
	Path     string `json:"path,omitempty" jsonschema:"absolute path"`
	Verified string `json:"verified,omitempty" jsonschema:"passed, or why it did not pass"`
}

func (d *door) shellExport(ctx context.Context, req *sdk.CallToolRequest, in exportIn) (*sdk.CallToolResult, exportOut, error) {
	var out exportOut
	sh, err := d.shell(ctx, in.sessionRef)
	if err != nil {
		return nil, out, err
	}
	x, err := sh.Export(ctx, agent.ExportSpec{Path: in.Path, Name: in.Name, Record: in.Record})
	if err != nil {
		return nil, out, err
	}
	out.YAML, out.Path = string(x.Source), x.Path
	if in.Verify {
		out.Verified = d.verify(ctx, x, in.Path)
	}
	text := out.YAML
	if out.Verified != "" {
		text += "# verified: " + out.Verified + "\n"
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, out, nil
}

// verify runs an export, where it was written.
func (d *door) verify(ctx context.Context, x agent.Export, path string) string {
	spec := agent.RunSpec{Path: path, Secrets: x.Secrets, NoRecord: true}
	if path == "" {
		spec.YAML = string(x.Source)
	}
	res, err := d.shells(ctx).Run(ctx, spec)
	switch {
	case err != nil:
		return err.Error()
	case res.State.Final == event.Completed:
		return "passed"
	}
	return res.State.Final + ": " + res.State.Error
}

type stepIn struct {
	sessionRef
	Step any `json:"step" jsonschema:"one step of a scenario, as {\"run\": \"ls\"} or a YAML text"`
}

// shellStep does any step that a scenario can have.
func (d *door) shellStep(ctx context.Context, _ *sdk.CallToolRequest, in stepIn) (*sdk.CallToolResult, screen, error) {
	src, isText := in.Step.(string)
	if !isText {
		b, err := json.Marshal(in.Step)
		if err != nil {
			return nil, screen{}, err
		}
		src = string(b)
	}
	note := ""
	_, s, err := d.act(ctx, in.sessionRef, func(sh *agent.Shell) error {
		done, err := sh.DoSource(ctx, []byte(src))
		if strings.HasPrefix(done.Text, "screenshot: ") {
			note = "the picture is drawn when the export runs; shell_screenshot draws one now"
		}
		return passed(done, err)
	})
	if err != nil {
		return nil, s, err
	}
	s.Note = note
	return show(s), s, nil
}

func (d *door) shellTools() {
	sdk.AddTool(d.server, &sdk.Tool{Name: "shell_wait", Annotations: looks("Wait for the screen"),
		Description: "Wait until a text or condition holds on the screen; ends in the same millisecond. Use it instead of delays."}, d.shellWait)
	sdk.AddTool(d.server, &sdk.Tool{Name: "shell_expect", Annotations: looks("Expect on the screen"),
		Description: "As shell_wait, but an assertion: an export keeps it as expect."}, d.shellExpect)
	sdk.AddTool(d.server, &sdk.Tool{Name: "shell_keys", Annotations: acts("Press keys"),
		Description: "Type a text and press keys by their names, encoded for the modes that the program has set. Returns the screen when it rests."}, d.shellKeys)
	sdk.AddTool(d.server, &sdk.Tool{Name: "shell_mouse", Annotations: acts("Use the mouse"),
		Description: "Click, drag or scroll on a text or a cell; refused when the program has not asked for the mouse."}, d.shellMouse)
	sdk.AddTool(d.server, &sdk.Tool{Name: "shell_resize", Annotations: acts("Resize the terminal"),
		Description: "Change the size of the terminal; the program is told."}, d.shellResize)
	sdk.AddTool(d.server, &sdk.Tool{Name: "shell_step", Annotations: acts("Do a step"),
		Description: "Do any step of a scenario in the session, as it would stand in the file: {run: ...}, {paste: ...}, {signal: TERM}."}, d.shellStep)
	sdk.AddTool(d.server, &sdk.Tool{Name: "shell_list", Annotations: looks("List the sessions"),
		Description: "List the sessions of this connection."}, d.shellList)
	sdk.AddTool(d.server, &sdk.Tool{Name: "shell_export", Annotations: writes("Export as a scenario"),
		Description: "The session so far as a scenario in YAML, with waits for what each input brought onto the screen. With verify it is run."}, d.shellExport)
}
