package main

import (
	"regexp"
	"slices"
)

// reason explains why tests fail here.
type reason struct {
	tests *regexp.Regexp // all of their names
	why   string
}

// reasons are those of all tests that may fail. One that explains nothing any
// more is an error, as is a failure without a reason.
func reasons() []reason {
	because := func(tests, why string) reason { return reason{regexp.MustCompile("^(?:" + tests + ")$"), why} }
	return []reason{
		because(`BSTests\.test_BS_InitialReverseWraparound`,
			"mode 45 as in xterm 379, whose version DA2 answers: since 383 it goes back over wrapped lines only"),
		because(`Change(Color|DynamicColor|SpecialColor)Tests\.test_Change(Color|DynamicColor|SpecialColor)_(CIE.*|TekHVC)`,
			"colours are not read in the CIE spaces, which want a profile of the screen"),
		because(`Change(Color|DynamicColor|SpecialColor)Tests\.test_Change(Color|DynamicColor|SpecialColor)_RGBI`,
			"rgbi is linear; the expected value is that of one screen's profile"),
		because(`DATests\.test_DA_(0|NoParameter)`,
			"DA1 names no printer, locator, user keys, national sets, windows: they are not there"),
		because(`DECRQSSTests\.test_DECRQSS_(DECSLPP|DECSNLS)|DECSETTests\.test_DECSET_(Allow80To132|DECCOLM)|RISTests\.test_RIS_ResetDECCOLM|XtermWinopsTests\.test_XtermWinops_DECSLPP`,
			"window: a program cannot change the size"),
		because(`ResetSpecialColorTests\.test_ResetSpecialColor_Dynamic`,
			"it takes black for the foreground of the terminal; ours is the theme's"),
		because(`XtermWinopsTests\.test_XtermWinops_(IconifyDeiconfiy|MoveToXY|MoveToXY_Defaults)`,
			"window: there is none that could be moved or iconified"),
	}
}

// explain returns why a test may fail, "" when nothing says so.
func explain(all []reason, test string) string {
	i := slices.IndexFunc(all, func(r reason) bool { return r.tests.MatchString(test) })
	if i < 0 {
		return ""
	}
	return all[i].why
}
