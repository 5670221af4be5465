package theme

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ansiKeys are the names of the 16 ANSI colours in a theme file: the first is
// Windows Terminal's, the second, where it differs, VHS's.
var ansiKeys = [16][2]string{
	{"black"}, {"red"}, {"green"}, {"yellow"}, {"blue"}, {"purple", "magenta"}, {"cyan"}, {"white"},
	{"brightBlack"}, {"brightRed"}, {"brightGreen"}, {"brightYellow"}, {"brightBlue"},
	{"brightPurple", "brightMagenta"}, {"brightCyan"}, {"brightWhite"},
}

// IsText reports whether what names a theme is the text of a theme file.
func IsText(name string) bool { return strings.HasPrefix(strings.TrimSpace(name), "{") }

// Load reads a theme file: a JSON object of "#rrggbb" colours with the keys of
// Windows Terminal (as the iTerm2-Color-Schemes collection has them too) or of
// VHS; or with the key palette, a list of the 8 or 16 ANSI colours. The
// background, the foreground and the ANSI colours must be there; the cursor is
// the foreground unless given. Other keys are ignored. The error names every
// colour that is missing or wrong.
func Load(data []byte) (Theme, error) {
	var file map[string]json.RawMessage
	if err := json.Unmarshal(data, &file); errors.As(err, new(*json.UnmarshalTypeError)) || err == nil && file == nil {
		return Theme{}, errors.New("theme file: not an object")
	} else if err != nil {
		return Theme{}, fmt.Errorf("theme file: %w", err)
	}
	var t Theme
	var errs []error
	var missing []string
	if raw, ok := file["name"]; ok {
		if err := json.Unmarshal(raw, &t.Name); err != nil {
			errs = append(errs, errors.New("name: not a text"))
		}
	}
	// get reads the colour of the first of the keys that the file has.
	get := func(dst *RGB, keys ...string) bool {
		for _, key := range keys {
			raw, ok := file[key]
			if !ok || key == "" {
				continue
			}
			var text string
			err := json.Unmarshal(raw, &text)
			if err == nil {
				*dst, err = ParseRGB(text)
			} else {
				err = errors.New(`not a text like "#1e2127"`)
			}
			if err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", key, err))
			}
			return true
		}
		return false
	}
	need := func(dst *RGB, keys ...string) {
		if !get(dst, keys...) {
			missing = append(missing, keys[0])
		}
	}
	need(&t.Bg, "background")
	need(&t.Fg, "foreground")
	if raw, ok := file["palette"]; ok {
		errs = append(errs, t.setPalette(raw)...)
	} else {
		for i := range t.Palette {
			need(&t.Palette[i], ansiKeys[i][:]...)
		}
	}
	if !get(&t.Cursor, "cursorColor", "cursor") {
		t.Cursor = t.Fg
	}
	if !get(&t.CursorText, "cursorText", "cursorAccent") {
		t.CursorText = t.Bg
	}
	if len(missing) > 0 {
		errs = append(errs, fmt.Errorf("without %s", strings.Join(missing, ", ")))
	}
	if len(errs) == 0 {
		return t, nil
	}
	all := make([]string, len(errs))
	for i, err := range errs {
		all[i] = err.Error()
	}
	return Theme{}, fmt.Errorf("theme file: %s", strings.Join(all, "; "))
}

// setPalette reads the ANSI colours from a list; of 8, the bright ones are the
// same.
func (t *Theme) setPalette(raw json.RawMessage) (errs []error) {
	var list []string
	if err := json.Unmarshal(raw, &list); err != nil || len(list) != 8 && len(list) != 16 {
		return []error{errors.New("palette: not a list of 8 or 16 colours")}
	}
	for i := range t.Palette {
		c, err := ParseRGB(list[i%len(list)])
		if err != nil {
			errs = append(errs, fmt.Errorf("palette: %w", err))
		}
		t.Palette[i] = c
	}
	return errs
}

// ParseRGB reads a colour written "#rrggbb".
func ParseRGB(s string) (RGB, error) {
	if len(s) != 7 || s[0] != '#' {
		return RGB{}, fmt.Errorf("%q is not a colour like #1e2127", s)
	}
	v, err := strconv.ParseUint(s[1:], 16, 32)
	if err != nil {
		return RGB{}, fmt.Errorf("%q is not a colour like #1e2127", s)
	}
	return RGB{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v)}, nil
}
