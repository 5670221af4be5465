package agent

import (
	"errors"
	"io"
	"path"
	"strings"

	"scenario/capture"
	"scenario/capture/cast"
	"scenario/event"
)

// History is the text of the scrollback and the screen, a line for each row.
func (sh *Shell) History() string {
	v := sh.View()
	var b strings.Builder
	for _, line := range v.Scrollback {
		b.WriteString(strings.TrimRight(v.Screen.Table.CellText(line.Cells), " "))
		b.WriteByte('\n')
	}
	lines := sh.Text()
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	b.WriteString(strings.Join(lines, "\n"))
	return b.String()
}

// Output is the end of what the program has written, with its escape sequences,
// at most limit bytes.
func (sh *Shell) Output(limit int) (string, error) {
	f, err := sh.c.s.files.Open(path.Join(sh.Folder, capture.CastName(event.MainSession)))
	if err != nil {
		return "", err
	}
	defer f.Close()
	r, err := cast.NewReader(f)
	if err != nil {
		return "", err
	}
	var tail []byte
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return string(tail[max(0, len(tail)-limit):]), nil
		}
		if err != nil {
			return "", err
		}
		if e.Code != cast.Output {
			continue
		}
		tail = append(tail, e.Data...)
		if len(tail) > 2*limit {
			tail = append(tail[:0], tail[len(tail)-limit:]...)
		}
	}
}
