// Package golden holds what a test gets to a file of testdata. Only tests
// import it: it gives them the flag -update, with which the files are written.
package golden

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write golden and generated files")

// Update reports whether files are to be written and not compared.
func Update() bool { return *update }

// Check holds got to the bytes of a file; with -update it writes them there.
func Check(t testing.TB, path string, got []byte) {
	t.Helper()
	if Update() {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Error(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}
