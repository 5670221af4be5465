package cast

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// The headers of the three versions in the field order of asciinema; v1 has its
// events in the same object.
type (
	headerV1 struct {
		Width  int                  `json:"width"`
		Height int                  `json:"height"`
		Title  string               `json:"title"`
		Env    map[string]any       `json:"env"`
		Stdout [][2]json.RawMessage `json:"stdout"`
	}
	headerV2 struct {
		Version   int            `json:"version"`
		Width     int            `json:"width"`
		Height    int            `json:"height"`
		IdleLimit *json.Number   `json:"idle_time_limit,omitempty"`
		Title     string         `json:"title,omitempty"`
		Env       map[string]any `json:"env,omitempty"`
		Theme     *themeJSON     `json:"theme,omitempty"`
	}
	headerV3 struct {
		Version   int            `json:"version"`
		Term      termJSON       `json:"term"`
		IdleLimit *json.Number   `json:"idle_time_limit,omitempty"`
		Title     string         `json:"title,omitempty"`
		Env       map[string]any `json:"env,omitempty"`
	}
	termJSON struct {
		Cols  int        `json:"cols"`
		Rows  int        `json:"rows"`
		Type  string     `json:"type,omitempty"`
		Theme *themeJSON `json:"theme,omitempty"`
	}
	themeJSON struct {
		Fg      string `json:"fg"`
		Bg      string `json:"bg"`
		Palette string `json:"palette"` // colours joined by ":"
	}
)

// encodeHeader returns the line of a v2 or v3 header.
func encodeHeader(h Header) ([]byte, error) {
	if err := checkSize(h.Cols, h.Rows); err != nil {
		return nil, err
	}
	theme, err := encodeTheme(h.Theme)
	if err != nil {
		return nil, err
	}
	var limit *json.Number
	if h.IdleLimit > 0 {
		n := json.Number(appendMicros(nil, h.IdleLimit.Microseconds()))
		limit = &n
	}
	var v any
	switch h.Version {
	case 2:
		v2 := headerV2{Version: 2, Width: h.Cols, Height: h.Rows, IdleLimit: limit, Title: h.Title, Theme: theme}
		if h.Term != "" {
			v2.Env = map[string]any{"TERM": h.Term}
		}
		v = v2
	case 3:
		v = headerV3{
			Version: 3, IdleLimit: limit, Title: h.Title,
			Term: termJSON{Cols: h.Cols, Rows: h.Rows, Type: h.Term, Theme: theme},
		}
	default:
		return nil, fmt.Errorf("version %d cannot be written, only 2 and 3", h.Version)
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err = enc.Encode(v)
	return buf.Bytes(), err
}

func encodeTheme(t *Theme) (*themeJSON, error) {
	if t == nil {
		return nil, nil
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	return &themeJSON{Fg: t.Fg, Bg: t.Bg, Palette: strings.Join(t.Palette, ":")}, nil
}

// decodeHeader decodes the first line of a v2 or v3 cast.
func decodeHeader(version int, line []byte) (Header, error) {
	var (
		h     Header
		theme *themeJSON
		limit *json.Number
		env   map[string]any
	)
	switch version {
	case 2:
		var v headerV2
		if err := json.Unmarshal(line, &v); err != nil {
			return h, jsonError(err)
		}
		h = Header{Cols: v.Width, Rows: v.Height, Title: v.Title}
		theme, limit, env = v.Theme, v.IdleLimit, v.Env
	case 3:
		var v headerV3
		if err := json.Unmarshal(line, &v); err != nil {
			return h, jsonError(err)
		}
		h = Header{Cols: v.Term.Cols, Rows: v.Term.Rows, Title: v.Title, Term: v.Term.Type}
		theme, limit, env = v.Term.Theme, v.IdleLimit, v.Env
	default:
		return h, fmt.Errorf("version %d is not known, only 1, 2 and 3", version)
	}
	h.Version = version
	if h.Term == "" {
		h.Term, _ = env["TERM"].(string)
	}
	if limit != nil {
		d, err := parseSeconds(limit.String())
		if err != nil {
			return h, fmt.Errorf("idle_time_limit: %w", err)
		}
		h.IdleLimit = d
	}
	if theme != nil {
		h.Theme = &Theme{Fg: theme.Fg, Bg: theme.Bg, Palette: strings.Split(theme.Palette, ":")}
		if err := h.Theme.check(); err != nil {
			return h, err
		}
	}
	return h, checkSize(h.Cols, h.Rows)
}

// decodeV1 decodes a whole v1 cast.
func decodeV1(doc []byte) (Header, []Event, error) {
	var v headerV1
	if err := json.Unmarshal(doc, &v); err != nil {
		return Header{}, nil, jsonError(err)
	}
	h := Header{Version: 1, Cols: v.Width, Rows: v.Height, Title: v.Title}
	h.Term, _ = v.Env["TERM"].(string)
	events := make([]Event, len(v.Stdout))
	var at time.Duration
	for i, e := range v.Stdout {
		d, err := parseSeconds(string(e[0]))
		if err == nil {
			at, err = addTime(at, d)
		}
		if err == nil && json.Unmarshal(e[1], &events[i].Data) != nil {
			err = errors.New("data is not a string")
		}
		if err != nil {
			return h, nil, fmt.Errorf("stdout[%d]: %w", i, err)
		}
		events[i].Time, events[i].Code = at, Output
	}
	return h, events, checkSize(h.Cols, h.Rows)
}

// check refuses what a player could not draw.
func (t *Theme) check() error {
	if n := len(t.Palette); n != 8 && n != 16 {
		return fmt.Errorf("theme palette has %d colours, not 8 or 16", n)
	}
	for _, c := range append([]string{t.Fg, t.Bg}, t.Palette...) {
		if !isHexColor(c) {
			return fmt.Errorf("theme colour %.20q is not #rrggbb", c)
		}
	}
	return nil
}

func isHexColor(s string) bool {
	if len(s) != 7 || s[0] != '#' {
		return false
	}
	for _, c := range []byte(s[1:]) {
		if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
			return false
		}
	}
	return true
}

// jsonError says what is wrong in the words of the file, not of Go's types.
func jsonError(err error) error {
	var typeErr *json.UnmarshalTypeError
	if errors.As(err, &typeErr) && typeErr.Field != "" {
		return fmt.Errorf("%s: unexpected %s", typeErr.Field, typeErr.Value)
	}
	return err
}
