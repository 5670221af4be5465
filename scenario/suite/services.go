package suite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"scenario/internal/doc"
	"scenario/scenario"
	"scenario/session"
)

const (
	// servicesFolder is where the services' logs lie in the results folder.
	servicesFolder = "services"
	// stopGrace is how long ending the services may take.
	stopGrace = 10 * time.Second
)

// services are the running services of one scenario and the values that they
// give.
type services struct {
	a       *attempt
	values  map[string]string // "api.port"
	running []*session.Service
	specs   []*scenario.Service // of those that run
	logs    []io.Closer
}

func (s *services) init(a *attempt) {
	s.a, s.values = a, map[string]string{}
}

// value is what services.NAME stands for.
func (s *services) value(name string) (string, bool) {
	v, ok := s.values[name]
	return v, ok
}

// resolve fills in the references of a service's own texts.
func (s *services) resolve(r doc.Ref) (string, error) {
	switch r.Space {
	case "services":
		if v, ok := s.values[r.Name]; ok {
			return v, nil
		}
		return "", fmt.Errorf("services.%s has no value yet", r.Name)
	case "secrets":
		return s.a.secrets[r.Name], nil
	case "scenario":
		return s.a.scenarioTmp(), nil
	}
	return "", fmt.Errorf("%s.%s has no value before the steps", r.Space, r.Name)
}

// start starts a service and waits until it is ready.
func (s *services) start(ctx context.Context, svc *scenario.Service) error {
	if svc.Port {
		port, err := session.FreePort()
		if err != nil {
			return err
		}
		s.values[svc.Name+".port"] = strconv.Itoa(port)
	}
	cfg, err := s.config(svc)
	if err != nil {
		return err
	}
	log, err := s.open(svc.Name)
	if err != nil {
		return err
	}
	cfg.Log = log
	run, err := session.StartService(ctx, cfg)
	if run != nil {
		s.running, s.specs = append(s.running, run), append(s.specs, svc)
	}
	if err != nil {
		return err
	}
	for name, v := range run.Groups() {
		s.values[svc.Name+"."+name] = v
	}
	return nil
}

func (s *services) config(svc *scenario.Service) (session.ServiceConfig, error) {
	var c session.ServiceConfig
	var failed error
	text := func(t doc.Text) string {
		v, err := t.Resolve(s.resolve)
		failed = errors.Join(failed, err)
		return v
	}
	command, dir := text(svc.Command), text(svc.Cwd)
	url, port := text(svc.Ready.URL), text(svc.Ready.Port)
	if failed != nil {
		return c, failed
	}
	env, err := scenario.ToolingEnv(s.a.s.o.Caller, s.resolve, svc.Env)
	if err != nil {
		return c, err
	}
	if err := s.mayStart(s.a.plan.Abs(dir), env); err != nil {
		return c, err
	}
	c = session.ServiceConfig{Name: svc.Name, Command: command, Dir: s.a.plan.Abs(dir), Env: env, Timeout: s.timeout(svc), Secrets: slices.Sorted(maps.Values(s.a.secrets))}
	c.Ready.URL, c.Ready.Exit = url, svc.Ready.Exit
	if svc.Ready.Log != nil {
		c.Ready.Log = svc.Ready.Log.Regexp
	}
	if port != "" {
		n, err := strconv.Atoi(strings.TrimSpace(port))
		if err != nil || n < 1 || n > 65535 {
			return c, fmt.Errorf("%q is no port", port)
		}
		c.Ready.Port = n
	}
	return c, nil
}

// mayStart asks whether the shell that a service is started with may be.
func (s *services) mayStart(dir string, env []string) error {
	if s.a.s.o.Allow == nil {
		return nil
	}
	sh, err := session.LookPath("sh", dir, env)
	if err != nil {
		return err
	}
	return s.a.s.o.Allow(sh)
}

// timeout is how long the service may take to be ready.
func (s *services) timeout(svc *scenario.Service) time.Duration {
	if f := s.a.s.o.TimeoutScale; f > 0 {
		return time.Duration(float64(svc.Timeout) * f)
	}
	return svc.Timeout
}

// open makes the service's log; the session masks what it writes there.
func (s *services) open(name string) (io.Writer, error) {
	dir := filepath.Join(s.a.folder, servicesFolder)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	f, err := s.a.file(servicesFolder+"/"+name+".log", os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return nil, err
	}
	s.logs = append(s.logs, f)
	return f, nil
}

// detail says why a service did not get ready, what it said last, and where the
// rest of that is.
func (s *services) detail(svc *scenario.Service, err error) string {
	var failed *session.ServiceError
	if !errors.As(err, &failed) {
		return err.Error()
	}
	first := failed.Err.Error()
	if inner := errors.Unwrap(failed.Err); inner != nil {
		first = strings.Replace(first, ": "+inner.Error(), "\n"+inner.Error(), 1)
	}
	lines := []string{first}
	if len(failed.Tail) > 0 {
		lines = append(lines, "its last lines:")
		for _, l := range failed.Tail {
			lines = append(lines, "  "+l)
		}
	}
	lines = append(lines, s.a.state.Folder+servicesFolder+"/"+svc.Name+".log")
	return strings.Join(lines, "\n")
}

// died tells of the services that have ended by themselves, with what each said
// last. One that is ready when it has ended is no such.
func (s *services) died() (lines []string) {
	for i, run := range s.running {
		x, ended := run.Exit()
		if !ended || s.specs[i].Ready.Exit != nil {
			continue
		}
		lines = append(lines, fmt.Sprintf("service %s %s while the scenario ran", s.specs[i].Name, x))
		for _, l := range run.Tail() {
			lines = append(lines, "  "+l)
		}
		lines = append(lines, s.a.state.Folder+servicesFolder+"/"+s.specs[i].Name+".log")
	}
	return lines
}

// stop ends the services, the last one first; the end of kill skips to the
// kill.
func (s *services) stop(kill context.Context) {
	ctx, cancel := context.WithTimeout(context.Background(), stopGrace)
	defer cancel()
	if kill != nil {
		defer context.AfterFunc(kill, cancel)()
	}
	for _, run := range slices.Backward(s.running) {
		if err := run.Stop(ctx); err != nil {
			s.a.s.warnf("%s: %v", s.a.plan.ID, err)
		}
	}
	for _, c := range s.logs {
		c.Close()
	}
	s.running, s.specs, s.logs = nil, nil, nil
}
