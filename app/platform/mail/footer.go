package mail

import "strings"

// SenderAddress returns the line of a footer that says who sends a message: the company and its postal address. Either may be empty. A
// postal address that begins with the company's name stays as it is.
func SenderAddress(company, postal string) string {
	switch {
	case company == "" || strings.HasPrefix(strings.ToLower(postal), strings.ToLower(company)):
		return postal
	case postal == "":
		return company
	}
	return company + ", " + postal
}
