package spell

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	steps := []string{"launch", "shell", "type", "enter", "run", "exec", "key", "paste", "resize", "signal",
		"wait", "expect", "screenshot", "hold", "sleep", "hide", "steps", "use"}
	top := []string{"name", "description", "tags", "requires", "size", "cwd", "env", "working_directory"}
	for _, tt := range []struct {
		word       string
		candidates []string
		want       string
	}{
		{"wiat", steps, "wait"},
		{"tpye", steps, "type"},
		{"Expect", steps, "expect"},
		{"excpect", steps, "expect"},
		{"screenshto", steps, "screenshot"},
		{"screen", steps, "screenshot"}, // a beginning
		{"keys", steps, "key"},
		{"ru", steps, "run"},
		{"wait", steps, "wait"},
		{"working-directory", top, "working_directory"},
		{"desc", top, "description"},
		{"banana", steps, ""},
		{"xy", steps, ""},
		{"q", []string{"x"}, ""}, // nothing in common
		{"", steps, ""},
		{strings.Repeat("x", 1000), steps, ""},
		{"kßy", steps, "key"},
		{"ab", []string{"ax", "xb"}, "ax"}, // the first of two equals
		{"sta", []string{"stable", "status"}, ""},
		{"a", nil, ""},
	} {
		got, ok := Nearest(tt.word, tt.candidates)
		if got != tt.want || ok != (tt.want != "") {
			t.Errorf("Nearest(%q) = %q, %v, want %q", tt.word, got, ok, tt.want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"wiat", "wait", 1}, {"ca", "abc", 3}, {"kitten", "sitting", 3}, {"tpye", "type", 1},
	} {
		for _, ab := range [][2]string{{tt.a, tt.b}, {tt.b, tt.a}} {
			if got := Distance([]rune(ab[0]), []rune(ab[1])); got != tt.want {
				t.Errorf("Distance(%q, %q) = %d, want %d", ab[0], ab[1], got, tt.want)
			}
		}
	}
}
