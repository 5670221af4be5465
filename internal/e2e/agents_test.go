//go:build e2e && linux

package e2e

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// nodeModules lets the scripts in a folder import what CI has installed.
func nodeModules(t *testing.T, dir string) {
	t.Helper()
	need(t, "node")
	modules := os.Getenv("NODE_PATH")
	if _, err := os.Stat(filepath.Join(modules, "@modelcontextprotocol", "sdk")); err != nil {
		t.Fatalf("NODE_PATH: %v", err)
	}
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
}

// The TypeScript SDK, over stdio and HTTP.
func TestTheTypeScriptClientOfMCP(t *testing.T) {
	bin, dir := command(t), workspace(t, nil)
	nodeModules(t, dir)
	script, err := os.ReadFile("testdata/mcp.mjs")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "mcp.mjs"), script, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "mcp.mjs", bin, dir)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || !strings.HasSuffix(string(out), "ok\n") {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, log := range logs(t, filepath.Join(dir, "scenario-results")) {
		run(t, bin, dir, "events", "check", log)
	}
}

// logs are the event logs below a folder.
func logs(t *testing.T, dir string) (all []string) {
	t.Helper()
	for name := range hashes(t, dir) {
		if filepath.Base(name) == "events.jsonl" {
			all = append(all, filepath.Join(dir, name))
		}
	}
	if len(all) == 0 {
		t.Fatal("no logs")
	}
	return all
}

// The examples explore k9s, and what they export passes when it is run.
func TestTheAgentExamplesExploreK9s(t *testing.T) {
	need(t, "k9s", "python3")
	bin, dir := command(t), workspace(t, nil)
	nodeModules(t, dir)
	t.Setenv("PATH", filepath.Dir(bin)+":"+os.Getenv("PATH"))
	kubeconfig := cluster(t)
	for _, argv := range [][]string{{"python3", "examples/agents/k9s.py"}, {"node", "examples/agents/k9s.mjs"}} {
		t.Run(argv[0], func(t *testing.T) {
			cmd := exec.Command(argv[0], append(argv[1:], kubeconfig)...)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, want := range []string{"Describe(", "  - wait: coredns\n", "verified: passed"} {
				if !strings.Contains(string(out), want) {
					t.Errorf("without %q:\n%s", want, out)
				}
			}
			run(t, bin, dir, "run", "k9s-explored.yaml")
		})
	}
}

// cluster starts the API of the k9s example and returns its KUBECONFIG.
func cluster(t *testing.T) string {
	t.Helper()
	api := filepath.Join(t.TempDir(), "api")
	if out, err := exec.Command("go", "build", "-o", api, "../../examples/k9s").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(api)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(line, "KUBECONFIG=")
	return strings.Fields(rest)[0]
}
