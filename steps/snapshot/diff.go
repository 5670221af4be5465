package snapshot

import (
	"fmt"
	"strings"
)

// Diff shows how two screens differ, in lines as of a unified diff: what is only
// in the first begins with "-", what is only in the second with "+". Each row has
// its number, and its styles below it when they differ. Rows that are the same
// are left out but for the ones beside a difference.
func Diff(a, b *Screen) []string {
	var out []string
	for _, h := range []struct{ name, was, is string }{
		{"size", a.Size, b.Size}, {"in", a.In, b.In}, {"cursor", a.Cursor, b.Cursor}, {"title", a.Title, b.Title},
	} {
		if h.was != h.is {
			out = append(out, head("-", h.name, h.was)...)
			out = append(out, head("+", h.name, h.is)...)
		}
	}
	edits := script(a, b)
	for i, e := range edits {
		if e.kind == ' ' && !beside(edits, i) {
			if i > 0 && (edits[i-1].kind != ' ' || beside(edits, i-1)) && i < len(edits)-1 {
				out = append(out, "  ...")
			}
			continue
		}
		out = append(out, e.lines(a, b)...)
	}
	return out
}

func head(sign, name, value string) []string {
	if value == "" {
		return nil
	}
	return []string{sign + " " + name + ": " + value}
}

// edit is a step from one list of rows to another: '-' a row of a, '+' one of b,
// ' ' one of both, '~' one with the same text in other styles.
type edit struct {
	kind byte
	a, b int // rows from 0
}

func (e edit) lines(a, b *Screen) []string {
	row := func(sign byte, n int, text string) string { return fmt.Sprintf("%c %3d | %s", sign, n+1, text) }
	style := func(sign byte, s string) string {
		if s == "" {
			s = "no style"
		}
		return fmt.Sprintf("%c     : %s", sign, s)
	}
	switch e.kind {
	case '-':
		return trim(row('-', e.a, a.Rows[e.a]), a.Styles[e.a] != "", style('-', a.Styles[e.a]))
	case '+':
		return trim(row('+', e.b, b.Rows[e.b]), b.Styles[e.b] != "", style('+', b.Styles[e.b]))
	case '~':
		return []string{row(' ', e.b, b.Rows[e.b]), style('-', a.Styles[e.a]), style('+', b.Styles[e.b])}
	}
	return []string{row(' ', e.b, b.Rows[e.b])}
}

func trim(row string, styled bool, style string) []string {
	row = strings.TrimRight(row, " ")
	if !styled {
		return []string{row}
	}
	return []string{row, style}
}

// beside reports whether a row that is the same stands next to one that is not.
func beside(edits []edit, i int) bool {
	return i > 0 && edits[i-1].kind != ' ' || i+1 < len(edits) && edits[i+1].kind != ' '
}

// script finds the rows that two screens have in common: the longest common
// subsequence of their texts. Rows at the same place that differ come as pairs.
func script(a, b *Screen) []edit {
	rowsA := make([]string, len(a.Rows))
	for i, r := range a.Rows {
		rowsA[i] = tidyWild(r)
	}
	n, m := len(rowsA), len(b.Rows)
	common := make([][]int32, n+1) // of rowsA[i:] and b.Rows[j:]
	for i := range common {
		common[i] = make([]int32, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if rowsA[i] == b.Rows[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var edits []edit
	for i, j := 0, 0; i < n || j < m; {
		switch {
		case i < n && j < m && rowsA[i] == b.Rows[j]:
			kind := byte(' ')
			if a.Styles[i] != b.Styles[j] {
				kind = '~'
			}
			edits = append(edits, edit{kind, i, j})
			i, j = i+1, j+1
		case j == m || i < n && common[i+1][j] >= common[i][j+1]:
			edits = append(edits, edit{'-', i, j})
			i++
		default:
			edits = append(edits, edit{'+', i, j})
			j++
		}
	}
	return edits
}
