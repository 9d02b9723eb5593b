package customers

import (
	"strconv"
	"strings"

	"presence/app/platform/contact"
)

// Search is a query over the customers; zero values select all.
type Search struct {
	Text       string // words of the name or of the e-mail address, without accents and case, or a phone or invoice number
	Skip, Rows int64
}

// SearchResult is one page of the results of a search.
type SearchResult struct {
	List []Customer
	All  int64 // number of results on all pages
}

// Account is the person to whom a record belongs.
type Account struct{ ID, Name, Email string }

// number returns the number that the text of the search is, written with or without the punctuation of a phone number.
func (s Search) number() (n int64, ok bool) {
	digits := strings.Map(func(r rune) rune {
		if strings.ContainsRune(contact.PhonePunctuation, r) {
			return -1
		}
		return r
	}, s.Text)
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, err == nil
}

// sortName returns the key by which lists are sorted and names are found: last name first, without accents or case.
func sortName(first, last string) string { return contact.Fold(last + " " + first) }
