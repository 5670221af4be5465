package arch

import "testing"

func TestAllows(t *testing.T) {
	tests := []struct {
		file      file
		to        string
		ok, known bool
	}{
		{file{folder: "capture"}, "capture/raster", true, true},
		{file{folder: "capture"}, "session", false, true},
		{file{folder: "capture", test: true}, "session", false, true},
		{file{folder: "event"}, "emulator", false, true},
		{file{folder: "event", test: true}, "internal/golden", true, true},
		{file{folder: "event", test: true}, "report", false, true},
		{file{folder: command}, "scenario/suite", true, true},
		{file{folder: "internal/e2e"}, "scenario/suite", true, true},
		{file{folder: "internal/e2e"}, command, false, true},
		{file{folder: "examples/k9s", pkg: "main"}, "event", false, true},
		{file{folder: "internal/schemagen", pkg: "main"}, "steps", true, true},
		{file{folder: "internal/new"}, "event", false, false},
	}
	rows := readPlan(t)
	for _, tt := range tests {
		if ok, known := rows.allows(&tt.file, tt.to); ok != tt.ok || known != tt.known {
			t.Errorf("%s imports %s: got %v, %v", tt.file.folder, tt.to, ok, known)
		}
	}
}
