package html

import (
	"time"

	"scenario/event"
)

// What the page reads: block "index" is an indexData, block cN the caseData of
// case N, block sN.A the screensData of its attempt A, if there was room.

type indexData struct {
	Totals  string      `json:"totals"`
	OK      bool        `json:"ok"`
	Started string      `json:"started,omitempty"`
	Ms      int64       `json:"ms"`
	Shard   string      `json:"shard,omitempty"`
	Results string      `json:"results,omitempty"`
	Again   string      `json:"again,omitempty"`
	Cases   []indexCase `json:"cases"`
}

type indexCase struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Place    string   `json:"place"` // file:line
	Tags     []string `json:"tags,omitempty"`
	Outcome  string   `json:"o"`
	OK       bool     `json:"ok,omitempty"`
	Why      string   `json:"why,omitempty"`
	Ms       int64    `json:"ms"`
	Attempts int      `json:"n"`
}

type caseData struct {
	Attempts []attemptData `json:"attempts"`
}

type attemptData struct {
	Run      runData                        `json:"run"`
	Final    string                         `json:"final"`
	Error    string                         `json:"error,omitempty"`
	Ms       int64                          `json:"ms"`
	Log      string                         `json:"log"`
	Checks   []event.Check                  `json:"checks,omitempty"`
	Messages []string                       `json:"messages,omitempty"`
	Sessions []event.Session                `json:"sessions,omitempty"`
	Problems []string                       `json:"problems,omitempty"`
	Steps    []stepData                     `json:"steps"`
	Files    []event.ArtifactWrittenPayload `json:"files,omitempty"`
}

type runData struct {
	Started string         `json:"started"`
	ID      string         `json:"runId"`
	Folder  string         `json:"folder,omitempty"`
	WorkDir string         `json:"workDir,omitempty"`
	Cols    int            `json:"cols"`
	Rows    int            `json:"rows"`
	Theme   string         `json:"theme,omitempty"`
	Font    string         `json:"font,omitempty"`
	Term    event.Terminal `json:"terminal"`
	Attempt int            `json:"attempt"`
	XFail   string         `json:"xfail,omitempty"`
}

type stepData struct {
	Index   int            `json:"i"`
	Step    string         `json:"step,omitempty"`
	Args    string         `json:"args,omitempty"`
	Name    string         `json:"name,omitempty"`
	Phase   string         `json:"phase,omitempty"`
	Session string         `json:"session,omitempty"`
	Place   string         `json:"place,omitempty"`
	Status  string         `json:"status"`
	At      int64          `json:"at"` // ms after the start
	Ms      int64          `json:"ms"`
	Error   string         `json:"error,omitempty"`
	Note    string         `json:"note,omitempty"`
	Skipped string         `json:"skipped,omitempty"`
	Failure *event.Failure `json:"failure,omitempty"`
}

type screensData struct {
	Styles  []styleData  `json:"styles"`
	Lines   [][]runText  `json:"lines"` // each once
	Screens []screenData `json:"screens"`
	Steps   []stepView   `json:"steps"` // as those of the attempt
	Casts   []castData   `json:"casts,omitempty"`
	// Compared are the snapshots and images that did not match, in the order in
	// which they were compared.
	Compared []comparedData `json:"compared,omitempty"`
	Notes    []string       `json:"notes,omitempty"`  // what could not be shown, and why
	Files    []string       `json:"files,omitempty"`  // the blocks of the attempt's files, "" for those that are not here
	Events   string         `json:"events,omitempty"` // block
}

// styleData is [ink, paper, attributes, underline colour, link]: attributes as
// in attrs.
type styleData [5]any

// runText is [style, text], and for a character of its own width the number of
// columns.
type runText []any

type screenData struct {
	Cols   int    `json:"cols"`
	Rows   int    `json:"rows"`
	Ink    string `json:"ink"`
	Paper  string `json:"paper"`
	Title  string `json:"title,omitempty"`
	Lines  []int  `json:"lines"` // indexes, those of empty rows at the end left out
	Cursor [2]int `json:"cursor"`
}

// stepView is what is seen of a step: indexes of screens, -1 for none.
type stepView struct {
	Before    int          `json:"before"`
	After     int          `json:"after"`
	Play      float64      `json:"play"` // seconds into the session's recording
	Input     []string     `json:"input,omitempty"`
	Bytes     string       `json:"bytes,omitempty"` // what was sent, control characters escaped
	Asserts   []assertData `json:"asserts,omitempty"`
	PicBefore string       `json:"picBefore,omitempty"` // blocks of pictures
	PicAfter  string       `json:"picAfter,omitempty"`
	Shots     []int        `json:"shots,omitempty"` // indexes of files: pictures taken by the step
}

type assertData struct {
	OK       bool   `json:"ok"`
	Expected string `json:"expected"`
	Actual   string `json:"actual,omitempty"`
}

// comparedData is what comparing with a stored snapshot or image gave: blocks of
// its files, "" for those that are not here.
type comparedData struct {
	Step     int                  `json:"step"` // index of the step
	Name     string               `json:"name"`
	Status   event.SnapshotStatus `json:"status"`
	Why      string               `json:"why,omitempty"`
	Expected string               `json:"expected,omitempty"`
	Actual   string               `json:"actual,omitempty"`
	Diff     string               `json:"diff,omitempty"`
}

type castData struct {
	Session string `json:"session"`
	Block   string `json:"block,omitempty"`
	Cols    int    `json:"cols"`
	Rows    int    `json:"rows"`
}

func ms(d time.Duration) int64 { return max(d, 0).Milliseconds() }

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}
