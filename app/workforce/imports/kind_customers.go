package imports

import (
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/tablereader"
	"presence/app/workforce/customers"
	"presence/db"
)

// customerColumns are the columns of a file of payroll customers.
var customerColumns = []Column{
	key(column("email", i18n.EmpEmail, true, i18n.ImpSampleEmail, tablereader.EmailNames...)),
	column("first_name", i18n.EmpFirstName, true, i18n.ImpSampleFirst, tablereader.FirstNames...),
	column("last_name", i18n.EmpLastName, true, i18n.ImpSampleLast, slices.Concat(tablereader.LastNames, []string{"name", "nom"})...),
	column("phone_number", i18n.EmpPhone, true, i18n.ImpSamplePhone, tablereader.PhoneNames...),
	column("residence", i18n.EmpResidence, false, i18n.ImpSampleResidence, residenceNames...),
	wholeColumn(column("invoice_id", i18n.CustInvoice, false, i18n.ImpSampleNumber, "invoice", "invoice number", "invoice no", "facture",
		"numero de facture", "numero facture", "no facture", "no de facture")),
}

// customerSource reads files of payroll customers.
func customerSource(s *customers.Service) source {
	return source{
		columns: customerColumns,
		open: func(by auth.Actor, l layout) (records, error) {
			b, err := s.NewBulk(by)
			return &customerRecords{b, l}, err
		},
		undo: func(ctx context.Context, tx *db.Tx, by auth.Actor, rows []Row) ([]bulk.Obstacle, error) {
			list, err := formerRecords[customers.Customer](rows)
			if err != nil {
				return nil, err
			}
			return s.Undo(ctx, tx, by, list)
		},
	}
}

// customerRecords are the lines of one file of customers.
type customerRecords struct {
	bulk   *customers.Bulk
	layout layout
}

// lines reads the cells of lines.
func (x *customerRecords) lines(rows []Row) []customers.BulkLine {
	lines := make([]customers.BulkLine, 0, len(rows))
	for _, r := range rows {
		c := cells{layout: x.layout, row: r.Cells}
		l := customers.BulkLine{Line: r.Line, Changes: customers.Changes{FirstName: c.text("first_name"), LastName: c.text("last_name"),
			Email: c.text("email"), PhoneNumber: c.phone(), Residence: c.text("residence"),
			InvoiceID: c.number("invoice_id", spaces)}}
		l.Faults = c.faults
		lines = append(lines, l)
	}
	return lines
}

func (x *customerRecords) add(rows []Row) { x.bulk.Add(x.lines(rows)) }

func (x *customerRecords) judge(ctx context.Context, q db.Queryer, rows []Row) error {
	plans, err := x.bulk.Plan(ctx, q, x.lines(rows))
	for i, p := range plans {
		r := &rows[i]
		r.RecordID, r.Version, r.Faults = p.Before.ID, p.Before.Version, p.Faults
		changes := changesOf(customerColumns, p.Before, p.After)
		if r.Verdict = verdictOf(p.Faults, p.Before.ID == 0, len(changes) > 0); r.Verdict == Changed {
			r.Changes = changes
		}
	}
	return err
}

// conclude implements records: no customer refers to another.
func (x *customerRecords) conclude(context.Context, db.Queryer) (map[int]errs.Fields, error) {
	return nil, nil
}

func (x *customerRecords) save(ctx context.Context, tx *db.Tx, rows []Row) error {
	lines := x.lines(rows)
	if err := x.bulk.Lock(ctx, tx, lines); err != nil {
		return err
	}
	plans, err := x.bulk.Plan(ctx, tx, lines)
	if err != nil {
		return err
	}
	list := make([]planned, len(plans))
	for i, p := range plans {
		list[i] = planned{p.Line, p.Before.ID, p.Before.Version, p.Faults, formerRecord[customers.Customer]{p.Before, p.NewPerson}}
	}
	return savePlanned(rows, list, func() ([]bulk.Saved, error) { return x.bulk.Save(ctx, tx, plans) })
}

// finish implements records: no customer refers to another.
func (x *customerRecords) finish(context.Context, *db.Tx) (map[int]int64, error) { return nil, nil }
