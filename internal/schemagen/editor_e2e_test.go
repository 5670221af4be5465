//go:build e2e

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"scenario/steps"
)

// What an author sees in an editor, by the server that VS Code, Neovim and
// others use: it finds the schema by the first line of the file.
func TestEditor(t *testing.T) {
	ed := startEditor(t)
	source := func(path string) string {
		b, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}

	quickstart := source("examples/quickstart.yaml")
	for _, name := range []string{"quickstart", "k9s", "vim", "fzf", "less", "htop", "readme"} {
		text := source("examples/" + name + ".yaml")
		if !strings.HasPrefix(text, modeline) {
			t.Errorf("%s.yaml does not begin with %q", name, modeline)
		}
		if got := ed.open("examples/"+name+".yaml", text); len(got) > 0 {
			t.Errorf("%s.yaml is good, but the editor shows %q", name, got)
		}
	}

	typo := strings.Replace(quickstart, "- wait:", "- wiat:", 1)
	if got := ed.open("examples/typo.yaml", typo); len(got) == 0 {
		t.Error("nothing is shown of a misspelt step")
	} else {
		t.Logf("shown of a misspelt step: %q", got)
	}
	for i, value := range []string{"hold: 2", "resize: 100 x 30", "key: gg", "shell: python3", "wait: {text: a, within: {row: 1}}", "click: {button: up}"} {
		if got := ed.open(fmt.Sprintf("examples/wrong-%d.yaml", i), modeline+"\nsteps:\n  - "+value+"\n"); len(got) == 0 {
			t.Errorf("nothing is shown of %s", value)
		}
	}

	// A new step: the kinds that there are, and what stands beside them.
	head := modeline + "\nsteps:\n"
	ed.open("examples/new.yaml", head+"  - \n")
	offered := ed.complete("examples/new.yaml", 2, 4)
	common := []string{"fit", "if", "name", "repeat", "retry", "session", "soft", "timeout"}
	want := append(kindNames(), common...)
	slices.Sort(want)
	if diff := cmp.Diff(want, offered); diff != "" {
		t.Errorf("offered for a new step (-want +got):\n%s", diff)
	}
	// Beside an action: only the common keys.
	ed.open("examples/beside.yaml", head+"  - run: ls\n    \n")
	if diff := cmp.Diff(common, ed.complete("examples/beside.yaml", 3, 4)); diff != "" {
		t.Errorf("offered beside run (-want +got):\n%s", diff)
	}
	ed.open("examples/inside.yaml", head+"  - shell:\n      \n")
	if diff := cmp.Diff([]string{"command", "cwd", "env", "prompt", "size"}, keysOnly(ed.complete("examples/inside.yaml", 3, 6))); diff != "" {
		t.Errorf("offered inside shell (-want +got):\n%s", diff)
	}

	lines := strings.Split(quickstart, "\n")
	hover := func(needle string) string {
		for i, l := range lines {
			if at := strings.Index(l, needle); at >= 0 && !strings.HasPrefix(l, "#") {
				return ed.hover("examples/quickstart.yaml", i, at+1)
			}
		}
		t.Fatalf("%q is not in quickstart.yaml", needle)
		return ""
	}
	for needle, text := range map[string]string{
		"size:":   "columns x rows",
		"record:": "recordings of the run",
		"run:":    "Run command lines at the prompt of a shell",
		"hold:":   "viewer",
		"style:":  "how the whole match looks",
	} {
		if got := hover(needle); !strings.Contains(got, text) {
			t.Errorf("shown of %s: %q, without %q", needle, got, text)
		}
	}
}

const modeline = "# yaml-language-server: $schema=../schema/scenario.schema.json"

// kindNames are the step kinds that are not reserved.
func kindNames() []string {
	var all []string
	for _, k := range steps.Kinds() {
		if !k.Later {
			all = append(all, k.Name)
		}
	}
	return all
}

// keysOnly leaves out values, and the skeleton of a whole mapping.
func keysOnly(all []string) []string {
	return slices.DeleteFunc(all, func(s string) bool {
		return slices.Contains([]string{"bash", "fish", "sh", "zsh"}, s) || strings.HasPrefix(s, "object(")
	})
}

// editor is a client of the language server protocol.
type editor struct {
	t       *testing.T
	root    string
	in      io.Writer
	replies chan message // also what the server says unasked
	ctx     context.Context
	id      int
	version int
}

type message struct {
	ID     any             `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  json.RawMessage `json:"error,omitempty"`
}

func startEditor(t *testing.T) *editor {
	t.Helper()
	server, err := exec.LookPath("yaml-language-server")
	if err != nil {
		t.Fatal("yaml-language-server is not on PATH: npm ci in .ci/npm brings it")
	}
	abs, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	cmd := exec.CommandContext(ctx, server, "--stdio")
	cmd.Dir = abs
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ed := &editor{t: t, root: abs, in: in, replies: make(chan message, 100), ctx: ctx}
	done := make(chan struct{})
	go func() {
		defer close(done)
		read(ctx, out, ed.replies)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
		_ = cmd.Wait() // it was killed
	})
	ed.request("initialize", map[string]any{
		"processId": os.Getpid(), "rootUri": ed.uri(""),
		"capabilities": map[string]any{"textDocument": map[string]any{
			"completion":         map[string]any{"completionItem": map[string]any{"snippetSupport": true}},
			"hover":              map[string]any{"contentFormat": []string{"markdown"}},
			"publishDiagnostics": map[string]any{},
		}},
	})
	ed.notify("initialized", map[string]any{})
	ed.notify("workspace/didChangeConfiguration", map[string]any{"settings": settings()})
	return ed
}

func settings() map[string]any {
	return map[string]any{"yaml": map[string]any{
		"validate": true, "completion": true, "hover": true,
		"schemaStore": map[string]any{"enable": false},
	}}
}

// read takes the server's messages apart until its output ends.
func read(ctx context.Context, out io.Reader, to chan<- message) {
	r := textproto.NewReader(bufio.NewReader(out))
	for {
		header, err := r.ReadMIMEHeader()
		if err != nil {
			return
		}
		n, err := strconv.Atoi(header.Get("Content-Length"))
		if err != nil {
			return
		}
		body := make([]byte, n)
		if _, err := io.ReadFull(r.R, body); err != nil {
			return
		}
		var m message
		if json.Unmarshal(body, &m) != nil {
			return
		}
		select {
		case to <- m:
		case <-ctx.Done():
			return
		}
	}
}

func (ed *editor) uri(path string) string {
	return "file://" + filepath.ToSlash(filepath.Join(ed.root, path))
}

func (ed *editor) send(m map[string]any) {
	ed.t.Helper()
	m["jsonrpc"] = "2.0"
	b, err := json.Marshal(m)
	if err != nil {
		ed.t.Fatal(err)
	}
	if _, err := fmt.Fprintf(ed.in, "Content-Length: %d\r\n\r\n%s", len(b), b); err != nil {
		ed.t.Fatal(err)
	}
}

func (ed *editor) notify(method string, params any) {
	ed.t.Helper()
	ed.send(map[string]any{"method": method, "params": params})
}

// next returns the next message that is wanted; the server's own questions are
// answered on the way.
func (ed *editor) next(wanted func(message) bool) message {
	ed.t.Helper()
	for {
		select {
		case m := <-ed.replies:
			switch {
			case wanted(m):
				return m
			case m.Method == "workspace/configuration":
				var q struct {
					Items []struct{ Section string } `json:"items"`
				}
				if err := json.Unmarshal(m.Params, &q); err != nil {
					ed.t.Fatal(err)
				}
				answers := make([]any, len(q.Items))
				for i, item := range q.Items {
					answers[i] = settings()[item.Section]
				}
				ed.send(map[string]any{"id": m.ID, "result": answers})
			case m.Method != "" && m.ID != nil:
				ed.send(map[string]any{"id": m.ID, "result": nil})
			}
		case <-ed.ctx.Done():
			ed.t.Fatal("the language server does not answer")
		}
	}
}

func (ed *editor) request(method string, params any) json.RawMessage {
	ed.t.Helper()
	ed.id++
	id := float64(ed.id)
	ed.send(map[string]any{"id": ed.id, "method": method, "params": params})
	m := ed.next(func(m message) bool { return m.ID == any(id) && m.Method == "" })
	if m.Error != nil {
		ed.t.Fatalf("%s: %s", method, m.Error)
	}
	return m.Result
}

// open shows a file to the server and returns what it finds wrong.
func (ed *editor) open(path, text string) []string {
	ed.t.Helper()
	ed.version++
	ed.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": ed.uri(path), "languageId": "yaml", "version": ed.version, "text": text,
	}})
	var found struct {
		URI         string `json:"uri"`
		Diagnostics []struct{ Message string }
	}
	ed.next(func(m message) bool {
		return m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &found) == nil && found.URI == ed.uri(path)
	})
	var all []string
	for _, d := range found.Diagnostics {
		all = append(all, d.Message)
	}
	return all
}

func (ed *editor) at(path string, line, col int) map[string]any {
	return map[string]any{
		"textDocument": map[string]any{"uri": ed.uri(path)},
		"position":     map[string]any{"line": line, "character": col},
	}
}

// complete returns the labels that are offered at a place, from 0, sorted, each
// once.
func (ed *editor) complete(path string, line, col int) []string {
	ed.t.Helper()
	var list struct {
		Items []struct{ Label string }
	}
	if err := json.Unmarshal(ed.request("textDocument/completion", ed.at(path, line, col)), &list); err != nil {
		ed.t.Fatal(err)
	}
	var labels []string
	for _, item := range list.Items {
		labels = append(labels, item.Label)
	}
	slices.Sort(labels)
	return slices.Compact(labels)
}

func (ed *editor) hover(path string, line, col int) string {
	ed.t.Helper()
	var h struct {
		Contents struct{ Value string }
	}
	if err := json.Unmarshal(ed.request("textDocument/hover", ed.at(path, line, col)), &h); err != nil {
		ed.t.Fatal(err)
	}
	return h.Contents.Value
}
