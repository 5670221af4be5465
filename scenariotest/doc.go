// Package scenariotest runs scenarios as Go tests, and drives terminal programs
// from Go tests.
//
// [Run] makes every scenario of some files a subtest:
//
//	func TestScenarios(t *testing.T) {
//		scenariotest.Run(t, "testdata/*.yaml")
//	}
//
// [Launch] and [Shell] start a program in a terminal, which the test then drives
// with the steps of a scenario:
//
//	term := scenariotest.Launch(t, "vim", "-u", "NONE", "poem.txt")
//	term.Wait("roses are red")
//	term.Enter(":%s/roses/tulips/")
//	term.Expect("tulips are red")
//	term.Enter(":q!")
//	term.ExpectExit(0)
//
// Nothing here sleeps or polls: every wait ends in the moment in which the screen
// is as awaited, or with a failure that shows the screen and the nearest text on
// it. Whatever a test does, all processes of its programs have ended when the
// test has.
//
// A failure leaves the logs, the screen and its picture in a folder that the
// test's output names; with go test -artifacts all runs leave theirs, in the
// test's artifact folder.
package scenariotest
