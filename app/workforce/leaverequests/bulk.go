package leaverequests

import (
	"context"
	"slices"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/db"
)

// Bulk plans, saves and undoes the leave of one file. Leave of a file is history: it causes no notifications.
type Bulk struct {
	s       *Service
	by      auth.Actor
	claimed bulk.Spans      // the time of leave that is approved or open
	seen    map[content]int // the line with each other leave
}

// content is what makes two requests equal.
type content struct {
	employee, code int64
	kind           string
	start, end     db.Instant
	status         string
}

func contentOf(n New) content {
	return content{n.EmployeeID, n.BankCodeID, n.LeaveType, n.Start, n.End, n.ApprovalStatus}
}

// NewBulk begins a file. It fails if the actor does not see the leave of everyone. The bank codes of the lines must be live codes of
// category leave.
func (s *Service) NewBulk(by auth.Actor) (*Bulk, error) {
	b := &Bulk{s: s, by: by, claimed: bulk.Spans{}, seen: map[content]int{}}
	if !by.SeesAll() {
		return nil, errs.Forbidden("not_allowed", "Only admin and payroll import leave.")
	}
	return b, nil
}

// Plan says what saving the lines would do, with a fixed number of queries. Its faults are those of Create.
func (b *Bulk) Plan(ctx context.Context, q db.Queryer, lines []bulk.Line[New]) ([]bulk.Plan, error) {
	plans := make([]bulk.Plan, len(lines))
	for i := range lines {
		n := &lines[i].New
		n.EmployeeID = lines[i].EmployeeID
		faults := append(slices.Clone(lines[i].Faults), n.Validate()...)
		if n.ApprovalStatus != Pending && n.EmployeeID != 0 && !mayApprove(b.by, n.EmployeeID) {
			faults.Add("approval_status", "own_leave", "Nobody decides about their own leave.")
		}
		plans[i] = bulk.Plan{Line: lines[i].Line, Faults: faults.FirstPerField()}
	}
	return plans, b.compare(ctx, q, lines, plans)
}

// compare finds the requests that are equal to lines, and adds the faults of lines that overlap other leave or other lines.
func (b *Bulk) compare(ctx context.Context, q db.Queryer, lines []bulk.Line[New], plans []bulk.Plan) error {
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
		for _, r := range found[i] {
			if contentOf(r.withChanges(Changes{})) == contentOf(n) {
				p.ID, p.Version = r.ID, r.Version
			} else if claimsTime(r.ApprovalStatus) && claimsTime(n.ApprovalStatus) {
				overlaps = true
			}
		}
		switch key := contentOf(n); {
		case overlaps && p.ID == 0:
			p.Faults.Add("start_date_time", "overlap", "The employee has other leave in this time.")
		case claimsTime(n.ApprovalStatus):
			b.claimed.Claim(&p.Faults, "start_date_time", n.EmployeeID, bulk.Span{Start: n.Start, End: n.End, Line: lines[i].Line})
		case b.seen[key] != 0:
			bulk.Twice(&p.Faults, "start_date_time", b.seen[key])
		default:
			b.seen[key] = lines[i].Line
		}
	}
	return nil
}

// Lock locks the employees of lines that will be planned and saved, and keeps other imports waiting.
func (b *Bulk) Lock(ctx context.Context, tx *db.Tx, lines []bulk.Line[New]) error {
	if tx.Dialect().OneWriter() {
		return nil
	}
	if err := tx.SerializeBy(ctx, "leave in bulk"); err != nil {
		return err
	}
	employees := make([]int64, len(lines))
	for i, l := range lines {
		employees[i] = l.EmployeeID
	}
	return tx.LockRows(ctx, "employees", employees...)
}

// Save saves lines that were planned as new, whose employees are locked. It fails with a conflict if one of them no longer is.
func (b *Bulk) Save(ctx context.Context, tx *db.Tx, lines []bulk.Line[New]) ([]bulk.Saved, error) {
	plans, err := b.Plan(ctx, tx, lines)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(plans, func(p bulk.Plan) bool { return p.ID != 0 || len(p.Faults) > 0 }) {
		return nil, errs.Conflict("bulk_outdated", "The records have changed since the file was checked. Check it again.")
	}
	found, err := insertMany(ctx, tx, lines, b.s.at())
	if err != nil {
		return nil, err
	}
	saved, entries := make([]bulk.Saved, len(lines)), make([]audit.Entry, len(lines))
	for i, l := range lines {
		r := found[contentOf(l.New)]
		saved[i] = bulk.Saved{Line: l.Line, ID: r.ID, Version: r.Version}
		entries[i] = b.entry("created", r.ID, audit.Diff(nil, r))
	}
	return saved, audit.Record(ctx, tx, entries...)
}

// Finish ends a file.
func (b *Bulk) Finish(context.Context, *db.Tx) error { return nil }

func (b *Bulk) entry(action string, id int64, changes audit.Changes) audit.Entry {
	return audit.Entry{At: b.s.at(), Who: b.by.Who(), Action: action, Kind: "leave_request", RecordID: strconv.FormatInt(id, 10),
		Changes: changes}
}

// Undo deletes leave that a Bulk has saved. If anything is in the way it changes nothing and returns that.
func (b *Bulk) Undo(ctx context.Context, tx *db.Tx, list []bulk.Saved) (in []bulk.Obstacle, err error) {
	ids := make([]int64, len(list))
	for i, x := range list {
		ids[i] = x.ID
	}
	found, err := byIDs(ctx, tx, b.by, ids)
	if err != nil {
		return nil, err
	}
	employees := make([]int64, len(found))
	for i, r := range found {
		employees[i] = r.EmployeeID
	}
	if err := tx.LockRows(ctx, "employees", employees...); err != nil {
		return nil, err
	}
	if found, err = byIDs(ctx, tx, b.by, ids); err != nil { // again, under the lock
		return nil, err
	}
	have := map[int64]LeaveRequest{}
	for _, r := range found {
		have[r.ID] = r
	}
	entries := make([]audit.Entry, len(list))
	for i, x := range list {
		r := have[x.ID]
		if r.Version != x.Version {
			in = append(in, bulk.Obstacle{ID: x.ID, Name: r.EmployeeName, Reason: bulk.Changed})
		}
		entries[i] = b.entry("deleted", x.ID, audit.Diff(r, nil))
	}
	if len(in) > 0 {
		return in, nil
	}
	if err := deleteMany(ctx, tx, ids); err != nil {
		return nil, err
	}
	return nil, audit.Record(ctx, tx, entries...)
}
