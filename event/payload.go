package event

// The payloads. A field tagged mask:"-" holds a word of ours (passed, failed),
// which a secret that happens to be the same word must not hide; mask:"rows"
// is the text of a screen, where a secret may run on in the next row.

// RunStartedPayload opens a run. Beside the contract's four keys it has all
// that drawing the recording again needs.
type RunStartedPayload struct {
	MaxSteps      int    `json:"maxSteps" jsonschema:"required"`      // steps of the plan
	StepTimeoutMs int64  `json:"stepTimeoutMs" jsonschema:"required"` // of a step that has none of its own
	TaskGoal      string `json:"taskGoal" jsonschema:"required"`      // the scenario's name
	WorkspacePath string `json:"workspacePath" jsonschema:"required"` // the working directory

	ID       string   `json:"id"`               // path from the working directory, #name, [k=v]
	File     string   `json:"file"`             // as in messages
	Line     int      `json:"line"`             // of the scenario's first key in the file
	Scenario string   `json:"scenario"`         // its name
	Tags     []string `json:"tags,omitempty"`   // as in the file
	Attempt  int      `json:"attempt"`          // from 1
	Repeat   int      `json:"repeat,omitempty"` // which of several runs of the call, from 1; 0: there is one
	Order    int      `json:"order,omitempty"`  // the place of the scenario in its call, from 1; 0: the call has one
	Of       int      `json:"of,omitempty"`     // how many the call has
	XFail    string   `json:"xfail,omitempty"`  // why it is expected to fail
	// Folder is where the results lie, from the working directory, with / at its
	// end; "" when there are none.
	Folder   string   `json:"folder,omitempty"`
	Cols     int      `json:"cols"` // of the terminal
	Rows     int      `json:"rows"`
	Look     Look     `json:"look"`              // of the pictures
	Pace     Pace     `json:"pace"`              // of the recordings
	Record   []Record `json:"record,omitempty"`  // the recordings that the scenario declares
	Terminal Terminal `json:"terminal,omitzero"` // zero in the logs of other writers
	// ThemeFiles are the contents of the theme files that the looks name, so
	// that the log alone is enough to draw the run again.
	ThemeFiles map[string]string `json:"themeFiles,omitempty" mask:"-"`
}

// Look is how pictures look, every default filled in. Lengths are in pixels
// before Scale.
type Look struct {
	// Theme is a built-in theme, a theme file, or the text of one: a JSON object.
	Theme string `json:"theme"`
	// Themes are the variants that each recording and picture is drawn in, in
	// files of their own, the first one's colours being those that the program
	// is told; none: there is only Theme.
	Themes        []Variant  `json:"themes,omitempty"`
	Font          string     `json:"font"`               // a family of the program, or a font file
	Fallback      []string   `json:"fallback,omitempty"` // fonts for what it lacks, before those of the program
	Bold          string     `json:"bold,omitempty"`     // bright: bold brightens the eight dark colours
	FontSize      int        `json:"fontSize"`
	LineHeight    float64    `json:"lineHeight"`
	LetterSpacing int        `json:"letterSpacing"`
	Padding       int        `json:"padding"`              // around the cells
	Margin        int        `json:"margin"`               // around the window
	Background    string     `json:"background,omitempty"` // of the margin, as capture/look.ParseBackground reads it; "": a shade of the theme
	Radius        int        `json:"radius"`               // of the window's corners
	Border        *Border    `json:"border,omitempty"`
	Window        string     `json:"window,omitempty"` // none, macos, windows, gnome
	Title         *string    `json:"title,omitempty"`  // in the window's bar; nil: the program's own
	Shadow        *Shadow    `json:"shadow,omitempty"`
	Watermark     *Watermark `json:"watermark,omitempty"`
	Width         int        `json:"width,omitempty"` // of the picture; 0: as its cells need
	Height        int        `json:"height,omitempty"`
	Scale         int        `json:"scale"`
	Cursor        bool       `json:"cursor"`
	Blink         string     `json:"blink,omitempty"` // animated: what blinks does so in recordings
	// What is laid over a recording afterwards. Keys are none, chords or all.
	Keys     string `json:"keys,omitempty" mask:"-"`
	Captions bool   `json:"captions"`
	Clicks   bool   `json:"clicks"`
	Progress bool   `json:"progress,omitempty"`
}

// Variant is a theme, and what is put behind the names of the files in it.
type Variant struct {
	Suffix string `json:"suffix"` // light: demo-light.gif
	Theme  string `json:"theme"`
}

// Border is a line around the window.
type Border struct {
	Width int    `json:"width"`
	Color string `json:"color,omitempty"` // #rrggbb; "": a shade of the theme
}

// Shadow is what the window casts.
type Shadow struct {
	Blur    int    `json:"blur"`
	X       int    `json:"x"`
	Y       int    `json:"y"`
	Color   string `json:"color"`   // #rrggbb
	Opacity int    `json:"opacity"` // percent
}

// Watermark is a text or an image in a corner of the picture.
type Watermark struct {
	Text    string `json:"text,omitempty"`
	Image   string `json:"image,omitempty"` // a file
	Corner  string `json:"corner" mask:"-"` // top_left, top_right, bottom_left, bottom_right
	Opacity int    `json:"opacity"`         // percent
}

// Terminal is what the programs run in, every default filled in. A replay needs
// the same engine and width rule.
type Terminal struct {
	Term       string `json:"term"`             // TERM
	Scrollback int    `json:"scrollback"`       // rows
	Width      string `json:"width" mask:"-"`   // grapheme, wcwidth
	Engine     string `json:"engine" mask:"-"`  // core, xvt
	Reports    string `json:"reports" mask:"-"` // none, all
}

// Pace is how a recording plays, every default filled in. Times are in ms.
type Pace struct {
	Timeline string  `json:"timeline" mask:"-"` // steady, real
	TypingMs int64   `json:"typingMs"`
	Jitter   int     `json:"jitter"` // percent
	KeyMs    int64   `json:"keyMs"`
	BeatMs   int64   `json:"beatMs"`
	ReadMs   int64   `json:"readMs"`
	IdleMs   int64   `json:"idleMs"`
	EndMs    int64   `json:"endMs"`
	Speed    float64 `json:"speed"`
}

// Record is one recording that the scenario declares.
type Record struct {
	To      []string `json:"to"` // as in the file; the extension is the format
	Session string   `json:"session"`
	FPS     int      `json:"fps"`
	Loop    int      `json:"loop"`              // 0: for ever
	Chapter string   `json:"chapter,omitempty"` // only the chapter of that title
	MaxSize int64    `json:"maxSize,omitempty"` // bytes of a GIF or APNG at most; 0: any
	Cast    int      `json:"cast,omitempty"`    // version of asciicast; 0: 3
	// Start is where pictures begin, what is before it comes last: a time, or a
	// part of the whole.
	StartMs      int64   `json:"startMs,omitempty"`
	StartPercent float64 `json:"startPercent,omitempty"`
	Look         *Look   `json:"look,omitempty"`
	Pace         *Pace   `json:"pace,omitempty"`
}

// PreflightStartedPayload lists what is looked at before the first process.
type PreflightStartedPayload struct {
	Checks []string `json:"checks" jsonschema:"required"` // names: "requires k9s"
}

// PreflightCompletedPayload is the outcome of each check.
type PreflightCompletedPayload struct {
	OK     bool    `json:"ok" jsonschema:"required"` // all of them hold
	Checks []Check `json:"checks" jsonschema:"required"`
}

// Check is one thing that a scenario needs before it starts. Reports read Name
// and the first line of Detail as one sentence: "NAME: DETAIL", or without the
// colon when Detail begins with "is ". Further lines of Detail (what a service
// said last) stand under it.
type Check struct {
	Name   string `json:"name"` // "requires k9s", "secret TOKEN", "service api"
	OK     bool   `json:"ok"`
	Detail string `json:"detail,omitempty"` // "not on PATH"
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Col    int    `json:"col,omitempty"`
	Hint   string `json:"hint,omitempty"`
}

// StepStartedPayload opens step StepIndex (from 1) of the plan.
type StepStartedPayload struct {
	MaxSteps  int `json:"maxSteps" jsonschema:"required"`  // steps of the plan
	StepIndex int `json:"stepIndex" jsonschema:"required"` // from 1

	Step    string `json:"step,omitempty" mask:"-"`  // the action's key
	Text    string `json:"text,omitempty"`           // "wait: Pods", masked
	Name    string `json:"name,omitempty"`           // what the file calls the step
	Phase   string `json:"phase,omitempty" mask:"-"` // "before", "after"; "" in steps
	Session string `json:"session,omitempty"`        // the terminal it is for
	File    string `json:"file,omitempty"`           // where it stands
	Line    int    `json:"line,omitempty"`
	Col     int    `json:"col,omitempty"`
}

// ToolCallStartedPayload opens the action of a step.
type ToolCallStartedPayload struct {
	ArgsSummary string `json:"argsSummary" jsonschema:"required"`       // its value in one line, masked
	ToolName    string `json:"toolName" mask:"-" jsonschema:"required"` // the action's key: "wait"
}

// ToolCallCompletedPayload ends the action of a step.
type ToolCallCompletedPayload struct {
	Error    string `json:"error,omitempty"` // why it failed
	OK       bool   `json:"ok" jsonschema:"required"`
	Status   string `json:"status,omitempty" mask:"-"`               // passed, failed, timeout, interrupted
	Summary  string `json:"summary" jsonschema:"required"`           // the action in one line: "wait: Pods"
	ToolName string `json:"toolName" mask:"-" jsonschema:"required"` // as it was started
}

// AssistantMessagePayload is a text for the viewer: a caption or a chapter.
type AssistantMessagePayload struct {
	Text string `json:"text" jsonschema:"required"`
}

// StepTimeoutPayload tells which step ran out of time, and what it saw.
type StepTimeoutPayload struct {
	StepIndex  int    `json:"stepIndex" jsonschema:"required"`
	TimeoutMs  int64  `json:"timeoutMs" jsonschema:"required"`  // how long it may have taken
	WaitingFor string `json:"waitingFor" jsonschema:"required"` // the action's value
	Screen     string `json:"screen" mask:"rows"`               // its text at that moment
}

// ReportStatusPayload is the verdict.
type ReportStatusPayload struct {
	Status  string `json:"status" mask:"-" jsonschema:"required,enum=blocked,enum=completed,enum=failed"` // blocked, completed, failed
	Summary string `json:"summary,omitempty"`                                                             // in one line
}

// RunFinishedPayload ends a run.
type RunFinishedPayload struct {
	Error       string `json:"error,omitempty"`                                                                                 // why it did not pass; "interrupted"
	FinalStatus string `json:"finalStatus" mask:"-" jsonschema:"required,enum=blocked,enum=completed,enum=failed,enum=timeout"` // blocked, completed, failed, timeout
	TotalSteps  int    `json:"totalSteps" jsonschema:"required"`                                                                // steps that were started

	DurationMs int64 `json:"durationMs"` // of the whole run
}

// RunCrashedPayload ends a run that the runner itself could not go on with.
type RunCrashedPayload struct {
	Error     string `json:"error" jsonschema:"required"`
	StepIndex int    `json:"stepIndex,omitempty"`       // the last that was started
	Signal    string `json:"signal,omitempty" mask:"-"` // that ended the runner
}

// The values of FinalStatus.
const (
	Completed = "completed"
	Failed    = "failed"
	Blocked   = "blocked"
	TimedOut  = "timeout"
)

// StepCompletedPayload ends a step.
type StepCompletedPayload struct {
	StepIndex  int      `json:"stepIndex"`
	OK         bool     `json:"ok"`
	DurationMs int64    `json:"durationMs"`
	Session    string   `json:"session,omitempty"`
	CastSeq    int      `json:"castSeq,omitempty"` // event lines in the session's cast at its end
	Failure    *Failure `json:"failure,omitempty"` // why it failed
	Note       string   `json:"note,omitempty"`    // what the summary should say of the step
	Skipped    string   `json:"skipped,omitempty"` // why it was not done: its if, or that of a group around it, did not hold
	Retry      int      `json:"retry,omitempty"`   // it failed and is tried again, with the steps of its group: the number of that try, from 1
	Soft       bool     `json:"soft,omitempty"`    // it failed and the run goes on, to fail at its end
}

// Failure is why a step failed, with all that the console prints of it. Rows
// and columns count from 1.
type Failure struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Col    int    `json:"col,omitempty"`
	Width  int    `json:"width,omitempty"`  // columns underlined in Source
	Source string `json:"source,omitempty"` // the line of the file

	Message string   `json:"message"`           // `expect "4/4 (2)": not on the screen within 10s`
	Details []string `json:"details,omitempty"` // further lines, as "nearest: ...", "1.2s after the start"
	Hint    string   `json:"hint,omitempty"`
	Timeout bool     `json:"timeout,omitempty"`

	Screen *ScreenDump `json:"screen,omitempty"`
}

// ScreenDump is the text of a screen, with the place of the nearest match.
type ScreenDump struct {
	Cols      int      `json:"cols"`
	Rows      int      `json:"rows"`
	Lines     []string `json:"lines" mask:"rows"` // Rows of them, trailing blanks cut
	CursorRow int      `json:"cursorRow"`
	CursorCol int      `json:"cursorCol"`
	// The nearest match, in cells; Row 0 is none.
	Row   int `json:"row,omitempty"`
	Col   int `json:"col,omitempty"`
	Width int `json:"width,omitempty"`
}

// AssertionPayload is the outcome of an expect step.
type AssertionPayload struct {
	StepIndex int    `json:"stepIndex"`
	OK        bool   `json:"ok"`
	Expected  string `json:"expected"`         // the condition
	Actual    string `json:"actual,omitempty"` // the nearest thing seen
	Session   string `json:"session,omitempty"`
	CastSeq   int    `json:"castSeq,omitempty"` // event lines in the session's cast
	// Snapshots are the snapshots and images that it compared.
	Snapshots []SnapshotCompared `json:"snapshots,omitempty"`
}

// SnapshotCompared is what comparing a screen with a stored one gave. Expected,
// Actual and Diff are files of the run's results folder, "" where there is none:
// they are kept of all that did not match.
type SnapshotCompared struct {
	Name     string         `json:"name"`               // as in the file
	Kind     string         `json:"kind" mask:"-"`      // screen, image
	Status   SnapshotStatus `json:"status" mask:"-"`    // matched, differs, missing, broken, written, updated
	Baseline string         `json:"baseline"`           // the stored file, from the working directory
	Why      string         `json:"why,omitempty"`      // it did not match: "3 cells differ"
	Expected string         `json:"expected,omitempty"` // what was stored
	Actual   string         `json:"actual,omitempty"`   // what there was instead, as it would be stored
	Diff     string         `json:"diff,omitempty"`     // of screens a text, of images a picture
}

// SnapshotStatus is what became of a snapshot or an image.
type SnapshotStatus string

// The statuses. Those that are written and updated are put in place when the run
// has passed, with an artifact_written event.
const (
	SnapshotMatched SnapshotStatus = "matched"
	SnapshotDiffers SnapshotStatus = "differs"
	SnapshotMissing SnapshotStatus = "missing"
	SnapshotBroken  SnapshotStatus = "broken" // the stored one can't be read, or nothing be drawn
	SnapshotWritten SnapshotStatus = "written"
	SnapshotUpdated SnapshotStatus = "updated"
)

// ArtifactWrittenPayload names a file that the run has put in place.
type ArtifactWrittenPayload struct {
	Path    string   `json:"path"`             // from the working directory; of results: from the run's results folder
	Role    string   `json:"role" mask:"-"`    // record, screenshot, snapshot, results
	Bytes   int64    `json:"bytes,omitempty"`  // size
	PlayMs  int64    `json:"playMs,omitempty"` // recordings: play time of one loop
	Cols    int      `json:"cols,omitempty"`   // cells
	Rows    int      `json:"rows,omitempty"`
	Width   int      `json:"width,omitempty"` // pixels
	Height  int      `json:"height,omitempty"`
	Missing []string `json:"missing,omitempty"` // characters that no font has, as code points: U+0378; drawn as boxes
	Same    bool     `json:"same,omitempty"`    // the file already had these bytes
	Kept    bool     `json:"kept,omitempty"`    // left as it was: the run did not pass
	Error   string   `json:"error,omitempty"`   // why it could not be written
	Note    string   `json:"note,omitempty"`    // what a reader should know of the file
}

// RoleSnapshot is the role of a stored snapshot or image.
const RoleSnapshot = "snapshot"

// RoleResults is the role of a file in the run's results folder.
const RoleResults = "results"

// MainSession is the name of a session that is given none.
const MainSession = "main"

// SessionStartedPayload tells that a program runs in a terminal of its own.
type SessionStartedPayload struct {
	Session string `json:"session"`
	Program string `json:"program"` // base name, no arguments
	Cols    int    `json:"cols"`
	Rows    int    `json:"rows"`
}

// SessionExitedPayload tells how the program of a session ended.
type SessionExitedPayload struct {
	Session string `json:"session"`
	CastSeq int    `json:"castSeq"`                   // event lines in its cast
	Status  int    `json:"status"`                    // -1 after a signal
	Signal  string `json:"signal,omitempty" mask:"-"` // KILL
	Ended   bool   `json:"ended,omitempty"`           // by the runner, at the end of the run
}

// ScreenChangedPayload is a live preview of a session's screen. It is emitted
// only when the call asked for it, at most 5 times a second for each session.
type ScreenChangedPayload struct {
	Session string   `json:"session"`
	CastSeq int      `json:"castSeq"`          // event lines in the session's cast
	Cols    int      `json:"cols"`             // of the terminal
	Rows    []string `json:"rows" mask:"rows"` // the text of each row, trailing blanks cut
}

// TimelinePayload is what only the viewer needs: a moment of a session's
// recording. CastSeq is the number of event lines that stood in its cast.
type TimelinePayload struct {
	CastSeq   int    `json:"castSeq"` // event lines in the session's cast
	Session   string `json:"session"`
	StepIndex int    `json:"stepIndex"`
	Do        Do     `json:"do"` // what kind of moment

	// Input says what was sent (Do: DoInput).
	Input Input `json:"input,omitempty"`
	// Ms is how long: a DoHold, DoSleep or DoFit; a DoType or DoInput with a
	// time of its own; a DoCaption or DoChapter that ends by itself (0: it
	// stays until the next of its kind).
	Ms int64 `json:"ms,omitempty"`
	// Mouse is where the mouse is (Do: DoInput of a click, drag or scroll).
	Mouse *Mouse `json:"mouse,omitempty"`
	// On is the beginning (true) or end of a DoHide or DoFit.
	On bool `json:"on,omitempty"`
	// Text is what the viewer reads (Do: DoCaption, DoChapter), "" ends the one
	// before; the chord that is pressed, as people write it (Do: DoInput); the
	// whole text that a step types, masked, on the first of its characters (Do:
	// DoType).
	Text string `json:"text,omitempty"`
	// Number counts the screenshots of the run from 1 (Do: DoScreenshot); the
	// files are To, with their own look, the cells that are left after cropping
	// and those that are pointed out, one rectangle a row of a place.
	Number    int      `json:"number,omitempty"`
	To        []string `json:"to,omitempty"`
	Crop      *Rect    `json:"crop,omitempty"`
	Highlight []Rect   `json:"highlight,omitempty"`
	// Look is that of a DoScreenshot, nil: the run's; or the one that is in force
	// from here on (Do: DoLook), every default filled in. What a recording has of
	// a look or pace of its own goes before it.
	Look *Look `json:"look,omitempty"`
	// Pace is the one in force from here on (Do: DoPace), every default filled
	// in.
	Pace *Pace `json:"pace,omitempty"`
}

// Mouse is what is done with the mouse; rows and columns count from 1.
type Mouse struct {
	Row    int    `json:"row"`
	Col    int    `json:"col"`
	Button string `json:"button,omitempty" mask:"-"` // left, middle, right; "" of a wheel
	Times  int    `json:"times,omitempty"`           // clicks
	Wheel  string `json:"wheel,omitempty" mask:"-"`  // up, down, left, right
	// Of a drag: the cell where it began; Row and Col are where it is now.
	FromRow int  `json:"fromRow,omitempty"`
	FromCol int  `json:"fromCol,omitempty"`
	Held    bool `json:"held,omitempty"` // the button is not released yet
}

// Rect is a rectangle of cells; rows and columns count from 1 and the last is
// in it.
type Rect struct {
	Row1 int `json:"row1"`
	Col1 int `json:"col1"`
	Row2 int `json:"row2"`
	Col2 int `json:"col2"`
}

// Do says what a moment of a recording is.
type Do string

// The moments.
const (
	DoType       Do = "type"       // one typed grapheme has been echoed
	DoInput      Do = "input"      // another input is about to be written
	DoSettled    Do = "settled"    // the screen has settled
	DoHold       Do = "hold"       // the viewer sees this screen for Ms
	DoSleep      Do = "sleep"      // Ms of run time begin here
	DoHide       Do = "hide"       // what follows is not seen (On), or is again
	DoFit        Do = "fit"        // what follows plays in Ms (On), or no longer does
	DoCaption    Do = "caption"    // a line for the viewer, until the next one
	DoChapter    Do = "chapter"    // a part of the recording begins
	DoLook       Do = "look"       // from here on it looks so
	DoPace       Do = "pace"       // from here on it plays so
	DoScreenshot Do = "screenshot" // a picture is taken of this screen
	DoSyncCut    Do = "sync_cut"   // a synchronized update was cut off
	DoEnd        Do = "end"        // the last step is done
)

// Input says what kind of input was sent.
type Input string

// The kinds of input. InputEnter is Enter, after typed text or alone.
const (
	InputLaunch Input = "launch"
	InputType   Input = "type"
	InputEnter  Input = "enter"
	InputKey    Input = "key"
	InputPaste  Input = "paste"
	InputResize Input = "resize"
	InputSignal Input = "signal"
	InputClick  Input = "click"
	InputDrag   Input = "drag"
	InputScroll Input = "scroll"
)
