package mcp

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"scenario/agent"
)

// docs/agents.md names every tool, and no other; every tool says what it does.
func TestTheDocsNameEveryTool(t *testing.T) {
	b, err := os.ReadFile("../../docs/agents.md")
	if err != nil {
		t.Fatal(err)
	}
	var named, tools []string
	for _, m := range regexp.MustCompile("(?m)^\\| `((?:shell|scenario)_[a-z_]+)` \\|").FindAllStringSubmatch(string(b), -1) {
		named = append(named, m[1])
	}
	c := connect(t, Options{Agent: testAgent(t, agent.Options{})}, nil)
	list, err := c.ListTools(c.ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		tools = append(tools, tool.Name)
		if tool.Description == "" || tool.Annotations == nil || tool.InputSchema == nil {
			t.Errorf("%s is not described", tool.Name)
		}
	}
	slices.Sort(named)
	slices.Sort(tools)
	if !slices.Equal(named, tools) {
		t.Errorf("there are\n%q, the docs have\n%q", tools, named)
	}
}
