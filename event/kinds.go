package event

// KindInfo is one row of the table of kinds.
type KindInfo struct {
	Kind    Kind
	Payload any  // the zero struct of its payload
	Ours    bool // not one of the contract's eleven: a reader may skip it
}

// Kinds returns every kind that a run can emit, in the order in which a run
// first comes to them.
func Kinds() []KindInfo {
	return []KindInfo{
		{RunStarted, RunStartedPayload{}, false},
		{PreflightStarted, PreflightStartedPayload{}, false},
		{PreflightCompleted, PreflightCompletedPayload{}, false},
		{StepStarted, StepStartedPayload{}, false},
		{ToolCallStarted, ToolCallStartedPayload{}, false},
		{ToolCallCompleted, ToolCallCompletedPayload{}, false},
		{AssistantMessage, AssistantMessagePayload{}, false},
		{StepTimeout, StepTimeoutPayload{}, false},
		{ReportStatus, ReportStatusPayload{}, false},
		{RunFinished, RunFinishedPayload{}, false},
		{RunCrashed, RunCrashedPayload{}, false},
		{SessionStarted, SessionStartedPayload{}, true},
		{Timeline, TimelinePayload{}, true},
		{ScreenChanged, ScreenChangedPayload{}, true},
		{Assertion, AssertionPayload{}, true},
		{StepCompleted, StepCompletedPayload{}, true},
		{SessionExited, SessionExitedPayload{}, true},
		{ArtifactWritten, ArtifactWrittenPayload{}, true},
	}
}
