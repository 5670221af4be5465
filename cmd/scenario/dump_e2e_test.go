//go:build e2e

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// otherScreens are the recordings whose expected screen xterm does not show
// either, or that lost their match when names were replaced in them.
func otherScreens() map[string]string {
	return map[string]string{
		"decaln_reset":      "in xterm DECALN homes the cursor",
		"deccolm_reset":     "xterm ignores DECCOLM unless mode 40 is set",
		"erase_in_line":     "in xterm EL cancels a pending wrap",
		"selective_erasure": "xterm knows DECSCA",
		"underline":         "in xterm SGR 21 is a double underline, in alacritty the end of bold",
		"saved_cursor":      "the name in line drawing characters was replaced in the screen only",
		"saved_cursor_alt":  "in xterm erasing the alternate screen cancels a pending wrap; the name in line drawing characters was replaced in the screen only",
		"tmux_htop":         "a name was replaced in the screen only",
	}
}

// dump --format json gives the screens of the reference recordings.
func TestDumpOfReferenceRecordings(t *testing.T) {
	data := os.Getenv("SCENARIO_DATA")
	if data == "" {
		t.Fatal("SCENARIO_DATA must name the folder with vt-ref")
	}
	files, err := filepath.Glob(filepath.Join(data, "vt-ref", "*", "expected.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings in %s/vt-ref: %v", data, err)
	}
	for _, engine := range []string{"core", "xvt"} {
		for _, file := range files {
			name := filepath.Base(filepath.Dir(file))
			t.Run(engine+"/"+name, func(t *testing.T) {
				raw, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				want := decoded(t, raw)
				got := decoded(t, dumped(t, "--format", "json", "--engine", engine,
					"--cols", number(want["cols"]), "--rows", number(want["rows"]), filepath.Join(filepath.Dir(file), "input")))
				reason, other := otherScreens()[name]
				switch d := cmp.Diff(want, got); {
				case d != "" && !other:
					t.Errorf("(-want +got):\n%s", d)
				case d == "" && other:
					t.Errorf("it is the same now, take it off the list (%s)", reason)
				}
			})
		}
	}
}

// dumped is what dump prints.
func dumped(t *testing.T, args ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "stdout")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	a := devNull(t)
	a.stdout = &stream{f: out}
	if code := a.main(append([]string{"dump"}, args...)); code != statusOK {
		t.Fatalf("status %d", code)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func decoded(t *testing.T, b []byte) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func number(v any) string {
	f, _ := v.(float64)
	return strconv.Itoa(int(f))
}
