package audience

import (
	"errors"
	"io"
	"strings"

	"presence/app/platform/contact"
	"presence/app/platform/csvx"
	"presence/app/platform/errs"
)

// MaxLines is how many lines a CSV may have.
const MaxLines = 2_000_000

// columns are the headings that a CSV may have, without case, accents and signs, and the field that each is.
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

// invert turns the headings of each field into the field of each heading.
func invert(headings map[string]string) map[string]string {
	fields := map[string]string{}
	for field, names := range headings {
		for name := range strings.FieldsSeq(names) {
			fields[name] = field
		}
	}
	return fields
}

// fieldOf is the field that a heading names, "" for one that says nothing here.
func fieldOf(heading string) string { return columns[contact.NumberKey(heading)] }

// readCSV gives the entries of a CSV (R6) that has at most limit lines below its first. Lines that cannot be taken are
// noted in f with their numbers. It fails with
// errs.Invalid when the whole is no list of addresses.
func readCSV(r io.Reader, limit int, f *Stats, each func(Entry) error) error {
	x := csvx.NewReader(r)
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

// layout says where the fields stand in a line.
type layout struct {
	fields   []string // by column; "" for one that says nothing
	noHeader bool     // the first line is no heading
}

// parseHeader reads the heading. Without one, a first line with an address says in which column the addresses are, and
// nothing else of the lines is understood.
func parseHeader(head csvx.Record) (layout, error) {
	at := layout{fields: make([]string, len(head.Cells))}
	taken := map[string]bool{}
	for i, cell := range head.Cells {
		if field := fieldOf(cell); !taken[field] { // of two columns of the same name the first counts
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

// readRow makes an entry of a line.
func (at layout) readRow(rec csvx.Record, f *Stats, each func(Entry) error) error {
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
	return each(e)
}
