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
	"fmt"
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
	// Render draws a results folder or a cast, by its absolute path.
	Render func(w io.Writer, spec RenderSpec) error
	Warn   io.Writer // what no client can be told; nil: nobody
	// Theme is that of sessions which name none.
	Theme string
}

// door is the server that all connections share, and the shells of each.
type door struct {
	o      Options
	server *sdk.Server

	mu      sync.Mutex
	clients map[sdk.Session]*agent.Client // of connections that have asked for a shell
	ended   sync.WaitGroup                // those that end with their connections
	closed  bool                          // no more begin
	shots   int                           // numbers what a client gives no name
}

// instructions are what a model reads first.
const instructions = `scenario drives programs in a real terminal and turns what worked into a test and a recording.
Try by hand: shell_start, shell_send or shell_keys, shell_wait (never sleep: wait for a text), shell_screenshot to look.
Then shell_export gives a YAML scenario, and scenario_run runs it: PASS or FAIL, pictures, recordings.
Match on text; look at the PNG only to judge how it looks.`

// New returns a server for any number of connections; versions are those of the
// protocol that it speaks, none: all. The shells of a connection end with it;
// close ends the connections that there are, and returns when their shells have
// ended.
func New(o Options, versions ...string) (s *sdk.Server, close func()) {
	d := newDoor(o, versions)
	return d.server, d.close
}

func newDoor(o Options, versions []string) *door {
	d := &door{o: o, clients: map[sdk.Session]*agent.Client{}}
	d.server = sdk.NewServer(
		&sdk.Implementation{Name: "scenario", Title: "scenario", Version: o.Version},
		&sdk.ServerOptions{
			Instructions: instructions, SupportedProtocolVersions: versions,
			Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}, Prompts: &sdk.PromptCapabilities{}, Resources: &sdk.ResourceCapabilities{}},
		},
	)
	d.server.AddReceivingMiddleware(withSession)
	d.shellwright()
	d.shellTools()
	d.scenarioTools()
	d.prompts()
	d.resources()
	return d
}

func (d *door) close() {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	d.interrupt()
	for s := range d.server.Sessions() {
		s.Close()
	}
	d.ended.Wait()
}

// sessionKey is the key of the connection in the context of its requests.
type sessionKey struct{}

func withSession(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		return next(context.WithValue(ctx, sessionKey{}, req.GetSession()), method, req)
	}
}

// shells returns the shells of the connection that a request came from.
func (d *door) shells(ctx context.Context) *agent.Client {
	s := ctx.Value(sessionKey{}).(*sdk.ServerSession)
	d.mu.Lock()
	defer d.mu.Unlock()
	if c := d.clients[s]; c != nil {
		return c
	}
	c := d.o.Agent.NewClient()
	if d.closed {
		c.Close(ctx)
		return c
	}
	d.clients[s] = c
	d.ended.Go(func() {
		s.Wait()
		if err := c.Close(context.WithoutCancel(ctx)); err != nil && d.o.Warn != nil {
			fmt.Fprintf(d.o.Warn, "a connection has ended: %v\n", err)
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.clients, s)
	})
	return c
}

// interrupt interrupts what all connections are having done: a connection ends when
// its calls have.
func (d *door) interrupt() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.clients {
		c.Interrupt()
	}
}

// leaves interrupts what a connection is having done, by the id of its session: it
// ends when its calls have.
func (d *door) leaves(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for s, c := range d.clients {
		if id != "" && s.ID() == id {
			c.Interrupt()
		}
	}
}

// number counts what has no name.
func (d *door) number() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.shots++
	return d.shots
}

// Stdio serves one client on the standard input and output until it closes them
// or ctx ends. Its shells have ended then.
func Stdio(ctx context.Context, o Options) error {
	d := newDoor(o, nil)
	defer d.close()
	defer context.AfterFunc(ctx, d.interrupt)()
	return d.server.Run(ctx, &sdk.StdioTransport{})
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
