//go:build e2e

package html

import (
	"os"
	"path/filepath"
	"testing"

	"scenario/event"
)

func written(t *testing.T, r *Report) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.html")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(f, r, options()); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// A person who looks why a run failed.
func TestChromiumClicksThroughAFailingRun(t *testing.T) {
	r := suite(t, 6)
	retried := failing(t, "tests/flaky.yaml")
	second := passing(t, "tests/flaky.yaml")
	retried.Attempts = append(retried.Attempts, second.Attempts...)
	retried.Outcome, retried.OK = "FLAKY", true
	r.Cases = append(r.Cases, retried)
	b := open(t, written(t, r))

	// It opens at the failure, on the screen of the failed step.
	b.until(`document.querySelector(".head h2").innerText === "tests/0003.yaml"`)
	b.until(`document.querySelector(".steps .chosen").innerText.includes("hallo")`)
	b.until(`document.querySelector(".screen").innerText.includes("hello world")`)
	b.until(`document.querySelector(".near") !== null`)
	b.until(`document.querySelector(".failure").innerText.includes("</script>")`)
	b.until(`document.querySelector(".failure").innerText.includes("\\x1b[31m")`)
	b.until(`document.querySelector(".pane").innerText.length > 0`)
	b.keep("failure")

	// Colours, and wide characters that keep to their columns.
	b.click(".steps button", "漢字")
	b.until(`getComputedStyle([...document.querySelectorAll(".screen span")].find(e => e.textContent === "hello")).color === "rgb(152, 195, 121)"`)
	b.until(`(() => { const e = [...document.querySelectorAll(".screen .own")].find(e => e.textContent === "漢");
		const ch = [...document.querySelectorAll(".screen span")].find(e => e.textContent === "hello").getBoundingClientRect().width / 5;
		return Math.abs(e.getBoundingClientRect().width - 2 * ch) < 0.6; })()`)
	b.until(`document.querySelectorAll(".screen .changed").length > 0`)
	b.until(`document.querySelector(".under").innerText.includes("type echo 漢字")`)
	b.click(".bar button", "Before")
	b.until(`!document.querySelector(".screen").innerText.includes("漢")`)

	// The recording plays, and jumps to each step.
	b.click(".bar button", "Player")
	b.until(`document.querySelector(".player .ap-term, .player .ap-terminal, .player .ap-wrapper") !== null`)
	b.until(`Math.abs(report.player.getCurrentTime() - 1.24) < 1.2 && document.querySelector(".player").innerText.includes("漢")`)
	b.click(".steps button", "launch")
	b.until(`document.querySelector(".player").innerText.includes("hello") && !document.querySelector(".player").innerText.includes("漢")`)
	b.eval(`report.player.play()`)
	b.until(`report.player.getCurrentTime() > 1 && document.querySelector(".player").innerText.includes("漢")`)
	b.eval(`report.player.pause()`)
	b.keep("player")

	b.click(".bar button", "Picture")
	b.until(`document.querySelector(".pictures img").naturalWidth > 100`)
	b.keep("picture")

	// Expected, actual, difference.
	b.until(`document.querySelector(".slider .top").naturalWidth === 300`)
	b.eval(`(() => { const r = document.querySelector(".compare input"); r.value = 20; r.dispatchEvent(new Event("input")); })()`)
	b.until(`getComputedStyle(document.querySelector(".slider .top")).clipPath.includes("20%")`)
	b.until(`Math.abs(document.querySelector(".compare input").clientWidth - 300) < 8`) // as wide as the picture
	b.keep("compare")
	b.click(".compare button", "Difference")
	b.until(`document.querySelector(".compared img").alt === "difference"`)

	b.until(`document.querySelectorAll(".compare").length === 2`)
	b.until(`document.querySelector(".compare .why").innerText === "step 4 of 4: 3 cells differ"`)
	b.until(`document.querySelector(".compared .minus").innerText === "two" && document.querySelector(".compared .plus").innerText === "2"`)
	b.eval(`[...document.querySelectorAll(".compare")][1].querySelector("[data-name=diff]").click()`)
	b.until(`[...document.querySelectorAll(".compared")][1].innerText.includes("+2")`)

	b.click(".panes button", "Events")
	b.until(`document.querySelectorAll(".events tr").length > 15`)
	b.eval(`(() => { const i = document.querySelector(".events input"); i.value = "step_completed"; i.dispatchEvent(new Event("input")); })()`)
	b.until(`document.querySelectorAll(".events tr:not([hidden])").length === 4`)
	b.click(".panes button", "Environment")
	b.until(`document.querySelector(".pane").innerText.includes("TERM=xterm-256color")`)
	b.click(".panes button", "Files")
	b.click(".files summary", "screen.txt")
	b.until(`document.querySelector(".files pre").innerText.includes("</script>")`)

	// Filters and keys.
	b.click(".filters button", "Flaky 1")
	b.until(`document.querySelectorAll(".cases li:not([hidden])").length === 1`)
	b.key("j")
	b.until(`document.querySelector(".head h2").innerText === "tests/flaky.yaml"`)
	b.click("main .tabs button", "Attempt 1")
	b.until(`document.querySelector(".failure") !== null`)
	b.keep("flaky")
	b.click(".filters button", "All")
	b.eval(`(() => { const s = document.querySelector(".filters select"); s.value = "slow"; s.dispatchEvent(new Event("change")); })()`)
	b.until(`document.querySelectorAll(".cases li:not([hidden])").length === 2`)
	b.eval(`(() => { const s = document.querySelector(".filters select"); s.value = ""; s.dispatchEvent(new Event("change")); })()`)
	b.key("/")
	b.until(`document.activeElement.id === "search"`)
	b.key("5")
	b.until(`document.querySelectorAll(".cases li:not([hidden])").length === 1`)

	if s := b.errors(); s != "" {
		t.Errorf("the page complains: %s", s)
	}
	if n := b.eval("document.scripts.length - document.querySelectorAll('script[type]').length"); n != float64(len(scripts())) {
		t.Errorf("%v scripts run", n)
	}
}

// A thousand scenarios open at once.
func TestChromiumOpensAThousandScenarios(t *testing.T) {
	path := written(t, suite(t, 1000))
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, path)
	// On a busy machine the clock says little of the page: its work is counted.
	work, ready := b.cpu(), b.eval("Number(document.documentElement.dataset.ready)")
	t.Logf("%.1f MB, %.2f s of CPU, ready after %.0f ms", float64(info.Size())/1e6, work, ready)
	if info.Size() > 20<<20 || work > 2 {
		t.Errorf("too large or too slow: %d bytes, %.2f s of CPU", info.Size(), work)
	}
	b.until(`document.querySelectorAll(".cases li").length === 1000`)
	b.keep("thousand")
	b.click(".filters button", "Failed 100")
	b.until(`document.querySelectorAll(".cases li:not([hidden])").length === 100`)
	b.eval(`document.querySelector("#search").value = "0993"; document.querySelector("#search").dispatchEvent(new Event("input"))`)
	b.key("j")
	b.until(`document.querySelector(".head h2").innerText === "tests/0993.yaml"`)
	b.until(`document.querySelector(".screen").innerText.includes("hello world")`)
	if s := b.errors(); s != "" {
		t.Errorf("the page complains: %s", s)
	}
}

// What did not run, and a call that ran nothing.
func TestChromiumShowsWhatDidNotRun(t *testing.T) {
	blocked := begin(t, "blocked.yaml")
	blocked.log.Emit(event.PreflightCompleted, event.PreflightCompletedPayload{Checks: []event.Check{
		{Name: "requires nope", Detail: "not on PATH", File: "blocked.yaml", Line: 2, Hint: "apt install nope"},
	}})
	b1 := blocked.end("requires nope: not on PATH")
	b1.Outcome = "BLOCK"
	lost := failing(t, "lost.yaml") // its results were removed
	lost.Attempts[0].Open = nil
	skipped := Case{ID: "skipped.yaml", Name: "skipped", File: "skipped.yaml", Outcome: "SKIP", OK: true, Why: "waits for #13"}
	b := open(t, written(t, &Report{Totals: "1 blocked", Cases: []Case{b1, skipped, lost}}))
	b.until(`document.querySelector(".failure").innerText.includes("not on PATH") && document.querySelector(".hint").innerText.includes("apt install nope")`)
	b.click(".cases button", "skipped")
	b.until(`document.querySelector(".head").innerText.includes("waits for #13")`)
	b.click(".cases button", "lost.yaml")
	b.until(`document.querySelector(".screen").innerText.includes("hello world") && document.querySelector(".near") !== null`)
	b.click(".bar button", "Player")
	b.until(`document.querySelector(".nothing").innerText.includes("no recording in this page")`)
	b.show("file://" + written(t, &Report{Totals: "nothing was run", OK: true}))
	b.until(`document.querySelector(".nothing").innerText === "nothing was run"`)
	if s := b.errors(); s != "" {
		t.Errorf("the page complains: %s", s)
	}
}
