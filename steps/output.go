package steps

import (
	"math"
	"slices"

	"scenario/steps/match"
)

// output is what the last run step printed: the lines from the end of its first
// command line to the prompt after its last.
type output struct {
	first, last *entered
	at          *match.Range
	awaits      bool // the first command line of a run step comes next
}

// start begins the output of a run step with its first command line.
func (o *output) start() { o.awaits = true }

func (o *output) entered(e *entered) {
	if o.awaits {
		*o = output{first: e, at: &match.Range{Line: e.at.EndLine + 1, EndLine: math.MaxInt}}
	}
}

// end ends it before the prompt.
func (o *output) end(l lines, all []*entered, prompt place) {
	if o.at == nil {
		return
	}
	if n := len(all); n > 0 {
		o.last = all[n-1]
	}
	o.at.EndLine, o.at.EndCol = prompt.line, prompt.col
	o.begin(l, all)
}

// begin finds its first line. A command line that is no longer where it was
// entered tells that the screen has been cleared since, so what is printed
// begins at the top of that screen.
func (o *output) begin(l lines, all []*entered) {
	line := o.first.at.EndLine + 1
	for _, e := range all[max(0, slices.Index(all, o.first)):] {
		if !e.intact(l) {
			line = e.top
		}
	}
	o.at.Line, o.at.Col = line, 0
}

// resized finds it again after the size has changed: it ends where the next
// command line or the present prompt begins.
func (o *output) resized(l lines, all []*entered, prompt *movedPrompt) {
	if o.at == nil {
		return
	}
	o.begin(l, all)
	next := slices.Index(all, o.last) + 1
	switch {
	case o.last == nil, next == 0:
	case next < len(all):
		o.at.EndLine, o.at.EndCol = all[next].at.Line, 0
	case prompt != nil:
		o.at.EndLine, o.at.EndCol = prompt.at.line, 0
	}
}
