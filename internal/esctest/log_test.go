package main

import (
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const sample = `Run test: BSTests.test_BS_Basic
Passed.

Run test: BSTests.test_BS_Wrap
*** TEST BSTests.test_BS_Wrap FAILED:
Traceback (most recent call last):
  File "bs.py", line 1, in test_BS_Wrap
esctypes.TestFailure: Test failed: expected '1' but got '2'


Run test: CRTests.test_CR_Level5
Skipped because terminal lacks requisite capability: 5 > 4

Run test: CRTests.test_CR_Basic
KNOWN BUG: esctypes.TestFailure: Test failed: expected '1' but got '2'
Fails as expected: Not implemented.

`

const sampleEnd = `*** 1 test passed, 2 known bugs, 1 TEST FAILED ***
Failing tests:
BSTests.test_BS_Wrap
`

func TestReadLog(t *testing.T) {
	got, err := readLog(strings.NewReader(sample + sampleEnd))
	want := []result{
		{"BSTests.test_BS_Basic", passed, ""},
		{"BSTests.test_BS_Wrap", failed, "esctypes.TestFailure: Test failed: expected '1' but got '2'"},
		{"CRTests.test_CR_Level5", known, ""},
		{"CRTests.test_CR_Basic", known, ""},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(result{})); diff != "" || err != nil {
		t.Errorf("%s%v", diff, err)
	}
}

func TestReadLogRefuses(t *testing.T) {
	for name, log := range map[string]string{
		"a run that was cut off":  sample,
		"counts that are another": sample + strings.Replace(sampleEnd, "2 known", "3 known", 1),
		"nothing":                 "",
	} {
		if _, err := readLog(strings.NewReader(log)); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func TestJudge(t *testing.T) {
	var good []result
	for range least {
		good = append(good, result{"ATests.test_A", passed, ""})
	}
	with := func(more ...result) []result { return append(good[:least:least], more...) }
	bad := result{"DATests.test_DA_0", failed, "TestFailure: 13, 5"}
	why := reasons()[3:4]
	for _, tt := range []struct {
		name    string
		all     []result
		reasons []reason
		err     string
	}{
		{"all pass", good, nil, ""},
		{"an explained failure", with(bad), why, ""},
		{"a new failure", with(bad), nil, "DATests.test_DA_0: TestFailure: 13, 5"},
		{"a reason that is out of date", good, why, "take it off the list"},
		{"too few", good[1:], nil, "449 tests passed, fewer than 450"},
		{"a test without an end", with(result{name: "ATests.test_B"}), nil, "ATests.test_B: "},
	} {
		err := judge(io.Discard, tt.all, tt.reasons)
		if got := ""; err != nil {
			if got = err.Error(); tt.err == "" || !strings.Contains(got, tt.err) {
				t.Errorf("%s: %q", tt.name, got)
			}
		} else if tt.err != "" {
			t.Errorf("%s: no error", tt.name)
		}
	}
}
