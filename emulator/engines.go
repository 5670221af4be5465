package emulator

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Engines are the engines that there are, by the names that files, flags and
// logs have for them.
type Engines map[string]Factory

// DefaultEngine is the engine where none is named.
const DefaultEngine = "core"

// Named returns the engine of a name; "" is DefaultEngine.
func (e Engines) Named(name string) (Factory, error) {
	if name == "" {
		name = DefaultEngine
	}
	if f := e[name]; f != nil {
		return f, nil
	}
	return nil, fmt.Errorf("unknown terminal engine: %s (%s)", name, strings.Join(slices.Sorted(maps.Keys(e)), ", "))
}

// ParseWidthRule returns the rule of a name, grapheme or wcwidth; "" is
// grapheme.
func ParseWidthRule(name string) (WidthRule, error) {
	switch name {
	case "", "grapheme":
		return WidthGrapheme, nil
	case "wcwidth":
		return WidthWcwidth, nil
	}
	return 0, fmt.Errorf("unknown width rule: %s (grapheme, wcwidth)", name)
}
