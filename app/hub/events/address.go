package events

import (
	"regexp"
	"strings"
	"unicode"
)

// civic matches a part of an address that is only a civic number, in the Canadian spellings: 12, 12A, 12 bis, 12 1/2, 12-14,
// 300-1250, no 12. In French a comma follows it: 12, rue de l'Église.
var civic = regexp.MustCompile(`(?i)^(n[o°º]\.? ?|# ?)?\d{1,6}( ?[-–/] ?\d{1,6})?( ?(bis|ter|[½¼¾]|\d/\d|[a-z]))?( ?[-–] ?\d{1,6})?$`)

// AddressLines splits an address into two lines: first the name of the place, or the civic number and street if there is no
// name, then the rest. An address with a single part gives one line, an empty one none. The hyphens of names do not break, so that
// "Trois-Rivières" stays on one line.
func AddressLines(address string) []string {
	address = strings.TrimSpace(address)
	if address == "" {
		return nil
	}
	parts := strings.Split(address, ", ")
	first := 1
	for first < len(parts) && civic.MatchString(strings.TrimSpace(parts[first-1])) {
		first++
	}
	if first >= len(parts) {
		return []string{unbroken(address)}
	}
	return []string{unbroken(strings.Join(parts[:first], ", ")), unbroken(strings.Join(parts[first:], ", "))}
}

// unbroken replaces the hyphens between letters with those at which a line does not end.
func unbroken(text string) string {
	runes := []rune(text)
	for i, r := range runes {
		if r == '-' && i > 0 && i+1 < len(runes) && unicode.IsLetter(runes[i-1]) && unicode.IsLetter(runes[i+1]) {
			runes[i] = '\u2011'
		}
	}
	return string(runes)
}
