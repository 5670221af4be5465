package scenario

import (
	"path/filepath"
	"strings"

	"scenario/capture/font"
	"scenario/internal/doc"
)

// ConfigFile is the name of the file whose keys are the defaults of every
// scenario in its folder and below; the nearest one counts.
const ConfigFile = "scenario.config.yaml"

// config is what the nearest ConfigFile says, nil without one. name is the
// scenario's file as messages have it.
func config(name string, o Options) (*doc.Node, string, doc.Problems) {
	if o.ReadFile == nil {
		return nil, "", nil
	}
	probe := &Scenario{Dir: o.Dir, opts: o}
	rel := "."
	for dir := o.Dir; ; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, ConfigFile)
		if probe.Allowed(path) != nil {
			return nil, "", nil
		}
		if src, err := o.ReadFile(path); err == nil {
			shown := filepath.ToSlash(filepath.Join(filepath.Dir(name), rel, ConfigFile))
			n, ps := parseConfig(shown, src)
			if n != nil && rel != "." {
				n = rebased(n, rel)
			}
			return n, path, ps
		}
		if dir == filepath.Dir(dir) {
			return nil, "", nil
		}
		rel = filepath.Join(rel, "..")
	}
}

func parseConfig(name string, src []byte) (*doc.Node, doc.Problems) {
	f, problems := doc.Parse(name, src)
	for _, p := range problems {
		p.Code = "yaml"
	}
	if len(f.Docs) == 0 {
		return nil, problems
	}
	d := &doc.Decoder{}
	if len(f.Docs) > 1 {
		d.Errorf(f.Docs[1], "", "a configuration is one document")
	}
	for _, p := range f.Docs[0].Pairs {
		switch p.Key.Text {
		case "steps", "before", "after":
			d.Errorf(p.Key, "write them into the scenarios, or into a file that they use", "a configuration has no steps")
		}
	}
	setCodes(d.Problems, f.Docs)
	return f.Docs[0], append(problems, d.Problems...)
}

// under is a document with what the configuration says under it.
func under(config, n *doc.Node) *doc.Node {
	return doc.Merge(config, n, map[string]string{
		"env": "", "vars": "", "timeouts": "", "look": "theme", "pace": "timeline",
	})
}

// rebased makes the paths of a configuration, which are relative to its folder,
// relative to the scenario's, from which it is reached by rel.
func rebased(n *doc.Node, rel string) *doc.Node {
	for _, key := range []string{"cwd", "record", "look", "services"} { // what holds paths
		v := n.Get(key)
		if v == nil {
			continue
		}
		switch key {
		case "look":
			v = moved(v, rel, isFileNode, "theme", "font", "fallback")
		case "record":
			v = moved(v, rel, anyPath, "to")
		case "services":
			v = services(v, rel)
		default:
			v = moved(v, rel, anyPath)
		}
		n = n.Replace(key, v)
	}
	return n
}

func anyPath(*doc.Node) bool { return true }

func isFileNode(n *doc.Node) bool { return IsThemeFile(n.Text) || font.IsFile(n.Text) }

// moved puts rel before a path: a text, those of a list, and of a mapping those
// below one of the keys.
func moved(n *doc.Node, rel string, isPath func(*doc.Node) bool, keys ...string) *doc.Node {
	switch n.Kind {
	case doc.Scalar:
		if n.Text == "" || filepath.IsAbs(n.Text) || strings.HasPrefix(n.Text, open) || !isPath(n) {
			return n
		}
		return n.WithText(filepath.ToSlash(filepath.Join(rel, n.Text)))
	case doc.List:
		m := *n
		m.Items = make([]*doc.Node, len(n.Items))
		for i, item := range n.Items {
			m.Items[i] = moved(item, rel, isPath, keys...)
		}
		return &m
	case doc.Map:
		for _, key := range keys {
			if v := n.Get(key); v != nil {
				n = n.Replace(key, moved(v, rel, isPath))
			}
		}
	}
	return n
}

// services moves the folders of services; one that has none is started in that
// of the configuration.
func services(n *doc.Node, rel string) *doc.Node {
	if n.Kind != doc.Map {
		return n
	}
	for _, p := range n.Pairs {
		switch v := p.Value; {
		case v.Kind == doc.Scalar:
			n = n.Replace(p.Key.Text, v.Mapping(doc.Pair{Key: v.As("command"), Value: v}, doc.Pair{Key: v.As("cwd"), Value: v.As(rel)}))
		case v.Kind == doc.Map && v.Get("cwd") == nil:
			n = n.Replace(p.Key.Text, v.Mapping(append([]doc.Pair{{Key: v.As("cwd"), Value: v.As(rel)}}, v.Pairs...)...))
		default:
			n = n.Replace(p.Key.Text, moved(v, rel, anyPath, "cwd"))
		}
	}
	return n
}
