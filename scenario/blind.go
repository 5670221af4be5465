package scenario

import (
	"fmt"
	"strings"

	"scenario/internal/doc"
)

// A text that was typed where the terminal showed nothing, as at a prompt for a
// password, is in no log and in no export: there it is a secret, which whoever
// runs the file gives.

// unseen returns the node of a step with what it types as a secret.
func (x *exporter) unseen(n *doc.Node) *doc.Node {
	m := *n
	m.Pairs = nil
	for _, p := range n.Pairs {
		switch {
		case p.Value.Kind == doc.Map:
			p.Value = x.unseen(p.Value)
		case p.Key.Text == "type" || p.Key.Text == "enter" || p.Key.Text == "paste" || p.Key.Text == "text":
			if p.Value.Text != "" {
				p.Value = &doc.Node{Kind: doc.Scalar, Text: "${{ secrets." + x.secret(p.Value.Text) + " }}"}
			}
		}
		m.Pairs = append(m.Pairs, p)
	}
	return &m
}

// secret is the name of a value.
func (x *exporter) secret(value string) string {
	for i, v := range x.secrets {
		if v == value {
			return secretName(i)
		}
	}
	x.secrets = append(x.secrets, value)
	return secretName(len(x.secrets) - 1)
}

func secretName(i int) string {
	if i == 0 {
		return "PASSWORD"
	}
	return fmt.Sprintf("PASSWORD_%d", i+1)
}

// named are the secrets by their names.
func (x *exporter) named() map[string]string {
	if len(x.secrets) == 0 {
		return nil
	}
	all := map[string]string{}
	for i, v := range x.secrets {
		all[secretName(i)] = v
	}
	return all
}

// secretsLine is the key of the file that asks for them, "" without one.
func (x *exporter) secretsLine() string {
	if len(x.secrets) == 0 {
		return ""
	}
	var names []string
	for i := range x.secrets {
		names = append(names, secretName(i))
	}
	return fmt.Sprintf("secrets: [%s] # typed where nothing was shown; the run takes it from its environment\n", strings.Join(names, ", "))
}
