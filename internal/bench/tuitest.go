//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// tuiTestVar names a node_modules folder with @microsoft/tui-test in it:
// npm install --ignore-scripts @microsoft/tui-test@0.0.2.
const tuiTestVar = "SCENARIO_TUITEST"

// The same work as keysTest, in tui-test's quicker way: its tests of a program
// instead of a shell wait 5 s for its end.
const (
	tuiKeys = `echo READY; while IFS= read -rsn1 k; do if [ "$k" = q ]; then exit 3; fi; echo "GOT:$k"; done` + "\n"
	tuiTest = `import { test, expect, Shell } from "@microsoft/tui-test";
test.use({ shell: Shell.Bash, rows: 24, columns: 80 });
for (let i = 0; i < %d; i++) {
  test("keys " + i, async ({ terminal }) => {
    terminal.submit("bash --norc keys.sh");
    await expect(terminal.getByText("READY")).toBeVisible();
    terminal.write("j");
    await expect(terminal.getByText("GOT:j")).toBeVisible();
    await expect(terminal).toMatchSnapshot();
    terminal.write("q");
  });
}
`
)

// tuiTests measures n tests of tui-test, where it is there and wanted.
func (b *bench) tuiTests(n int, wanted bool) (cost, bool, error) {
	modules := os.Getenv(tuiTestVar)
	if modules == "" || !wanted {
		return cost{}, false, nil
	}
	dir := filepath.Join(b.dir, "tuitest"+strconv.Itoa(n), "tests")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return cost{}, false, err
	}
	// Beside the tests, not among them: it copies what is there.
	if err := os.Symlink(modules, filepath.Join(filepath.Dir(dir), "node_modules")); err != nil {
		return cost{}, false, err
	}
	for name, text := range map[string]string{
		"package.json": `{"type":"module"}`, "keys.sh": tuiKeys, "keys.test.js": fmt.Sprintf(tuiTest, n),
	} {
		if err := write(filepath.Join(dir, name), text); err != nil {
			return cost{}, false, err
		}
	}
	c, err := b.best(1, 0, dir, "node", filepath.Join(modules, "@microsoft", "tui-test", "index.js"))
	return c, true, err
}
