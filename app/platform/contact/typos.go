package contact

import (
	"slices"
	"strings"
)

// Typos returns how many typos a search forgives in a word of n letters: one in words of four to seven letters, two from eight letters
// on, none in shorter words.
func Typos(n int) int {
	switch {
	case n >= 8:
		return 2
	case n >= 4:
		return 1
	}
	return 0
}

// Corrected returns a query, folded, in which each word that begins no word of the texts is replaced by the most similar one, of equal ones
// the first by letters. It is empty if there is nothing to correct, or a word without a similar one.
func Corrected(texts []string, query string) string {
	words := strings.Fields(Fold(strings.Join(texts, " ")))
	slices.Sort(words)
	words = slices.Compact(words)
	corrected := strings.Fields(Fold(query))
	changed := false
	var table [3][]int
	for i, typed := range corrected {
		if slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, typed) }) {
			continue
		}
		letters := []rune(typed)
		most, best := Typos(len(letters)), ""
		for _, w := range words {
			if d := Distance(letters, []rune(w), most, &table); d <= most && (best == "" || d < Distance(letters, []rune(best), most, &table)) {
				best = w
			}
		}
		if best == "" {
			return ""
		}
		corrected[i], changed = best, true
	}
	if !changed {
		return ""
	}
	return strings.Join(corrected, " ")
}

// Distance returns the edit distance of two words: a letter inserted, deleted or replaced, or two neighbours swapped. It stops
// when the distance exceeds most. table is room that calls share.
func Distance(a, b []rune, most int, table *[3][]int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	for i := range table {
		table[i] = slices.Grow(table[i][:0], len(b)+1)[:len(b)+1]
	}
	two, one, row := table[0], table[1], table[2]
	for j := range one {
		one[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			wrong := one[j-1]
			if a[i-1] != b[j-1] {
				wrong++
			}
			row[j] = min(wrong, one[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], two[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > most {
			return least
		}
		two, one, row = one, row, two
	}
	return one[len(b)]
}
