package scenario

import (
	"regexp"
	"strings"
	"time"

	"scenario/internal/doc"
	"scenario/steps"
	"scenario/steps/match"
)

// Service is a program that runs beside the scenario, started before its first
// step and stopped after its last.
type Service struct {
	Name    string
	Key     *doc.Node     `yaml:"-"` // its name in the file
	Node    *doc.Node     `yaml:"@node"`
	Command doc.Text      `yaml:"command" jsonschema:"required"`    // command line for sh
	Cwd     doc.Text      `yaml:"cwd"`                              // the file's folder
	Env     steps.EnvVars `yaml:"env"`                              // added to the caller's
	Timeout time.Duration `yaml:"timeout" jsonschema:"default=30s"` // until it must be ready
	Ready   Ready         `yaml:"ready"`                            // when it is ready; at once
	// Port is set when services.NAME.port is named: a free port is allotted.
	Port bool `yaml:"-"`
}

// Ready says when a service is ready: one of its keys.
type Ready struct {
	Node *doc.Node `yaml:"@node"`
	URL  doc.Text  `yaml:"url"`  // it answers with 2xx or 3xx
	Port doc.Text  `yaml:"port"` // it takes connections
	Log  *Regexp   `yaml:"log"`  // a line of its output matches; named groups are values
	Exit *int      `yaml:"exit"` // it ends with this status
}

// Regexp is a regular expression (RE2, with (?m) on).
type Regexp struct{ *regexp.Regexp }

// DecodeNode compiles it.
func (r *Regexp) DecodeNode(d *doc.Decoder, n *doc.Node) {
	s, ok := d.Text(n, "log")
	if !ok {
		return
	}
	if _, hint, err := match.ParseRE(s); err != nil {
		d.Errorf(n, hint, "%s", err)
		return
	}
	r.Regexp = regexp.MustCompile("(?m)" + s)
}

// Services are the services in the order of the file.
type Services []*Service

// DecodeNode takes a mapping of names.
func (l *Services) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind != doc.Map {
		d.Errorf(n, "write services: {NAME: COMMAND}", "services is a mapping of names, not %s", n.Kind)
		return
	}
	for _, p := range n.Pairs {
		s := &Service{Name: p.Key.Text, Timeout: 30 * time.Second, Key: p.Key, Node: p.Value}
		if !steps.IsName(s.Name) {
			d.Errorf(p.Key, "letters, digits, _ and - only", "%q is no name", s.Name)
		}
		s.decode(d, p.Value)
		*l = append(*l, s)
	}
}

func (s *Service) decode(d *doc.Decoder, n *doc.Node) {
	if n.Kind != doc.Map {
		s.Command.DecodeNode(d, n)
		return
	}
	d.Into(n, s, "service")
	if n.Get("command") == nil {
		d.Missing(n, "write {command: COMMAND, ready: {url: URL}}", "service %s has no command", s.Name)
	}
	r := s.Ready.Node
	if r == nil {
		return
	}
	if len(r.Pairs) != 1 && r.Kind == doc.Map {
		d.Errorf(r, "url, port, log or exit", "ready is one thing, not %d", len(r.Pairs))
	}
}

// program returns the bare name of the service's program, "" if there is none.
func (s *Service) program() string {
	t, ok := s.Command.Static()
	if !ok && len(s.Command.Parts) > 0 {
		t = s.Command.Parts[0].Text
	}
	f := strings.Fields(t)
	if len(f) == 0 || strings.ContainsAny(f[0], "/='\"$`(){}&|;<>*?~!\\#") || len(f) == 1 && !ok || shellsOwn(f[0]) {
		return ""
	}
	return f[0]
}

// shellsOwn reports whether a word is a reserved word or a utility of the POSIX
// shell itself, which need not be on PATH.
func shellsOwn(word string) bool {
	switch word {
	case "case", "for", "if", "until", "while",
		".", ":", "break", "continue", "eval", "exec", "exit", "export", "readonly", "return", "set", "shift", "times", "trap", "unset",
		"alias", "bg", "cd", "command", "fc", "fg", "getopts", "hash", "jobs", "read", "type", "ulimit", "umask", "unalias", "wait":
		return true
	}
	return false
}
