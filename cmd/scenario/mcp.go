package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/spf13/cobra"

	"scenario/agent/mcp"
	"scenario/capture"
	"scenario/session"
)

const mcpHelp = `Serve agents over the Model Context Protocol.

Without --http one client is served on the standard input and output, and nothing
listens. With --http the address must be on the loopback, and every request needs
the bearer token: that of SCENARIO_TOKEN, or the one that is printed.

Who may submit scenarios may run programs: the door is as trusted as a shell.
Run it in a container when that is too much.`

func (a *app) mcpCommand() *cobra.Command {
	var f agentFlags
	var address, theme string
	cmd := &cobra.Command{
		Use: "mcp", Short: "Serve agents over the Model Context Protocol", Long: mcpHelp, Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return a.mcp(&f, address, theme) },
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	f.add(fl)
	fl.StringVar(&theme, "theme", "", "colours of pictures, `THEME`, where a client names none")
	fl.StringVar(&address, "http", "", "listen on `ADDRESS` of the loopback, as 127.0.0.1:7420, instead of the standard input")
	return cmd
}

func (a *app) mcp(f *agentFlags, address, theme string) (err error) {
	if err := session.SetSubreaper(); err != nil {
		a.ui().warn("programs that leave their parents may outlive their sessions: %v", err)
	}
	server, err := f.server(a)
	if err != nil {
		return err
	}
	ctx, signals := watch(context.Background())
	defer func() {
		code := signals.stop()
		if e := server.Close(context.Background()); err == nil && e != nil {
			err = failure{e}
		}
		if code != 0 {
			err = status(code)
		}
	}()
	o := mcp.Options{Agent: server, Version: buildVersion(), Theme: theme, Warn: a.stderr, Render: a.renderForAgent}
	if address == "" {
		err = mcp.Stdio(ctx, o)
		if ctx.Err() != nil || errors.Is(err, io.EOF) {
			return nil
		}
		return err
	}
	return a.mcpHTTP(ctx, address, o)
}

func (a *app) mcpHTTP(ctx context.Context, address string, o mcp.Options) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return hinted{fmt.Errorf("--http: %q is no address", address), "as 127.0.0.1:7420; port 0 takes a free one"}
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return hinted{fmt.Errorf("--http: %s is not on the loopback", address), "127.0.0.1:PORT; put a proxy in front of it for others"}
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return failure{err}
	}
	token := a.getenv("SCENARIO_TOKEN")
	if token == "" {
		token = mcp.Token()
		fmt.Fprintf(a.stderr, "token: %s\n", token)
	}
	fmt.Fprintf(a.stderr, "listening: http://%s/mcp\n", l.Addr())
	return mcp.HTTP(ctx, l, mcp.HTTPOptions{Options: o, Token: token})
}

// renderForAgent draws a source as one file.
func (a *app) renderForAgent(w io.Writer, spec mcp.RenderSpec) error {
	name := spec.Output
	if capture.IsFolder(name) {
		return fmt.Errorf("%s: one file, not a folder", name)
	}
	src, err := openSource("/", spec.Source)
	if err != nil {
		return err
	}
	f := renderFlags{
		out: []string{name}, theme: spec.Theme, fontSize: spec.FontSize, part: spec.Select, at: spec.At, speed: spec.Speed, fps: spec.FPS,
	}
	if err := f.check("/"); err != nil {
		return err
	}
	src.Part = f.part
	drawings, err := f.drawings(src, "/")
	if err != nil {
		return err
	}
	_, err = group(drawings[:1]).draw(&f, src, []capture.File{{Path: name, W: w}})
	return err
}
