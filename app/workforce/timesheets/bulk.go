package timesheets

import (
	"context"
	"maps"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/audit"
	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/db"
)

// BulkRules are the parts of a LineBulk that differ between shifts and expenses.
type BulkRules[L LineRecord, N any] struct {
	Table    LineTable[L]
	Day      func(N) db.Day
	Validate func(*N) errs.Fields // without the sheet, which may not exist yet
	// Compare sets in the plan of each line the record that is equal to it, if there is one. It adds faults to the plans of lines that
	// contradict a record, or a line of an earlier call for the same file. It passes over lines that have faults already.
	Compare func(ctx context.Context, q db.Queryer, lines []bulk.Line[N], plans []bulk.Plan) error
	// Insert inserts a line on each of the sheets, and returns the records in the order of the lines.
	Insert func(ctx context.Context, tx *db.Tx, sheets []int64, lines []bulk.Line[N]) ([]L, error)
}

// LineBulk plans and saves the shifts or the expenses of one file, on the sheets of their pay periods.
type LineBulk[L LineRecord, N any] struct {
	by     stamp
	period func(db.Day) db.Day // the first day of the pay period of a day
	rules  BulkRules[L, N]

	submitBefore db.Day         // drafts of pay periods that begin before this day are submitted; zero: none is
	toSubmit     map[int64]bool // those drafts
	submitted    map[int64]bool // sheets of others that were submitted before they changed
}

// NewLineBulk prepares saving the lines of an imported file. It fails if the actor does not see the time of everyone.
func NewLineBulk[L LineRecord, N any](by auth.Actor, at db.Instant, period func(db.Day) db.Day,
	rules BulkRules[L, N]) (*LineBulk[L, N], error) {
	return &LineBulk[L, N]{by: stamp{by, at}, period: period, rules: rules, toSubmit: map[int64]bool{}, submitted: map[int64]bool{}},
		requireBulk(by)
}

// SubmitBefore makes Finish submit the sheets that Save has put lines on, if their pay period begins before day. A sheet that was returned
// stays with its owner.
func (b *LineBulk[L, N]) SubmitBefore(day db.Day) { b.submitBefore = day }

func requireBulk(by auth.Actor) error {
	if !by.SeesAll() {
		return errs.Forbidden("not_allowed", "Only admin and payroll import time.")
	}
	return nil
}

// sheetKey finds a sheet of the staff pages.
type sheetKey struct {
	employee int64
	period   db.Day
}

func (b *LineBulk[L, N]) key(l bulk.Line[N]) sheetKey {
	return sheetKey{l.EmployeeID, b.period(b.rules.Day(l.New))}
}

// Plan says what saving the lines would do, with a fixed number of queries. Its faults are those of the single record.
func (b *LineBulk[L, N]) Plan(ctx context.Context, q db.Queryer, lines []bulk.Line[N]) ([]bulk.Plan, error) {
	plans := make([]bulk.Plan, len(lines))
	for i := range lines {
		faults := append(slices.Clone(lines[i].Faults), b.rules.Validate(&lines[i].New)...)
		plans[i] = bulk.Plan{Line: lines[i].Line, Faults: faults.FirstPerField()}
	}
	if err := b.rules.Compare(ctx, q, lines, plans); err != nil {
		return nil, err
	}
	return plans, b.checkSheets(ctx, q, lines, plans)
}

// checkSheets adds the faults of new lines whose sheet is approved, or archived with its period.
func (b *LineBulk[L, N]) checkSheets(ctx context.Context, q db.Queryer, lines []bulk.Line[N], plans []bulk.Plan) error {
	sheets, err := periodSheets(ctx, q, b.keysOf(lines, plans))
	for i := range plans {
		if plans[i].ID != 0 || len(plans[i].Faults) > 0 {
			continue
		}
		switch sheet := sheets[b.key(lines[i])]; {
		case sheet.aged:
			plans[i].Faults.Add("date", "timesheet_archived", "The timesheet of this period is in the archive.")
		case sheet.Approved:
			plans[i].Faults.Add("date", "timesheet_approved", "The timesheet of this period is approved.")
		}
	}
	return err
}

// keysOf returns the sheets of the lines that create a record.
func (b *LineBulk[L, N]) keysOf(lines []bulk.Line[N], plans []bulk.Plan) []sheetKey {
	keys := map[sheetKey]bool{}
	for i := range plans {
		if plans[i].ID == 0 && len(plans[i].Faults) == 0 {
			keys[b.key(lines[i])] = true
		}
	}
	return slices.SortedFunc(maps.Keys(keys), func(x, y sheetKey) int {
		if x.employee != y.employee {
			return int(x.employee - y.employee)
		}
		return x.period.Compare(y.period)
	})
}

// Lock locks the employees of lines that will be planned and saved, and keeps other imports waiting.
func (b *LineBulk[L, N]) Lock(ctx context.Context, tx *db.Tx, lines []bulk.Line[N]) error {
	if tx.Dialect().OneWriter() {
		return nil
	}
	if err := tx.SerializeBy(ctx, b.rules.Table.Name+" in bulk"); err != nil {
		return err
	}
	employees := make([]int64, len(lines))
	for i, l := range lines {
		employees[i] = l.EmployeeID
	}
	return tx.LockRows(ctx, "employees", employees...)
}

// Save saves lines that were planned as new, whose employees are locked. It fails with a conflict if one of them no longer is.
func (b *LineBulk[L, N]) Save(ctx context.Context, tx *db.Tx, lines []bulk.Line[N]) ([]bulk.Saved, error) {
	plans, err := b.Plan(ctx, tx, lines)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(plans, func(p bulk.Plan) bool { return p.ID != 0 || len(p.Faults) > 0 }) {
		return nil, errs.Conflict("bulk_outdated", "The records have changed since the file was checked. Check it again.")
	}
	keys := b.keysOf(lines, plans)
	sheets, created, err := b.openSheets(ctx, tx, keys)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(lines))
	for i, l := range lines {
		ids[i] = sheets[b.key(l)].ID
	}
	records, err := b.rules.Insert(ctx, tx, ids, lines)
	if err != nil {
		return nil, err
	}
	if err := b.planSubmissions(sheets); err != nil {
		return nil, err
	}
	saved, entries := make([]bulk.Saved, len(records)), make([]audit.Entry, len(records))
	for i, r := range records {
		id, sheet, version := r.Keys()
		saved[i] = bulk.Saved{Line: lines[i].Line, ID: id, Version: version, Period: b.key(lines[i]).period}
		if created[sheet] {
			saved[i].Sheet = sheet
		}
		if b.toSubmit[sheet] {
			saved[i].SubmittedAt = b.by.at
		}
		entries[i] = b.rules.Table.Entry(b.by.by, b.by.at, "created", r, audit.Diff(nil, r))
	}
	return saved, audit.Record(ctx, tx, entries...)
}

// openSheets returns the sheets whose lines will change, and creates those that do not exist.
func (b *LineBulk[L, N]) openSheets(ctx context.Context, tx *db.Tx, keys []sheetKey) (map[sheetKey]periodSheet, map[int64]bool, error) {
	sheets, err := periodSheets(ctx, tx, keys)
	if err != nil {
		return nil, nil, err
	}
	existing := make([]Timesheet, 0, len(sheets))
	for _, s := range sheets {
		existing = append(existing, s.Timesheet)
	}
	if err := b.edit(ctx, tx, existing); err != nil {
		return nil, nil, err
	}
	missing := slices.DeleteFunc(slices.Clone(keys), func(k sheetKey) bool { return sheets[k].ID != 0 })
	created := map[int64]bool{}
	list, err := insertMany(ctx, tx, missing, b.by.at)
	if err != nil {
		return nil, nil, err
	}
	entries := make([]audit.Entry, 0, len(list))
	for _, t := range list {
		created[t.ID] = true
		sheets[sheetKey{t.EmployeeID, t.PeriodStart}] = periodSheet{Timesheet: t}
		entries = append(entries, b.by.entry("created", audit.Diff(nil, t), t.ID))
	}
	return sheets, created, audit.Record(ctx, tx, entries...)
}

// edit does what LockEditable does, for many sheets. Their employees must be locked.
func (b *LineBulk[L, N]) edit(ctx context.Context, tx *db.Tx, sheets []Timesheet) error {
	var ids, all []int64
	for _, t := range sheets {
		next, err := t.Edit(b.by.by)
		if err != nil {
			return err
		}
		all = append(all, t.ID)
		if next != t { // one of the actor's own
			if _, err := saveAudited(ctx, tx, b.by, "submission_withdrawn", t, next); err != nil {
				return err
			}
			continue
		}
		ids = append(ids, t.ID)
		if t.SubmittedAt != 0 {
			b.submitted[t.ID] = true
		}
	}
	compareWithApproval(tx, all...)
	return incrementVersions(ctx, tx, ids)
}

// planSubmissions notes which of the sheets Finish submits.
func (b *LineBulk[L, N]) planSubmissions(sheets map[sheetKey]periodSheet) error {
	for k, s := range sheets {
		if !k.period.Before(b.submitBefore) || s.ReturnedAt != 0 {
			continue
		}
		draft, err := s.Edit(b.by.by)
		if err != nil {
			return err
		}
		submitted, err := draft.Submit(b.by.by, b.by.at)
		if err != nil {
			return err
		}
		if submitted != draft {
			b.toSubmit[s.ID] = true
		}
	}
	return nil
}

// Finish submits sheets (SubmitBefore), and notifies their approvers, and the owners of sheets that were submitted before and
// whose lines have changed (W15). It should be called last in the transaction (see notifications.Notify).
func (b *LineBulk[L, N]) Finish(ctx context.Context, tx *db.Tx) error {
	ids := slices.Sorted(maps.Keys(b.toSubmit))
	if err := setSubmitted(ctx, tx, b.by.at, b.by.at, ids); err != nil {
		return err
	}
	if err := recordAudit(ctx, tx, b.by, "submitted", audit.Changes{"submitted_at": {nil, b.by.at.String()}}, ids...); err != nil {
		return err
	}
	if err := notify(ctx, tx, b.by, notifications.SheetSubmitted, "", ids...); err != nil {
		return err
	}
	return notify(ctx, tx, b.by, notifications.SheetChanged, notifications.LinesCorrected, slices.Sorted(maps.Keys(b.submitted))...)
}

// Undo deletes lines that a LineBulk has saved, and the sheets that it created for them if they are empty. If anything is in the way
// it changes nothing and returns that.
func (b *LineBulk[L, N]) Undo(ctx context.Context, tx *db.Tx, list []bulk.Saved) ([]bulk.Obstacle, error) {
	ids, versions := make([]int64, len(list)), map[int64]int64{}
	created := map[int64]bool{}
	for i, x := range list {
		ids[i], versions[x.ID] = x.ID, x.Version
		if x.Sheet != 0 {
			created[x.Sheet] = true
		}
	}
	table := b.rules.Table
	sheets, err := table.lockSheets(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	have, err := table.byIDs(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	in, err := b.obstacles(ctx, tx, ids, have, versions)
	if err != nil || len(in) > 0 {
		return in, err
	}
	if err := b.withdraw(ctx, tx, sheets, submissions(list, have)); err != nil {
		return nil, err
	}
	if err := b.edit(ctx, tx, sheets); err != nil {
		return nil, err
	}
	if err := table.deleteMany(ctx, tx, ids); err != nil {
		return nil, err
	}
	entries := make([]audit.Entry, 0, len(ids))
	for _, id := range ids {
		entries = append(entries, table.Entry(b.by.by, b.by.at, "deleted", have[id], audit.Diff(have[id], nil)))
	}
	if err := audit.Record(ctx, tx, entries...); err != nil {
		return nil, err
	}
	if err := b.deleteEmpty(ctx, tx, slices.Sorted(maps.Keys(created))); err != nil {
		return nil, err
	}
	return nil, b.Finish(ctx, tx)
}

// submissions returns, by the ids of sheets, when the file submitted them: saved are the records that it saved, have are the lines now.
func submissions[L LineRecord](saved []bulk.Saved, have map[int64]L) map[int64]db.Instant {
	at := map[int64]db.Instant{}
	for _, x := range saved {
		if _, sheet, _ := have[x.ID].Keys(); x.SubmittedAt != 0 {
			at[sheet] = x.SubmittedAt
		}
	}
	return at
}

// withdraw makes sheets drafts again that are submitted, if they were submitted at the time that submissions has for their id; it leaves
// those that were withdrawn or submitted again since. It changes the elements of sheets.
func (b *LineBulk[L, N]) withdraw(ctx context.Context, tx *db.Tx, sheets []Timesheet, submissions map[int64]db.Instant) error {
	var ids []int64
	var entries []audit.Entry
	for i, t := range sheets {
		if t.SubmittedAt == 0 || t.SubmittedAt != submissions[t.ID] {
			continue
		}
		draft, err := t.Withdraw(b.by.by)
		if err != nil {
			return err
		}
		sheets[i] = draft
		ids = append(ids, t.ID)
		entries = append(entries, b.by.entry("submission_withdrawn", audit.Diff(t, draft), t.ID))
	}
	if err := setSubmitted(ctx, tx, 0, b.by.at, ids); err != nil {
		return err
	}
	return audit.Record(ctx, tx, entries...)
}

// obstacles returns what is in the way of an undo, in the order of the ids.
func (b *LineBulk[L, N]) obstacles(ctx context.Context, q db.Queryer, ids []int64, have map[int64]L,
	versions map[int64]int64) (in []bulk.Obstacle, err error) {
	for _, id := range ids {
		r, known := have[id]
		var version int64
		if known {
			_, _, version = r.Keys()
		}
		switch {
		case version != versions[id]:
			in = append(in, bulk.Obstacle{ID: id, Reason: bulk.Changed})
		case r.IsApproved():
			in = append(in, bulk.Obstacle{ID: id, Reason: bulk.Approved})
		}
	}
	if len(in) == 0 {
		return nil, nil
	}
	list, err := b.rules.Table.Named(ctx, q, b.by.by, ids)
	names := map[int64]string{}
	for _, n := range list {
		names[n.ID] = n.Employee + ", " + n.Day.String()
	}
	for i := range in {
		in[i].Name = names[in[i].ID]
	}
	return in, err
}

// deleteEmpty deletes those of the sheets on which nothing was entered, submitted or approved.
func (b *LineBulk[L, N]) deleteEmpty(ctx context.Context, tx *db.Tx, ids []int64) error {
	gone, err := deleteUnused(ctx, tx, ids)
	if err != nil {
		return err
	}
	entries := make([]audit.Entry, len(gone))
	for i, t := range gone {
		delete(b.submitted, t.ID)
		entries[i] = b.by.entry("deleted", audit.Diff(t, nil), t.ID)
	}
	return audit.Record(ctx, tx, entries...)
}
