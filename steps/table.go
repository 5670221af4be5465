package steps

import (
	"slices"
	"strings"
)

// Kind is one row of the table of step kinds.
type Kind struct {
	Name  string
	Doc   string // one line, for the schema and the docs
	Short string // the form of its value
	// New returns its zero action; nil for a kind that is reserved.
	New   func() Action
	Later bool // reserved
	// Begins says what the screen must be like before the step begins.
	Begins Screen
	// Aside: it is for the viewer only, its session need not be open yet.
	Aside bool
}

// Screen is what the screen must be like before a step begins.
type Screen uint8

// A step that adds to the screen for a viewer wants an input that no wait
// followed to have settled; a picture wants it whatever came before.
const (
	AsItIs Screen = iota
	AfterInput
	Settled
)

// Kinds returns every step kind, sorted by name.
func Kinds() []Kind {
	return []Kind{
		{Name: "caption", Doc: "a line for the viewer, until the next", Short: "TEXT", Begins: AfterInput, Aside: true, New: func() Action { return new(Caption) }},
		{Name: "chapter", Doc: "a part of the recording begins, with this title", Short: "TEXT", Begins: AfterInput, Aside: true, New: func() Action { return &Caption{Chapter: true} }},
		{Name: "click", Doc: "click on a place on the screen", Short: "TEXT", Begins: AfterInput, New: func() Action { return new(Click) }},
		{Name: "drag", Doc: "move the mouse from a place to another with a button held", Short: "{from, to}", Begins: AfterInput, New: func() Action { return new(Drag) }},
		{Name: "enter", Doc: "type a text, then press Enter, as a key of its own", Short: "TEXT", Begins: AfterInput, New: func() Action { return new(Enter) }},
		{Name: "exec", Doc: "run a script with sh -e, outside the terminal and never seen", Short: "SCRIPT", New: func() Action { return new(Exec) }},
		{Name: "expect", Doc: "wait until a condition holds, as an assertion", Short: "CONDITION", New: func() Action { return &Wait{Expect: true} }},
		{Name: "hide", Doc: "steps that are done but not recorded", Short: "STEPS", New: func() Action { return new(Hide) }},
		{Name: "hold", Doc: "the viewer sees this screen so long; nobody waits for it", Short: "DURATION", Begins: AfterInput, New: func() Action { return new(Hold) }},
		{Name: "key", Doc: "press keys, parted by blanks", Short: "KEYS", Begins: AfterInput, New: func() Action { return new(Key) }},
		{Name: "launch", Doc: "start a program in a terminal, without a shell", Short: "COMMAND", New: func() Action { return new(Launch) }},
		{Name: "look", Doc: "how pictures look, from here on", Short: "LOOK", Begins: AfterInput, Aside: true, New: func() Action { return new(Restyle) }},
		{Name: "pace", Doc: "how recordings play, from here on", Short: "PACE", Begins: AfterInput, Aside: true, New: func() Action { return new(Repace) }},
		{Name: "paste", Doc: "paste a text, bracketed when the program asked for it", Short: "TEXT", Begins: AfterInput, New: func() Action { return new(Paste) }},
		{Name: "resize", Doc: "change the size of the terminal", Short: "SIZE", Begins: AfterInput, New: func() Action { return new(Resize) }},
		{Name: "run", Doc: "run command lines at the prompt of a shell, each to its end", Short: "COMMAND", New: func() Action { return new(Run) }},
		{Name: "screenshot", Doc: "take a picture of the screen", Short: "FILES", Begins: Settled, New: func() Action { return new(Screenshot) }},
		{Name: "scroll", Doc: "turn the wheel of the mouse", Short: "down*3", Begins: AfterInput, New: func() Action { return new(Scroll) }},
		{Name: "shell", Doc: "start a clean shell with a fixed prompt", Short: "sh | bash", New: func() Action { return new(Shell) }},
		{Name: "signal", Doc: "send a signal to the program in the foreground", Short: "NAME", Begins: AfterInput, New: func() Action { return new(Signal) }},
		{Name: "sleep", Doc: "let the program really run so long", Short: "DURATION", Begins: AfterInput, New: func() Action { return new(Sleep) }},
		{Name: "steps", Doc: "a group of steps", Short: "STEPS", New: func() Action { return new(Group) }},
		{Name: "type", Doc: "type a text; a newline is Enter", Short: "TEXT", Begins: AfterInput, New: func() Action { return new(Type) }},
		{Name: "use", Doc: "do the steps of another file, with its variables", Short: "FILE", New: func() Action { return new(Use) }},
		{Name: "wait", Doc: "wait until a condition holds", Short: "CONDITION", New: func() Action { return new(Wait) }},
	}
}

func lookup(name string) (Kind, bool) {
	ks := Kinds()
	i, ok := slices.BinarySearchFunc(ks, name, func(k Kind, n string) int { return strings.Compare(k.Name, n) })
	if !ok {
		return Kind{}, false
	}
	return ks[i], true
}

func names() []string {
	var ns []string
	for _, k := range Kinds() {
		ns = append(ns, k.Name)
	}
	return ns
}
