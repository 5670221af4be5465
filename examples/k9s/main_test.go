package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// start runs the command until stop is called, which returns what run did.
func start(t *testing.T, args ...string) (kubeconfig, port string, stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := run(ctx, args, in, io.Discard)
		in.CloseWithError(err) // the reader below must not wait for a line that never comes
		done <- err
	}()
	stop = func() error {
		cancel()
		select {
		case err := <-done:
			return err
		case <-time.After(time.Minute):
			return errors.New("still serving a minute after the interrupt")
		}
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal("no ready line: ", err)
	}
	match := regexp.MustCompile(`^ready: KUBECONFIG=(\S+) port (\d+)\n$`).FindStringSubmatch(line)
	if match == nil {
		t.Fatalf("the ready line is %q", line)
	}
	return match[1], match[2], stop
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	kubeconfig, port, stop := start(t, "--dir", dir)
	if want := filepath.Join(dir, "kubeconfig"); kubeconfig != want {
		t.Errorf("the kubeconfig is %s, want %s", kubeconfig, want)
	}
	text, err := os.ReadFile(kubeconfig)
	if err != nil || !strings.Contains(string(text), `"http://127.0.0.1:`+port+`"`) {
		t.Errorf("the kubeconfig is %q, %v", text, err)
	}
	response, err := http.Get("http://127.0.0.1:" + port + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()

	// An open watch must not keep the server from ending.
	watch, err := http.Get("http://127.0.0.1:" + port + "/api/v1/pods?watch=true&resourceVersion=1000")
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Body.Close()
	if err := stop(); err != nil {
		t.Error(err)
	}
}

func TestRunLeavesNoTemporaryFolder(t *testing.T) {
	kubeconfig, _, stop := start(t)
	if err := stop(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Dir(kubeconfig)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder of %s is still there: %v", kubeconfig, err)
	}
}

func TestRunRefuses(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		args []string
		is   error
	}{
		{"help", []string{"--help"}, flag.ErrHelp},
		{"an unknown flag", []string{"--prot", "1"}, errUsage},
		{"a bad port", []string{"--port", "x"}, errUsage},
		{"an argument", []string{"now"}, nil},
		{"a taken port", []string{"--port", strconv.Itoa(taken.Addr().(*net.TCPAddr).Port)}, nil},
		{"a file as the folder", []string{"--dir", file}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := run(t.Context(), test.args, io.Discard, io.Discard)
			if err == nil || (test.is != nil && !errors.Is(err, test.is)) {
				t.Errorf("got %v, want an error like %v", err, test.is)
			}
		})
	}
}
