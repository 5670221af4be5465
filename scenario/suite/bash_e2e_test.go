//go:build e2e && linux

package suite

import "testing"

func TestBash(t *testing.T) { testShell(t, "bash", shellCases()) }

// A file that starts nothing begins with bash.
func TestImplicitShell(t *testing.T) {
	c := one(t, `
record: hello.gif
timeouts: {step: 2m, run: 2m}
steps:
  - run: echo 'hello, world'
  - expect: hello, world
`)
	c.run().wants("completed")
	c.read("hello.gif")
}
