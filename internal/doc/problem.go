package doc

import (
	"cmp"
	"slices"
	"strings"
)

// maxProblems is how many mistakes are kept of one file: enough to mend it,
// few enough that a file of another kind cannot fill the memory.
const maxProblems = 200

// Problem is one mistake in a file.
type Problem struct {
	Pos
	Width   int    // columns to underline, at least 1
	Source  string // the line of the file
	Message string // lower case, no full stop
	Hint    string // what to do, or ""
	Warning bool   // does not stop a run
	Code    string // of the kind of mistake, for programs and docs/errors.md
}

// Error gives the first line of a problem: file:line:col: message.
func (p *Problem) Error() string { return p.Pos.String() + ": " + p.Message }

// Problems are all the mistakes of one or several files, in their order.
type Problems []*Problem

func (ps Problems) Error() string {
	var b strings.Builder
	for i, p := range ps {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.Error())
	}
	return b.String()
}

// Fatal reports whether any of them stops a run.
func (ps Problems) Fatal() bool {
	for _, p := range ps {
		if !p.Warning {
			return true
		}
	}
	return false
}

// Sorted returns the problems in the order of the files (as they first occur),
// lines and columns, one for each place: what is said of it first, an error
// before a warning. The others only follow from it, or are the same again, which
// an alias or a second pass gives.
func (ps Problems) Sorted() Problems {
	files := map[string]int{}
	for _, p := range ps {
		if _, ok := files[p.File]; !ok {
			files[p.File] = len(files)
		}
	}
	out := slices.Clone(ps)
	slices.SortStableFunc(out, func(a, b *Problem) int {
		return cmp.Or(
			cmp.Compare(files[a.File], files[b.File]),
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Col, b.Col),
			boolInt(a.Warning)-boolInt(b.Warning),
		)
	})
	return slices.CompactFunc(out, func(a, b *Problem) bool { return a.Pos == b.Pos })
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// add records p unless there are too many already; the last one kept says so.
func (ps *Problems) add(p *Problem) *Problem {
	switch n := len(*ps); {
	case n < maxProblems:
		*ps = append(*ps, p)
	case n == maxProblems:
		more := *p
		more.Message, more.Hint, more.Warning = "too many mistakes, the rest is left out", "", false
		*ps = append(*ps, &more)
	}
	return p
}
