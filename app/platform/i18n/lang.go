// Package i18n speaks French and English: every text the product shows is a Text with both languages, and dates,
// hours and dollars are written as each language writes them. It is a leaf: it knows no feature and no HTML.
package i18n

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Lang is a language of the product, as it stands in the lang attribute.
type Lang string

// The two languages. French is the default (and what an unknown Lang reads as).
const (
	FR Lang = "fr"
	EN Lang = "en"
)

// Parse reads "fr", "fr-CA", "EN" …; ok is false for any other language.
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

// Match picks the language of an Accept-Language header: the best-weighted one that we speak, else French.
func Match(accept string) Lang {
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
		return FR
	}
	// A stable sort keeps the order of the header among equals.
	slices.SortStableFunc(choices, func(a, b choice) int { return cmp.Compare(b.weight, a.weight) })
	return choices[0].lang
}

// weight reads "q=0.8"; a missing one is 1, a broken one 0.
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

// Other is the language to switch to.
func (l Lang) Other() Lang {
	if l == EN {
		return FR
	}
	return EN
}

// Name is the language's name in itself.
func (l Lang) Name() string {
	if l == EN {
		return "English"
	}
	return "Français"
}

// Text is one text in both languages, written unkeyed so that a missing language does not compile:
// Text{"Enregistrer", "Save"}.
type Text struct{ FR, EN string }

// T is the text in this language.
func (l Lang) T(t Text) string {
	if l == EN {
		return t.EN
	}
	return t.FR
}

// F is T filled in as by fmt.Sprintf.
func (l Lang) F(t Text, args ...any) string { return fmt.Sprintf(l.T(t), args...) }

// Colon is what stands between a label and what it introduces: French sets the mark off with a space that does not break.
func (l Lang) Colon() string {
	if l == EN {
		return ": "
	}
	return nbsp + ": "
}

// Count is a text that depends on a number. The form for many has one %s for it; the form for one may leave the number
// out ("Approve the one left").
type Count struct{ One, Many Text }

// N fills in the form that n asks for: French counts 0 and 1 alike, English only 1 (and -1) as singular.
// The number goes in grouped (1 234 / 1,234).
func (l Lang) N(n int, c Count) string {
	a := n
	if a < 0 {
		a = -a
	}
	form := c.Many
	if a == 1 || (a == 0 && l != EN) {
		form = c.One
	}
	return strings.Replace(l.T(form), "%s", l.Int(int64(n)), 1)
}
