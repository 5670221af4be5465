package scenario

// topWords are the words that people bring along from other tools to the top of
// a file and into its mappings, and the answer to each.
func topWords() map[string]string {
	return map[string]string{
		"top.output": `did you mean "record"?`, "top.outputs": `did you mean "record"?`,
		"top.theme": "write look: THEME", "top.font": "write look: {font: ...}", "top.font_size": "write look: {font_size: 16}",
		"top.window": "write look: {window: ...}", "top.padding": "write look: {padding: 20}", "top.style": `did you mean "look"?`,
		"top.cols": "write size: 80x24", "top.rows": "write size: 80x24", "top.columns": "write size: 80x24",
		"top.width": "write size: 80x24, in columns x rows", "top.height": "write size: 80x24, in columns x rows",
		"top.typing": "write pace: {typing: 50ms}", "top.timeline": "write pace: steady", "top.typing_speed": "write pace: {typing: 50ms}", "top.speed": "write pace: {speed: 1}",
		"top.fps": "write record: {to: FILE, fps: 30}", "top.framerate": "write record: {to: FILE, fps: 30}", "top.loop": "write record: {to: FILE, loop: 0}",
		"top.timeout": "write timeouts: {step: 10s, scenario: 10m}",
		"top.setup":   `did you mean "before"?`, "top.teardown": `did you mean "after"?`, "top.cleanup": `did you mean "after"?`,
		"top.shell": "it is a step: steps: [shell: bash]", "top.launch": "it is a step: steps: [launch: PROGRAM]", "top.command": "it is a step: steps: [launch: PROGRAM]", "top.run": "it is a step: steps: [run: COMMAND]",
		"top.working-directory": `did you mean "cwd"?`, "top.working_directory": `did you mean "cwd"?`, "top.workdir": `did you mean "cwd"?`, "top.dir": `did you mean "cwd"?`,
		"top.environment": `did you mean "env"?`, "top.require": `did you mean "requires"?`, "top.needs": `did you mean "requires"?`,
		"top.jobs": "write steps: with a list of steps", "top.tests": "several scenarios in a file are parted by ---", "top.scenarios": "several scenarios in a file are parted by ---",
		"top.version": "none is needed", "top.variables": `did you mean "vars"?`, "top.title": `did you mean "name"?`,
		"top.hide": "it is a step: steps: [hide: [...]]",

		"launch.cmd": `did you mean "command"?`, "launch.args": "write command: [PROGRAM, ARGUMENT, ...]", "launch.program": `did you mean "command"?`,
		"launch.dir": `did you mean "cwd"?`, "launch.working-directory": `did you mean "cwd"?`, "launch.environment": `did you mean "env"?`,
		"launch.cols": "write size: 80x24", "launch.rows": "write size: 80x24", "launch.ready": "write a wait step after it", "launch.timeout": "timeout stands beside the step",
		"run.cmd": `did you mean "command"?`, "run.exit_code": `did you mean "exit"?`, "run.status": `did you mean "exit"?`, "run.timeout": "timeout stands beside the step",
		"run.wait": `did you mean "until"?`, "run.env": "write it before the command, or at the top of the file: env", "run.cwd": "write it at the top of the file: cwd",
		"exec.cmd": `did you mean "command"?`, "exec.exit_code": `did you mean "exit"?`, "exec.timeout": "timeout stands beside the step",
		"shell.cmd": `did you mean "command"?`, "shell.timeout": "timeout stands beside the step",
		"type.delay": `did you mean "every"?`, "type.speed": `did you mean "every"?`, "enter.delay": `did you mean "every"?`, "key.delay": `did you mean "every"?`, "key.key": `did you mean "keys"?`,
		"screenshot.file": `did you mean "to"?`, "screenshot.path": `did you mean "to"?`, "screenshot.output": `did you mean "to"?`, "screenshot.name": `did you mean "to"?`,
		"record.file": `did you mean "to"?`, "record.path": `did you mean "to"?`, "record.output": `did you mean "to"?`,
		"pace.end_pause": `did you mean "end"?`, "pace.idle_limit": `did you mean "idle"?`, "pace.delay": `did you mean "typing"?`,
		"look.size": `did you mean "font_size"?`, "look.colors": `did you mean "theme"?`, "look.colours": `did you mean "theme"?`,
		"service.cmd": `did you mean "command"?`, "service.port": "naming ${{ services.NAME.port }} allots a free port",
		"ready.http": `did you mean "url"?`, "ready.tcp": `did you mean "port"?`, "ready.regex": `did you mean "log"?`, "ready.timeout": "timeout stands beside ready",
	}
}
