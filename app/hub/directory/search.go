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
	maxTokens  = 6   // words of a query that count
	maxFound   = 20  // rows of an answer
	candidates = 200 // that are put in order
	enough     = 5   // found as typed: nothing is guessed
)

// Match is a customer as a search finds it.
type Match struct {
	Customer
	Email        string // the first of its addresses, "" for none
	Phone        string // the first of its numbers
	Subscribed   bool
	MonthlyCents int64

	row   int64
	names string // folded, a line each
}

func (m Match) customer() Customer { return m.Customer }

// wordCondition is a word that customers must have: one that begins so, or one of several.
type wordCondition struct {
	start string
	any   []string // nil: one that begins so
}

// token is a word of a query with the words that it may stand for.
type token struct {
	typed string
	near  map[string]int // words and how far they are from what was typed; nil: it stands for itself
	list  []string       // of near, nearest first
	count int64          // of customers
}

// Search finds customers by what somebody types: words of their names, the beginning of an address, a number or a phone
// number; a word may be begun only, or misspelled. Best first, 20 at most. 400 for less than two characters.
func (s *Service) Search(ctx context.Context, query string) ([]Match, error) {
	folded := contact.Fold(query)
	switch n := utf8.RuneCountInString(folded); {
	case n < minQuery:
		return nil, errs.InvalidField("q", "too_short", "Expected at least two characters.")
	case n > maxQuery:
		return nil, errs.InvalidField("q", "too_long", "Expected at most 200 characters.")
	}
	gen, err := generation(ctx, s.db)
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

// finder gathers candidates.
type finder struct {
	q      db.Queryer
	gen    int64
	tokens []token
	direct map[int64]int // found by number, phone or address, in the order in which they were found
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

// findByIdentifier finds by what tells one customer from all others.
func (f *finder) findByIdentifier(ctx context.Context, query string) error {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, query)
	letters := strings.ContainsFunc(query, unicode.IsLetter)
	var looks []func() ([]int64, error)
	if digits != "" {
		if key := contact.NumberKey(query); utf8.RuneCountInString(key) >= minQuery {
			looks = append(looks, func() ([]int64, error) { return byNumber(ctx, f.q, f.gen, key, maxFound) })
		}
	}
	if !letters && len(digits) >= 4 {
		national := strings.TrimPrefix(digits, "1")
		for _, key := range []string{"+1" + national, "+" + digits, digits} {
			looks = append(looks, func() ([]int64, error) { return byPhone(ctx, f.q, f.gen, key, maxFound) })
		}
		if len(digits) <= 7 {
			looks = append(looks, func() ([]int64, error) { return byLocalPhone(ctx, f.q, f.gen, digits, maxFound) })
		}
	}
	if !strings.Contains(query, " ") && strings.ContainsAny(query, "@.") && letters {
		key, err := contact.EmailKey(query)
		if err != nil {
			key = strings.ToLower(norm.NFC.String(query))
		}
		looks = append(looks, func() ([]int64, error) { return byEmail(ctx, f.q, f.gen, key, maxFound) })
	}
	for _, look := range looks {
		ids, err := look()
		if err != nil {
			return err
		}
		f.add(ids, true)
	}
	return nil
}

// findByName finds by the words of names: as they are typed first, and as they may be meant when that finds little.
func (f *finder) findByName(ctx context.Context, folded string, known *searchIndex) error {
	words := wordsOf(nil, folded)
	if len(words) == 0 || len(f.direct) >= maxFound {
		return nil
	}
	for _, w := range words[:min(len(words), maxTokens)] {
		f.tokens = append(f.tokens, token{typed: w, count: known.countPrefix(w)})
	}
	addressed := len(f.direct) > 0 && strings.Contains(folded, "@") // who has the address was meant
	// As typed; then what nobody is called may be a slip; then anything may.
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

// guess lets some of the tokens stand for words like them, and reports whether there is one.
func (f *finder) guess(known *searchIndex, which func(token) bool) (found bool) {
	for i := range f.tokens {
		if t := &f.tokens[i]; which(*t) && known.findSimilar(t) {
			found = true
		}
	}
	return found
}

// findByWords asks for customers who have all tokens, led by the rarest.
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

// rank reads the candidates and puts them in order.
func (f *finder) rank(ctx context.Context) ([]Match, error) {
	slices.Sort(f.rows)
	list, err := matchesByRow(ctx, f.q, slices.Compact(f.rows))
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

// score is less the better a customer fits: found by a number, then each word as typed, begun, or misspelled; a customer's
// own name counts more than a contact's, and one who has left comes behind one who has not.
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
	if m.AccountStatus == Resiliated {
		total += 5
	}
	if len(f.tokens) > 0 && len(own) > len(f.tokens) { // the shorter of two names is the one that was meant
		total += min(len(own)-len(f.tokens), 4)
	}
	return total
}

// fits is 0 for a word as typed, more for one that is begun or misspelled.
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
