package session

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"sync"
	"time"
)

const (
	firstRetry = 5 * time.Millisecond
	lastRetry  = 250 * time.Millisecond
	oneTry     = 2 * time.Second
)

// await waits until the service is ready, has ended, or ctx ends.
func (s *Service) await(ctx context.Context, r Ready) error {
	switch {
	case r.Exit != nil:
		return s.awaitExit(ctx, *r.Exit)
	case r.Log != nil:
		return s.awaitLog(ctx)
	case r.URL != "":
		u, err := url.Parse(r.URL)
		if err != nil {
			return err
		}
		client := urlClient(u)
		defer client.CloseIdleConnections()
		return s.retry(ctx, func(ctx context.Context) error { return tryURL(ctx, client, r.URL) })
	case r.Port != 0:
		return s.retry(ctx, func(ctx context.Context) error { return tryPort(ctx, r.Port) })
	}
	return nil
}

func (s *Service) endedEarly() error {
	exit, _ := s.Exit()
	if exit.Signal != "" {
		return fmt.Errorf("ended by signal %s before it was ready", exit.Signal)
	}
	return fmt.Errorf("exited with status %d before it was ready", exit.Status)
}

func (s *Service) awaitExit(ctx context.Context, want int) error {
	select {
	case <-s.child.done:
	case <-ctx.Done():
		return errors.New("has not ended")
	}
	exit, _ := s.Exit()
	switch {
	case exit.Signal != "":
		return fmt.Errorf("ended by signal %s, not with status %d", exit.Signal, want)
	case exit.Status != want:
		return fmt.Errorf("exited with status %d, not %d", exit.Status, want)
	}
	return nil
}

func (s *Service) awaitLog(ctx context.Context) error {
	select {
	case <-s.lines.found:
	case <-s.child.done:
		// Its last output may still be on the way. Ending what is left of the
		// tree brings the end of the pipe.
		s.child.end(ctx)
		s.lines.flush()
		select {
		case <-s.lines.found:
		default:
			return s.endedEarly()
		}
	case <-ctx.Done():
		return fmt.Errorf("no line of its output matches %s", s.lines.re)
	}
	s.groups = s.lines.groups()
	return nil
}

// retry tries until it succeeds, less and less often: a peer on the network
// sends no event when it begins to listen.
func (s *Service) retry(ctx context.Context, try func(context.Context) error) error {
	var last error // of a try that the end of the time did not cut off
	for tries, pause := 1, firstRetry; ; tries, pause = tries+1, min(2*pause, lastRetry) {
		one, cancel := context.WithTimeout(ctx, oneTry)
		err := try(one)
		cancel()
		if ctx.Err() == nil || last == nil {
			last = err
		}
		select {
		case <-s.child.done: // another process may have answered
			return s.endedEarly()
		default:
		}
		if err == nil {
			return nil
		}
		t := time.NewTimer(pause)
		select {
		case <-t.C:
		case <-s.child.done:
		case <-ctx.Done():
			t.Stop()
			if tries > 1 {
				last = fmt.Errorf("%w (%d tries)", last, tries)
			}
			return last
		}
	}
}

func tryPort(ctx context.Context, port int) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		six, err6 := d.DialContext(ctx, "tcp", net.JoinHostPort("::1", strconv.Itoa(port)))
		if err6 != nil {
			return err
		}
		conn = six
	}
	return conn.Close()
}

// urlClient asks directly, follows nothing, and takes any certificate of the
// loopback: whether the service answers is all that is asked.
func urlClient(u *url.URL) *http.Client {
	host := u.Hostname()
	ip := net.ParseIP(host)
	local := host == "localhost" || ip != nil && ip.IsLoopback()
	return &http.Client{
		Transport: &http.Transport{
			DisableKeepAlives: true,
			TLSClientConfig:   &tls.Config{InsecureSkipVerify: local},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func tryURL(ctx context.Context, client *http.Client, address string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("%s answers with status %d", address, resp.StatusCode)
	}
	return nil
}

// partLine is how long a line without its end must rest before it is looked
// at: its second half may follow.
const partLine = 100 * time.Millisecond

// lineMatcher looks for a line of output. It is safe for concurrent use.
type lineMatcher struct {
	re    *regexp.Regexp
	found chan struct{} // closed when a line has matched

	mu    sync.Mutex
	line  []byte
	match []string // nil: none so far
	timer *time.Timer
}

func newLineMatcher(re *regexp.Regexp) *lineMatcher {
	return &lineMatcher{re: re, found: make(chan struct{})}
}

func (m *lineMatcher) Write(p []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.match != nil {
		return len(p), nil
	}
	if m.timer != nil {
		m.timer.Stop()
		m.timer = nil
	}
	for rest := p; m.match == nil; {
		line, after, whole := bytes.Cut(rest, []byte("\n"))
		m.line = append(m.line, line[:min(len(line), max(0, tailBytes-len(m.line)))]...)
		if !whole {
			if len(m.line) > 0 {
				m.timer = time.AfterFunc(partLine, m.flush)
			}
			break
		}
		m.look()
		m.line, rest = m.line[:0], after
	}
	return len(p), nil
}

// flush looks at a line without its end.
func (m *lineMatcher) flush() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.match == nil {
		m.look()
	}
}

func (m *lineMatcher) look() {
	if found := m.re.FindStringSubmatch(string(bytes.TrimSuffix(m.line, []byte("\r")))); found != nil {
		m.match = found
		close(m.found)
	}
}

// groups returns what the named groups have matched.
func (m *lineMatcher) groups() map[string]string {
	m.mu.Lock()
	defer m.mu.Unlock()
	groups := map[string]string{}
	for i, name := range m.re.SubexpNames() {
		if name != "" && i < len(m.match) {
			groups[name] = m.match[i]
		}
	}
	return groups
}
