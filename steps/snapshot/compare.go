package snapshot

import (
	"regexp"
	"slices"
	"strings"

	"scenario/steps/match"
)

// Verdict is what comparing a stored screen with the present one gives.
type Verdict struct {
	Same bool
	// Cells is how many cells differ, in their text or their style. What is not
	// cells (the size, the cursor, the title) is in Other.
	Cells int
	Other []string // of size, cursor, title, in
	// Now is the present screen as it is stored: what of the stored one still
	// matches, its wildcards with it, is as it was.
	Now *Screen
}

// Compare compares a stored screen with one that was taken.
func Compare(stored, taken *Screen) Verdict {
	now := &Screen{Size: taken.Size, In: taken.In, Cursor: taken.Cursor, Title: taken.Title}
	if stored.Cursor == Any {
		now.Cursor = Any
	}
	if wild(stored.Title) && matches(stored.Title, taken.Title) != nil {
		now.Title = stored.Title
	}
	for i, line := range taken.lines {
		if i < len(stored.Rows) {
			line = again(stored.Rows[i], line)
		}
		now.add(line)
	}
	v := Verdict{Now: now}
	for _, h := range []struct{ name, was, is string }{
		{"size", stored.Size, now.Size}, {"in", stored.In, now.In},
		{"cursor", stored.Cursor, now.Cursor}, {"title", stored.Title, now.Title},
	} {
		if h.was != h.is {
			v.Other = append(v.Other, h.name)
		}
	}
	for i := range max(len(stored.Rows), len(now.Rows)) {
		v.Cells += differing(stored, now, i)
	}
	v.Same = v.Cells == 0 && v.Other == nil
	return v
}

// again puts the wildcards of a stored row into the same row of now, if it
// matches them.
func again(stored string, line []cell) []cell {
	now := text(line)
	if !wild(stored) || tidy(stored) == now {
		return line
	}
	at := matches(stored, now)
	if at == nil {
		return line
	}
	names := wildcard.FindAllString(stored, -1)
	cells := slices.Clone(line)
	for k, name := range names {
		from, to := at[2*k+2], at[2*k+3]
		off := 0
		for i, c := range cells {
			if off >= from && off < to && c.width > 0 || c.width == 0 && i > 0 && cells[i-1].hole == name {
				cells[i].hole = name
			}
			off += len(c.text)
		}
	}
	line, _ = render(cells)
	return line
}

// wildcard is one that may stand in a file.
var wildcard = regexp.MustCompile(`«(?:\*|` + strings.Join(match.NormaliserNames(), "|") + `)»`)

func wild(s string) bool { return strings.Contains(s, "«") && wildcard.MatchString(s) }

// tidy is a stored text with exactly one blank beside each wildcard.
func tidy(s string) string {
	s = besideWild.ReplaceAllString(s, " $1 ")
	return strings.Trim(strings.ReplaceAll(s, "»  «", "» «"), " ")
}

var besideWild = regexp.MustCompile(` *(` + wildcard.String() + `) *`)

// maxWild bounds the wildcards of a row that are tried: each makes the pattern
// larger.
const maxWild = 32

// matches holds a text to one with wildcards and returns where they are, as
// regexp.FindStringSubmatchIndex does; nil: they do not match.
func matches(stored, now string) []int {
	all := besideWild.FindAllStringSubmatchIndex(stored, -1)
	if len(all) > maxWild {
		return nil
	}
	var re strings.Builder
	re.WriteString(`^`)
	from := 0
	for _, at := range all {
		re.WriteString(regexp.QuoteMeta(stored[from:at[0]]))
		token := stored[at[2]:at[3]]
		any := `.+?`
		if name := strings.Trim(token, "«»"); name != "*" {
			any = match.Normaliser(name).String() + `|` + regexp.QuoteMeta(token)
		}
		re.WriteString(` *(` + any + `) *`)
		from = at[1]
	}
	re.WriteString(regexp.QuoteMeta(stored[from:]) + `$`)
	pattern, err := regexp.Compile(re.String())
	if err != nil {
		return nil // as one that is too large
	}
	return pattern.FindStringSubmatchIndex(now)
}

// differing counts the cells that differ in a row.
func differing(a, b *Screen, row int) (n int) {
	rowOf := func(f *Screen) (string, string) {
		if row >= len(f.Rows) {
			return "", ""
		}
		return f.Rows[row], f.Styles[row]
	}
	textA, styleA := rowOf(a)
	textB, styleB := rowOf(b)
	if tidyWild(textA) == textB && styleA == styleB {
		return 0
	}
	charsA, charsB := []rune(tidyWild(textA)), []rune(textB)
	stylesA, stylesB := spread(styleA), spread(styleB)
	for i := range max(len(charsA), len(charsB), len(stylesA), len(stylesB)) {
		if at(charsA, i, ' ') != at(charsB, i, ' ') || at(stylesA, i, "") != at(stylesB, i, "") {
			n++
		}
	}
	return max(n, 1)
}

func tidyWild(s string) string {
	if !wild(s) {
		return s
	}
	return tidy(s)
}

// spread is the style of each column.
func spread(styles string) (all []string) {
	spans, err := columns(styles)
	if err != nil {
		return []string{styles}
	}
	for _, s := range spans {
		for len(all) < s.from {
			all = append(all, "")
		}
		for len(all) < s.end {
			all = append(all, s.style)
		}
	}
	return all
}

func at[T any](list []T, i int, none T) T {
	if i < len(list) {
		return list[i]
	}
	return none
}
