package steps

// Words are the words that people bring along from other tools, or to the wrong
// place, and the answer to each, for doc.Decoder.Words: "WHERE.WORD" -> hint.
func Words() map[string]string {
	return map[string]string{
		"step.assert":        `did you mean "expect"?`,
		"step.assert_text":   `did you mean "expect"?`,
		"step.await":         `did you mean "wait"?`,
		"step.capture":       `did you mean "screenshot"?`,
		"step.close":         `write signal: HUP`,
		"step.cmd":           `did you mean "launch" or "run"?`,
		"step.command":       `did you mean "launch" or "run"?`,
		"step.delay":         `did you mean "hold" or "sleep"?`,
		"step.dump":          `write screenshot: NAME.txt`,
		"step.enter_text":    `did you mean "enter"?`,
		"step.exec_command":  `did you mean "exec"?`,
		"step.exit":          `write expect: {exit: 0}`,
		"step.expect_text":   `did you mean "expect"?`,
		"step.group":         `did you mean "steps"?`,
		"step.include":       `did you mean "use"?`,
		"step.input":         `did you mean "type" or "enter"?`,
		"step.keypress":      `did you mean "key"?`,
		"step.keys":          `did you mean "key"?`,
		"step.kill":          `did you mean "signal"?`,
		"step.line":          `did you mean "enter"?`,
		"step.mouse":         `did you mean "click", "drag" or "scroll"?`,
		"step.output":        `recordings are declared at the top of the file: record: demo.gif`,
		"step.pause":         `"hold: 2s" shows the screen for so long and costs no time; "sleep: 2s" lets the program run`,
		"step.press":         `did you mean "key"?`,
		"step.press_key":     `did you mean "key"?`,
		"step.record":        `recordings are declared at the top of the file: record: demo.gif`,
		"step.send":          `did you mean "type", "enter" or "key"?`,
		"step.send_keys":     `did you mean "key"?`,
		"step.send_line":     `did you mean "enter"?`,
		"step.sendline":      `did you mean "enter"?`,
		"step.shell_command": `did you mean "run"?`,
		"step.show":          `there is no "show": hide: [steps] hides the steps in it`,
		"step.snapshot":      `write expect: {snapshot: NAME}`,
		"step.spawn":         `did you mean "launch" or "run"?`,
		"step.start":         `did you mean "launch" or "run"?`,
		"step.speed":         `write pace: {speed: 2}`,
		"step.style":         `did you mean "look" (pictures)? the style of cells is asked for with expect: {text: ..., style: ...}`,
		"step.subtitle":      `did you mean "caption"?`,
		"step.text":          `did you mean "type" or "wait"?`,
		"step.theme":         `write look: THEME`,
		"step.timeline":      `write pace: steady`,
		"step.typing":        `write pace: {typing: 50ms}`,
		"step.unless":        `write if: {not: CONDITION}`,
		"step.uses":          `did you mean "use"?`,
		"step.wait_for":      `did you mean "wait"?`,
		"step.wait_until":    `did you mean "wait"?`,
		"step.waitfor":       `did you mean "wait"?`,
		"step.when":          `did you mean "if"?`,
		"step.write":         `did you mean "type"?`,

		// These stand inside the action, or elsewhere.
		"step.count":   `it stands inside the condition: {text: ..., count: 1}`,
		"step.crop":    `it stands inside: screenshot: {to: ..., crop: REGION}`,
		"step.cwd":     `it stands inside: launch: {command: ..., cwd: PATH}`,
		"step.env":     `it stands inside: launch: {command: ..., env: {NAME: TEXT}}`,
		"step.every":   `it stands inside: type: {text: ..., every: 50ms}`,
		"step.for":     `it stands inside: caption: {text: ..., for: 2s}`,
		"step.in":      `it stands inside the condition: {text: ..., in: screen}`,
		"step.into":    `it stands inside: exec: {command: ..., into: NAME}`,
		"step.nth":     `it stands inside the condition: {text: ..., nth: 1}`,
		"step.prompt":  `it stands inside the condition, wait: {prompt: ...}, or inside shell: {command: bash, prompt: ...}`,
		"step.regex":   `it stands inside the condition: wait: {regex: ...}`,
		"step.loop":    `did you mean "repeat"?`,
		"step.retries": `did you mean "retry"? the retries of the whole scenario stand at the top of the file`,
		"step.skip_if": `did you mean "if"?`,
		"step.times":   `did you mean "repeat"?`,
		"step.size":    `it stands inside: launch: {command: ..., size: 80x24}`,
		"step.to":      `it stands inside: screenshot: {to: ...}`,
		"step.with":    `it stands inside: use: {file: ..., with: {NAME: TEXT}}`,
		"step.until":   `it stands inside: run: {command: ..., until: TEXT}`,

		"enter.delay":              `did you mean "every"?`,
		"exec.cmd":                 `did you mean "command"?`,
		"exec.exit_code":           `did you mean "exit"?`,
		"exec.timeout":             "timeout stands beside the step",
		"if.equals":                `did you mean "is"?`,
		"if.platform":              `did you mean "os"?`,
		"retry.count":              `did you mean "times"?`,
		"retry.delay":              `did you mean "every"?`,
		"retry.interval":           `did you mean "every"?`,
		"key.delay":                `did you mean "every"?`,
		"key.key":                  `did you mean "keys"?`,
		"launch.args":              "write command: [PROGRAM, ARGUMENT, ...]",
		"launch.cmd":               `did you mean "command"?`,
		"launch.cols":              "write size: 80x24",
		"launch.dir":               `did you mean "cwd"?`,
		"launch.environment":       `did you mean "env"?`,
		"launch.program":           `did you mean "command"?`,
		"launch.ready":             "write a wait step after it",
		"launch.rows":              "write size: 80x24",
		"launch.timeout":           "timeout stands beside the step",
		"launch.working-directory": `did you mean "cwd"?`,
		"look.colors":              `did you mean "theme"?`,
		"look.colours":             `did you mean "theme"?`,
		"look.size":                `did you mean "font_size"?`,
		"pace.delay":               `did you mean "typing"?`,
		"pace.end_pause":           `did you mean "end"?`,
		"pace.idle_limit":          `did you mean "idle"?`,
		"run.cmd":                  `did you mean "command"?`,
		"run.cwd":                  "write it at the top of the file: cwd",
		"run.env":                  "write it before the command, or at the top of the file: env",
		"run.exit_code":            `did you mean "exit"?`,
		"run.status":               `did you mean "exit"?`,
		"run.timeout":              "timeout stands beside the step",
		"run.wait":                 `did you mean "until"?`,
		"screenshot.file":          `did you mean "to"?`,
		"screenshot.name":          `did you mean "to"?`,
		"screenshot.output":        `did you mean "to"?`,
		"screenshot.path":          `did you mean "to"?`,
		"shell.cmd":                `did you mean "command"?`,
		"shell.timeout":            "timeout stands beside the step",
		"use.args":                 `did you mean "with"?`,
		"use.path":                 `did you mean "file"?`,
		"use.vars":                 `did you mean "with"?`,
		"type.delay":               `did you mean "every"?`,
		"type.speed":               `did you mean "every"?`,
	}
}

// bare returns what to write instead of a step's name without a value.
func bare(word string) (hint string, ok bool) {
	switch word {
	case "hide":
		return "write hide: [steps], a list of the steps that are not recorded", true
	case "enter":
		return `write key: enter, or enter: TEXT`, true
	case "screenshot":
		return "write screenshot: FILE.png", true
	case "tab":
		return "write key: tab", true
	case "escape":
		return "write key: escape", true
	case "space":
		return "write key: space", true
	case "clear":
		return "write run: clear", true
	}
	return "", false
}
