//go:build linux

package suite

import (
	"strings"
	"testing"
)

// shellCases are what the run step promises, for every shell.
func shellCases() []shellCase {
	return []shellCase{
		{"the status is judged", `
  - run: "false"
`, `failed: run "false": ended with status 1, not 0`},
		{"another status is wanted", `
  - run: {command: exit 3 | (exit 3), exit: 3}
  - run: {command: "false", exit: any}
`, "completed"},
		{"only the last line may be meant to fail", `
  - run:
      command: |
        true
        (exit 3)
      exit: 3
`, "completed"},
		{"a line before it fails", `
  - run: |
      echo one
      (exit 4)
      echo two
`, `failed: run "(exit 4)": ended with status 4, not 0`},
		{"comments and empty lines have no status", `
  - run: {command: "false", exit: 1}
  - run: "# it failed"
  - run: |
      # two

      # comments
`, "completed"},
		{"here-documents and loops", `
  - run: |
      cat <<EOF
      first line
      EOF
  - expect: {text: first line, in: output}
  - run: |
      for i in 1 2 3; do
        echo "row $i"
      done
  - expect: {text: row 3, in: output}
`, "completed"},
		{"a quote is left open", `
  - run: echo 'abc
`, `failed: run "echo 'abc": the command is not complete: the shell waits for more`},
		{"the end of the shell is the command's", `
  - run: exit
`, "completed"},
		{"the shell ends with another status", `
  - run: {command: exit 5, exit: 5}
`, "completed"},
		{"and with one that was not wanted", `
  - run: exit 5
`, `failed: run "exit 5": the shell ended with status 5`},
		{"a program that stays", `
  - run: {command: cat, until: {cursor: {col: 1}}}
  - enter: hello
  - expect: {text: hello, count: 2}
  - key: ctrl+d
  - run: echo back
  - expect: {text: back, in: output}
`, "completed"},
		{"a program that was to stay and has failed", `
  - run: {command: no-such-program-here, until: never}
`, `failed: run "no-such-program-here": ended with status 127`},
		{"a server in the background", `
  - run: {command: "(sleep 0.1; echo listening) &", until: listening}
`, "completed"},
		{"a program that stays too long", `
  - run: cat
    timeout: 4s
`, `timeout: run "cat": not finished within 4s`},
		{"until does not come true", `
  - run: {command: cat, until: never}
    timeout: 4s
`, `timeout: run "cat" until "never": not on the screen within 4s`},
		{"the echo of the command does not count", `
  - run: echo hello | tr e a
  - expect: hallo
  - expect: {text: hello, in: screen}
  - expect: hello
    timeout: 200ms
`, `timeout: expect "hello": not on the screen within 0.2s`},
		{"a command line that wraps", `
  - run: ": aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb cccc"
  - expect: {gone: cccc}
  - expect: {gone: aaaa}
`, "completed"},
		{"its first row has scrolled off", `
  - run: ": aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb cccc; seq 6"
  - expect: {gone: bbbb}
  - expect: {gone: cccc}
  - run: printf '1\n2\n3\n4\n5\n6\n'
`, "completed"},
		{"what was cleared and printed is output", `
  - run: echo one
  - run: printf '\033[H\033[2J'; echo first; echo last
  - expect: [{text: first, in: output}, {text: last, in: output}]
  - expect: {not: {text: one, in: output}}
`, "completed"},
		{"output that has scrolled off", `
  - run: echo before
  - run: seq 100 199
  - expect: [{text: "100", in: output}, {text: "199", in: output}, {not: {text: before, in: output}}]
`, "completed"},
		{"output of several lines is all of it", `
  - run: |
      echo one
      echo two
  - expect: [{regex: ^one$, in: output}, {regex: ^two$, in: output}]
`, "completed"},
		{"a prompt that the program has changed", `
  - run: PS2='more> '
  - run: echo ok
  - expect: {text: ok, in: output}
`, "completed"},
		{"run needs a prompt", `
  - enter: cat
  - run: echo no
    timeout: 200ms
`, "timeout: run \"echo no\": SHELL is not at its prompt within 0.2s"},
		{"a word that is typed at a prompt without run", `
  - enter: echo hello | tr e a
  - expect: hallo
  - expect: {gone: hello}
`, "completed"},
	}
}

type shellCase struct{ name, steps, want string }

func testShell(t *testing.T, shell string, cases []shellCase) {
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := one(t, "size: 50x8\ntimeouts: {step: 2m, run: 2m}\nsteps:\n  - shell: "+shell+tt.steps)
			c.run().wants(strings.ReplaceAll(tt.want, "SHELL", shell))
		})
	}
}

func TestSh(t *testing.T) { testShell(t, "sh", shellCases()) }

func TestEnteredLinesAfterResize(t *testing.T) {
	c := one(t, `
size: 50x8
steps:
  - shell: sh
  - run: ": goodbye"
  - resize: 70x8
  - expect: {gone: goodbye}
  - resize: 40x6
  - expect: {gone: goodbye}
  - run: ": again"
  - expect: {gone: again}
  - run: echo done
  - expect: {text: done, in: output}
`)
	c.run().wants("completed")
}

func TestClear(t *testing.T) {
	c := one(t, `
size: 50x8
env: {TERM: xterm}
steps:
  - shell: sh
  - run: echo one
  - run: printf '\033[H\033[2J\033[3J'
  - expect: {gone: one}
  - run: echo two
  - expect: {text: two, in: {row: 2}}
  - expect: {gone: one}
`)
	c.run().wants("completed")
}
