//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"scenario/session"
)

// program is one that is driven, and how.
type program struct {
	name   string
	argv   []string
	ready  string // what shows that it has loaded; "": its first settled screen
	inputs []string
	// prepare starts what it needs and returns its environment.
	prepare func(ctx context.Context, dir string) (stop func(), env []string, err error)
}

func programs() []program {
	return []program{
		{
			name: "bash", argv: []string{"bash", "--norc", "--noprofile"}, prepare: alone,
			inputs: []string{
				"echo hello\r", "ls /etc\r", "seq 1 200\r", "x\x7f", "cat /etc/passwd | sort\r",
				// prints, computes, prints
				"echo begin; i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; echo end\r",
				"for i in 1 2 3; do sh -c 'echo child'; done\r", "clear\r",
			},
		},
		{
			name: "vim", argv: []string{"vim", "-u", "NONE", "-N", "-n", "poem.txt"}, prepare: withPoem,
			inputs: []string{
				"G", "o", "and a demo too", "\x1b", ":set number\r", "/violets\r", "dd", "u", ":%s/o/0/g\r", ":syntax on\r", "u",
				":help\r", ":q\r",
			},
		},
		{
			name: "fzf", argv: []string{"sh", "-c", "seq 1 20000 | fzf --multi"}, prepare: alone, ready: "20000/20000",
			inputs: []string{"1", "2", "7", "\x7f", "\x1b[Z", "\x1b[A", "\x1b[B", "\x15", "9", "9"},
		},
		{
			name: "k9s", argv: []string{"k9s", "--readonly", "--all-namespaces", "--command", "pods"}, prepare: withCluster, ready: "coredns",
			inputs: []string{"j", "j", "/", "payments\r", "d", "\x1b", "\x1b", ":", "deployments\r", "j", ":", "namespaces\r"},
		},
	}
}

func alone(context.Context, string) (func(), []string, error) { return func() {}, nil, nil }

func withPoem(_ context.Context, dir string) (func(), []string, error) {
	poem := strings.Repeat("roses are red,\nviolets are blue,\n", 100)
	return func() {}, nil, os.WriteFile(filepath.Join(dir, "poem.txt"), []byte(poem), 0o600)
}

// withCluster serves the cluster of the k9s example.
func withCluster(ctx context.Context, dir string) (func(), []string, error) {
	server := filepath.Join(dir, "cluster")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", server, "./examples/k9s").CombinedOutput(); err != nil {
		return nil, nil, fmt.Errorf("%w: %s", err, out)
	}
	cmd := exec.CommandContext(ctx, server)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, nil, err
	}
	stop := func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	m := regexp.MustCompile(`KUBECONFIG=(\S+)`).FindStringSubmatch(line)
	if err != nil || m == nil {
		stop()
		return nil, nil, fmt.Errorf("the cluster said %q", line)
	}
	go io.Copy(io.Discard, out)
	config := "k9s:\n  skipLatestRevCheck: true\n  ui: {logoless: true, splashless: true, noIcons: true, enableMouse: false}\n"
	if err := os.WriteFile(filepath.Join(dir, "config.yaml"), []byte(config), 0o600); err != nil {
		stop()
		return nil, nil, err
	}
	return stop, []string{"KUBECONFIG=" + m[1], "K9S_CONFIG_DIR=" + dir, "K9S_LOGS_DIR=" + dir}, nil
}

// awaitReady waits until the program has loaded, and settles.
func (p *program) awaitReady(ctx context.Context, s *session.Session) error {
	if p.ready == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, stepTimeout)
	defer cancel()
	v, err := s.Until(ctx, func(v *session.View) (bool, time.Duration) {
		return strings.Contains(v.Screen.Text(), p.ready), 0
	})
	if err != nil {
		return fmt.Errorf("waiting for %q: %w\n%s", p.ready, err, v.Screen.Text())
	}
	_, err = s.Settle(ctx)
	return err
}
