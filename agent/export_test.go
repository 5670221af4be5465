package agent

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scenario/event"
)

// What was typed at a prompt for a password is in no log and not in the export,
// which asks for it; with it, the export passes.
func TestAnExportAsksForAPasswordThatWasTyped(t *testing.T) {
	s := testServer(t, Options{})
	c, ctx := s.NewClient(), testContext(t)
	prog := `printf 'Password: '; stty -echo; read p; stty echo; echo; printf 'Name: '; read n; test "$p" = hunter22 && echo "welcome, $n"; sleep 60`
	if err := os.WriteFile(filepath.Join(s.o.Root, "login.sh"), []byte(prog), 0o666); err != nil {
		t.Fatal(err)
	}
	sh, err := c.Start(ctx, StartSpec{Argv: []string{"sh", "login.sh"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []any{
		map[string]any{"wait": "Password:"}, map[string]any{"enter": "hunter22"}, map[string]any{"wait": "Name:"}, map[string]any{"enter": "ann"},
		map[string]any{"wait": "welcome, ann"},
	} {
		if d, err := sh.Do(ctx, step); err != nil || d.Status != event.Completed {
			t.Fatal(d, err)
		}
	}
	x, err := sh.Export(ctx, ExportSpec{Path: "x.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"secrets: [PASSWORD]", "enter: ${{ secrets.PASSWORD }}", "enter: ann"} {
		if !strings.Contains(string(x.Source), want) {
			t.Errorf("without %q:\n%s", want, x.Source)
		}
	}
	if res, err := c.Run(ctx, RunSpec{Path: "x.yaml"}); err != nil || res.State.Final != event.Blocked {
		t.Errorf("without the password: %v %+v", err, res)
	}
	if res, err := c.Run(ctx, RunSpec{Path: "x.yaml", Secrets: x.Secrets}); err != nil || res.State.Final != event.Completed {
		t.Errorf("with it: %v %+v", err, res)
	}
	if _, err := sh.Stop(ctx); err != nil {
		t.Error(err)
	}
	for _, name := range strings.Split(files(t, s.o.Root), "\n") {
		if b, err := os.ReadFile(name); err == nil && filepath.Base(name) != "login.sh" && strings.Contains(string(b), "hunter22") {
			t.Errorf("the password is in %s", name)
		}
	}
}

// Two passwords are two secrets; a text that looks like a value is one still.
func TestAnExportKeepsPasswordsApart(t *testing.T) {
	s := testServer(t, Options{})
	c, ctx := s.NewClient(), testContext(t)
	prog := `stty -echo; for n in 1 2 3; do printf "Password $n: "; read p; echo; done; stty echo; echo thanks; sleep 60`
	sh, err := c.Start(ctx, StartSpec{Argv: []string{"sh", "-c", prog}})
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{"first-one", "the ${{ other }}", "first-one"} {
		if d, err := sh.Do(ctx, map[string]any{"wait": "Password " + string(rune('1'+i))}); err != nil || d.Status != event.Completed {
			t.Fatal(d, err)
		}
		if _, err := sh.Send(ctx, []byte(text+"\r")); err != nil {
			t.Fatal(err)
		}
	}
	x, err := sh.Export(ctx, ExportSpec{})
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(x.Source), "secrets.PASSWORD }}"); n != 2 || !strings.Contains(string(x.Source), "secrets.PASSWORD_2 }}") || strings.Contains(string(x.Source), "other") {
		t.Errorf("%s", x.Source)
	}
	if x.Secrets["PASSWORD_2"] != "the ${{ other }}" {
		t.Errorf("%q", x.Secrets)
	}
}
