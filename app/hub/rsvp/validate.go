package rsvp

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
)

// Limits of the fields of an answer.
const (
	MaxPeople    = 20
	MaxName      = 200 // characters
	maxNumber    = 50
	maxPhone     = 40
	maxEmail     = 254
	maxAllergies = 1000
	minDigits    = 7 // of a phone number that could be called
)

// Validate cleans the answer and returns all its errors. An unknown e-mail address, phone or customer number is not an error:
// matching never prevents a registration.
func (a *Answer) Validate() errs.Fields {
	var faults errs.Fields
	cleanLine(&faults, "name", &a.Name, MaxName)
	if a.Name == "" {
		faults.Add("name", "required", "This field is required.")
	}
	cleanLine(&faults, "customer_number", &a.CustomerNumber, maxNumber)
	cleanLine(&faults, "phone", &a.Phone, maxPhone)
	if a.Phone != "" && !faults.Has("phone") && digits(a.Phone) < minDigits {
		faults.Add("phone", "format", "Expected a phone number, such as 418 555-0123.")
	}
	cleanLine(&faults, "email", &a.Email, maxEmail)
	if a.Email != "" && !faults.Has("email") {
		if _, err := contact.EmailKey(a.Email); err != nil {
			faults.Add("email", "format", "Expected an email address, such as name@example.com.")
		}
	}
	if a.People < 0 || a.People > MaxPeople {
		faults.Add("people", "out_of_range", "Expected a number from 1 to 20.")
	}
	a.Allergies = strings.ReplaceAll(a.Allergies, "\r\n", "\n")
	clean(&faults, "allergies", &a.Allergies, maxAllergies, "\n\t")
	if a.Declines() {
		a.Allergies = ""
	}
	if a.Language != "" && a.Language != i18n.FR && a.Language != i18n.EN {
		faults.Add("language", "not_allowed", "Expected fr or en.")
	}
	return faults
}

func cleanLine(faults *errs.Fields, field string, s *string, limit int) {
	clean(faults, field, s, limit, "")
}

// clean trims s and rejects invalid UTF-8, control characters that are not in allowed, and more than limit characters.
func clean(faults *errs.Fields, field string, s *string, limit int, allowed string) {
	*s = strings.TrimSpace(errs.Undirected(*s))
	control := func(r rune) bool { return errs.Unreadable(r) && !strings.ContainsRune(allowed, r) }
	switch {
	case !utf8.ValidString(*s), strings.ContainsFunc(*s, control):
		faults.Add(field, "format", "Expected text without control characters.")
	case utf8.RuneCountInString(*s) > limit:
		faults.Add(field, "length", "The text is too long.")
	}
}

func digits(s string) (n int) {
	for _, r := range s {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}
