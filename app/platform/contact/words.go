package contact

import "strings"

// HasWords reports whether each word of query begins a word of text, whatever their case and accents.
func HasWords(text, query string) bool {
	text = " " + Fold(text)
	for _, word := range strings.Fields(Fold(query)) {
		if !strings.Contains(text, " "+word) {
			return false
		}
	}
	return true
}
