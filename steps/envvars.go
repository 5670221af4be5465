package steps

import (
	"scenario/internal/doc"
)

// EnvVar is one variable of an env mapping.
type EnvVar struct {
	Name  string
	Value doc.Text
	Unset bool // null in the file
}

// EnvVars is an env mapping: NAME: TEXT, or null to unset, in the order of the
// file.
type EnvVars []EnvVar

// DecodeNode takes a mapping of names.
func (e *EnvVars) DecodeNode(d *doc.Decoder, n *doc.Node) {
	if n.Kind != doc.Map {
		d.Errorf(n, "write env: {NAME: TEXT}", "env is a mapping of names, not %s", n.Kind)
		return
	}
	for _, p := range n.Pairs {
		v := EnvVar{Name: p.Key.Text}
		if v.Name == "" || !isEnvName(v.Name) {
			d.Errorf(p.Key, "", "%s is no name of an environment variable", quote(v.Name))
			continue
		}
		if p.Value.Kind == doc.Null && (p.Value.Text == "null" || p.Value.Text == "~") {
			v.Unset = true
		} else {
			v.Value.DecodeNode(d, p.Value)
		}
		*e = append(*e, v)
	}
}

func isEnvName(s string) bool {
	for i, r := range s {
		if r == '=' || r <= ' ' || r == 0x7f || i == 0 && '0' <= r && r <= '9' {
			return false
		}
	}
	return true
}
