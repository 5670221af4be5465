package arch

import (
	"slices"
	"strings"
)

// plan says which packages of ours each package may import, all by their
// folders; "*" is everything, and FOLDER/* all folders below one. A package
// without a row is an error, so that the place of a new one is thought about.
func plan() map[string][]string {
	everything := []string{"*"}
	door := []string{
		"scenario/suite", "scenario", "steps", "steps/match", "session", "capture", "report", "event",
		"emulator", "emulator/keys",
	}
	return map[string][]string{
		"cmd/scenario": everything,
		"scenariotest": everything,
		"agent/mcp":    door,
		"agent/rpc":    door,

		"internal/tape":  {"scenario"},
		"scenario/suite": {"scenario", "session", "report", "capture", "capture/font", "event", "emulator", "internal/doc"},
		"scenario": {
			"steps", "steps/match", "session", "emulator", "event",
			"capture/theme", "capture/font", // static checks only
			"internal/doc", "internal/spell",
		},
		"steps":       {"steps/match", "session", "emulator", "emulator/keys", "event", "internal/doc", "internal/spell"},
		"steps/match": {"emulator", "internal/doc", "internal/spell"},
		"session":     {"emulator", "emulator/core", "emulator/xvt", "emulator/redraw", "emulator/keys", "capture/cast", "event"},

		"report":      {"capture", "event"},
		"report/view": {"event"},

		"capture":          {"capture/*", "emulator", "emulator/core", "emulator/redraw", "event"},
		"capture/timeline": {"capture/cast", "emulator", "emulator/core", "event"},
		"capture/encode":   {"capture/raster", "capture/font", "capture/theme", "emulator"},
		"capture/raster":   {"capture/font", "capture/theme", "emulator"},
		"capture/theme":    {"emulator"},
		"capture/font":     nil,
		"capture/cast":     nil,

		"emulator/core":   {"emulator"},
		"emulator/xvt":    {"emulator"},
		"emulator/redraw": {"emulator"},
		"emulator/keys":   {"emulator"},
		"emulator":        nil,
		"event":           nil,
		"schema":          nil,

		"internal/doc":    {"internal/spell"},
		"internal/spell":  nil,
		"internal/golden": nil,
		"internal/e2e":    everything, // only tests
		"internal/arch":   nil,
	}
}

// programs are what examples drive: no part of the command, nothing of ours in
// them.
func programs() []string { return []string{"examples/*"} }

// testHelpers may be imported by the tests of every package: golden files, and
// an engine to make a screen with.
func testHelpers() []string { return []string{"internal/golden", "emulator/core", "emulator/xvt"} }

// yamlReaders are the packages that may know the YAML library.
func yamlReaders() []string { return []string{"internal/doc"} }

// covers reports whether a folder is in a list.
func covers(list []string, folder string) bool {
	return slices.ContainsFunc(list, func(entry string) bool {
		prefix, all := strings.CutSuffix(entry, "*")
		return folder == entry || all && strings.HasPrefix(folder, prefix)
	})
}

// allowed reports whether a file may import the package in folder to, and
// whether the plan knows the file's own package.
func (f *file) allowed(to string) (ok, known bool) {
	switch {
	case f.generator():
		return to != command, true
	case covers(programs(), f.folder):
		return false, true
	}
	list, known := plan()[f.folder]
	if f.test {
		list = slices.Concat(list, testHelpers())
	}
	return to != command && covers(list, to), known
}
