package scenariotest_test

import (
	"fmt"
	"strings"
	"testing"

	"scenario/scenariotest"
)

// A test that drives a program: it waits on the screen, types, and says what
// must be seen.
func TestGreeting(t *testing.T) {
	term := scenariotest.Launch(t, "sh", "-c", `printf 'What is your name? '; read name; echo "Hello, $name!"`)
	term.Wait("What is your name?")
	term.Enter("Ada")
	term.Expect("Hello, Ada!")
	term.ExpectExit(0)
}

// Every scenario of a folder is a subtest.
func ExampleRun() {
	TestScenarios := func(t *testing.T) {
		scenariotest.Run(t, "testdata/*.yaml")
	}
	_ = TestScenarios
}

// A program of its own size, environment and folder.
func ExampleProgram() {
	t, end := aTest() // in a test: its t
	defer end()
	term := scenariotest.Program{
		Argv: []string{"sh", "-c", `echo "$COLUMNS$GREETING from"; stty size`},
		Env:  map[string]string{"GREETING": "hello"},
		Cols: 100, Rows: 30,
	}.Start(t)
	term.ExpectExit(0)
	fmt.Println(strings.Join(term.Text()[:2], "\n"))
	// Output:
	// hello from
	// 30 100
}

// Commands at the prompt of a shell, each to its end.
func ExampleShell() {
	t, end := aTest() // in a test: its t
	defer end()
	term := scenariotest.Shell(t, "sh")
	term.Run("echo one two | tr ' ' '\\n'")
	term.Do("expect: {regex: '^two$', in: output}")
	fmt.Println(term.Text()[0])
	// Output:
	// $ echo one two | tr ' ' '\n'
}

// aTest is a test for examples, which have none: a failure panics.
func aTest() (testing.TB, func()) {
	t := &exampleTest{}
	return t, func() {
		for i := len(t.cleanups) - 1; i >= 0; i-- {
			t.cleanups[i]()
		}
	}
}

type exampleTest struct {
	testing.TB
	cleanups []func()
}

func (*exampleTest) Helper()                      {}
func (*exampleTest) Failed() bool                 { return false }
func (t *exampleTest) Cleanup(f func())           { t.cleanups = append(t.cleanups, f) }
func (*exampleTest) Logf(string, ...any)          {}
func (*exampleTest) Error(args ...any)            { panic(fmt.Sprint(args...)) }
func (*exampleTest) Errorf(f string, args ...any) { panic(fmt.Sprintf(f, args...)) }
func (*exampleTest) Fatal(args ...any)            { panic(fmt.Sprint(args...)) }
func (*exampleTest) Fatalf(f string, args ...any) { panic(fmt.Sprintf(f, args...)) }
