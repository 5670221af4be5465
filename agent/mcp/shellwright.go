package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"scenario/agent"
	"scenario/event"
	"scenario/scenario"
	"scenario/session"
)

// The seven tools of shellwright 0.1, compatible on the wire: names, parameters,
// results as JSON text (and as structured content).

// sessionRef names a session, in both spellings.
type sessionRef struct {
	SessionID      string `json:"session_id,omitempty" jsonschema:"the session, as shell_start returned it"`
	ShellSessionID string `json:"shell_session_id,omitempty" jsonschema:"the same, in the spelling of shell_start's result"`
}

func (d *door) shell(ctx context.Context, r sessionRef) (*agent.Shell, error) {
	id := r.SessionID
	if id == "" {
		id = r.ShellSessionID
	}
	if id == "" {
		return nil, errors.New("session_id is missing: it is what shell_start returned")
	}
	sh, err := d.shells(ctx).Shell(id)
	if err != nil {
		err = fmt.Errorf("%w; shell_list has those of this connection, shell_start starts one", err)
	}
	return sh, err
}

type startIn struct {
	Command string             `json:"command" jsonschema:"the program, as bash"`
	Args    []string           `json:"args,omitempty" jsonschema:"its arguments"`
	Cols    int                `json:"cols,omitempty" jsonschema:"columns of the terminal, 80"`
	Rows    int                `json:"rows,omitempty" jsonschema:"rows of the terminal, 24"`
	Theme   string             `json:"theme,omitempty" jsonschema:"colours of its pictures, see scenario themes"`
	Cwd     string             `json:"cwd,omitempty" jsonschema:"working directory"`
	Env     map[string]*string `json:"env,omitempty" jsonschema:"environment of the program; null unsets"`
}

type startOut struct {
	ShellSessionID string `json:"shell_session_id"`
	SessionID      string `json:"session_id"`
	Theme          string `json:"theme"`
}

func (d *door) shellStart(ctx context.Context, _ *sdk.CallToolRequest, in startIn) (*sdk.CallToolResult, startOut, error) {
	theme := in.Theme
	if theme == "" {
		theme = d.o.Theme
	}
	sh, err := d.shells(ctx).Start(ctx, agent.StartSpec{
		Prefix: "shell-session-", Argv: append([]string{in.Command}, in.Args...), Dir: in.Cwd, Env: in.Env,
		Cols: in.Cols, Rows: in.Rows, Theme: theme,
	})
	var start *session.StartError
	if errors.As(err, &start) {
		err = fmt.Errorf("%w: install it, or give its path", err)
	}
	if err != nil {
		return nil, startOut{}, err
	}
	return nil, startOut{sh.ID, sh.ID, sh.Look().Theme}, nil
}

type sendIn struct {
	sessionRef
	Input   string `json:"input" jsonschema:"what is typed; \\r is Enter, \\x1b ESC, \\t Tab, \\xHH and \\uHHHH any character"`
	DelayMs int    `json:"delay_ms,omitempty" jsonschema:"wait so many milliseconds; without it, until the screen has come to rest"`
	Literal bool   `json:"literal,omitempty" jsonschema:"send the input as it is: a backslash is a backslash"`
}

type sendOut struct {
	Success      bool   `json:"success"`
	BufferBefore string `json:"bufferBefore"`
	BufferAfter  string `json:"bufferAfter"`
}

const maxDelay = time.Minute

func (d *door) shellSend(ctx context.Context, _ *sdk.CallToolRequest, in sendIn) (*sdk.CallToolResult, sendOut, error) {
	sh, err := d.shell(ctx, in.sessionRef)
	if err != nil {
		return nil, sendOut{}, err
	}
	input := in.Input
	if !in.Literal {
		input = unescape(input)
	}
	out := sendOut{BufferBefore: buffer(sh)}
	if err := passed(sh.Send(ctx, []byte(input))); err != nil {
		return nil, out, withScreen(err, sh)
	}
	if in.DelayMs > 0 {
		err = pass(ctx, sh, min(time.Duration(in.DelayMs)*time.Millisecond, maxDelay))
	} else {
		err = sh.Rest(ctx)
	}
	out.Success, out.BufferAfter = true, buffer(sh)
	return nil, out, err
}

// pass lets a time pass, or the program end.
func pass(ctx context.Context, sh *agent.Shell, d time.Duration) error {
	ctx2, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	_, err := sh.Term().Until(ctx2, func(v *session.View) (bool, time.Duration) { return v.Exit != nil, 0 })
	if ctx.Err() == nil && (errors.Is(err, context.DeadlineExceeded) || errors.Is(err, session.ErrExited)) {
		return nil
	}
	return err
}

// passed is the failure of a step as an error.
func passed(d scenario.Done, err error) error {
	if err != nil || d.Failure == nil {
		return err
	}
	msg := d.Failure.Message
	for _, line := range append(d.Failure.Details, d.Failure.Hint) {
		if line != "" {
			msg += "\n" + line
		}
	}
	return errors.New(msg)
}

func buffer(sh *agent.Shell) string { return strings.Join(sh.Text(), "\n") }

type readIn struct {
	sessionRef
	Raw bool `json:"raw,omitempty" jsonschema:"the program's bytes with their escape sequences, not the text"`
}

// readLimit is how many characters shell_read returns at most.
const readLimit = 8192

func (d *door) shellRead(ctx context.Context, _ *sdk.CallToolRequest, in readIn) (*sdk.CallToolResult, any, error) {
	sh, err := d.shell(ctx, in.sessionRef)
	if err != nil {
		return nil, nil, err
	}
	if err := sh.Rest(ctx); err != nil {
		return nil, nil, err
	}
	text := sh.History()
	if in.Raw {
		if text, err = sh.Output(4 * readLimit); err != nil {
			return nil, nil, err
		}
	}
	if r := []rune(text); len(r) > readLimit {
		text = "...(truncated)...\n" + string(r[len(r)-readLimit:])
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, nil, nil
}

// border is the window that a picture is drawn in.
type border struct {
	Style string `json:"style" jsonschema:"macos, windows, gnome or none"`
	Title string `json:"title,omitempty" jsonschema:"title of the window"`
}

type screenshotIn struct {
	sessionRef
	Name   string  `json:"name,omitempty" jsonschema:"name of the file, without extension"`
	Output string  `json:"output,omitempty" jsonschema:"the same, in an older spelling"`
	Border *border `json:"border,omitempty" jsonschema:"draw a window around it"`
}

type screenshotOut struct {
	Filename       string            `json:"filename"`
	Path           string            `json:"path" jsonschema:"absolute path of the PNG"`
	Paths          map[string]string `json:"paths" jsonschema:"absolute paths by format: png, svg, ansi, txt"`
	DownloadPNGURL string            `json:"download_png_url,omitempty"`
	DownloadSVGURL string            `json:"download_svg_url,omitempty"`
	Hint           string            `json:"hint"`
}

func (d *door) shellScreenshot(ctx context.Context, _ *sdk.CallToolRequest, in screenshotIn) (*sdk.CallToolResult, screenshotOut, error) {
	var out screenshotOut
	sh, err := d.shell(ctx, in.sessionRef)
	if err != nil {
		return nil, out, err
	}
	base, err := d.fileName(in.Name, in.Output, "screenshot", ".png")
	if err != nil {
		return nil, out, err
	}
	pics, err := sh.Screenshot(ctx, look(sh, in.Border), true, base+".png", base+".svg", base+".ansi", base+".txt")
	if err != nil {
		return nil, out, err
	}
	out = screenshotOut{Filename: path.Base(base) + ".png", Path: pics[0].Path, Paths: map[string]string{}, Hint: d.hint(pics[0].Path)}
	for i, format := range []string{"png", "svg", "ansi", "txt"} {
		out.Paths[format] = pics[i].Path
	}
	out.DownloadPNGURL, out.DownloadSVGURL = d.url(base+".png"), d.url(base+".svg")
	res, err := asJSON(out)
	if err == nil {
		res.Content = append(res.Content, &sdk.ImageContent{Data: pics[0].Data, MIMEType: "image/png"})
	}
	return res, out, err
}

// fileName is the name of a file below the root, without its extension.
func (d *door) fileName(name, other, what, ext string) (string, error) {
	if name == "" {
		name = other
	}
	name = strings.TrimSuffix(name, ext)
	if name == "" {
		name = fmt.Sprintf("%s_%d", what, d.number())
	}
	if err := agent.CheckName(name); err != nil {
		return "", err
	}
	return path.Join(d.o.Agent.Folder(), name), nil
}

func look(sh *agent.Shell, b *border) event.Look {
	l := sh.Look()
	if b != nil {
		l.Window, l.Title = b.Style, &b.Title
		if l.Padding == 0 {
			l.Padding = 12
		}
	}
	return l
}

func (d *door) url(name string) string {
	if d.o.Download == nil {
		return ""
	}
	return d.o.Download(name)
}

func (d *door) hint(path string) string {
	if d.o.Download == nil {
		return "the file is at " + path
	}
	return "fetch it: curl -o FILE URL; on this machine it is at " + path
}

type recordStartIn struct {
	sessionRef
	FPS    int     `json:"fps,omitempty" jsonschema:"frames a second at most: 1 to 30, 10"`
	Border *border `json:"border,omitempty" jsonschema:"draw a window around it"`
}

type recordStartOut struct {
	Recording bool   `json:"recording"`
	FPS       int    `json:"fps"`
	FramesDir string `json:"frames_dir"`
}

func (d *door) recordStart(ctx context.Context, _ *sdk.CallToolRequest, in recordStartIn) (*sdk.CallToolResult, recordStartOut, error) {
	sh, err := d.shell(ctx, in.sessionRef)
	if err != nil {
		return nil, recordStartOut{}, err
	}
	fps := in.FPS
	if fps == 0 {
		fps = 10
	}
	fps = min(max(fps, 1), 30)
	if err := sh.RecordStart(ctx, fps, look(sh, in.Border)); err != nil {
		return nil, recordStartOut{}, err
	}
	return nil, recordStartOut{true, fps, d.o.Agent.Files().Path(sh.Folder)}, nil
}

type recordStopIn struct {
	sessionRef
	Name string `json:"name,omitempty" jsonschema:"name of the file, without extension"`
	Pace string `json:"pace,omitempty" jsonschema:"real: as it happened, pauses cut to 2 s; steady: with reading times, the same on every machine"`
}

type recordStopOut struct {
	Filename       string `json:"filename"`
	Path           string `json:"path" jsonschema:"absolute path of the GIF"`
	DownloadGIFURL string `json:"download_gif_url,omitempty"`
	FrameCount     int    `json:"frame_count"`
	DurationMs     int64  `json:"duration_ms"`
	Hint           string `json:"hint"`
	Note           string `json:"note,omitempty" jsonschema:"what is missing in it"`
}

func (d *door) recordStop(ctx context.Context, _ *sdk.CallToolRequest, in recordStopIn) (*sdk.CallToolResult, recordStopOut, error) {
	var out recordStopOut
	sh, err := d.shell(ctx, in.sessionRef)
	if err != nil {
		return nil, out, err
	}
	base, err := d.fileName(in.Name, "", "recording", ".gif")
	if err != nil {
		return nil, out, err
	}
	pace := sh.Pace()
	if pace.Timeline = "real"; in.Pace != "" {
		pace.Timeline = in.Pace
	}
	if pace.Timeline != "real" && pace.Timeline != "steady" {
		return nil, out, fmt.Errorf("pace is real or steady, not %q", in.Pace)
	}
	rec, err := sh.RecordStop(ctx, pace, base+".gif")
	if err != nil {
		return nil, out, err
	}
	return nil, recordStopOut{
		Filename: path.Base(base) + ".gif", Path: rec.Files[0].Path, DownloadGIFURL: d.url(base + ".gif"),
		FrameCount: rec.Frames, DurationMs: rec.Play.Milliseconds(), Hint: d.hint(rec.Files[0].Path), Note: rec.Note,
	}, nil
}

type stopOut struct {
	Success bool   `json:"success"`
	Ended   string `json:"ended" jsonschema:"how the program ended"`
}

func (d *door) shellStop(ctx context.Context, _ *sdk.CallToolRequest, in sessionRef) (*sdk.CallToolResult, stopOut, error) {
	sh, err := d.shell(ctx, in)
	if err != nil {
		return nil, stopOut{}, err
	}
	x, err := sh.Stop(ctx)
	return nil, stopOut{err == nil, ended(x)}, err
}

func ended(x session.Exit) string {
	if x.Ended {
		return "ended by this call"
	}
	return x.String()
}

// asJSON is a result as JSON text, to which more content is added.
func asJSON(v any) (*sdk.CallToolResult, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(b)}}}, nil
}

func (d *door) shellwright() {
	sdk.AddTool(d.server, &sdk.Tool{Name: "shell_start", Annotations: acts("Start a program"),
		Description: "Start a program in a new terminal, a shell or any other. Returns shell_session_id."}, d.shellStart)
	sdk.AddTool(d.server, &sdk.Tool{Name: "shell_send", Annotations: acts("Send input"),
		Description: "Type into the terminal; escapes like \\r are interpreted. Waits until the screen rests and returns it before and after."}, d.shellSend)
	sdk.AddTool(d.server, &sdk.Tool{Name: "shell_read", Annotations: looks("Read the text"),
		Description: "Read the text of the terminal with its scrollback, at most 8192 characters of it."}, d.shellRead)
	sdk.AddTool(d.server, &sdk.Tool{Name: "shell_screenshot", Annotations: writes("Take a screenshot"),
		Description: "Draw the screen as PNG, SVG, ANSI and text. Returns the PNG and the paths."}, d.shellScreenshot)
	sdk.AddTool(d.server, &sdk.Tool{Name: "shell_record_start", Annotations: writes("Start a recording"),
		Description: "Start recording the terminal as a GIF."}, d.recordStart)
	sdk.AddTool(d.server, &sdk.Tool{Name: "shell_record_stop", Annotations: writes("Stop the recording"),
		Description: "Stop recording and draw the GIF."}, d.recordStop)
	sdk.AddTool(d.server, &sdk.Tool{Name: "shell_stop", Annotations: acts("Stop the program"),
		Description: "End the program and everything that it started."}, d.shellStop)
}
