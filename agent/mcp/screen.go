package mcp

import (
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"scenario/agent"
)

// screen is what most of them return.
type screen struct {
	OK      bool     `json:"ok"`
	Screen  []string `json:"screen" jsonschema:"the rows, trailing blanks and empty rows at the end cut"`
	Row     int      `json:"row" jsonschema:"the cursor's row, from 1"`
	Col     int      `json:"col" jsonschema:"the cursor's column, from 1"`
	Cols    int      `json:"cols"`
	Rows    int      `json:"rows"`
	Title   string   `json:"title,omitempty"`
	Alt     bool     `json:"alt_screen,omitempty"`
	Ended   string   `json:"ended,omitempty" jsonschema:"how the program ended, if it has"`
	Changed string   `json:"changed,omitempty" jsonschema:"the rows whose text this call has changed, as 1-3, 24; none"`
	Note    string   `json:"note,omitempty"`
}

func screenOf(sh *agent.Shell) screen {
	v := sh.View()
	s := screen{
		OK: true, Screen: sh.Text(), Row: v.Screen.Cursor.Row + 1, Col: v.Screen.Cursor.Col + 1,
		Cols: v.Screen.Cols, Rows: v.Screen.Rows, Title: v.Screen.Title, Alt: v.Screen.Modes.AltScreen,
	}
	for len(s.Screen) > 0 && s.Screen[len(s.Screen)-1] == "" {
		s.Screen = s.Screen[:len(s.Screen)-1]
	}
	if v.Exit != nil {
		s.Ended = v.Exit.String()
	}
	return s
}

// show is a screen as text for a model, beside the structured one.
func show(s screen) *sdk.CallToolResult {
	var b strings.Builder
	for _, line := range s.Screen {
		b.WriteString(line)
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "[%dx%d, cursor row %d column %d", s.Cols, s.Rows, s.Row, s.Col)
	if s.Changed != "" {
		b.WriteString("; changed rows: " + s.Changed)
	}
	for _, more := range []string{s.Ended, s.Note} {
		if more != "" {
			b.WriteString("; " + more)
		}
	}
	b.WriteString("]")
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: b.String()}}}
}

// changedRows are the numbers of the rows that differ, from 1.
func changedRows(before, after []string) string {
	var out []string
	for r := 0; r < len(after); r++ {
		from := r
		for r < len(after) && (r >= len(before) || before[r] != after[r]) {
			r++
		}
		switch r - from {
		case 0:
		case 1:
			out = append(out, fmt.Sprint(r))
		default:
			out = append(out, fmt.Sprintf("%d-%d", from+1, r))
		}
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, ", ")
}

// withScreen adds what the screen shows to the reason of a failure, and what can
// be done when the program has ended.
func withScreen(err error, sh *agent.Shell) error {
	s := screenOf(sh)
	if s.Ended != "" {
		err = fmt.Errorf("%w\nshell_start starts it again; shell_export has what was done so far", err)
	}
	return fmt.Errorf("%w\nthe screen:\n%s", err, strings.Join(s.Screen, "\n"))
}
