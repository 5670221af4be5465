package capture

import (
	"errors"
	"fmt"
	"strings"

	"scenario/capture/font"
	"scenario/event"
)

// fonts returns the chain that a look asks for: its font, its fallbacks, then
// all of the program; nil when that is the program's own.
func (s *Source) fonts(l event.Look) (*font.Set, error) {
	if len(l.Fallback) == 0 && (l.Font == "" || strings.EqualFold(l.Font, font.Default)) {
		return nil, nil
	}
	var first []*font.Family
	for i, name := range append([]string{l.Font}, l.Fallback...) {
		if i == 0 && name == "" {
			name = font.Default
		}
		f, err := s.Font(name)
		if err != nil {
			return nil, fmt.Errorf("font %s: %w", name, err)
		}
		if i == 0 && !f.Text {
			return nil, fmt.Errorf("font %s: %w", name, font.ErrNoText)
		}
		first = append(first, f)
	}
	return s.Fonts.With(first...), nil
}

// Font returns a family of the program, or reads a file.
func (s *Source) Font(name string) (*font.Family, error) {
	if !font.IsFile(name) {
		if f, ok := s.Fonts.Family(name); ok {
			return f, nil
		}
		return nil, errors.New("unknown")
	}
	if s.ReadFile == nil {
		return nil, errors.New("files can't be read here")
	}
	b, err := s.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return font.Load(name, b)
}
