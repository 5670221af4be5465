package html

import (
	"io"
	"path"
	"strings"
	"unicode/utf8"

	"scenario/event"
)

// files puts the pictures and texts that a run has left into the page, as far
// as they fit, and returns their blocks.
func (d *drawer) files(a Attempt) []string {
	out := make([]string, len(a.State.Artifacts))
	seen := map[string]bool{}
	for i, f := range a.State.Artifacts {
		kind, most := contentType(f.Path)
		if kind == "" || f.Error != "" || f.Kept || a.Open == nil || seen[f.Path] {
			continue
		}
		seen[f.Path] = true
		data, ok := readFile(a, f, most)
		switch {
		case !ok:
		case kind != "text/plain":
			out[i] = d.b.shared(kind, data)
		case utf8.Valid(data):
			out[i] = d.b.shared("", data)
		}
	}
	return out
}

// contentType is what the page can show of a file, "" for nothing, and how many
// bytes it may have. Recordings and events are shown in other ways.
func contentType(name string) (kind string, most int64) {
	switch strings.ToLower(path.Ext(name)) {
	case ".png", ".apng":
		return "image/png", maxPicture
	case ".gif":
		return "image/gif", maxPicture
	case ".txt", ".log", ".screen", ".yaml", ".yml", ".json", ".md", ".ansi", ".diff":
		return "text/plain", maxText
	}
	return "", 0
}

// readFile reads a file that has at most so many bytes.
func readFile(a Attempt, f event.ArtifactWrittenPayload, most int64) ([]byte, bool) {
	r, err := a.Open(f)
	if err != nil {
		return nil, false
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	return data, err == nil && int64(len(data)) <= most
}
