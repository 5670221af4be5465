package suite

import (
	"strings"
	"testing"
)

func TestParseTags(t *testing.T) {
	tags := []string{"fast", "db"}
	for expr, want := range map[string]bool{
		"fast": true, "slow": false, "not slow": true, "not not fast": true,
		"fast and not slow": true, "fast and slow": false, "slow or db": true,
		"slow and fast or db": true, "slow and (fast or db)": false, "not (slow or net)": true,
		"fast and not(slow)": true, "not slow and fast": true, "((fast))": true,
	} {
		e, err := ParseTags(expr)
		if err != nil {
			t.Errorf("%s: %v", expr, err)
		} else if got := e(tags); got != want {
			t.Errorf("%s: %v", expr, got)
		}
	}
	for expr, want := range map[string]string{
		"":                                   "a tag is missing at the end",
		"fast and":                           "a tag is missing at the end",
		"and fast":                           `a tag is missing before "and"`,
		"fast slow":                          `and or or is missing before "slow"`,
		"(fast":                              "a ( has no )",
		"fast)":                              "a ) has no (",
		"()":                                 `a tag is missing before ")"`,
		"fast && db":                         `and or or is missing before "&&"`,
		"@fast":                              `"@fast" is no name of a tag`,
		strings.Repeat("not ", 200) + "fast": "too deep",
	} {
		if _, err := ParseTags(expr); err == nil || !strings.HasSuffix(err.Error(), ": "+want) {
			t.Errorf("%.40s: %v", expr, err)
		}
	}
}

// An expression is refused or gives an answer, and its denial the other one.
func FuzzParseTags(f *testing.F) {
	f.Add("fast and not (slow or db)")
	f.Add("((a or b) and not not c)")
	f.Fuzz(func(t *testing.T, s string) {
		e, err := ParseTags(s)
		if err != nil {
			return
		}
		tags := strings.Fields(s)
		not, err := ParseTags("not (" + s + ")")
		if err != nil {
			if strings.HasSuffix(err.Error(), "too deep") {
				return
			}
			t.Fatal(err)
		}
		if e(tags) == not(tags) || e(nil) == not(nil) {
			t.Errorf("%q and its denial are the same", s)
		}
	})
}
