package contact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold removes accents and case and collapses white space, so that "Côté", "COTE" and "cote " are equal.
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range norm.NFKD.String(s) {
		switch {
		case r >= utf8.RuneSelf && unicode.Is(unicode.Mn, r):
			continue
		case unicode.IsSpace(r):
			space = b.Len() > 0
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		writeFolded(&b, r)
	}
	return b.String()
}

// writeFolded writes a letter in lower case. Letters that Unicode decomposition does not split, such as ligatures, are replaced.
func writeFolded(b *strings.Builder, r rune) {
	switch r = unicode.ToLower(r); r {
	case 'œ':
		b.WriteString("oe")
	case 'æ':
		b.WriteString("ae")
	case 'ß':
		b.WriteString("ss")
	case 'ø':
		b.WriteByte('o')
	case 'ł':
		b.WriteByte('l')
	case 'đ':
		b.WriteByte('d')
	case '’', 'ʼ', '`':
		b.WriteByte('\'')
	default:
		b.WriteRune(r)
	}
}

// particles are the small words of names, which people write, join or leave out as they please.
var particles = map[string]bool{
	"de": true, "du": true, "des": true, "d": true, "la": true, "le": true, "les": true, "l": true, "van": true, "von": true,
	"der": true, "den": true, "di": true, "da": true, "dos": true, "el": true, "al": true, "bin": true, "ibn": true, "et": true, "and": true,
	"m": true, "mme": true, "mr": true, "mrs": true, "ms": true, "dr": true,
}

// NameWords returns the words of a name that tell people apart: folded, split at hyphens and apostrophes, without particles,
// sorted, so that neither their order nor their hyphens matter. A letter that ends the name is an initial and not a particle: Luc D. is
// not Luc M.
func NameWords(name string) []string {
	words := strings.FieldsFunc(Fold(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	var kept []string
	for i, w := range words {
		if initial := i > 0 && i == len(words)-1 && len(w) == 1; initial || !particles[w] {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		kept = words
	}
	slices.Sort(kept)
	return slices.Compact(kept)
}

// SameName reports whether two names may belong to the same person: all words of the shorter name occur in the longer one, and
// there are at least two such words, or one if both names consist of that word only.
func SameName(a, b string) bool {
	x, y := NameWords(a), NameWords(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	if len(x) == 0 || len(x) == 1 && len(y) > 1 {
		return false
	}
	for _, w := range x {
		if _, found := slices.BinarySearch(y, w); !found {
			return false
		}
	}
	return true
}

// LongName is the number of characters from which a name is too long for a greeting.
const LongName = 40

// PlainName returns a name if it consists of letters, else "". Anyone can enter another person's address and so cause messages to it;
// free text in these would let them send texts of their choice.
func PlainName(name string) string {
	name = strings.TrimSpace(name)
	other := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune(" -'’", r)
	}
	if strings.ContainsFunc(strings.ReplaceAll(name, ". ", " "), other) || utf8.RuneCountInString(name) > LongName {
		return ""
	}
	return name
}
