package directory

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/db"
)

const (
	minQuery   = 2   // characters
	maxQuery   = 200 // characters
	maxTokens  = 6   // words of a query that are used
	maxFound   = 20  // results of a query
	candidates = 200 // customers that are ranked
	enough     = 5   // with this many exact matches no similar words are tried
)

// Match is a customer in the results of a search.
type Match struct {
	Customer
	Email        string // the first valid e-mail address, or ""
	Phone        string // the first valid phone number
	Subscribed   bool
	MonthlyCents int64

	row   int64
	names string // folded, one per line
}

func (m Match) customer() Customer { return m.Customer }

// wordCondition requires that a customer has a word with the prefix start, or one of the words any.
type wordCondition struct {
	start string
	any   []string // nil: use start
}

// token is a word of a query, with similar words that may have been meant.
type token struct {
	typed string
	near  map[string]int // similar words with their edit distance; nil: only typed is searched
	list  []string       // the words of near, nearest first
	count int64          // number of customers with these words
}

// Search finds customers by the text of a search field: words of a name, or the beginning of an e-mail address, a customer number or a
// phone number. Words may be incomplete or misspelled. It returns at most 20 customers, the best match first. It fails with 400
// for a query of fewer than two characters.
func (s *Service) Search(ctx context.Context, query string) ([]Match, error) {
	folded := contact.Fold(query)
	switch n := utf8.RuneCountInString(folded); {
	case n < minQuery:
		return nil, errs.InvalidField("q", "too_short", "Expected at least two characters.")
	case n > maxQuery:
		return nil, errs.InvalidField("q", "too_long", "Expected at most 200 characters.")
	}
	gen, err := Generation(ctx, s.db)
	if err != nil {
		return nil, err
	}
	known, err := s.index.get(ctx, s.db, gen)
	if err != nil {
		return nil, err
	}
	f := finder{q: s.db, gen: gen, direct: map[int64]int{}}
	if err := f.findByIdentifier(ctx, strings.TrimSpace(query)); err != nil {
		return nil, err
	}
	if err := f.findByName(ctx, folded, known); err != nil {
		return nil, err
	}
	return f.rank(ctx)
}

// finder collects candidates.
type finder struct {
	q      db.Queryer
	gen    int64
	tokens []token
	direct map[int64]int // rows found by number, phone or address → the order in which they were found
	rows   []int64
}

func (f *finder) add(ids []int64, direct bool) {
	for _, id := range ids {
		if direct {
			if _, known := f.direct[id]; !known {
				f.direct[id] = len(f.direct)
			}
		}
		f.rows = append(f.rows, id)
	}
}

// findByIdentifier finds customers by customer number, phone number or e-mail address.
func (f *finder) findByIdentifier(ctx context.Context, query string) error {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, query)
	letters := strings.ContainsFunc(query, unicode.IsLetter)
	var lookups []func() ([]int64, error)
	if digits != "" {
		if key := contact.NumberKey(query); utf8.RuneCountInString(key) >= minQuery {
			lookups = append(lookups, func() ([]int64, error) { return byNumber(ctx, f.q, f.gen, key, maxFound) })
		}
	}
	if !letters && len(digits) >= 4 {
		national := strings.TrimPrefix(digits, "1")
		for _, key := range []string{"+1" + national, "+" + digits, digits} {
			lookups = append(lookups, func() ([]int64, error) { return byPhone(ctx, f.q, f.gen, key, maxFound) })
		}
		if len(digits) <= 7 {
			lookups = append(lookups, func() ([]int64, error) { return byLocalPhone(ctx, f.q, f.gen, digits, maxFound) })
		}
	}
	if !strings.Contains(query, " ") && strings.ContainsAny(query, "@.") && letters {
		key, err := contact.EmailKey(query)
		if err != nil {
			key = strings.ToLower(norm.NFC.String(query))
		}
		lookups = append(lookups, func() ([]int64, error) { return byEmail(ctx, f.q, f.gen, key, maxFound) })
	}
	for _, lookup := range lookups {
		ids, err := lookup()
		if err != nil {
			return err
		}
		f.add(ids, true)
	}
	return nil
}

// findByName finds customers by the words of their names, first as typed, then with similar words if there are few results.
func (f *finder) findByName(ctx context.Context, folded string, known *searchIndex) error {
	words := wordsOf(nil, folded)
	if len(words) == 0 || len(f.direct) >= maxFound {
		return nil
	}
	for _, w := range words[:min(len(words), maxTokens)] {
		f.tokens = append(f.tokens, token{typed: w, count: known.countPrefix(w)})
	}
	addressed := len(f.direct) > 0 && strings.Contains(folded, "@") // the query is an address, and its customer was found
	// First as typed; then with similar words for words that no customer has; then for all words.
	for _, guessed := range []func(token) bool{nil, func(t token) bool { return t.count == 0 }, func(t token) bool { return t.near == nil }} {
		if guessed != nil && (addressed || !f.guess(known, guessed)) {
			continue
		}
		if err := f.findByWords(ctx); err != nil || len(f.rows) >= enough {
			return err
		}
	}
	return nil
}

// guess adds similar words to the tokens that which selects, and reports whether it found any.
func (f *finder) guess(known *searchIndex, which func(token) bool) (found bool) {
	for i := range f.tokens {
		if t := &f.tokens[i]; which(*t) && known.findSimilar(t) {
			found = true
		}
	}
	return found
}

// findByWords adds customers who have all tokens. The query starts with the rarest token.
func (f *finder) findByWords(ctx context.Context) error {
	order := slices.Clone(f.tokens)
	slices.SortStableFunc(order, func(a, b token) int { return cmp.Compare(a.count, b.count) })
	wanted := make([]wordCondition, len(order))
	for i, t := range order {
		if t.count == 0 {
			return nil
		}
		wanted[i] = wordCondition{start: t.typed, any: t.list}
	}
	ids, err := byWords(ctx, f.q, f.gen, wanted, candidates)
	f.add(ids, false)
	return err
}

// rank reads the candidates and sorts them by score.
func (f *finder) rank(ctx context.Context) ([]Match, error) {
	list, err := matchesByRow(ctx, f.q, f.rows)
	if err != nil {
		return nil, err
	}
	score := make(map[int64]int, len(list))
	for _, m := range list {
		score[m.row] = f.score(m)
	}
	slices.SortFunc(list, func(a, b Match) int {
		return cmp.Or(cmp.Compare(score[a.row], score[b.row]), cmp.Compare(a.names, b.names), cmp.Compare(a.ID, b.ID))
	})
	return list[:min(len(list), maxFound)], nil
}

// score returns a lower number for a better match. A customer found by an identifier comes first; then words as typed are
// better than prefixes, and prefixes better than similar words. The customer's own name counts more than a contact's, and
// customers who have left come after others.
func (f *finder) score(m Match) int {
	if place, ok := f.direct[m.row]; ok {
		return place - 1_000_000
	}
	name, rest, _ := strings.Cut(m.names, "\n")
	own, others := wordsOf(nil, name), wordsOf(nil, rest)
	total := 0
	for _, t := range f.tokens {
		total += min(t.fits(own), t.fits(others)+3, 90)
	}
	if m.AccountStatus == HasLeft {
		total += 5
	}
	total += min(max(len(own)-len(f.tokens), 0), 4) // the shorter of two names is the better match
	return total
}

// fits returns 0 if one of the words is the token as typed, and more for a prefix or a similar word.
func (t token) fits(words []string) int {
	best := 1000
	for _, w := range words {
		switch distance, near := t.near[w]; {
		case w == t.typed:
			return 0
		case strings.HasPrefix(w, t.typed):
			best = min(best, 10)
		case near:
			best = min(best, 20*distance)
		}
	}
	return best
}
