package directory

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"presence/db"
)

// indexCache is every word that customers are found by, in memory: some tens of thousands, a few megabytes. It is read
// anew when the directory has moved on, by whoever searches first.
type indexCache struct {
	mu    sync.Mutex
	gen   int64
	index *searchIndex
}

func (v *indexCache) get(ctx context.Context, q db.Queryer, gen int64) (*searchIndex, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.index != nil && v.gen == gen {
		return v.index, nil
	}
	lex := &searchIndex{}
	if err := eachWord(ctx, q, lex.add); err != nil {
		return nil, err
	}
	sort.Sort(lex) // in the order of bytes, whichever the database has
	v.index, v.gen = lex, gen
	return lex, nil
}

// searchIndex is words in the order of their bytes, each with how many customers have it and which letters it has.
type searchIndex struct {
	words   []string
	counts  []int32
	letters []uint64
}

func (l *searchIndex) add(word string, customers int64) {
	l.words, l.counts, l.letters = append(l.words, word), append(l.counts, int32(min(customers, 1<<30))), append(l.letters, lettersOf(word))
}

// Len, Less and Swap are sort.Interface.
func (l *searchIndex) Len() int           { return len(l.words) }
func (l *searchIndex) Less(i, j int) bool { return l.words[i] < l.words[j] }
func (l *searchIndex) Swap(i, j int) {
	l.words[i], l.words[j] = l.words[j], l.words[i]
	l.counts[i], l.counts[j] = l.counts[j], l.counts[i]
	l.letters[i], l.letters[j] = l.letters[j], l.letters[i]
}

// lettersOf is a bit for each letter and digit that a word has, and one for all others.
func lettersOf(word string) (set uint64) {
	for _, r := range word {
		switch {
		case r >= 'a' && r <= 'z':
			set |= 1 << (r - 'a')
		case r >= '0' && r <= '9':
			set |= 1 << (26 + r - '0')
		default:
			set |= 1 << 63
		}
	}
	return set
}

// countPrefix counts the customers who have a word that begins so, roughly: one with two such words counts twice.
func (l *searchIndex) countPrefix(start string) (n int64) {
	for i := sort.SearchStrings(l.words, start); i < len(l.words) && strings.HasPrefix(l.words[i], start); i++ {
		n += int64(l.counts[i])
	}
	return n
}

// maxSimilar is how many words a token may stand for.
const maxSimilar = 8

// findSimilar finds the words that a token may stand for: one slip in four to seven letters, two from eight on. Shorter ones
// stand for themselves. It reports whether there are any.
func (l *searchIndex) findSimilar(t *token) bool {
	typed := []rune(t.typed)
	var slips int
	switch {
	case len(typed) >= 8:
		slips = 2
	case len(typed) >= 4:
		slips = 1
	default:
		return false
	}
	set := lettersOf(t.typed)
	type candidate struct {
		at, distance int
	}
	var found []candidate
	var table [3][]int
	for i, w := range l.words {
		if bits.OnesCount64(set^l.letters[i]) > 2*slips || len(w) < len(typed)-slips || utf8.RuneCountInString(w) > len(typed)+slips {
			continue
		}
		if d := distance(typed, []rune(w), slips, &table); d <= slips {
			found = append(found, candidate{i, d})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(l.counts[b.at], l.counts[a.at]), cmp.Compare(l.words[a.at], l.words[b.at]))
	})
	t.near, t.list, t.count = map[string]int{}, []string{}, 0
	for _, c := range found[:min(len(found), maxSimilar)] {
		t.near[l.words[c.at]] = c.distance
		t.list = append(t.list, l.words[c.at])
		t.count += int64(l.counts[c.at])
	}
	return len(found) > 0
}

// distance counts the slips between two words: a letter more, less or wrong, or two that changed places. It stops
// counting above most.
func distance(a, b []rune, most int, table *[3][]int) int {
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
