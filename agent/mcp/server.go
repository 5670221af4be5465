// Package mcp is the MCP door: a Model Context Protocol server on the official
// SDK, over stdio or, when asked for, streamable HTTP on the loopback.
//
// It has two families of tools. scenario_* check, plan, run and draw scenario
// files. shell_* drive a program step by step; seven of them are those of
// shellwright, with its names, parameters and results, the others are ours. What
// was tried by hand becomes a file with shell_export.
//
// Every connection has shells of its own (agent.Client); they end with it.
package mcp

import (
	"context"
	"io"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"scenario/agent"
)

// Options are what the door is made with.
type Options struct {
	Agent   *agent.Server
	Version string
	// Download returns the URL under which a file of the root can be fetched;
	// nil: there is none, clients have the paths.
	Download func(name string) string
	// Render draws a results folder or a cast, by its absolute path, as a file of
	// the format of name.
	Render func(w io.Writer, source, name, theme string) error
	// Theme is that of sessions which name none.
	Theme string
}

// connection is one client: its server, and its shells once it has some.
type connection struct {
	o      Options
	server *sdk.Server

	mu     sync.Mutex
	client *agent.Client
	shots  int // numbers what a client gives no name
}

// instructions are what a model reads first.
const instructions = `scenario drives programs in a real terminal and turns what worked into a test and a recording.
Try by hand: shell_start, shell_send or shell_keys, shell_wait (never sleep: wait for a text), shell_screenshot to look.
Then shell_export gives a YAML scenario, and scenario_run runs it: PASS or FAIL, pictures, recordings.
Match on text; look at the PNG only to judge how it looks.`

// New returns a server for one connection. close ends its shells.
func New(o Options) (s *sdk.Server, close func(context.Context) error) {
	c := &connection{o: o}
	c.server = sdk.NewServer(
		&sdk.Implementation{Name: "scenario", Title: "scenario", Version: o.Version},
		&sdk.ServerOptions{
			Instructions: instructions,
			Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}, Prompts: &sdk.PromptCapabilities{}, Resources: &sdk.ResourceCapabilities{}},
		},
	)
	c.shellwright()
	c.shellTools()
	c.scenarioTools()
	c.prompts()
	c.resources()
	return c.server, c.close
}

// shells returns the client of the connection; it is made with the first shell.
func (c *connection) shells() *agent.Client {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.client == nil {
		c.client = c.o.Agent.NewClient()
	}
	return c.client
}

func (c *connection) close(ctx context.Context) error {
	c.mu.Lock()
	client := c.client
	c.mu.Unlock()
	if client == nil {
		return nil
	}
	return client.Close(ctx)
}

// number counts what has no name.
func (c *connection) number() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shots++
	return c.shots
}

// Stdio serves one client on the standard input and output until it closes them
// or ctx ends. Its shells have ended then.
func Stdio(ctx context.Context, o Options) error {
	s, end := New(o)
	err := s.Run(ctx, &sdk.StdioTransport{})
	if e := end(context.WithoutCancel(ctx)); err == nil {
		err = e
	}
	return err
}

// annotations of a tool: whether it only looks, and whether doing it again
// changes nothing more. Programs can do anything, so what runs one is open and
// destructive.
func looks(title string) *sdk.ToolAnnotations {
	no := false
	return &sdk.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &no}
}

func acts(title string) *sdk.ToolAnnotations {
	yes := true
	return &sdk.ToolAnnotations{Title: title, DestructiveHint: &yes, OpenWorldHint: &yes}
}

// writes are tools that write files of their own.
func writes(title string) *sdk.ToolAnnotations {
	no := false
	return &sdk.ToolAnnotations{Title: title, DestructiveHint: &no, OpenWorldHint: &no}
}
