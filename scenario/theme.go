package scenario

import (
	"path/filepath"
	"strings"

	"scenario/capture/theme"
	"scenario/internal/spell"
)

type themeError struct{ msg, hint string }

// checkTheme looks whether a theme is built in, or a theme file that is there.
func checkTheme(name string, s *Scenario) *themeError {
	if _, ok := theme.Lookup(name); ok {
		return nil
	}
	if strings.EqualFold(filepath.Ext(name), ".json") {
		if s.opts.ReadFile == nil {
			return nil
		}
		b, err := s.opts.ReadFile(s.Abs(name))
		if err != nil {
			return &themeError{"no theme file " + name, "the path is relative to the scenario's file"}
		}
		if _, err := theme.Load(b); err != nil {
			return &themeError{name + ": " + err.Error(), "a theme file of Windows Terminal or VHS"}
		}
		return nil
	}
	hint := "one of " + strings.Join(theme.Names(), ", ")
	if w, ok := spell.Nearest(name, theme.Names()); ok {
		hint = "did you mean " + w + "?"
	}
	return &themeError{"unknown theme: " + name, hint}
}
