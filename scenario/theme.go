package scenario

import (
	"path/filepath"
	"strings"

	"scenario/capture/theme"
	"scenario/internal/spell"
)

type themeError struct {
	msg, hint string
	warning   bool // it may be there when the scenario runs
}

// checkTheme looks whether a theme is built in, or a theme file that is there. A
// file that is not there is only warned of: a run that finds it missing then is
// blocked.
func checkTheme(name string, s *Scenario) *themeError {
	if _, ok := theme.Lookup(name); ok || theme.IsText(name) {
		return nil
	}
	if IsThemeFile(name) {
		if !s.readable(name) {
			return nil
		}
		b, err := s.opts.ReadFile(s.Abs(name))
		if err != nil {
			return &themeError{"no theme file " + name, "the path is relative to the scenario's file", true}
		}
		if _, err := theme.Load(b); err != nil {
			return &themeError{name + ": " + err.Error(), "a theme file of Windows Terminal or VHS", false}
		}
		return nil
	}
	hint := "one of " + strings.Join(theme.Names(), ", ")
	if w, ok := spell.Nearest(name, theme.Names()); ok {
		hint = "did you mean " + w + "?"
	}
	return &themeError{"unknown theme: " + name, hint, false}
}

// IsThemeFile reports whether a theme is named by its file.
func IsThemeFile(name string) bool {
	return !theme.IsText(name) && strings.EqualFold(filepath.Ext(name), ".json")
}
