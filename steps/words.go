package steps

// The words that people bring along from other tools, and the answer.

// reservedHint is what is said of a word that has its meaning already.
const reservedHint = "it is reserved for a later version"

// foreign are step names of other tools.
var foreign = map[string]string{
	"press": `did you mean "key"?`, "keypress": `did you mean "key"?`, "press_key": `did you mean "key"?`, "keys": `did you mean "key"?`,
	"send": `did you mean "type", "enter" or "key"?`, "sendline": `did you mean "enter"?`, "send_line": `did you mean "enter"?`, "line": `did you mean "enter"?`,
	"send_keys": `did you mean "key"?`, "input": `did you mean "type" or "enter"?`, "write": `did you mean "type"?`,
	"wait_for": `did you mean "wait"?`, "waitfor": `did you mean "wait"?`, "wait_until": `did you mean "wait"?`, "await": `did you mean "wait"?`,
	"assert": `did you mean "expect"?`, "assert_text": `did you mean "expect"?`, "expect_text": `did you mean "expect"?`,
	"pause": `"hold: 2s" shows the screen for so long and costs no time; "sleep: 2s" lets the program run`, "delay": `did you mean "hold" or "sleep"?`,
	"show":     `there is no "show": hide: [steps] hides the steps in it`,
	"snapshot": `write expect: {snapshot: NAME}`, "dump": `write screenshot: NAME.txt`, "capture": `did you mean "screenshot"?`,
	"spawn": `did you mean "launch" or "run"?`, "start": `did you mean "launch" or "run"?`, "cmd": `did you mean "launch" or "run"?`, "command": `did you mean "launch" or "run"?`, "exec_command": `did you mean "exec"?`,
	"uses": `did you mean "use"?`, "include": `did you mean "use"?`,
	"group":  `did you mean "steps"?`,
	"record": `recordings are declared at the top of the file: record: demo.gif`, "output": `recordings are declared at the top of the file: record: demo.gif`,
	"style": `did you mean "look" (pictures)? the style of cells is asked for with expect: {text: ..., style: ...}`, "theme": `write it at the top of the file: look: THEME`,
	"typing": `write it at the top of the file: pace: {typing: 50ms}`, "timeline": `write it at the top of the file: pace: steady`,
	"mouse": `did you mean "click", "drag" or "scroll"?`, "kill": `did you mean "signal"?`, "close": `write signal: HUP`, "exit": `write expect: {exit: 0}`,
	"enter_text": `did you mean "enter"?`, "text": `did you mean "type" or "wait"?`, "shell_command": `did you mean "run"?`,
}

// misplaced are keys that belong inside the action's mapping or elsewhere.
var misplaced = map[string]string{
	"env":     `it stands inside: launch: {command: ..., env: {NAME: TEXT}}`,
	"cwd":     `it stands inside: launch: {command: ..., cwd: PATH}`,
	"size":    `it stands inside: launch: {command: ..., size: 80x24}`,
	"every":   `it stands inside: type: {text: ..., every: 50ms}`,
	"until":   `it stands inside: run: {command: ..., until: TEXT}`,
	"into":    `it stands inside: exec: {command: ..., into: NAME}`,
	"in":      `it stands inside the condition: {text: ..., in: screen}`,
	"nth":     `it stands inside the condition: {text: ..., nth: 1}`,
	"count":   `it stands inside the condition: {text: ..., count: 1}`,
	"regex":   `it stands inside the condition: wait: {regex: ...}`,
	"crop":    `it stands inside: screenshot: {to: ..., crop: REGION}`,
	"to":      `it stands inside: screenshot: {to: ...}`,
	"prompt":  `it stands inside the condition, wait: {prompt: ...}, or inside shell: {command: bash, prompt: ...}`,
	"retries": `retries stand at the top of the file`,
}

// bare are step names written without a value.
var bare = map[string]string{
	"hide":       "write hide: [steps], a list of the steps that are not recorded",
	"enter":      `write key: enter, or enter: TEXT`,
	"screenshot": "write screenshot: FILE.png",
	"tab":        "write key: tab", "escape": "write key: escape", "space": "write key: space",
	"clear": "write run: clear",
}
