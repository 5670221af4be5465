// Package scenario turns a YAML file into a plan and runs it.
//
// A file is loaded into positioned nodes and decoded into typed structs
// (load.go), checked for every mistake that can be known without running
// anything (check.go), flattened into a plan of numbered steps (plan.go), and
// run on sessions (run.go), which leaves events. Nothing is parsed while
// running.
package scenario

import (
	"maps"
	"path/filepath"
	"slices"
	"time"

	"scenario/internal/doc"
	"scenario/steps"
)

// Scenario is one YAML document.
type Scenario struct {
	Name        string          `yaml:"name"`                                                 // what the run is called; the file's name
	Description string          `yaml:"description"`                                          // for people
	Tags        Names           `yaml:"tags"`                                                 // for choosing what to run
	Skip        Reason          `yaml:"skip"`                                                 // why it is not run
	Only        bool            `yaml:"only"`                                                 // nothing else is run; refused on CI
	Xfail       Reason          `yaml:"xfail"`                                                // why it is expected to fail; passing is an error then
	Lock        Names           `yaml:"lock"`                                                 // no two scenarios with the same lock run at once
	Needs       Words           `yaml:"needs"`                                                // names of scenarios that must have passed before
	Retries     int             `yaml:"retries" jsonschema:"minimum=0,maximum=100,default=0"` // how often it is run again when it fails
	Matrix      Matrix          `yaml:"matrix"`                                               // values for ${{ matrix.NAME }}; one run for each combination
	Requires    Words           `yaml:"requires"`                                             // programs; a missing one blocks the scenario
	Size        steps.Size      `yaml:"size" jsonschema:"default=80x24"`                      // of the terminal, in columns x rows
	Cwd         doc.Text        `yaml:"cwd"`                                                  // working directory, relative to the file; the file's folder
	Files       Files           `yaml:"files"`                                                // written into a fresh folder that is the working directory
	Env         steps.EnvVars   `yaml:"env"`                                                  // environment of the programs; null unsets
	Inherit     Words           `yaml:"inherit"`                                              // variables let through from the caller
	Secrets     Words           `yaml:"secrets"`                                              // variables of the caller that no log or picture may show
	Vars        Vars            `yaml:"vars"`                                                 // values for ${{ vars.NAME }}
	Services    Services        `yaml:"services"`                                             // programs that run beside the scenario
	Record      Recordings      `yaml:"record"`                                               // recordings of the run
	Look        *steps.Look     `yaml:"look"`                                                 // how pictures look
	Pace        *steps.Pace     `yaml:"pace"`                                                 // how recordings play
	Timeouts    Timeouts        `yaml:"timeouts"`                                             // of steps, runs and the scenario
	Terminal    Terminal        `yaml:"terminal"`                                             // that the programs run in
	Before      StepList        `yaml:"before"`                                               // steps that come first and are not recorded
	Steps       StepList        `yaml:"steps" jsonschema:"required"`                          // what is done
	After       StepList        `yaml:"after"`                                                // steps that always come last and are not recorded
	Anchors     *doc.Node       `yaml:"x-*"`                                                  // a place for YAML anchors, ignored
	Node        *doc.Node       `yaml:"@node"`
	File        string          `yaml:"-"` // as in messages
	Dir         string          `yaml:"-"` // the folder of the file, absolute
	ID          string          `yaml:"-"` // path from the working directory, #name, [k=v,...]
	Combo       Combo           `yaml:"-"` // of the matrix; nil: there is none
	Extra       []string        `yaml:"-"` // recordings of the command line, relative to Dir
	Outputs     []Output        `yaml:"-"` // files that it writes
	ThemeFiles  Words           `yaml:"-"` // theme files that its pictures name
	FontFiles   Words           `yaml:"-"` // font files that its pictures name
	ImageFiles  Words           `yaml:"-"` // images that its pictures name
	Programs    []Need          `yaml:"-"` // programs that it needs
	Sources     []string        `yaml:"-"` // the other files that it is read from, absolute
	named       map[string]bool // variables that it has or names
	used        []*doc.Node     // the documents whose steps are used
	base        string          // the name without the combination
	opts        Options
	file        *doc.File
}

// Timeouts are the times that may pass.
type Timeouts struct {
	Step     time.Duration `yaml:"step" jsonschema:"default=10s"`     // of a step
	Run      time.Duration `yaml:"run" jsonschema:"default=60s"`      // of run and exec
	Scenario time.Duration `yaml:"scenario" jsonschema:"default=10m"` // of all steps together
}

// Need is a program that must be on PATH.
type Need struct {
	Program string
	Node    *doc.Node
}

// Output is a file that the scenario writes.
type Output struct {
	Path string // as in the file
	Role string // record, screenshot
	Node *doc.Node
}

// Word is one text with its place.
type Word struct {
	Text string
	Node *doc.Node
}

// Words is a list of texts, or one.
type Words []Word

// DecodeNode takes one text or a list of them.
func (w *Words) DecodeNode(d *doc.Decoder, n *doc.Node) {
	items := []*doc.Node{n}
	switch n.Kind {
	case doc.List:
		items = n.Items
	case doc.Map:
		d.Errorf(n, "write [NAME, NAME]", "this is a list of names, not a mapping")
		return
	}
	for _, item := range items {
		if s, ok := d.Text(item, ""); ok {
			*w = append(*w, Word{s, item})
		}
	}
}

// Names is a list of NAME, or one.
type Names []string

// DecodeNode takes one name or a list of them.
func (t *Names) DecodeNode(d *doc.Decoder, n *doc.Node) {
	var ws Words
	ws.DecodeNode(d, n)
	for _, w := range ws {
		if !steps.IsName(w.Text) {
			d.Errorf(w.Node, "letters, digits, _ and - only", "%q is no name", w.Text)
			continue
		}
		*t = append(*t, w.Text)
	}
}

// Vars is the vars mapping; its values were read before everything else.
type Vars map[string]string

// DecodeNode accepts what readVars has already taken.
func (v *Vars) DecodeNode(*doc.Decoder, *doc.Node) {}

// StepList is a list of steps.
type StepList []*steps.Step

// DecodeNode takes a list of steps.
func (l *StepList) DecodeNode(d *doc.Decoder, n *doc.Node) {
	*l = steps.DecodeList(d, n, "steps")
}

// VarNames returns the names of the variables that it has or names, sorted.
func (s *Scenario) VarNames() []string { return slices.Sorted(maps.Keys(s.named)) }

// Abs resolves a path of the file.
func (s *Scenario) Abs(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.Dir, path)
}

// source returns the line of a place, in the file or in one whose steps are used.
func (s *Scenario) source(at doc.Pos) (line string) {
	if at.File == s.File {
		return s.file.Line(at.Line)
	}
	s.eachStep(func(st *steps.Step, _ string) {
		if st.Node.File == at.File {
			line = st.Node.SourceLine(at.Line)
		}
	})
	return line
}

func (w Words) texts() []string {
	var all []string
	for _, x := range w {
		all = append(all, x.Text)
	}
	return all
}
