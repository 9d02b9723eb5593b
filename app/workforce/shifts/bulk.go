package shifts

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Bulk plans, saves and undoes the shifts of one file.
type Bulk = timesheets.LineBulk[Shift, New]

// NewBulk begins a file; period returns the first day of the pay period of a day. The bank codes of the lines must be live codes of
// category shift.
func (s *Service) NewBulk(by auth.Actor, period func(db.Day) db.Day) (*Bulk, error) {
	claimed := bulk.Spans{}
	return timesheets.NewLineBulk(by, s.at(), period, timesheets.BulkRules[Shift, New]{
		Table: table, Day: func(n New) db.Day { return n.Day }, Validate: (*New).validateContent,
		Compare: func(ctx context.Context, q db.Queryer, lines []bulk.Line[New], plans []bulk.Plan) error {
			return compare(ctx, q, claimed, lines, plans)
		},
		Insert: func(ctx context.Context, tx *db.Tx, sheets []int64, lines []bulk.Line[New]) ([]Shift, error) {
			return insertLines(ctx, tx, sheets, lines, s.at())
		},
	})
}

// compare finds the shifts that are equal to lines, and adds the faults of lines that overlap shifts (W10) or other lines.
func compare(ctx context.Context, q db.Queryer, claimed bulk.Spans, lines []bulk.Line[New], plans []bulk.Plan) error {
	found, err := overlapping(ctx, q, lines, plans)
	if err != nil {
		return err
	}
	for i := range plans {
		p, n := &plans[i], lines[i].New
		if len(p.Faults) > 0 {
			continue
		}
		overlaps := false
		for _, s := range found[i] {
			if s.Start == n.Start && s.End == n.End && s.Day == n.Day && s.BankCodeID == n.BankCodeID {
				p.ID, p.Version = s.ID, s.Version
			} else {
				overlaps = true
			}
		}
		if overlaps && p.ID == 0 {
			p.Faults.Add("start_time", "overlap", "The employee has another shift in this time.")
			continue
		}
		claimed.Claim(&p.Faults, "start_time", lines[i].EmployeeID, bulk.Span{Start: n.Start, End: n.End, Line: lines[i].Line})
	}
	return nil
}

// insertLines inserts a shift on each of the sheets.
func insertLines(ctx context.Context, tx *db.Tx, sheets []int64, lines []bulk.Line[New], at db.Instant) ([]Shift, error) {
	list := make([]Shift, len(lines))
	for i, l := range lines {
		n := l.New
		list[i] = Shift{TimesheetID: sheets[i], EmployeeID: l.EmployeeID, BankCodeID: n.BankCodeID, Day: n.Day, Start: n.Start, End: n.End,
			Breaks: n.Breaks, Job: n.Job, Minutes: n.Minutes(), Version: 1, UpdatedAt: at}
	}
	ids, err := insertMany(ctx, tx, list, at)
	if err != nil {
		return nil, err
	}
	all := make([]int64, len(list))
	for i := range list {
		if list[i].ID = ids[startKey{list[i].EmployeeID, list[i].Start}]; list[i].ID == 0 {
			return nil, errs.Conflict("bulk_outdated", "The records have changed since the file was checked. Check it again.")
		}
		all[i] = list[i].ID
	}
	return list, adjustWeekTotalsOf(ctx, tx, +1, all)
}
