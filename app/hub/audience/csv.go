package audience

import (
	"errors"
	"io"
	"strings"

	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/tablereader"
)

// MaxLines is the maximum number of lines of a CSV.
const MaxLines = 2_000_000

// columns maps the possible headings of a CSV to fields. Headings are compared without case, accents and punctuation.
var columns = invert(map[string]string{
	"email": "email emails emailaddress mail mel courriel courriels adressecourriel adressedecourriel adresseemail " +
		"adresseelectronique courrielprincipal",
	"firstname": "firstname first fname givenname prenom prenoms",
	"lastname":  "lastname last lname surname familyname nom nomdefamille noms",
	"name":      "name fullname nomcomplet prenometnom prenomnom customername nomduclient contact",
	"language":  "language lang langue languages preferredlanguage languepreferee languedecorrespondance locale",
	"customer_id": "customerid customer customernumber customerno customernum noclient nodeclient nclient ndeclient numclient " +
		"numeroclient numerodeclient " +
		"client clientid clientnumber clientno idclient codeclient codedeclient",
	"phone": "phone phonenumber telephone tel telephones notelephone nodetelephone numerodetelephone numerotelephone mobile " +
		"cell cellphone cellulaire",
})

// invert turns a map from fields to their headings into a map from headings to fields.
func invert(headings map[string]string) map[string]string {
	fields := map[string]string{}
	for field, names := range headings {
		for name := range strings.FieldsSeq(names) {
			fields[name] = field
		}
	}
	return fields
}

// fieldOf returns the field for a heading; "" when the column is ignored.
func fieldOf(heading string) string { return columns[contact.NumberKey(heading)] }

// readCSV calls each with the entries of a CSV (R6), which may have up to limit lines below its header. Lines that are invalid
// are added to f with their numbers. It fails with errs.KindInvalid when the whole is not a list of addresses.
func readCSV(r io.Reader, limit int, f *Stats, each func(Entry) error) error {
	x := tablereader.NewCSV(r)
	head, err := x.Read()
	if errors.Is(err, io.EOF) {
		return errs.InvalidField("csv", "csv_empty", "There is nothing in this CSV.")
	}
	if err != nil {
		return err
	}
	at, err := parseHeader(head)
	if err != nil {
		return err
	}
	if at.noHeader {
		if err := at.readRow(head, f, each); err != nil {
			return err
		}
	}
	for lines := 1; ; lines++ {
		rec, err := x.Read()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case lines > limit:
			return errs.InvalidField("csv", "csv_too_many_lines", "A CSV has 2,000,000 lines at most.")
		}
		if err := at.readRow(rec, f, each); err != nil {
			return err
		}
	}
}

// layout describes the columns of a CSV.
type layout struct {
	fields   []string // by column; "" for a column that is ignored
	noHeader bool     // the first line is data
}

// parseHeader reads the header. If the first line contains an e-mail address there is no header: then the column with that
// address is read, and the others are ignored.
func parseHeader(head tablereader.Record) (layout, error) {
	at := layout{fields: make([]string, len(head.Cells))}
	taken := map[string]bool{}
	for i, cell := range head.Cells {
		if field := fieldOf(cell); !taken[field] { // of several columns for a field the first one is read
			at.fields[i], taken[field] = field, true
		}
	}
	if taken["firstname"] || taken["lastname"] { // then a column of whole names says nothing more
		for i, field := range at.fields {
			if field == "name" {
				at.fields[i] = ""
			}
		}
	}
	if taken["email"] {
		return at, nil
	}
	for i, cell := range head.Cells {
		if _, err := contact.EmailKey(cell); err == nil {
			bare := layout{fields: make([]string, len(head.Cells)), noHeader: true}
			bare.fields[i] = "email"
			return bare, nil
		}
	}
	return at, errs.InvalidField("csv", "csv_no_email_column", "No column of the first line is called email or courriel.")
}

// readRow calls each with the entry of one line.
func (at layout) readRow(rec tablereader.Record, f *Stats, each func(Entry) error) error {
	if rec.Fault != "" {
		f.reject(rec.Line, string(rec.Fault))
		return nil
	}
	var e Entry
	for i, cell := range rec.Cells {
		if cell == "" {
			continue
		}
		if i >= len(at.fields) {
			if strings.TrimSpace(cell) != "" && !at.noHeader {
				f.reject(rec.Line, Columns)
				return nil
			}
			continue
		}
		switch at.fields[i] {
		case "email":
			e.Email = cell
		case "firstname":
			e.FirstName = cell
		case "lastname":
			e.LastName = cell
		case "name":
			e.FirstName, e.LastName = splitName(cell, true)
		case "language":
			e.Language = cell
		case "customer_id":
			e.CustomerID = cell
		case "phone":
			e.Phone = cell
		}
	}
	if _, reason := e.clean(); reason != "" {
		f.reject(rec.Line, reason)
		return nil
	}
	f.noteLanguage(e)
	return each(e)
}
