package scenariotest_test

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"scenario/scenariotest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestSession(t *testing.T) {
	dir := t.TempDir()
	term := scenariotest.Program{
		Argv: []string{"sh", "-c", `printf 'name? '; read n; printf 'Hello, %s%s!\n' "$n" "$MARK"; pwd; trap 'stty size; kill $!; exit 3' WINCH; sleep 60 & wait`},
		Dir:  dir, Env: map[string]string{"MARK": " ${{ x }}"}, Cols: 40, Rows: 6,
	}.Start(t)
	term.Wait("name?")
	term.Type("Ad")
	term.Keys("x", "backspace")
	term.Enter("a")
	term.Expect("Hello, Ada ${{ x }}!", filepath.Base(dir))
	term.ExpectGone("Bob")
	if got := term.Text(); len(got) != 6 || got[0] != "name? Ada" {
		t.Errorf("%q", got)
	}
	picture := filepath.Join(dir, "a.png")
	term.Screenshot(picture)
	f, err := os.Open(picture)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if c, err := png.DecodeConfig(f); err != nil || c.Width < 300 {
		t.Errorf("%v %v", c, err)
	}
	term.Resize(50, 8)
	term.Wait("8 50")
	term.ExpectExit(3)
	if x := term.Close(); x.Status != 3 {
		t.Errorf("ended with %v", x)
	}
}

func TestShell(t *testing.T) {
	term := scenariotest.Shell(t, "sh")
	term.Run("echo one; echo two")
	term.Expect("one", "two")
	term.Do("expect: {regex: '^two$', in: output}")
	if got := strings.Join(term.Text(), "\n"); !strings.Contains(got, "$ echo one; echo two\none\ntwo\n$") {
		t.Errorf("%q", got)
	}
}

// Two sessions of one test, and one that nobody closes.
func TestTwoSessions(t *testing.T) {
	a := scenariotest.Launch(t, "sh", "-c", "echo first; read x; echo got $x; read x")
	b := scenariotest.Launch(t, "sh", "-c", "echo second; exec sleep 60")
	a.Wait("first")
	b.Wait("second")
	a.Paste("text")
	a.Keys("enter")
	a.Expect("got text")
}
