package mcp

import (
	"context"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// prompt is a text with arguments, each $NAME in it.
type prompt struct {
	name, title, text string
	args              []*sdk.PromptArgument
}

func prompts() []prompt {
	return []prompt{
		{
			name: "explore-and-export", title: "Try a program by hand, then make it a test",
			args: []*sdk.PromptArgument{{Name: "program", Description: "the program to be explored", Required: true}, {Name: "goal", Description: "what the test shall show"}},
			text: `Start $program with shell_start. Find out how it works: shell_keys to press keys, shell_wait for what must come, shell_screenshot to look.
Goal: $goal
When you have shown it once, call shell_export with verify: true. If it does not pass, read why, mend the YAML and run it with scenario_run until it does. Never use delays.`,
		},
		{
			name: "record-session", title: "Record a demo",
			args: []*sdk.PromptArgument{{Name: "task", Description: "what the recording shows", Required: true}},
			text: `Record a demo of: $task
Write a scenario with "record: demo.gif", a wait behind every input, "hold: 2s" where the viewer should read, and run it with scenario_run. Look at the last screen. For a recording of a session that you drive by hand there are shell_record_start and shell_record_stop.`,
		},
		{
			name: "terminal-basics", title: "How to work in a terminal",
			text: `shell_start starts a program, shell_send types into it (\r is Enter, \x1b ESC, \x03 Ctrl+C), shell_keys presses keys by name.
Wait with shell_wait for a text on the screen. Read with shell_read, look with shell_screenshot, end with shell_stop. See the resource scenario://guide.`,
		},
		{
			name: "theme-selection", title: "Choose the colours of pictures",
			text: "Give shell_start or scenario_run a theme. The command `scenario themes` shows them all; one-dark is the default, one-light its counterpart.",
		},
		{
			name: "vim-edit", title: "Edit a file in vim",
			args: []*sdk.PromptArgument{{Name: "filename", Description: "the file", Required: true}},
			text: `Edit $filename in vim: shell_start {"command": "vim", "args": ["$filename"]}; "i" to insert, type, "escape", then :wq and Enter (shell_keys {"text": ":wq", "keys": "enter"}). Wait for the text on the screen after each.`,
		},
	}
}

func (d *door) prompts() {
	for _, p := range prompts() {
		d.server.AddPrompt(&sdk.Prompt{Name: p.name, Title: p.title, Description: p.title, Arguments: p.args},
			func(_ context.Context, req *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
				text := p.text
				for _, a := range p.args {
					v, ok := req.Params.Arguments[a.Name]
					if a.Required && !ok {
						return nil, fmt.Errorf("the argument %s is missing", a.Name)
					}
					text = strings.ReplaceAll(text, "$"+a.Name, v)
				}
				return &sdk.GetPromptResult{Description: p.title, Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: text}}}}, nil
			})
	}
}
