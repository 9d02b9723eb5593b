package imports

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/bulk"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/employees"
	"presence/db"
)

// timeBulk plans, saves and undoes the records of a kind of time: shifts, expenses or leave.
type timeBulk[N any] interface {
	Plan(ctx context.Context, q db.Queryer, lines []bulk.Line[N]) ([]bulk.Plan, error)
	Lock(ctx context.Context, tx *db.Tx, lines []bulk.Line[N]) error
	Save(ctx context.Context, tx *db.Tx, lines []bulk.Line[N]) ([]bulk.Saved, error)
	Finish(ctx context.Context, tx *db.Tx) error
	Undo(ctx context.Context, tx *db.Tx, list []bulk.Saved) ([]bulk.Obstacle, error)
}

// timeKind describes files of a kind of time.
type timeKind[N any] struct {
	columns  []Column
	category bankcodes.Category
	past     bool // only days up to today
	zone     *time.Location
	today    func() db.Day
	period   func(db.Day) db.Day // the first day of the pay period of a day; nil: the records lie on no timesheet
	// read reads the cells of a line, without the employee, and returns the days that the record begins and ends on. code is the
	// pay code, 0 if the line has none.
	read func(c *cells, code int64, zone *time.Location) (n N, first, last db.Day)
	open func(by auth.Actor) (timeBulk[N], error)
}

// source returns the description of the kind for the service.
func (k timeKind[N]) source() source {
	return source{
		columns: k.columns,
		codes:   k.category,
		open: func(by auth.Actor, l layout) (records, error) {
			b, err := k.open(by)
			return &timeRecords[N]{k, b, l}, err
		},
		undo: func(ctx context.Context, tx *db.Tx, by auth.Actor, rows []Row) ([]bulk.Obstacle, error) {
			b, err := k.open(by)
			if err != nil {
				return nil, err
			}
			list := make([]bulk.Saved, len(rows))
			for i, r := range rows {
				var f formerTime
				if err := json.Unmarshal([]byte(r.former), &f); err != nil {
					return nil, err
				}
				list[i] = bulk.Saved{Line: r.Line, ID: r.RecordID, Version: r.Version, Sheet: f.Sheet, SubmittedAt: f.SubmittedAt}
			}
			return b.Undo(ctx, tx, list)
		},
	}
}

// formerTime is what undoing the import of a record needs.
type formerTime struct {
	Sheet       int64      `json:"sheet,omitempty"`        // the timesheet that was created for it; 0: none was
	Period      string     `json:"period,omitempty"`       // the first day of its pay period, for periodsOf; empty: none
	SubmittedAt db.Instant `json:"submitted_at,omitempty"` // when its timesheet was submitted with the import, in milliseconds; 0: it was not
}

// onSheets is a timeBulk of records that lie on timesheets.
type onSheets interface{ SubmitBefore(day db.Day) }

// timeRecords are the lines of one file.
type timeRecords[N any] struct {
	kind   timeKind[N]
	bulk   timeBulk[N]
	layout layout
}

// lines reads the cells of lines, and finds their employees and pay codes.
func (x *timeRecords[N]) lines(ctx context.Context, q db.Queryer, rows []Row) ([]bulk.Line[N], error) {
	list := make([]cells, len(rows))
	names := make([]string, len(rows))
	for i, r := range rows {
		list[i] = cells{layout: x.layout, row: r.Cells}
		names[i] = list[i].or("employee")
	}
	people, err := employees.Find(ctx, q, names)
	if err != nil {
		return nil, err
	}
	live, err := bankcodes.Live(ctx, q)
	if err != nil {
		return nil, err
	}
	codes := codesByName(live)
	lines := make([]bulk.Line[N], len(rows))
	for i, r := range rows {
		c := &list[i]
		code := payCode(c, codes, x.kind.category)
		n, first, last := x.kind.read(c, code, x.kind.zone)
		lines[i] = bulk.Line[N]{Line: r.Line, New: n, EmployeeID: employee(c, people[names[i]], first, last)}
		if x.kind.past && !first.IsZero() && first.After(x.kind.today()) {
			c.faults.Add(dayField(c), "future_day", "Only days up to today can be imported.")
		}
		lines[i].Faults = c.faults
	}
	return lines, nil
}

// dayField returns the column with the day on which a record begins.
func dayField(c *cells) string {
	if _, ok := c.columns["date"]; ok {
		return "date"
	}
	return "start_date_time"
}

// employee returns the employee of a line, whose record lies between two days; 0 with a fault if there is none.
func employee(c *cells, found []employees.Match, first, last db.Day) int64 {
	fault := func(code, detail string) int64 {
		c.faults.Add("employee", code, detail)
		return 0
	}
	switch {
	case c.or("employee") == "":
		return fault("required", "This field is required.")
	case len(found) == 0:
		return fault("unknown_employee", "No employee has this number or email address.")
	case len(found) > 1:
		return fault("ambiguous", "Several employees have this number: give the email address.")
	case found[0].Archived:
		return fault("record_archived", "The employee's record is archived: restore it first.")
	}
	e := found[0]
	if !first.IsZero() && first.Before(e.FirstWorkDay) {
		c.faults.Add(dayField(c), "before_first_day", "This is before the employee's first day of work.")
	}
	if !e.LastWorkDay.IsZero() && last.After(e.LastWorkDay) {
		c.faults.Add(dayField(c), "after_last_day", "This is after the employee's last day of work.")
	}
	return e.ID
}

// codesByName returns pay codes by what files call them: the code, or the name of its type in either language, folded.
func codesByName(live []bankcodes.BankCode) map[string][]bankcodes.BankCode {
	byCode, byType := map[string][]bankcodes.BankCode{}, map[string][]bankcodes.BankCode{}
	for _, b := range live {
		byCode[contact.Fold(b.Code)] = append(byCode[contact.Fold(b.Code)], b)
		names := []string{contact.Fold(b.Type), contact.Fold(i18n.FR.KindName(b.Kind())), contact.Fold(i18n.EN.KindName(b.Kind()))}
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			byType[name] = append(byType[name], b)
		}
	}
	for name, list := range byType {
		if len(byCode[name]) == 0 {
			byCode[name] = list
		}
	}
	return byCode
}

// payCode returns the pay code of a line; 0 with a fault if there is none.
func payCode(c *cells, codes map[string][]bankcodes.BankCode, category bankcodes.Category) int64 {
	text := c.or("bank_code")
	var usable []bankcodes.BankCode
	found := codes[contact.Fold(text)]
	for _, b := range found {
		if b.Category == category {
			usable = append(usable, b)
		}
	}
	switch {
	case text == "":
		c.faults.Add("bank_code", "required", "This field is required.")
	case len(found) == 0:
		c.faults.Add("bank_code", "no_code", "There is no such pay code.")
	case len(usable) == 0:
		c.faults.Add("bank_code", "category", "This pay code is not for this type of record.")
	case len(usable) > 1:
		c.faults.Add("bank_code", "ambiguous", "Several pay codes have this name: give the code.")
	default:
		return usable[0].ID
	}
	return 0
}

// fieldNames maps the fields of the features' faults to those of the columns.
var fieldNames = map[string]string{"bank_code_id": "bank_code", "employee_id": "employee"}

func (x *timeRecords[N]) add([]Row) {}

// submitEnded implements submitter.
func (x *timeRecords[N]) submitEnded() {
	if b, ok := x.bulk.(onSheets); ok && x.kind.period != nil {
		b.SubmitBefore(x.kind.period(x.kind.today()))
	}
}

func (x *timeRecords[N]) judge(ctx context.Context, q db.Queryer, rows []Row) error {
	lines, err := x.lines(ctx, q, rows)
	if err != nil {
		return err
	}
	plans, err := x.bulk.Plan(ctx, q, lines)
	for i, p := range plans {
		r := &rows[i]
		r.RecordID, r.Version, r.Faults = p.ID, p.Version, x.faults(*r, p.Faults)
		r.Verdict = verdictOf(p.Faults, p.ID == 0, false)
	}
	return err
}

// faults returns the faults of a line by the columns that they are in. A value is also missing that could not be read, or that follows
// from another one: that is no fault of its own.
func (x *timeRecords[N]) faults(r Row, all errs.Fields) (list errs.Fields) {
	c := cells{layout: x.layout, row: r.Cells}
	for _, f := range all {
		if name, other := fieldNames[f.Field]; other {
			f.Field = name
		}
		optional := slices.ContainsFunc(x.kind.columns, func(k Column) bool { return k.Field == f.Field && !k.Required })
		if f.Code != "required" || !optional && c.or(f.Field) == "" {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		return all
	}
	return list.FirstPerField()
}

// conclude implements records: no line refers to another.
func (x *timeRecords[N]) conclude(context.Context, db.Queryer) (map[int]errs.Fields, error) {
	return nil, nil
}

func (x *timeRecords[N]) save(ctx context.Context, tx *db.Tx, rows []Row) error {
	lines, err := x.lines(ctx, tx, rows)
	if err != nil {
		return err
	}
	if err := x.bulk.Lock(ctx, tx, lines); err != nil {
		return err
	}
	if !tx.Dialect().OneWriter() { // the employees may have changed before they were locked
		if lines, err = x.lines(ctx, tx, rows); err != nil {
			return err
		}
	}
	saved, err := x.bulk.Save(ctx, tx, lines)
	if err != nil {
		return outdated(err)
	}
	for i, s := range saved {
		former, err := json.Marshal(formerTime{s.Sheet, s.Period.String(), s.SubmittedAt})
		if err != nil {
			return err
		}
		rows[i].RecordID, rows[i].Version, rows[i].former = s.ID, s.Version, string(former)
	}
	return nil
}

func (x *timeRecords[N]) finish(ctx context.Context, tx *db.Tx) (map[int]int64, error) {
	return nil, x.bulk.Finish(ctx, tx)
}
