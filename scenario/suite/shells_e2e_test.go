//go:build e2e && linux

package suite

import (
	"strings"
	"testing"
)

func TestZsh(t *testing.T) { testShell(t, "zsh", shellCases()) }

// fishCases are the promises of the run step in the language of fish: it has no
// here-documents and no subshells, and edits commands of several lines as one.
func fishCases() []shellCase {
	own := map[string]string{
		"another status is wanted": `
  - run: {command: sh -c 'exit 3', exit: 3}
  - run: {command: "false", exit: any}
`,
		"only the last line may be meant to fail": `
  - run:
      command: |
        true
        sh -c 'exit 3'
      exit: 3
`,
		"a line before it fails": `
  - run: |
      echo one
      sh -c 'exit 4'
      echo two
`,
		"here-documents and loops": `
  - run: |
      for i in 1 2 3
        echo "row $i"
      end
  - expect: [{text: row 3, in: output}, {text: row 1, in: output}]
  - expect: {not: {text: for i, in: output}}
  - run: echo next
  - expect: {regex: '\Anext\s*\z', in: output}
`,
		"a server in the background": `
  - run: {command: "sh -c 'sleep 0.1; echo listening' &", until: listening}
`,
		"a prompt that the program has changed": `
  - run: function fish_right_prompt; echo right; end
  - run: echo ok
  - expect: {text: ok, in: output}
`,
	}
	cases := shellCases()
	for i := range cases {
		if steps, ok := own[cases[i].name]; ok {
			cases[i].steps = steps
			cases[i].want = strings.ReplaceAll(cases[i].want, `"(exit 4)"`, `"sh -c 'exit 4'"`)
		}
	}
	return cases
}

func TestFish(t *testing.T) { testShell(t, "fish", fishCases()) }

// What a zsh and a fish draw when a prompt comes back must not be taken for
// output, whatever the prompt says and wherever the output ends.
func TestShellPrompts(t *testing.T) {
	for _, shell := range []string{"bash", "fish", "sh", "zsh"} {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			c := one(t, `
size: 50x8
timeouts: {step: 2m, run: 2m}
steps:
  - shell: {command: `+shell+`, prompt: '%~ \it''s $> '}
  - run: printf partial
  - expect: {regex: '\Apartial\s*\z', in: output}
  - run: echo "two words"
  - expect: {regex: '\Atwo words\s*\z', in: output}
  - expect: {text: '%~ \it''s $>', in: screen}
  - resize: 70x10
  - run: echo three
  - expect: {regex: '\Athree\s*\z', in: output}
  - resize: 40x6
  - run: echo four
  - expect: {regex: '\Afour\s*\z', in: output}
`)
			c.run().wants("completed")
		})
	}
}
