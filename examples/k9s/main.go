// Command k9s serves a small Kubernetes API that can only be read, so that the
// tour of k9s in ../k9s.yaml needs no cluster.
//
// It answers discovery, get, list, watch and pod logs over a cluster that is
// made in memory and is the same at every start. It listens on loopback, writes
// a kubeconfig, says so in one line, and serves until it is interrupted:
//
//	ready: KUBECONFIG=/tmp/k9s-123/kubeconfig port 12345
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
	case errors.Is(err, errUsage):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "k9s:", err)
		os.Exit(1)
	}
}

// errUsage says that the flag package has printed what is wrong already.
var errUsage = errors.New("bad usage")

// run serves until ctx is done. What it wrote into a temporary folder is gone
// when it returns; what it wrote into --dir stays.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("k9s", flag.ContinueOnError)
	flags.SetOutput(stderr)
	port := flags.Int("port", 0, "loopback `port` to listen on; 0 takes a free one")
	dir := flags.String("dir", "", "`folder` for the kubeconfig (default a temporary one)")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return errUsage
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}

	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(*port)))
	if err != nil {
		return err
	}
	defer listener.Close()

	folder := *dir
	if folder == "" {
		if folder, err = os.MkdirTemp("", "k9s-"); err != nil {
			return err
		}
		defer os.RemoveAll(folder)
	}
	address := listener.Addr().(*net.TCPAddr)
	kubeconfig, err := writeKubeconfig(folder, "http://"+address.String())
	if err != nil {
		return err
	}

	server := &http.Server{
		Handler:           newAPI(newCluster(time.Now().Add(-clusterAge))),
		ReadHeaderTimeout: 10 * time.Second,
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	fmt.Fprintf(stdout, "ready: KUBECONFIG=%s port %d\n", kubeconfig, address.Port)

	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	// Close, not Shutdown: a watch is a request that never ends by itself.
	err = server.Close()
	<-served
	return err
}

// writeKubeconfig writes a kubeconfig for the API at server into dir and
// returns its absolute path.
func writeKubeconfig(dir, server string) (string, error) {
	path, err := filepath.Abs(filepath.Join(dir, "kubeconfig"))
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, fmt.Appendf(nil, `apiVersion: v1
kind: Config
current-context: demo
clusters:
- name: demo
  cluster: {server: %q}
contexts:
- name: demo
  context: {cluster: demo, user: visitor}
users:
- name: visitor
  user: {}
`, server), 0o600)
}
