//go:build linux

package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

func service(t *testing.T, script string, ready Ready) (ServiceConfig, *bytes.Buffer) {
	t.Helper()
	log := &bytes.Buffer{}
	return ServiceConfig{
		Name: "db", Command: script, Dir: t.TempDir(), Env: os.Environ(), Log: log,
		Secrets: []string{secret}, Ready: ready, Timeout: patience,
	}, log
}

func TestServiceLog(t *testing.T) {
	c, log := service(t, `echo starting "$0"; echo "token `+secret+`"; echo listening on port 4242 as web; sleep 1000`,
		Ready{Log: regexp.MustCompile(`port (?P<port>\d+) as (?P<name>\w+)`)})
	s, err := StartService(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if g := s.Groups(); g["port"] != "4242" || g["name"] != "web" {
		t.Errorf("groups %v", g)
	}
	if _, ok := s.Exit(); ok {
		t.Error("it has ended")
	}
	if err := s.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-s.child.done
	if exit, _ := s.Exit(); !exit.Ended || exit.Signal != "TERM" {
		t.Errorf("exit %+v", exit)
	}
	if text := log.String(); strings.Contains(text, secret) || !strings.Contains(text, "token *") || !strings.HasSuffix(text, "as web\n") {
		t.Errorf("log %q", text)
	}
}

func TestServiceLogWithoutNewline(t *testing.T) {
	var groups map[string]string
	for range 10 { // a machine that stands still between the halves shows the first alone
		c, _ := service(t, `printf 'port 42'; sleep 0.02; printf '43 ready> '; sleep 1000`, Ready{Log: regexp.MustCompile(`port (?P<port>\d+)`)})
		s, err := StartService(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		groups = s.Groups()
		s.Stop(t.Context())
		if groups["port"] == "4243" {
			return
		}
	}
	t.Errorf("groups %v", groups)
}

func TestServiceExit(t *testing.T) {
	zero, three := 0, 3
	for _, tt := range []struct {
		name, script string
		ready        Ready
		want         string // of the error
	}{
		{"as wanted", "echo done; exit 3", Ready{Exit: &three}, ""},
		{"another status", "echo bad news; exit 3", Ready{Exit: &zero}, "service db: exited with status 3, not 0\n  bad news"},
		{"a signal", "kill -9 $$", Ready{Exit: &zero}, "service db: ended by signal KILL, not with status 0"},
		{"before its port", "echo no config; exit 1", Ready{Port: 1}, "service db: exited with status 1 before it was ready\n  no config"},
		{"before its line", "echo one; echo two >&2; exit 1", Ready{Log: regexp.MustCompile("ready")}, "service db: exited with status 1 before it was ready\n  one\n  two"},
		{"line and end", "echo ready", Ready{Log: regexp.MustCompile("ready")}, ""},
		{"line without newline and end", "printf ready", Ready{Log: regexp.MustCompile("ready")}, ""},
		{"secret in the tail", "echo " + secret + "; exit 1", Ready{Port: 1}, "service db: exited with status 1 before it was ready\n  ********"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, _ := service(t, tt.script, tt.ready)
			s, err := StartService(t.Context(), c)
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				s.Stop(t.Context())
			}
			if got != tt.want {
				t.Errorf("error %q, want %q", got, tt.want)
			}
		})
	}
}

func TestServiceTimeout(t *testing.T) {
	duration := fmt.Sprintf("3888%d", os.Getpid())
	c, _ := service(t, "echo up; setsid sleep "+duration+" & wait", Ready{Log: regexp.MustCompile("ready")})
	var err error
	var want string
	for c.Timeout = 50 * time.Millisecond; c.Timeout < patience; c.Timeout *= 4 { // until sh has had the time to say something
		_, err = StartService(t.Context(), c)
		want = fmt.Sprintf("service db: not ready within %v: no line of its output matches ready\n  up", c.Timeout)
		if err == nil || strings.HasSuffix(err.Error(), "\n  up") {
			break
		}
	}
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	var se *ServiceError
	if !errors.As(err, &se) || se.Exit != nil {
		t.Errorf("error %+v", se)
	}
	if left := running("sleep", duration); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	c.Timeout = patience
	if _, err := StartService(ctx, c); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestServiceURLAndPort(t *testing.T) {
	port, err := FreePort()
	if err != nil {
		t.Fatal(err)
	}
	c, _ := service(t, "echo up; sleep 1000", Ready{URL: fmt.Sprintf("http://127.0.0.1:%d/health", port)})
	answers := make(chan int, 1)
	answers <- http.StatusServiceUnavailable
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case code := <-answers:
			w.WriteHeader(code)
		default:
		}
	})}
	defer srv.Close()
	time.AfterFunc(30*time.Millisecond, func() {
		if l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			srv.Serve(l)
		}
	})
	for _, ready := range []Ready{c.Ready, {Port: port}, {}} {
		c.Ready = ready
		s, err := StartService(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Stop(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func TestServiceLogCap(t *testing.T) {
	c, log := service(t, "seq 1 100000; echo ready; sleep 1000", Ready{Log: regexp.MustCompile("ready")})
	c.LogCap = 1000
	s, err := StartService(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	s.Stop(t.Context())
	if text := log.String(); len(text) > 1100 || !strings.HasSuffix(text, "\n[cut: more than 1000 bytes]\n") {
		t.Errorf("%d bytes of log, the end %q", len(text), text[max(0, len(text)-50):])
	}
	if tail := s.Tail(); len(tail) != tailLines || tail[tailLines-1] != "ready" {
		t.Errorf("tail %q", tail)
	}
}

func TestExec(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		name, script   string
		status         int
		output, stdout string
	}{
		{"output", "echo one; echo two >&2; echo three", 0, "", "one\nthree\n"},
		{"stops at the first failure", "echo one; false; echo two", 1, "one\n", "one\n"},
		{"status", "exit 7", 7, "", ""},
		{"folder", "pwd", 0, dir + "\n", dir + "\n"},
		{"environment", "echo $A", 0, "b\n", "b\n"},
		{"no input", "cat", 0, "", ""},
		{"masked", "echo " + secret, 0, "********\n", secret + "\n"},
		{"leaves a job that holds the output open", "sleep 1000 & echo one", 0, "one\n", "one\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := Exec(t.Context(), ExecConfig{Script: tt.script, Dir: dir, Env: append(os.Environ(), "A=b"), Secrets: []string{secret}})
			if err != nil {
				t.Fatal(err)
			}
			if r.Exit.Status != tt.status || r.Exit.Ended || r.Stdout != tt.stdout || tt.output != "" && r.Output != tt.output {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestExecDeadline(t *testing.T) {
	duration := fmt.Sprintf("3999%d", os.Getpid())
	var r ExecResult
	var err error
	begin := time.Now()
	for limit := 100 * time.Millisecond; limit < patience && r.Output == ""; limit *= 4 { // until sh has had the time to say something
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		r, err = Exec(ctx, ExecConfig{Script: `trap "" TERM; echo one; setsid sleep ` + duration + ` & sleep ` + duration, Env: os.Environ()})
		cancel()
	}
	if !errors.Is(err, context.DeadlineExceeded) || !r.Exit.Ended || r.Output != "one\n" {
		t.Errorf("%+v, %v", r, err)
	}
	if took := time.Since(begin); took > patience {
		t.Errorf("took %v", took)
	}
	if left := running("sleep", duration); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

func TestExecCap(t *testing.T) {
	r, err := Exec(t.Context(), ExecConfig{Script: "seq 1 100000", Env: os.Environ(), Cap: 10})
	if err != nil || !r.Cut || r.Stdout != "1\n2\n3\n4\n5\n" || !strings.Contains(r.Output, "[cut: more than 10 bytes]") {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestEnviron(t *testing.T) {
	null, bar := (*string)(nil), "bar"
	base := t.TempDir()
	spec := EnvSpec{
		Base:    base,
		Caller:  []string{"PATH=/bin", "LC_ALL=C", "LANG=de_DE", "CI=1", "NO_COLOR=1", "LINES=5", "COLUMNS=9", "KEEP=me", "HOME=/root", "=x"},
		Inherit: []string{"KEEP", "UNKNOWN"},
		Set:     map[string]*string{"FOO": &bar, "TZ": null},
	}
	want := []string{
		"COLORTERM=truecolor", "FOO=bar", "HOME=" + base + "/home", "KEEP=me", "LANG=C.UTF-8", "PATH=/bin",
		"TERM=xterm-256color", "TMPDIR=" + base + "/tmp", "XDG_CACHE_HOME=" + base + "/home/.cache",
		"XDG_CONFIG_HOME=" + base + "/home/.config", "XDG_DATA_HOME=" + base + "/home/.local/share",
		"XDG_RUNTIME_DIR=" + base + "/run", "XDG_STATE_HOME=" + base + "/home/.local/state",
	}
	if got := Environ(spec); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if got := getenv(Environ(EnvSpec{Term: "vt100"}), "TERM"); got != "vt100" {
		t.Errorf("TERM is %q", got)
	}
	if got := Environ(EnvSpec{}); got[len(got)-1] != "TZ=UTC" || getenv(got, "PATH") != DefaultPath {
		t.Errorf("of nothing: %q", got)
	}
	if err := spec.MakeDirs(); err != nil {
		t.Fatal(err)
	}
	for name := range spec.dirs() {
		if fi, err := os.Stat(getenv(want, name)); err != nil || !fi.IsDir() {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStartErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	write("plain", "echo", 0o644)
	write("odd", "no program", 0o755)
	write("lost", "#!/no/such/interpreter\n", 0o755)
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	write("folder/good", "#!/bin/sh\necho good\n", 0o755)
	env := []string{"PATH=folder:" + dir + ":/bin:/usr/bin"}
	for _, tt := range []struct {
		argv    []string
		dir     string
		want    string
		missing bool
	}{
		{nil, dir, `program "" can't be run: no program given`, false},
		{[]string{"no-such"}, dir, `program "no-such" not found in PATH`, true},
		{[]string{"./no-such"}, dir, `program "./no-such" does not exist`, false},
		{[]string{"plain"}, dir, `program "plain" can't be run: ` + dir + `/plain: it is not executable`, false},
		{[]string{"./plain"}, dir, `program "./plain" can't be run: it is not executable`, false},
		{[]string{"./folder"}, dir, `program "./folder" can't be run: it is a folder`, false},
		{[]string{"folder"}, dir, `program "folder" not found in PATH`, true},
		{[]string{"odd"}, dir, `program "odd" is no executable of this system and has no #! line`, false},
		{[]string{"lost"}, dir, `program "lost" can't be run: the interpreter in its first line does not exist`, false},
		{[]string{"good"}, dir + "/none", `program "good" can't be run: working directory: stat ` + dir + `/none: no such file or directory`, false},
	} {
		_, err := Start(t.Context(), Config{Argv: tt.argv, Dir: tt.dir, Env: env, Cols: 80, Rows: 24, Engine: newPlain})
		var se *StartError
		if !errors.As(err, &se) || err.Error() != tt.want || se.Missing != tt.missing {
			t.Errorf("%q: error %v, want %s", tt.argv, err, tt.want)
		}
	}
	if got, err := LookPath("good", dir, env); err != nil || got != dir+"/folder/good" {
		t.Errorf("LookPath: %s, %v", got, err)
	}
}
