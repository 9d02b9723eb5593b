package expenses

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Bulk plans, saves and undoes the expenses of one file.
type Bulk = timesheets.LineBulk[Expense, New]

// content is what makes two expenses equal.
type content struct {
	employee, code int64
	day            db.Day
	cents          int64
	description    string
}

func contentOf(l bulk.Line[New]) content {
	return content{l.EmployeeID, l.New.BankCodeID, l.New.Day, l.New.Amount, l.New.Description}
}

// NewBulk begins a file; period returns the first day of the pay period of a day. The bank codes of the lines must be live codes of
// category expense.
func (s *Service) NewBulk(by auth.Actor, period func(db.Day) db.Day) (*Bulk, error) {
	seen := map[content]int{} // the line with each
	return timesheets.NewLineBulk(by, s.at(), period, timesheets.BulkRules[Expense, New]{
		Table: table, Day: func(n New) db.Day { return n.Day }, Validate: (*New).validateContent,
		Compare: func(ctx context.Context, q db.Queryer, lines []bulk.Line[New], plans []bulk.Plan) error {
			return compare(ctx, q, seen, lines, plans)
		},
		Insert: func(ctx context.Context, tx *db.Tx, sheets []int64, lines []bulk.Line[New]) ([]Expense, error) {
			return insertLines(ctx, tx, sheets, lines, s.at())
		},
	})
}

// compare finds the expenses that are equal to lines, and adds the faults of lines that are equal to other lines.
func compare(ctx context.Context, q db.Queryer, seen map[content]int, lines []bulk.Line[New], plans []bulk.Plan) error {
	found, err := equal(ctx, q, lines, plans)
	if err != nil {
		return err
	}
	for i := range plans {
		if len(plans[i].Faults) > 0 {
			continue
		}
		key := contentOf(lines[i])
		if line := seen[key]; line != 0 {
			bulk.Twice(&plans[i].Faults, "description", line)
			continue
		}
		seen[key] = lines[i].Line
		if e, exists := found[key]; exists {
			plans[i].ID, plans[i].Version = e.ID, e.Version
		}
	}
	return nil
}

// insertLines inserts an expense on each of the sheets.
func insertLines(ctx context.Context, tx *db.Tx, sheets []int64, lines []bulk.Line[New], at db.Instant) ([]Expense, error) {
	list := make([]Expense, len(lines))
	for i, l := range lines {
		n := l.New
		list[i] = Expense{TimesheetID: sheets[i], EmployeeID: l.EmployeeID, BankCodeID: n.BankCodeID, Day: n.Day, Amount: n.Amount,
			Description: n.Description, Version: 1, UpdatedAt: at}
	}
	ids, err := insertMany(ctx, tx, list, at)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].ID = ids[contentOf(lines[i])]; list[i].ID == 0 {
			return nil, errs.Conflict("bulk_outdated", "The records have changed since the file was checked. Check it again.")
		}
	}
	return list, nil
}
