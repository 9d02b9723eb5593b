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

	"presence/app/platform/contact"
	"presence/db"
)

// indexCache keeps all words by which customers are found in memory: tens of thousands of words, a few megabytes. The first
// search after the directory has changed reads them again.
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
	index := &searchIndex{}
	if err := eachWord(ctx, q, index.add); err != nil {
		return nil, err
	}
	sort.Sort(index) // by bytes, whatever the collation of the database
	v.index, v.gen = index, gen
	return index, nil
}

// searchIndex holds words sorted by bytes, each with the number of customers who have it and the set of its letters.
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

// lettersOf returns a bit set with a bit for each letter and digit in a word, and one bit for all other characters.
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

// countPrefix counts the customers who have a word with the prefix start. The count is approximate: a customer with two such
// words counts twice.
func (l *searchIndex) countPrefix(start string) (n int64) {
	for i := sort.SearchStrings(l.words, start); i < len(l.words) && strings.HasPrefix(l.words[i], start); i++ {
		n += int64(l.counts[i])
	}
	return n
}

// maxSimilar is the maximum number of similar words for a token.
const maxSimilar = 8

// findSimilar sets the words similar to a token, with as many typos as contact.Typos allows. It reports whether it found any.
func (l *searchIndex) findSimilar(t *token) bool {
	typed := []rune(t.typed)
	edits := contact.Typos(len(typed))
	if edits == 0 {
		return false
	}
	set := lettersOf(t.typed)
	type candidate struct {
		at, distance int
	}
	var found []candidate
	var table [3][]int
	for i, w := range l.words {
		if bits.OnesCount64(set^l.letters[i]) > 2*edits || len(w) < len(typed)-edits || utf8.RuneCountInString(w) > len(typed)+edits {
			continue
		}
		if d := contact.Distance(typed, []rune(w), edits, &table); d <= edits {
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
