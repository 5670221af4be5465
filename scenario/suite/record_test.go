//go:build linux

package suite

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scenario/event"
)

// Two runs of a deterministic program give the same stream apart from at,
// runId, workspacePath, castSeq and keys that end in Ms.
func TestTwoRunsGiveTheSameStream(t *testing.T) {
	c := newCall(t, map[string]string{
		"t.yaml": `
size: 60x14
record: [out/a.gif, out/a.cast]
before:
  - exec: {command: echo hello, into: word}
steps:
  - shell: sh
  - run: |
      echo ${{ vars.word }}
      for i in 1 2 3; do
        echo row $i
      done
  - expect: [hello, {text: row 3, in: output}]
  - screenshot: [out/a.png, out/a.txt]
  - resize: 50x10
  - hide:
      - run: printf '\033[H\033[2J'
  - enter: sh ask.sh
  - wait: {prompt: "name?"}
  - enter: Ada
  - expect: {text: "Hello, Ada", style: bold}
  - key: up*2 ctrl+u
  - paste: exit 4
  - key: enter
  - expect: {exit: 4}
after:
  - exec: "true"
`,
		"ask.sh": `printf 'name? '; read -r n; printf '\033[1mHello, %s\033[m\n' "$n"`,
	})
	first := normal(t, c.run().wants("completed"))
	text := c.read("out/a.txt")
	for _, name := range c.tree("out") {
		c.remove(name)
	}
	if diff := cmp.Diff(first, normal(t, c.run().wants("completed"))); diff != "" {
		t.Errorf("the second run differs (-first +second):\n%s", diff)
	}
	if got := c.read("out/a.txt"); got != text || !strings.Contains(text, "row 3") {
		t.Errorf("the screenshots differ:\n%s\n%s", text, got)
	}
	order := []event.Kind{event.RunStarted, event.PreflightStarted, event.PreflightCompleted, event.StepStarted, event.ToolCallStarted}
	if got := c.kinds()[:len(order)]; !slices.Equal(got, order) {
		t.Errorf("begins with %v", got)
	}
	var end []event.Kind
	for _, k := range c.kinds() {
		switch k {
		case event.SessionExited, event.ArtifactWritten, event.ReportStatus, event.RunFinished:
			end = append(end, k)
		}
	}
	if want := []event.Kind{event.SessionExited, event.ArtifactWritten, event.ReportStatus, event.RunFinished}; !slices.Equal(slices.Compact(end), want) {
		t.Errorf("ends with %v", slices.Compact(end))
	}
}

// normal is the log of the only run, without what may differ.
func normal(t *testing.T, c *call) []string {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(c.read("results/t/attempt-1/events.jsonl")), "\n")
	for i, line := range lines {
		var e map[string]any
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(withoutTimes(e))
		if err != nil {
			t.Fatal(err)
		}
		lines[i] = string(b)
	}
	return lines
}

var volatile = regexp.MustCompile(`^(at|runId|workspacePath|castSeq|.*Ms)$`)

func withoutTimes(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			if volatile.MatchString(k) {
				delete(v, k)
			} else {
				v[k] = withoutTimes(v[k])
			}
		}
	case []any:
		for i := range v {
			v[i] = withoutTimes(v[i])
		}
	}
	return v
}

// What recordings must not show stands between two marks, and what was sent
// before has settled when they come.
func TestHiddenParts(t *testing.T) {
	for _, tt := range []struct {
		name, yaml string
		want       []string
	}{
		{"before, hide and after", `
record: a.gif
before:
  - launch: cat
  - enter: hidden
steps:
  - enter: shown
  - hide:
      - enter: hidden too
  - hold: 1s
after:
  - enter: hidden at last
`, []string{
			"hide:true", "input:launch", "settled", "type", "input:enter", "settled",
			"hide:false", "type", "input:enter", "settled",
			"hide:true", "type", "input:enter", "settled",
			"hide:false", "hold", "end",
			"hide:true", "type", "input:enter",
		}},
		{"a session opened in a hidden part", `
record: a.gif
steps:
  - hide:
      - launch: cat
  - enter: shown
`, []string{"hide:true", "input:launch", "settled", "hide:false", "type", "input:enter", "settled", "end"}},
		{"the implicit shell in before", `
record: a.gif
before:
  - run: echo hidden
steps:
  - run: echo shown
`, []string{
			"hide:true", "input:launch", "settled", "type", "input:enter", "settled",
			"hide:false", "type", "input:enter", "settled", "end",
		}},
		{"nothing is recorded: nobody waits", `
steps:
  - launch: cat
  - enter: one
  - wait: one
  - hold: 1s
  - enter: two
`, []string{"input:launch", "settled", "type", "input:enter", "hold", "type", "input:enter", "settled", "end"}},
		{"a picture waits for the last change", `
steps:
  - launch: cat
  - enter: one
  - wait: one
  - screenshot: a.txt
`, []string{"input:launch", "settled", "type", "input:enter", "settled", "screenshot", "end"}},
		{"a run that fails ends with what is there", `
record: a.gif
steps:
  - launch: cat
  - enter: one
  - wait: two
    timeout: 100ms
`, []string{"input:launch", "settled", "type", "input:enter", "settled", "end"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := one(t, strings.Replace(tt.yaml, "before:\n  - run", "before:\n  - shell: sh\n  - run", 1))
			c.run()
			if diff := cmp.Diff(tt.want, c.moments("main")); diff != "" {
				t.Errorf("%s(-want +got)\n%s\n%s", c.final(), diff, c.details())
			}
		})
	}
}
