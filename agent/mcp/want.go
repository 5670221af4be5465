package mcp

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// wants are what scenario_run can return beside its verdict, sorted.
func wants() []string { return []string{"events", "png", "screen"} }

func checkWants(want []string) error {
	for _, w := range want {
		if !slices.Contains(wants(), w) {
			return fmt.Errorf("return is a list of %s, not %q", strings.Join(wants(), ", "), w)
		}
	}
	return nil
}

// maxEvents bounds the events that are returned, in bytes; the whole log is a
// link.
const maxEvents = 64 << 10

// wanted returns what a client wants of the runs beside their verdict, for each of
// them in turn.
func (d *door) wanted(runs []ranScenario, want []string) (content []sdk.Content, err error) {
	for _, r := range runs {
		for _, w := range want {
			var c sdk.Content
			switch w {
			case "events":
				c, err = d.eventsOf(r)
			case "png":
				var b []byte
				b, err = d.lastScreen(r, "png")
				c = &sdk.ImageContent{Data: b, MIMEType: "image/png"}
			case "screen":
				var b []byte
				b, err = d.lastScreen(r, "txt")
				c = &sdk.TextContent{Text: r.ID + " at its end:\n" + strings.TrimRight(string(b), "\n")}
			}
			if err != nil {
				return nil, fmt.Errorf("%s of %s: %w", w, r.ID, err)
			}
			content = append(content, c)
		}
	}
	return content, nil
}

// lastScreen draws the last screen of a run.
func (d *door) lastScreen(r ranScenario, format string) ([]byte, error) {
	if err := d.o.Agent.Files().NoLinks(r.folder); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err := d.o.Render(&b, RenderSpec{Source: r.Results, Output: "screen." + format, At: "end"})
	return b.Bytes(), err
}

// eventsOf are the last events of a run, a line each.
func (d *door) eventsOf(r ranScenario) (sdk.Content, error) {
	b, err := d.readAll(path.Join(r.folder, "events.jsonl"))
	if err != nil {
		return nil, err
	}
	if cut := len(b) - maxEvents; cut > 0 {
		if i := bytes.IndexByte(b[cut:], '\n'); i >= 0 {
			b = fmt.Appendf(nil, "(%d bytes before, see the link)\n%s", cut+i+1, b[cut+i+1:])
		}
	}
	return &sdk.TextContent{Text: string(b)}, nil
}
