//go:build linux

package suite

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const token = "tok_9f8e7d6c5b"

// A secret, and any three characters of its beginning, are nowhere: not in the
// folder of results, in the events, the pictures as text, or on the standard
// error, however the run ends.
func TestSecretsAreNowhere(t *testing.T) {
	for _, tt := range []struct{ name, yaml string }{
		{"typed and echoed", `
steps:
  - launch: cat
  - enter: ${{ secrets.TOKEN }}
  - wait: "${{ secrets.TOKEN }}"
  - screenshot: out/a.txt
  - expect: never
`},
		{"in the environment and printed", `
env: {KEY: "${{ secrets.TOKEN }}"}
steps:
  - launch: sh -c 'echo "key=$KEY"; read x'
  - wait: key=
  - expect: "key=${{ secrets.TOKEN }}!"
`},
		{"as an argument", `
steps:
  - launch: [sh, -c, 'echo "$0"; exit 3', "${{ secrets.TOKEN }}"]
  - expect: {exit: 0}
`},
		{"printed by a script that fails", `
steps:
  - exec: {command: "echo $K; echo 12 $K >&2; exit 3", env: {K: "${{ secrets.TOKEN }}"}}
`},
		{"a near miss of it", `
steps:
  - launch: sh -c 'echo "$0"; read x' ${{ secrets.TOKEN }}
  - expect: tok_9f8e7d6c5X
`},
		{"in a title", `
steps:
  - launch: [sh, -c, 'printf "\033]2;%s\a" "$0"; read x', "${{ secrets.TOKEN }}"]
  - expect: {title: never}
`},
		{"in a text that is cut", `
vars: {t: "${{ env.TOKEN }}"}
steps:
  - launch: cat
  - type: 1234567890123456789012345678901234567890123456789012${{ vars.t }} and more
  - wait: 1234567890123456789012345678901234567890123456789012${{ vars.t }} and less
`},
		{"typed only in part", `
steps:
  - launch: sh -c 'stty -echo; echo ready; dd bs=1 count=7 2>/dev/null; exec sleep 60'
  - wait: ready
  - type: ${{ secrets.TOKEN }}
  - wait: tok_9f8X
`},
		{"in the name of a program", `
env: {PATH: "."}
steps:
  - launch: ./${{ secrets.TOKEN }}
`},
		{"of a service that does not get ready", `
services:
  api:
    command: echo "listening with $K"; exit 1
    env: {K: "${{ secrets.TOKEN }}"}
    ready: {log: never}
steps:
  - launch: cat
`},
		{"in a command line at a prompt", `
steps:
  - shell: sh
  - run: echo ${{ secrets.TOKEN }}; false
`},
		{"pasted, drawn and exec'd into a variable", `
record: out/a.cast
steps:
  - exec: {command: 'printf "%s" "$K"', env: {K: "${{ secrets.TOKEN }}"}, into: v}
  - launch: cat
  - paste: ${{ vars.v }}
  - hold: 1s
  - wait: never
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := one(t, "secrets: TOKEN\ntimeouts: {step: 300ms}\n"+tt.yaml)
			c.o.Caller = append(c.o.Caller, "TOKEN="+token)
			c.load.Env = func(string) (string, bool) { return token, true }
			c.run()
			if c.states[0].Final == "completed" {
				t.Error("it passed")
			}
			own := c.read("t.yaml")
			for _, part := range []string{token, token[:6]} {
				look := func(what, s string) {
					// the source line of the file may hold what is written in it
					for _, line := range strings.Split(own, "\n") {
						s = strings.ReplaceAll(s, strings.TrimSpace(line), "")
					}
					if strings.Contains(s, part) {
						t.Errorf("%s has %q:\n%s", what, part, s)
					}
				}
				c.eachFile(look)
				look("the standard error", c.warn.String())
				look("the details", strings.ReplaceAll(c.details(), "tok_9f8e7d6c5X", ""))
			}
		})
	}
}

// eachFile calls f with the content of every file but the scenario's.
func (c *call) eachFile(f func(name, content string)) {
	c.t.Helper()
	err := filepath.WalkDir(c.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == "t.yaml" {
			return err
		}
		b, err := os.ReadFile(path)
		content := strings.ReplaceAll(string(b), "tok_9f8e7d6c5X", "")
		f(path, content)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

func TestSecretTooShort(t *testing.T) {
	c := one(t, "secrets: [TOKEN]\nsteps:\n  - launch: cat\n")
	c.o.Caller = append(c.o.Caller, "TOKEN=ab")
	c.run().wants("blocked: secret TOKEN is too short to be kept out of logs and pictures")
	c = one(t, "secrets: [TOKEN]\nsteps:\n  - launch: cat\n")
	c.run().wants("blocked: secret TOKEN is not set")
	if ch := c.states[0].Checks[1]; ch.Hint != "TOKEN=... scenario run t.yaml" || ch.Line != 1 || ch.Col != 11 {
		t.Errorf("%+v", ch)
	}
}

// What is typed beside a secret is shown.
func TestOnlySecretsAreHidden(t *testing.T) {
	c := one(t, `
secrets: TOKEN
steps:
  - launch: cat
  - enter: "-u bob:${{ secrets.TOKEN }} -v"
  - wait: {text: "-u bob:${{ secrets.TOKEN }} -v", count: 2}
  - type: bob again
  - wait: bob again
  - screenshot: a.txt
  - key: ctrl+c
`)
	c.o.Caller = append(c.o.Caller, "TOKEN="+token)
	c.load.Env = func(string) (string, bool) { return token, true }
	c.run()
	stars := strings.Repeat("*", len(token))
	want := "-u bob:" + stars + " -v\n-u bob:" + stars + " -v\nbob again\n"
	if got := c.read("a.txt"); !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
