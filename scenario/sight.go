package scenario

import (
	"slices"
	"strings"

	"scenario/session"
)

// sight is what an export needs of a view: the text of its rows, and whether the
// program had ended. A session that is driven for hours has one for each step.
type sight struct {
	lines []string // trailing blanks cut
	exit  *session.Exit
}

const (
	rowBytes  = 16   // that a row of a sight takes beside its text
	stepBytes = 2048 // that a step takes beside its source and its sight, about
)

// sightOf returns the sight of a view and how many bytes it takes: rows are
// shared with the sight before where they are the same.
func sightOf(v *session.View, before *sight) (*sight, int64) {
	if v == nil {
		return nil, 0
	}
	s := &sight{lines: screenLines(v), exit: v.Exit}
	size := int64(rowBytes * len(s.lines))
	for i, line := range s.lines {
		if before != nil {
			if j := nearRow(before.lines, line, i); j >= 0 {
				s.lines[i] = before.lines[j]
				continue
			}
		}
		s.lines[i] = strings.Clone(line) // without the blanks that were cut
		size += int64(len(line))
	}
	if before != nil && slices.Equal(s.lines, before.lines) {
		s.lines, size = before.lines, 0
	}
	return s, size
}

// nearRow finds a text among rows, first where it stood: most stay, others
// scroll.
func nearRow(lines []string, text string, row int) int {
	if row < len(lines) && lines[row] == text {
		return row
	}
	return slices.Index(lines, text)
}
