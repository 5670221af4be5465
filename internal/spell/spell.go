// Package spell finds the word that was probably meant.
package spell

import (
	"strings"
)

// maxWord is the longest word that is compared; longer ones are no typos.
const maxWord = 64

// Nearest returns the candidate that word was most likely meant to be. Case
// does not count, nor does - for _. A word is near when about one letter in
// three differs (exchanged neighbours are one difference), or when it is the
// beginning of a single candidate. Of several equally near ones, the first in
// the order of the candidates wins. A word that is itself a candidate is its
// own answer.
func Nearest(word string, candidates []string) (string, bool) {
	w := fold(word)
	if len(w) == 0 || len(w) > maxWord {
		return "", false
	}
	best, bestDist := "", threshold(len(w))+1
	begins, nBegins := "", 0
	for _, c := range candidates {
		f := fold(c)
		if len(f) == 0 || len(f) > maxWord {
			continue
		}
		if d := Distance(w, f); d < bestDist && d < max(len(w), len(f)) {
			best, bestDist = c, d
		}
		if len(w) >= 3 && strings.HasPrefix(string(f), string(w)) {
			begins = c
			nBegins++
		}
	}
	switch {
	case best != "":
		return best, true
	case nBegins == 1:
		return begins, true
	}
	return "", false
}

// threshold is the number of differences that still make a typo in a word of n
// letters.
func threshold(n int) int { return max(1, (n+1)/3) }

func fold(s string) []rune {
	if len(s) > 4*maxWord {
		s = s[:4*maxWord+1]
	}
	return []rune(strings.ReplaceAll(strings.ToLower(s), "-", "_"))
}

// Distance is the optimal string alignment distance: insertions, deletions,
// substitutions, and exchanges of two neighbours.
func Distance[E comparable](a, b []E) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
