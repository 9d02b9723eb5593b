package shifts

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/app/workforce/activities"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// CreateMany creates shifts of one employee, who is locked, on the sheets of their pay periods, with few statements. The shifts do not
// overlap each other; period returns the first day of the pay period of a day. A shift that Create would refuse is not created: refusals
// has why, and nothing is stored for it. Both results have an element for each of the shifts.
func (s *Service) CreateMany(ctx context.Context, tx *db.Tx, by auth.Actor, employeeID int64, list []New,
	period func(db.Day) (db.Day, error)) (created []Shift, refusals []error, err error) {
	created, refusals = make([]Shift, len(list)), make([]error, len(list))
	if len(list) == 0 {
		return created, refusals, nil
	}
	given := make([]*New, len(list))
	for i := range list {
		given[i] = &list[i]
	}
	if err := s.breaksByRule(ctx, tx, employeeID, given...); err != nil {
		return nil, nil, err
	}
	if err := checkMany(ctx, tx, employeeID, list, refusals); err != nil {
		return nil, nil, err
	}
	sheets := sheetsOf{by: by, employee: employeeID, at: s.at(), found: map[db.Day]sheetOrRefusal{}}
	var lines []bulk.Line[New]
	var ids []int64
	var at []int // the index in list of each line
	for i, n := range list {
		if refusals[i] != nil {
			continue
		}
		day, err := period(n.Day)
		if err == nil {
			n.TimesheetID, err = sheets.open(ctx, tx, day)
		}
		switch {
		case err == nil:
			lines, ids, at = append(lines, bulk.Line[New]{EmployeeID: employeeID, New: n}), append(ids, n.TimesheetID), append(at, i)
		case errs.IsServerError(err):
			return nil, nil, err
		default:
			refusals[i] = err
		}
	}
	if len(lines) == 0 {
		return created, refusals, nil
	}
	stored, err := insertLines(ctx, tx, ids, lines, s.at())
	if err != nil {
		return nil, nil, err
	}
	entries, owners := make([]audit.Entry, len(stored)), make([]int64, len(stored))
	for i, sh := range stored {
		created[at[i]] = sh
		entries[i], owners[i] = table.Entry(by, s.at(), "created", sh, audit.Diff(nil, sh)), employeeID
	}
	return created, refusals, auth.RecordFor(ctx, tx, by, owners, entries...)
}

// checkMany sets why shifts are refused, as Validate and checkReferences do. The customer and the activity are looked up for each shift
// that names one: of shifts that were stamped, the first at most.
func checkMany(ctx context.Context, tx *db.Tx, employeeID int64, list []New, refusals []error) error {
	codes := make([]int64, len(list))
	lines, plans := make([]bulk.Line[New], len(list)), make([]bulk.Plan, len(list))
	for i := range list {
		codes[i] = list[i].BankCodeID
		lines[i] = bulk.Line[New]{EmployeeID: employeeID, New: list[i]}
		plans[i].Faults = lines[i].New.validateContent()
	}
	categories, err := codeCategories(ctx, tx, codes)
	if err != nil {
		return err
	}
	found, err := overlapping(ctx, tx, lines, plans)
	if err != nil {
		return err
	}
	room, err := roomInWeeks(ctx, tx, employeeID, list)
	if err != nil {
		return err
	}
	for i := range plans {
		faults := plans[i].Faults
		switch categories[list[i].BankCodeID] {
		case bankcodes.ForShift:
		case "":
			faults.Add("bank_code_id", "not_found", "There is no such pay code.")
		default:
			faults.Add("bank_code_id", "category", "Expected a pay code of categorie shift.")
		}
		if len(found[i]) > 0 {
			faults.Add("start_time", "overlap", "The employee has another shift in this time.")
		}
		if err := activities.CheckJob(ctx, tx, &faults, list[i].Job, activities.Job{}); err != nil {
			return err
		}
		week := list[i].Day.Week()
		if len(faults) == 0 && room[week] <= 0 {
			timesheets.AddWeekFull(&faults, "start_time")
		}
		if refusals[i] = fieldsError(faults); refusals[i] == nil {
			room[week]--
		}
	}
	return nil
}

// roomInWeeks returns how many more shifts an employee may have in each week of some shifts, by its Sunday.
func roomInWeeks(ctx context.Context, q db.Queryer, employeeID int64, list []New) (map[db.Day]int, error) {
	from, to := list[0].Day, list[0].Day
	for _, n := range list {
		if n.Day.Before(from) {
			from = n.Day
		}
		if n.Day.After(to) {
			to = n.Day
		}
	}
	counts, err := table.InWeeks(ctx, q, employeeID, from, to)
	room := map[db.Day]int{}
	for _, n := range list {
		room[n.Day.Week()] = timesheets.MaxInWeek - counts[n.Day.Week()]
	}
	return room, err
}

// sheetsOf are the sheets of an employee whose lines may change in this transaction, by pay period.
type sheetsOf struct {
	by       auth.Actor
	employee int64
	at       db.Instant
	found    map[db.Day]sheetOrRefusal
}

type sheetOrRefusal struct {
	id      int64
	refusal error
}

// open returns the sheet of a pay period, which it creates if there is none. It fails if the sheet may not change.
func (s sheetsOf) open(ctx context.Context, tx *db.Tx, period db.Day) (int64, error) {
	if x, known := s.found[period]; known {
		return x.id, x.refusal
	}
	sheet, err := timesheets.FindOrCreate(ctx, tx, s.by, s.employee, period, s.at)
	if err == nil {
		sheet, err = timesheets.LockEditable(ctx, tx, s.by, sheet.ID, s.at)
	}
	s.found[period] = sheetOrRefusal{sheet.ID, err}
	return sheet.ID, err
}
