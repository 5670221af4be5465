package match

import (
	"fmt"
	"slices"
	"unicode"
)

const (
	maxFuzzy     = 128     // characters of a text that is compared with the screen
	maxFuzzyText = 100_000 // bytes of the screen that are compared
	fuzzyBudget  = 4_000_000
)

// fuzzy finds the part of a row that differs least from a text.
type fuzzy struct {
	want, reversed []rune
	budget         int // steps left for choosing among equally near parts
}

func newFuzzy(want []rune) *fuzzy {
	reversed := slices.Clone(want)
	slices.Reverse(reversed)
	return &fuzzy{want: want, reversed: reversed, budget: fuzzyBudget}
}

// candidate is a part of a row, in characters.
type candidate struct {
	ok       bool
	dist     int
	words    int // ends of it that are ends of words: 0 to 2
	off      int // how much longer or shorter it is
	from, to int
}

// better reports whether c is nearer than o: fewer differences, then whole
// words, then the same length.
func (c candidate) better(o candidate) bool {
	switch {
	case c.dist != o.dist:
		return c.dist < o.dist
	case c.words != o.words:
		return c.words > o.words
	}
	return c.off < o.off
}

// find returns the best part of row with at most limit differences.
func (f *fuzzy) find(row []rune, limit int) (best candidate) {
	ends := sellers(f.want, row, true)
	least := slices.Min(ends)
	if least > limit {
		return best
	}
	for to, dist := range ends {
		if dist != least || f.budget < 0 {
			continue
		}
		// read backwards from there, the other end of the part is found
		back := slices.Clone(row[max(to-len(f.want)-least, 0):to])
		slices.Reverse(back)
		f.budget -= len(back) * len(f.want)
		for n, dist := range sellers(f.reversed, back, false) {
			if dist != least || n == 0 {
				continue
			}
			c := candidate{ok: true, dist: least, from: to - n, to: to, off: abs(n - len(f.want))}
			c.words = endsOfWords(row, c.from, c.to)
			if !best.ok || c.better(best) {
				best = c
			}
		}
	}
	return best
}

// endsOfWords counts which ends of a part of a row are not within a word.
func endsOfWords(row []rune, from, to int) (n int) {
	if from == 0 || !isWord(row[from-1]) || !isWord(row[from]) {
		n++
	}
	if to == len(row) || !isWord(row[to]) || !isWord(row[to-1]) {
		n++
	}
	return n
}

// sellers returns, for each end of a part of row, how many characters differ:
// of the best part that ends there if it may begin anywhere (Sellers'
// algorithm), otherwise of the part that begins at 0.
func sellers(want, row []rune, anywhere bool) []int {
	dist := make([]int, len(row)+1)
	if !anywhere {
		for j := range dist {
			dist[j] = j
		}
	}
	for i, w := range want {
		diagonal := dist[0]
		dist[0] = i + 1
		for j, r := range row {
			cost := 1
			if w == r {
				cost = 0
			}
			diagonal, dist[j+1] = dist[j+1], min(diagonal+cost, dist[j+1]+1, dist[j]+1)
		}
	}
	return dist
}

// describe says how got differs from want.
func describe(want, got []rune, dist int) string {
	switch {
	case dist == 2 && swapped(want, got):
		return "two characters are exchanged"
	case dist > 1:
		return fmt.Sprintf("%d characters differ", dist)
	case len(got) > len(want):
		return "one " + letter(odd(got, want)) + " more"
	case len(got) < len(want):
		return "one " + letter(odd(want, got)) + " less"
	}
	return "one character differs"
}

// odd returns the character that long has and short has not.
func odd(long, short []rune) rune {
	for i, r := range short {
		if long[i] != r {
			return long[i]
		}
	}
	return long[len(short)]
}

func letter(r rune) string {
	switch {
	case unicode.IsLetter(r):
		return "letter"
	case unicode.IsDigit(r):
		return "digit"
	case r == ' ':
		return "blank"
	}
	return "character"
}

// swapped reports whether a is b with two neighbours exchanged.
func swapped(a, b []rune) bool {
	if len(a) != len(b) {
		return false
	}
	var at []int
	for i := range a {
		if a[i] != b[i] {
			at = append(at, i)
		}
	}
	return len(at) == 2 && at[1] == at[0]+1 && a[at[0]] == b[at[1]] && a[at[1]] == b[at[0]]
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func abs(n int) int { return max(n, -n) }
