package contact

import "strings"

// languages are the folded words for French and English in files: names in both languages, codes of ISO 639, and initials. A is for
// anglais, so that no initial is ambiguous.
var languages = map[string]string{
	"": "", "f": "fr", "fr": "fr", "fra": "fr", "fre": "fr", "franc": "fr", "francais": "fr", "francaise": "fr", "french": "fr",
	"francophone": "fr",
	"a":           "en", "an": "en", "ang": "en", "angl": "en", "anglais": "en", "anglaise": "en", "anglophone": "en",
	"e": "en", "en": "en", "eng": "en", "engl": "en", "english": "en",
}

// Language returns "fr" or "en" for a language as people write it, such as "F", "Anglais", "fra", "fr-CA" or "English (Canada)", and ""
// for an empty text. known is false for any other text.
func Language(written string) (code string, known bool) {
	switch written { // nearly all of them
	case "", "fr", "en":
		return written, true
	}
	word := Fold(written)
	if at := strings.IndexAny(word, "-_ (./"); at > 0 {
		word = word[:at]
	}
	code, known = languages[word]
	return code, known
}
