package agent

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scenario/event"
)

// outside is a folder beside the root with a secret in it, and a link to it in
// the root.
func outside(t *testing.T, s *Server) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"secret": "the-secret", "use.yaml": "steps:\n  - type: the-secret\n", "theme.json": `{"background": "#000000", "foreground": "#ffffff"}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(dir, filepath.Join(s.o.Root, "link")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// files are those below a folder.
func files(t *testing.T, dir string) string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(dir, func(p string, _ os.DirEntry, err error) error {
		names = append(names, p)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, "\n")
}

// All that a file can name, led out of the root: by .., absolutely, by a link.
func TestASubmittedScenarioStaysBelowTheRoot(t *testing.T) {
	s := testServer(t, Options{})
	dir := outside(t, s)
	c := s.NewClient()
	rel, err := filepath.Rel(s.files.Dir(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for what, yaml := range map[string]string{
		"record":     "record: %s/x.gif\nsteps:\n  - shell: sh\n",
		"frames":     "record: %s/frames/\nsteps:\n  - shell: sh\n",
		"screenshot": "steps:\n  - shell: sh\n  - screenshot: %s/x.png\n",
		"theme":      "look: {theme: %s/theme.json}\nrecord: a.gif\nsteps:\n  - shell: sh\n",
		"font":       "look: {font: %s/font.ttf}\nrecord: b.gif\nsteps:\n  - shell: sh\n",
		"paste":      "steps:\n  - shell: sh\n  - paste: {file: %s/secret}\n  - wait: the-secret\n",
		"condition":  "steps:\n  - shell: sh\n  - expect: {file: %s/secret}\n    timeout: 1s\n",
		"text":       "steps:\n  - shell: sh\n  - expect: {file: %s/secret, text: the-secret}\n    timeout: 1s\n",
		"use":        "steps:\n  - shell: sh\n  - use: %s/use.yaml\n",
	} {
		for _, to := range []string{rel, dir, "link"} {
			t.Run(what+" "+strings.ReplaceAll(to, "/", "_"), func(t *testing.T) {
				res, err := c.Run(testContext(t), RunSpec{YAML: fmt.Sprintf(yaml, to)})
				if err == nil && res.State.Final == event.Completed {
					t.Error("it passed")
				}
				for _, text := range []string{fmt.Sprint(err), fmt.Sprintf("%+v", res)} {
					if strings.Contains(strings.ReplaceAll(text, "wait: the-secret", ""), `"the-secret"`) {
						t.Error(text)
					}
				}
			})
		}
	}
	if got := strings.Count(files(t, dir), "\n"); got != 3 {
		t.Errorf("files were written there:\n%s", files(t, dir))
	}
}

// The program makes the link while it runs, after everything has been checked.
func TestALinkThatAProgramSwapsInIsNotFollowed(t *testing.T) {
	s := testServer(t, Options{})
	dir := outside(t, s)
	c := s.NewClient()
	for what, yaml := range map[string]string{
		"screenshot": "steps:\n  - shell: sh\n  - run: ln -s OUT/new.png shot.png\n  - screenshot: shot.png\n",
		"folder":     "steps:\n  - shell: sh\n  - run: ln -s OUT pictures\n  - screenshot: pictures/shot.png\n",
		"record":     "record: rec/a.gif\nsteps:\n  - shell: sh\n  - run: ln -s OUT rec\n",
		"frames":     "record: frames/\nsteps:\n  - shell: sh\n  - run: ln -s OUT/frames frames\n",
		"condition":  "steps:\n  - shell: sh\n  - run: ln -s OUT/secret note\n  - expect: {file: note, text: the-secret}\n    timeout: 500ms\n",
		"pipe":       "steps:\n  - shell: sh\n  - run: mkfifo pipe\n  - expect: {file: pipe, text: x}\n    timeout: 500ms\n",
		"results": "timeouts: {step: 500ms}\nsteps:\n  - shell: sh\n" +
			"  - run: for d in RESULTS/runs/*/*/attempt-1; do mv $d $d.away; ln -s OUT $d; done\n  - wait: never\n",
		"results file": "timeouts: {step: 500ms}\nsteps:\n  - shell: sh\n" +
			"  - run: for d in RESULTS/runs/*/*/attempt-1; do test -L $d || ln -s OUT/new.txt $d/screen.txt; done\n  - wait: never\n",
	} {
		t.Run(what, func(t *testing.T) {
			res, err := c.Run(testContext(t), RunSpec{YAML: strings.NewReplacer("OUT", dir, "RESULTS", DefaultFolder).Replace(yaml)})
			if err != nil {
				t.Fatal(err)
			}
			if res.State.Final == event.Completed {
				t.Error("it passed")
			}
			t.Log(res.State.Error)
		})
	}
	if got := strings.Count(files(t, dir), "\n"); got != 3 {
		t.Errorf("files were written there:\n%s", files(t, dir))
	}
}

// What is not let through stays with the server, whatever a file asks for.
func TestTheServersSecretsStayWithIt(t *testing.T) {
	caller := []string{"PATH=" + os.Getenv("PATH"), "API_KEY=sk-12345678", "LET_THROUGH=fine-indeed"}
	s := testServer(t, Options{Caller: caller, Inherit: []string{"LET_THROUGH"}})
	c := s.NewClient()
	for what, yaml := range map[string]string{
		"env":     "steps:\n  - shell: sh\n  - run: echo \"key=${{ env.API_KEY }}\"\n  - expect: sk-12345678\n    timeout: 1s\n",
		"inherit": "inherit: [API_KEY]\nsteps:\n  - shell: sh\n  - run: 'echo \"key=$API_KEY.\"'\n  - expect: sk-12345678\n    timeout: 1s\n",
		"secrets": "secrets: [API_KEY]\nenv: {API_KEY: \"${{ secrets.API_KEY }}\"}\nsteps:\n  - shell: sh\n",
		"exec":    "steps:\n  - exec: test -n \"$API_KEY\"\n  - shell: sh\n",
		"service": "services: {x: {command: 'echo \"ready $API_KEY\"; sleep 60', ready: {log: 'ready sk-'}, timeout: 1s}}\nsteps:\n  - shell: sh\n",
	} {
		t.Run(what, func(t *testing.T) {
			res, err := c.Run(testContext(t), RunSpec{YAML: yaml})
			if err == nil && res.State.Final == event.Completed {
				t.Error("it was seen")
			}
		})
	}
	res, err := c.Run(testContext(t), RunSpec{YAML: "inherit: [LET_THROUGH]\nsteps:\n  - shell: sh\n  - run: 'echo \"$LET_THROUGH.${{ env.LET_THROUGH }}\"'\n  - expect: fine-indeed.fine-indeed\n"})
	if err != nil || res.State.Final != event.Completed {
		t.Error(err, res)
	}
	sh, err := c.Start(testContext(t), StartSpec{Argv: []string{"sh", "-c", "env; sleep 60"}})
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(sh.Text(), "\n"); strings.Contains(text, "sk-12345678") || !strings.Contains(text, "fine-indeed") {
		t.Error(text)
	}
	err = filepath.WalkDir(s.o.Root, func(p string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		if strings.Contains(string(b), "key=sk-12345678") {
			t.Errorf("it is in %s", p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOnlyAllowedProgramsAreStarted(t *testing.T) {
	s := testServer(t, Options{Allow: []string{"cat"}})
	c, ctx := s.NewClient(), testContext(t)
	fake := filepath.Join(s.o.Root, "cat") // its name only
	if err := os.WriteFile(fake, []byte("#!/bin/sh\nsleep 60\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, argv := range [][]string{{"sh"}, {"/bin/sh"}, {"./cat"}, {fake}} {
		if _, err := c.Start(ctx, StartSpec{Argv: argv}); err == nil || !strings.Contains(err.Error(), "may not be started") {
			t.Errorf("%v: %v", argv, err)
		}
	}
	for _, yaml := range []string{
		"steps:\n  - shell: sh\n", "steps:\n  - launch: /bin/sh\n", "steps:\n  - launch: ./cat\n",
		"env: {PATH: .}\nsteps:\n  - launch: cat\n",
		"steps:\n  - exec: touch was-here\n  - launch: cat\n",
		"services: {x: {command: touch was-here, ready: {exit: 0}}}\nsteps:\n  - launch: cat\n",
		"before:\n  - exec: touch was-here\nsteps:\n  - launch: cat\n",
	} {
		res, err := c.Run(ctx, RunSpec{YAML: yaml})
		if err == nil && !strings.Contains(res.State.Error, "may not be started") || err != nil && !strings.Contains(err.Error(), "may not be started") {
			t.Errorf("%s: %v %+v", yaml, err, res)
		}
	}
	if _, err := os.Stat(filepath.Join(s.o.Root, "was-here")); err == nil {
		t.Error("a script was run")
	}
	if _, err := c.Start(ctx, StartSpec{Argv: []string{"cat"}}); err != nil {
		t.Error(err)
	}
}

// Snapshots that an agent's run writes lie beside its file, below the root: not
// behind a link that was there, and not behind one that the program makes.
func TestUpdatedSnapshotsStayBelowTheRoot(t *testing.T) {
	const yaml = "name: s\nsteps:\n  - launch: sh -c 'echo hello; SWAP; echo ready; read x'\n  - wait: ready\n  - expect: {snapshot: shown}\n  - expect: {image: drawn}\n"
	for what, c := range map[string]struct {
		before, swap string // links: made by the test, and by the program
		refused      bool
	}{
		"plain":             {swap: "true"},
		"a folder":          {before: "submitted.yaml.snapshots", swap: "true", refused: true},
		"a folder swapped":  {swap: "ln -s OUT submitted.yaml.snapshots", refused: true},
		"the scenario's":    {swap: "mkdir submitted.yaml.snapshots; ln -s OUT submitted.yaml.snapshots/s", refused: true},
		"a file":            {swap: "mkdir -p submitted.yaml.snapshots/s; ln -s OUT/new submitted.yaml.snapshots/s/shown.screen", refused: true},
		"a file that is":    {swap: "mkdir -p submitted.yaml.snapshots/s; ln -s OUT/secret submitted.yaml.snapshots/s/drawn.png", refused: true},
		"the kept pictures": {swap: "for d in " + DefaultFolder + "/runs/*/*/attempt-1; do ln -s OUT $d/snapshots; done"},
	} {
		for _, update := range []string{"", "missing", "changed", "all"} {
			t.Run(what+" "+update, func(t *testing.T) {
				s := testServer(t, Options{})
				dir := outside(t, s)
				if c.before != "" {
					if err := os.Symlink(dir, filepath.Join(s.o.Root, c.before)); err != nil {
						t.Fatal(err)
					}
				}
				src := strings.ReplaceAll(strings.ReplaceAll(yaml, "SWAP", c.swap), "OUT", dir)
				res, err := s.NewClient().Run(testContext(t), RunSpec{YAML: src, Update: update})
				if err != nil {
					t.Fatal(err)
				}
				if passed := res.State.Final == event.Completed; passed != (update != "" && !c.refused) {
					t.Errorf("%s: %s", res.State.Final, res.State.Error)
				}
				if got := strings.Count(files(t, dir), "\n"); got != 3 {
					t.Errorf("files were written there:\n%s", files(t, dir))
				}
				if b, err := os.ReadFile(filepath.Join(dir, "secret")); err != nil || string(b) != "the-secret" {
					t.Errorf("%q %v", b, err)
				}
			})
		}
	}
	s := testServer(t, Options{})
	if _, err := s.NewClient().Run(testContext(t), RunSpec{YAML: yaml, Update: "often"}); err == nil || !strings.Contains(err.Error(), "all, changed, missing, none") {
		t.Error(err)
	}
	for _, name := range []string{"../x", "/tmp/x", "a/../../x"} { // names that lead out are mistakes of the file
		_, err := s.NewClient().Run(testContext(t), RunSpec{YAML: strings.Replace(yaml, "shown", name, 1), Update: "all"})
		if err == nil {
			t.Errorf("%s was written", name)
		}
	}
}
