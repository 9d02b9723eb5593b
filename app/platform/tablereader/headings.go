package tablereader

import (
	"fmt"
	"slices"
	"strings"

	"presence/app/platform/contact"
	"presence/app/platform/errs"
)

// Column is a column that a feature knows, with the names under which tables have it.
type Column struct {
	Field string
	Names []string // compared without case, accents, spaces and punctuation
}

// The names under which tables have what every list of people or customers has.
var (
	FirstNames = []string{"first", "given name", "given names", "forename", "prenom", "prenoms"}
	LastNames  = []string{"last", "surname", "family name", "nom de famille", "nom famille"}
	EmailNames = []string{"e-mail", "email", "emails", "email address", "mail", "work email", "courriel", "courriels", "mel",
		"adresse courriel",
		"adresse de courriel", "adresse mail", "adresse e-mail", "adresse de messagerie", "adresse electronique", "courriel professionnel"}
	PhoneNames = []string{"phone", "phones", "phone no", "mobile", "mobile phone", "cell", "cell phone", "telephone", "telephones", "tel",
		"portable", "cellulaire", "tel cellulaire", "telephone cellulaire", "telephone mobile", "no tel", "no telephone", "no de tel",
		"no de telephone", "numero telephone", "numero de telephone"}
	CityNames = []string{"city", "town", "ville", "municipalite", "localite"}
)

// Key returns what two headings have in common that mean the same: letters and digits without accents and case, with "N°" as "No".
func Key(heading string) string { return contact.NumberKey(strings.ReplaceAll(heading, "°", "o")) }

// Match returns the field of each heading; "" for a heading that no column is called. Of several headings for one field the first
// one counts.
func Match(headings []string, columns []Column) []string {
	known := map[string]string{}
	for _, c := range columns {
		known[Key(c.Field)] = c.Field
		for _, name := range c.Names {
			known[Key(name)] = c.Field
		}
	}
	fields := make([]string, len(headings))
	for i, h := range headings {
		if field := known[Key(h)]; field != "" && !slices.Contains(fields, field) {
			fields[i] = field
		}
	}
	return fields
}

// CheckFields validates the fields that a person has given the columns of a table: one for each heading, "" for a column that is left
// out. The faults are those of "fields", or of one of them such as "fields[2]".
func CheckFields(headings, fields []string, columns []Column) (faults errs.Fields) {
	if len(fields) != len(headings) {
		faults.Add("fields", "length", "Expected one field for each column of the file.")
		return faults
	}
	for i, field := range fields {
		at := fmt.Sprintf("fields[%d]", i)
		switch {
		case field == "":
		case !slices.ContainsFunc(columns, func(c Column) bool { return c.Field == field }):
			faults.Add(at, "unknown", "There is no such field.")
		case slices.Index(fields, field) != i:
			faults.Add(at, "field_twice", "Another column has this field.")
		}
	}
	return faults
}
