package scenario

import (
	"maps"

	"scenario/steps"
	"scenario/steps/match"
)

// words are the words that people bring along from other tools, and the answer
// to each: those of the top of a file, and all those of steps and conditions.
func words() map[string]string {
	all := map[string]string{
		"ready.http":            `did you mean "url"?`,
		"ready.regex":           `did you mean "log"?`,
		"ready.tcp":             `did you mean "port"?`,
		"ready.timeout":         "timeout stands beside ready",
		"record.file":           `did you mean "to"?`,
		"record.output":         `did you mean "to"?`,
		"record.path":           `did you mean "to"?`,
		"service.cmd":           `did you mean "command"?`,
		"service.port":          "naming ${{ services.NAME.port }} allots a free port",
		"terminal.cols":         "write size: 80x24, at the top of the file",
		"terminal.history":      `did you mean "scrollback"?`,
		"terminal.name":         `did you mean "term"?`,
		"terminal.rows":         "write size: 80x24, at the top of the file",
		"terminal.size":         "write size: 80x24, at the top of the file",
		"terminal.type":         `did you mean "term"?`,
		"terminal.unicode":      `did you mean "width"?`,
		"top.cleanup":           `did you mean "after"?`,
		"top.cols":              "write size: 80x24",
		"top.columns":           "write size: 80x24",
		"top.command":           "it is a step: steps: [launch: PROGRAM]",
		"top.dir":               `did you mean "cwd"?`,
		"top.engine":            "write terminal: {engine: core}",
		"top.environment":       `did you mean "env"?`,
		"top.font":              "write look: {font: ...}",
		"top.font_size":         "write look: {font_size: 16}",
		"top.fps":               "write record: {to: FILE, fps: 30}",
		"top.framerate":         "write record: {to: FILE, fps: 30}",
		"top.height":            "write size: 80x24, in columns x rows",
		"top.hide":              "it is a step: steps: [hide: [...]]",
		"top.jobs":              "write steps: with a list of steps",
		"top.launch":            "it is a step: steps: [launch: PROGRAM]",
		"top.letter_spacing":    "write look: {letter_spacing: 1}",
		"top.line_height":       "write look: {line_height: 1.2}",
		"top.loop":              "write record: {to: FILE, loop: 0}",
		"top.margin":            "write look: {margin: 20}",
		"top.depends":           `did you mean "needs"?`,
		"top.depends_on":        `did you mean "needs"?`,
		"top.fixme":             `did you mean "skip" or "xfail"?`,
		"top.focus":             `did you mean "only"?`,
		"top.mutex":             `did you mean "lock"?`,
		"top.retry":             `did you mean "retries"?`,
		"top.output":            `did you mean "record"?`,
		"top.outputs":           `did you mean "record"?`,
		"top.padding":           "write look: {padding: 20}",
		"top.playback_speed":    "write pace: {speed: 1}",
		"top.require":           `did you mean "requires"?`,
		"top.rows":              "write size: 80x24",
		"top.run":               "it is a step: steps: [run: COMMAND]",
		"top.scenarios":         "several scenarios in a file are parted by ---",
		"top.scrollback":        "write terminal: {scrollback: 10000}",
		"top.setup":             `did you mean "before"?`,
		"top.shell":             "it is a step: steps: [shell: bash]",
		"top.speed":             "write pace: {speed: 1}",
		"top.style":             `did you mean "look"?`,
		"top.teardown":          `did you mean "after"?`,
		"top.term":              "write terminal: {term: xterm-256color}",
		"top.tests":             "several scenarios in a file are parted by ---",
		"top.theme":             "write look: THEME",
		"top.timeline":          "write pace: steady",
		"top.timeout":           "write timeouts: {step: 10s, scenario: 10m}",
		"top.title":             `did you mean "name"?`,
		"top.typing":            "write pace: {typing: 50ms}",
		"top.typing_speed":      "write pace: {typing: 50ms}",
		"top.variables":         `did you mean "vars"?`,
		"top.version":           "none is needed",
		"top.width":             "write size: 80x24, in columns x rows",
		"top.window":            "write look: {window: ...}",
		"top.workdir":           `did you mean "cwd"?`,
		"top.working-directory": `did you mean "cwd"?`,
		"top.working_directory": `did you mean "cwd"?`,
	}
	maps.Copy(all, steps.Words())
	maps.Copy(all, match.Words())
	return all
}
