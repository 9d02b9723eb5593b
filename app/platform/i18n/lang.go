// Package i18n contains every text of the product in French and English, and formats dates, hours and dollars for both
// languages. It depends on no feature and no HTML.
package i18n

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lang is a language of the product, as in the lang attribute of HTML.
type Lang string

// The two languages. French is the default, and is used for an unknown Lang.
const (
	FR Lang = "fr"
	EN Lang = "en"
)

// Parse parses "fr", "fr-CA", "EN" …; ok is false for any other language.
func Parse(s string) (l Lang, ok bool) {
	primary, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(s)), "-")
	switch Lang(primary) {
	case FR:
		return FR, true
	case EN:
		return EN, true
	}
	return FR, false
}

// Match returns the supported language with the highest weight in an Accept-Language header, else French.
func Match(accept string) Lang {
	l, _ := preferred(accept)
	return l
}

// Asks reports whether an Accept-Language header asks for a supported language.
func Asks(accept string) bool {
	_, ok := preferred(accept)
	return ok
}

// preferred returns the supported language with the highest weight; French and false if the header asks for none.
func preferred(accept string) (Lang, bool) {
	type choice struct {
		lang   Lang
		weight float64
	}
	var choices []choice
	for part := range strings.SplitSeq(accept, ",") {
		name, params, _ := strings.Cut(part, ";")
		l, ok := Parse(name)
		if w := weight(params); ok && w > 0 {
			choices = append(choices, choice{l, w})
		}
	}
	if len(choices) == 0 {
		return FR, false
	}
	// A stable sort keeps the header's order among equal weights.
	slices.SortStableFunc(choices, func(a, b choice) int { return cmp.Compare(b.weight, a.weight) })
	return choices[0].lang, true
}

// weight parses "q=0.8"; a missing weight is 1, an invalid one 0.
func weight(params string) float64 {
	for p := range strings.SplitSeq(params, ";") {
		if v, ok := strings.CutPrefix(strings.TrimSpace(p), "q="); ok {
			q, err := strconv.ParseFloat(v, 64)
			if err != nil || q > 1 {
				return 0
			}
			return q
		}
	}
	return 1
}

// Other returns the other language.
func (l Lang) Other() Lang {
	if l == EN {
		return FR
	}
	return EN
}

// Name returns the language's name in that language.
func (l Lang) Name() string {
	if l == EN {
		return "English"
	}
	return "Français"
}

// Text is one text in both languages, written unkeyed so that a missing language does not compile:
// Text{"Enregistrer", "Save"}.
type Text struct{ FR, EN string }

// T returns the text in this language.
func (l Lang) T(t Text) string {
	if l == EN {
		return t.EN
	}
	return t.FR
}

// F formats the text in this language with args, by fmt.Sprintf. A full stop after an argument that ends in a period, for example
// an abbreviated month, is left out.
func (l Lang) F(t Text, args ...any) string {
	text := fmt.Sprintf(l.T(t), args...)
	for _, arg := range args {
		if s, _ := arg.(string); strings.HasSuffix(s, ".") {
			text = strings.ReplaceAll(text, s+".", s)
		}
	}
	return text
}

// Colon returns the colon after a label; in French a no-break space precedes it.
func (l Lang) Colon() string {
	if l == EN {
		return ": "
	}
	return nbsp + ": "
}

// Quoted returns a text in the quotation marks of the language.
func (l Lang) Quoted(s string) string {
	if l == EN {
		return "“" + s + "”"
	}
	return "«" + nbsp + s + nbsp + "»"
}

// elides finds a name before which the French "de" loses its vowel: Ursula, Étienne, Hugo, Yves, but not Yannick.
var elides = regexp.MustCompile(`(?i)^(?:[aàâáäeéèêëhiîïíoôòóöuùûüúæœ]|y[^aeiou])`)

// Of returns a name as the owner of what precedes it: de Marie, d’Ursula; of Marie.
func (l Lang) Of(name string) string {
	switch {
	case l == EN:
		return "of " + name
	case elides.MatchString(name):
		return "d’" + name
	}
	return "de " + name
}

var teamOf = Text{"Équipe %s", "%s’s team"}

// TeamOf names the team of a supervisor: Équipe de Marie, Équipe d’Ursula; Marie’s team.
func (l Lang) TeamOf(supervisor string) string {
	if l == EN {
		return l.F(teamOf, supervisor)
	}
	return l.F(teamOf, l.Of(supervisor))
}

// Capital returns a text with an upper-case first letter, for the beginning of a line.
func Capital(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(first)) + s[n:]
}

// Uncapital returns a text with a lower-case first letter, for what follows on a line.
func Uncapital(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToLower(first)) + s[n:]
}

// contracted are the French articles that a preposition takes in.
var contracted = [][3]string{{"de", "le ", "du "}, {"de", "les ", "des "}, {"à", "le ", "au "}, {"à", "les ", "aux "}, {"de", "un", ""}}

// Joined returns a text and the noun that follows it, with what stands between them at the end of the text. French contracts the
// preposition that ends the text with an article: "de" and "le dossier" are "du " and "dossier".
func (l Lang) Joined(text, noun string) (before, rest string) {
	for _, x := range contracted {
		rest, article := strings.CutPrefix(noun, x[1])
		before, ok := strings.CutSuffix(text, " "+x[0])
		switch {
		case l == EN || !ok || !article:
		case x[1] == "un":
			return before + " d’", noun
		default:
			return before + " " + x[2], rest
		}
	}
	return text + " ", noun
}

// Count is a text that depends on a number. Many contains one %s for the number; One may omit it ("Approve the one left").
type Count struct{ One, Many Text }

// N returns the form for n, with the number formatted (1 234 / 1,234). In French 0, 1 and -1 are singular, in English only 1
// and -1.
func (l Lang) N(n int, c Count) string {
	one, many := l.Forms(c)
	a := n
	if a < 0 {
		a = -a
	}
	form := many
	if a == 1 || (a == 0 && l != EN) {
		form = one
	}
	return strings.Replace(form, "%s", l.Int(int64(n)), 1)
}

// NoneOrN is N, or a text of its own for 0.
func (l Lang) NoneOrN(n int, none Text, c Count) string {
	if n == 0 {
		return l.T(none)
	}
	return l.N(n, c)
}

// Forms returns both forms of a counted text, for a script that counts. In French a no-break space keeps the number with the word after
// it.
func (l Lang) Forms(c Count) (one, many string) {
	one, many = l.T(c.One), l.T(c.Many)
	if l == EN {
		return one, many
	}
	return strings.Replace(one, "%s ", "%s"+nbsp, 1), strings.Replace(many, "%s ", "%s"+nbsp, 1)
}

// breaks are the spaces before and after French punctuation that a line must not break at.
var breaks = strings.NewReplacer(" !", "\u00a0!", " ?", "\u00a0?", " :", "\u00a0:", " ;", "\u00a0;", " »", "\u00a0»", "« ", "«\u00a0")

// unitWords are those that stay on the line of their number in French, as a regular expression.
const unitWords = `[kKMG]?o|h|min|m?s|km|\$|secondes?|minutes?|heures?|jours?|semaines?|mois|ans?|caractères?|chiffres?|pixels?|millions?`

var (
	numberAndUnit = regexp.MustCompile(`(\d) (` + unitWords + `|%)($|[^\pL\d’-])`)
	hourAndMinute = regexp.MustCompile(`(\d[ \x{a0}]h) (\d\d)`)
)

// Typeset returns a text that people typed with the spaces of the language: in French no line begins with a punctuation mark, or
// with a unit after its number.
func (l Lang) Typeset(text string) string {
	if l != FR {
		return text
	}
	text = hourAndMinute.ReplaceAllString(breaks.Replace(text), "${1}"+nbsp+"${2}")
	return numberAndUnit.ReplaceAllString(text, "${1}"+nbsp+"${2}${3}")
}
