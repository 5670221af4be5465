//go:build e2e && linux

package e2e

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// command builds the command and returns its path.
func command(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "scenario")
	if out, err := exec.Command("go", "build", "-o", bin, "../../cmd/scenario").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// need fails the test when a program is missing.
func need(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Fatal(err)
		}
	}
}

// workspace is a fresh folder with the given files (path: content) and a copy
// of the examples.
func workspace(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../../examples")); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "examples", "out")); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// run runs the command in a folder; it must succeed. Scenarios get ten times
// their timeouts: nothing here waits for one, and the machine may be busy.
func run(t *testing.T, bin, dir string, args ...string) string {
	t.Helper()
	if args[0] == "run" {
		args = slices.Insert(args, 1, "--timeout-scale=10")
	}
	cmd := exec.Command(bin, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("scenario %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// hashes returns the sha256 of every file below a folder.
func hashes(t *testing.T, dir string) map[string]string {
	t.Helper()
	sums := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		sum := sha256.Sum256(b)
		rel, _ := filepath.Rel(dir, p)
		sums[rel] = hex.EncodeToString(sum[:])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sums
}

// differences names the files whose sums are not the same.
func differences(a, b map[string]string) []string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	var list []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if a[name] != b[name] {
			list = append(list, fmt.Sprintf("%s (%.8s, %.8s)", name, a[name], b[name]))
		}
	}
	return list
}

// load keeps the cores busy until the test ends, from process sessions of their
// own: the kernel gives the processes of one session one share of the machine.
func load(t *testing.T, loops int) {
	t.Helper()
	for range loops {
		cmd := exec.Command("sh", "-c", "ulimit -t 600; while :; do :; done")
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			cmd.Process.Kill()
			cmd.Wait()
		})
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, b, 0o666); err != nil {
		t.Fatal(err)
	}
}
