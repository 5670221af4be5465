package event

import "strings"

// Drawn is files that are drawn in one look.
type Drawn struct {
	To   []string
	Look Look
}

// Drawn returns what is to be drawn of files in a look: of one with variants,
// each in files of its own. Those that have no colours are drawn once.
func (l Look) Drawn(to []string) []Drawn {
	if len(l.Themes) == 0 {
		return []Drawn{{to, l}}
	}
	var all []Drawn
	for i, v := range l.Themes {
		d := Drawn{Look: l}
		d.Look.Theme, d.Look.Themes = v.Theme, nil
		for _, path := range to {
			name, ext, colored := cutFormat(path)
			switch {
			case colored:
				d.To = append(d.To, name+"-"+v.Suffix+ext)
			case i == 0:
				d.To = append(d.To, path)
			}
		}
		if len(d.To) > 0 {
			all = append(all, d)
		}
	}
	return all
}

// cutFormat parts a path before what says its format, and tells whether files of
// that format have colours.
func cutFormat(path string) (name, ext string, colored bool) {
	lower := strings.ToLower(path)
	for _, e := range [...]string{".cast", ".txt", ".ansi", ".json"} {
		if strings.HasSuffix(lower, e) {
			return path, "", false
		}
	}
	i := strings.LastIndexByte(path, '.')
	switch {
	case strings.HasSuffix(lower, ".sheet.png"):
		i = len(path) - len(".sheet.png")
	case strings.HasSuffix(path, "/"): // a folder of frames
		i = len(path) - 1
	}
	if i < 0 {
		i = len(path)
	}
	return path[:i], path[i:], true
}
