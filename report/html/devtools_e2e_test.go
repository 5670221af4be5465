//go:build e2e

package html

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is the deadline of what must happen; nothing waits for it.
const patience = 2 * time.Minute

// browser is a page in a headless Chromium, spoken to in the DevTools protocol
// over a pipe: JSON messages that end with a NUL byte.
type browser struct {
	t       *testing.T
	out     *os.File
	session string
	id      int

	mu      sync.Mutex
	waiting map[int]chan message
	said    []string // errors of the page and of its console
	closed  chan struct{}
}

type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// open shows a file.
func open(t *testing.T, page string) *browser {
	t.Helper()
	fromUs, toBrowser, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	fromBrowser, toUs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1",
		"--window-size=1400,900", "--user-data-dir="+filepath.Join(t.TempDir(), "profile"), "--remote-debugging-pipe", "about:blank")
	cmd.Env = append(os.Environ(), "TMPDIR=/tmp") // a socket is there: its path must be short
	cmd.ExtraFiles = []*os.File{fromUs, toUs}     // 3 and 4
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fromUs.Close()
	toUs.Close()
	b := &browser{t: t, out: toBrowser, waiting: map[int]chan message{}, closed: make(chan struct{})}
	go b.read(fromBrowser)
	t.Cleanup(func() {
		b.session = ""
		b.call("Browser.close", nil, nil)
		<-b.closed
		toBrowser.Close()
		if err := cmd.Wait(); err != nil {
			t.Logf("chromium: %v", err)
		}
	})
	var target struct{ TargetID, SessionID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &target)
	b.session = target.SessionID
	for _, domain := range []string{"Runtime", "Log", "Page", "Performance"} {
		b.call(domain+".enable", nil, nil)
	}
	b.show("file://" + page)
	return b
}

// show goes to an address and returns when all is drawn.
func (b *browser) show(url string) {
	b.t.Helper()
	b.call("Page.navigate", map[string]any{"url": "about:blank"}, nil) // so that ready is the new page's
	b.call("Page.navigate", map[string]any{"url": url}, nil)
	b.until(`document.documentElement.dataset.ready > 0`)
}

// cpu is how many seconds of CPU the process of the page has had, from its start.
func (b *browser) cpu() float64 {
	b.t.Helper()
	var all struct {
		Metrics []struct {
			Name  string
			Value float64
		}
	}
	b.call("Performance.getMetrics", nil, &all)
	for _, m := range all.Metrics {
		if m.Name == "ProcessTime" && m.Value > 0 {
			return m.Value
		}
	}
	b.t.Fatalf("chromium tells no ProcessTime: %v", all)
	return 0
}

func (b *browser) read(f *os.File) {
	defer close(b.closed)
	defer f.Close()
	r := bufio.NewReader(f)
	for {
		text, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m message
		if err := json.Unmarshal(text[:len(text)-1], &m); err != nil {
			continue
		}
		b.mu.Lock()
		switch {
		case m.ID > 0:
			if c := b.waiting[m.ID]; c != nil {
				c <- m
			}
		case m.Method == "Runtime.exceptionThrown", m.Method == "Runtime.consoleAPICalled", m.Method == "Log.entryAdded":
			b.said = append(b.said, m.Method+" "+string(m.Params))
		}
		b.mu.Unlock()
	}
}

// call does a method of the protocol and decodes its result.
func (b *browser) call(method string, params, result any) {
	b.t.Helper()
	b.id++
	ask := map[string]any{"id": b.id, "method": method}
	if params != nil {
		ask["params"] = params
	}
	if b.session != "" {
		ask["sessionId"] = b.session
	}
	c := make(chan message, 1)
	b.mu.Lock()
	b.waiting[b.id] = c
	b.mu.Unlock()
	text, err := json.Marshal(ask)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.out.Write(append(text, 0)); err != nil {
		b.t.Fatal(err)
	}
	var m message
	select {
	case m = <-c:
	case <-b.closed:
		select {
		case m = <-c: // its last words
		default:
			b.t.Fatalf("%s: chromium has ended", method)
		}
	case <-time.After(patience):
		b.t.Fatalf("%s: no answer; the page said %s", method, b.errors())
	}
	if m.Error != nil {
		b.t.Fatalf("%s: %s", method, m.Error.Message)
	}
	if result != nil {
		if err := json.Unmarshal(m.Result, result); err != nil {
			b.t.Fatal(err)
		}
	}
}

// eval is the value of an expression, awaited.
func (b *browser) eval(js string) any {
	b.t.Helper()
	var r struct {
		Result struct{ Value any }
		Detail *struct {
			Text      string
			Exception struct{ Description string }
		} `json:"exceptionDetails"`
	}
	b.call("Runtime.evaluate", map[string]any{"expression": js, "awaitPromise": true, "returnByValue": true}, &r)
	if r.Detail != nil {
		b.t.Fatalf("%s: %s %s", js, r.Detail.Text, r.Detail.Exception.Description)
	}
	return r.Result.Value
}

// until waits, in the page, for a condition to hold: it is asked at every frame.
func (b *browser) until(js string) {
	b.t.Helper()
	ok := b.eval(fmt.Sprintf(`new Promise(done => {
		const end = performance.now() + %d;
		const ask = () => { let yes = false; try { yes = %s } catch {}
			yes ? done(true) : performance.now() > end ? done(false) : requestAnimationFrame(ask) };
		ask() })`, (patience / 2).Milliseconds(), js))
	if ok != true {
		b.t.Fatalf("never: %s\n%v\nthe page said %s", js, b.eval("document.body.innerText.slice(0, 3000)"), b.errors())
	}
}

// click clicks the first element of a selector that has a text.
func (b *browser) click(selector, text string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`[...document.querySelectorAll(%q)].some(e => !e.closest("[hidden]") && e.innerText.includes(%q))`, selector, text))
	b.eval(fmt.Sprintf(`[...document.querySelectorAll(%q)].find(e => !e.closest("[hidden]") && e.innerText.includes(%q)).click()`, selector, text))
}

// key presses a key.
func (b *browser) key(k string) {
	b.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		b.call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": k, "text": map[string]string{"keyDown": k}[kind]}, nil)
	}
}

// errors is all that the page has complained of.
func (b *browser) errors() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Join(b.said, "\n")
}

// keep writes what is to be seen as NAME.png into $SCENARIO_KEEP, if it is set.
func (b *browser) keep(name string) {
	b.t.Helper()
	dir := os.Getenv("SCENARIO_KEEP")
	if dir == "" {
		return
	}
	var shot struct{ Data string }
	b.call("Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), data, 0o600)
	}
	if err != nil {
		b.t.Error(err)
	}
}
