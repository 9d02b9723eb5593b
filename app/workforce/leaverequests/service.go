package leaverequests

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/archival"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/holidays"
	"presence/app/platform/ratelimit"
	"presence/db"
)

// Service stores leave requests. Admin, payroll, the owner and the owner's supervisors see a request and may change it; for
// anyone else it is NotFound.
type Service struct {
	Options

	db      *db.DB
	now     func() time.Time
	changes *ratelimit.ByKey // by person: their own leave that they request, change and delete
}

// Options are what the service needs besides the database.
type Options struct {
	Holidays holidays.Calendar // the statutory holidays, which leave does not take

	// Refuses reports whether the company refuses a request because it is for more than is left of its kind of leave; nil: it never does.
	Refuses func(ctx context.Context, tx *db.Tx, r LeaveRequest) (bool, error)
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, o Options) *Service {
	return &Service{o, d, now, ratelimit.ChangesByPerson()}
}

// Filter selects requests (C7); zero values select all.
type Filter struct {
	After          int64      // only larger ids
	Since          db.Instant // only requests changed at or after
	Rows           int64      // at most this many
	EmployeeID     int64
	BankCodeID     int64
	ApprovalStatus string
	LeaveType      string
	From, To       db.Instant // leave that overlaps this time
}

// Get returns a live request in the actor's scope.
func (s *Service) Get(ctx context.Context, by auth.Actor, id int64) (LeaveRequest, error) {
	return byID(ctx, s.db, by, id)
}

// Each calls each for the live requests in the actor's scope, sorted by id.
func (s *Service) Each(ctx context.Context, by auth.Actor, f Filter, each func(LeaveRequest) error) error {
	return list(ctx, s.db, by, f, each)
}

// Create saves a request. Those who may not approve the employee's leave can only create it as Pending; another status is an
// error (W8). It fails if the leave overlaps other leave of the employee that is approved or open.
func (s *Service) Create(ctx context.Context, by auth.Actor, n New) (r LeaveRequest, err error) {
	if n.ApprovalStatus == "" {
		n.ApprovalStatus = Pending
	}
	if err := n.Validate().Err(); err != nil {
		return r, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "employees", n.EmployeeID); err != nil {
			return err
		}
		if err := checkReferences(ctx, tx, by, n, LeaveRequest{}); err != nil {
			return err
		}
		if n.ApprovalStatus != Pending && !mayApprove(by, n.EmployeeID) {
			return errs.Forbidden("approval_not_allowed", "Only who may approve this leave can set its approval_status.")
		}
		if err := s.takeChange(by, n.EmployeeID); err != nil {
			return err
		}
		if r, err = insert(ctx, tx, n, s.at()); err != nil {
			return err
		}
		if err := s.checkBalance(ctx, tx, LeaveRequest{}, r); err != nil {
			return err
		}
		if err := s.recordAudit(ctx, tx, by, "created", r, audit.Diff(nil, r)); err != nil {
			return err
		}
		return s.notify(ctx, tx, by, kindOf(r), r)
	})
	return r, err
}

// Update changes fields of a request. The type, the times and the bank code can change only while the request is open, or
// together with a change back to Pending (W9).
func (s *Service) Update(ctx context.Context, by auth.Actor, id int64, expect *int64, c Changes) (r LeaveRequest, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err = s.change(ctx, tx, by, id, expect, c)
		return err
	})
	return r, err
}

// Decide changes the status of a request (W7, W9). If it has that status already, nothing changes.
func (s *Service) Decide(ctx context.Context, by auth.Actor, id int64, expect *int64, d Decision) (LeaveRequest, error) {
	return s.Update(ctx, by, id, expect, Changes{Comment: d.Comment, ApprovalStatus: &d.Status})
}

// DecideWithNote is Decide with a note that is added below the requester's comment, with the name of its writer.
func (s *Service) DecideWithNote(ctx context.Context, by auth.Actor, id int64, expect *int64,
	status, note string) (r LeaveRequest, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c := Changes{ApprovalStatus: &status}
		if note != "" {
			if r, err = loadVersion(ctx, tx, by, id, expect, nil); err != nil {
				return err
			}
			c.Comment = new(strings.TrimSpace(r.Comment + "\n" + cmp.Or(by.Name, by.Email) + " – " + note))
		}
		r, err = s.change(ctx, tx, by, id, expect, c)
		return err
	})
	return r, err
}

func (s *Service) change(ctx context.Context, tx *db.Tx, by auth.Actor, id int64, expect *int64, c Changes) (LeaveRequest, error) {
	old, err := loadVersion(ctx, tx, by, id, expect, c.EmployeeID)
	if err != nil {
		return old, err
	}
	next, err := old.Change(by, c)
	if err != nil || next == old {
		return old, err
	}
	if err := checkReferences(ctx, tx, by, next.withChanges(Changes{}), old); err != nil {
		return old, err
	}
	if err := s.takeChange(by, next.EmployeeID); err != nil {
		return old, err
	}
	r, err := save(ctx, tx, next, s.at())
	if err != nil {
		return r, err
	}
	if err := s.checkBalance(ctx, tx, old, r); err != nil {
		return r, err
	}
	err = s.recordAudit(ctx, tx, by, actionOf(old, r), r, audit.Diff(old, r))
	if err != nil || r.ApprovalStatus == old.ApprovalStatus && r.EmployeeID == old.EmployeeID {
		return r, err
	}
	return r, s.notify(ctx, tx, by, kindOf(r), r)
}

// takeChange fails with errs.KindRateLimited if the actor changes their own leave too often. That of others is not limited.
func (s *Service) takeChange(by auth.Actor, owner int64) error {
	if owner != by.EmployeeID {
		return nil
	}
	if wait := s.changes.Take(by.PersonID, s.now()); wait > 0 {
		return errs.TooManyChanges(ratelimit.Seconds(wait))
	}
	return nil
}

// kindOf returns the kind of notification of a request that is new or new for its employee, or of a decision about one.
func kindOf(r LeaveRequest) notifications.Kind {
	if r.ApprovalStatus == Pending {
		return notifications.LeaveRequested
	}
	return notifications.LeaveDecided
}

// notify sends a notification about a request (W15).
func (s *Service) notify(ctx context.Context, tx *db.Tx, by auth.Actor, kind notifications.Kind, r LeaveRequest) error {
	return notifications.Notify(ctx, tx, notifications.Event{At: s.at(), By: by, Kind: kind,
		Records: []notifications.Record{{ID: r.ID, EmployeeID: r.EmployeeID}},
		Data:    notifications.Data{LeaveType: r.LeaveType, Status: r.ApprovalStatus, Start: r.Start, End: r.End}})
}

// actionOf returns the name of a change in the history.
func actionOf(old, r LeaveRequest) string {
	if r.ApprovalStatus == old.ApprovalStatus {
		return "updated"
	}
	return map[string]string{Approved: "approved", Refused: "refused", Denied: "denied", Cancelled: "cancelled", Escalated: "escalated",
		Pending: "submitted"}[r.ApprovalStatus]
}

// Delete archives a request and returns it as it was before. Approved leave must be cancelled first, because it counts in the
// hours of its weeks.
func (s *Service) Delete(ctx context.Context, by auth.Actor, id int64, expect *int64) (r LeaveRequest, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if r, err = loadVersion(ctx, tx, by, id, expect, nil); err != nil {
			return err
		}
		if err := r.CheckArchive(); err != nil {
			return err
		}
		if err := s.takeChange(by, r.EmployeeID); err != nil {
			return err
		}
		if err := archive(ctx, tx, id, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "archived", r, nil)
	})
	return r, err
}

// Restore puts a deleted request back, with its status. It fails if the employee is archived (409 owner_archived), or has other leave
// in its time by now.
func (s *Service) Restore(ctx context.Context, by auth.Actor, id int64, expect *int64) (r LeaveRequest, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if r, _, err = archivedByID(ctx, tx, by, id); err != nil {
			return err
		}
		if err := tx.LockRows(ctx, "employees", r.EmployeeID); err != nil {
			return err
		}
		archived, in, err := archivedByID(ctx, tx, by, id) // again, under the lock
		switch {
		case err != nil:
			return err
		case expect != nil && *expect != archived.Version:
			return errs.Stale()
		}
		if err := in.CheckRestore(); err != nil {
			return err
		}
		if _, err := employeeByID(ctx, tx, by, archived.EmployeeID); errs.KindOf(err) == errs.KindNotFound {
			return archival.ErrOwner()
		} else if err != nil {
			return err
		}
		if err := checkReferences(ctx, tx, by, archived.withChanges(Changes{}), archived); err != nil {
			return err
		}
		if r, err = restore(ctx, tx, id, s.at()); err != nil {
			return err
		}
		if err := s.checkBalance(ctx, tx, LeaveRequest{}, r); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "restored", r, nil)
	})
	return r, err
}

// loadVersion returns a request in the actor's scope if it has the version that the caller expects. It locks the request's
// employee, and the employee to whom the request is to be moved: leave of one employee is written by one transaction at a time.
func loadVersion(ctx context.Context, tx *db.Tx, by auth.Actor, id int64, expect, to *int64) (LeaveRequest, error) {
	r, err := byID(ctx, tx, by, id)
	for err == nil && !tx.Dialect().OneWriter() { // on SQLite nothing can have changed: it has one writer
		people := []int64{r.EmployeeID}
		if to != nil {
			people = append(people, *to)
		}
		if err = tx.LockRows(ctx, "employees", people...); err != nil {
			break
		}
		if r, err = byID(ctx, tx, by, id); r.EmployeeID == people[0] {
			break
		}
	}
	if err == nil && expect != nil && *expect != r.Version {
		err = errs.Stale()
	}
	return r, err
}

// checkReferences checks the rules that need the database; the employee must be locked. old is the stored request, empty for a
// new one.
func checkReferences(ctx context.Context, tx *db.Tx, by auth.Actor, n New, old LeaveRequest) error {
	k, err := loadFacts(ctx, tx, by, n, old.ID)
	if err != nil {
		return err
	}
	var faults errs.Fields
	if n.EmployeeID != old.EmployeeID && !k.employee {
		faults.Add("employee_id", "not_found", "There is no such employee.")
	}
	if n.BankCodeID != old.BankCodeID { // an unchanged code may have been archived
		switch k.category {
		case "leave":
		case "":
			faults.Add("bank_code_id", "not_found", "There is no such pay code.")
		default:
			faults.Add("bank_code_id", "category", "Expected a pay code of categorie leave.")
		}
	}
	if k.overlaps && claimsTime(n.ApprovalStatus) && !faults.Has("employee_id") {
		faults.Add("start_date_time", "overlap", "The employee has other leave in this time.")
	}
	return faults.Err()
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, r LeaveRequest, changes audit.Changes) error {
	return auth.RecordFor(ctx, tx, by, []int64{r.EmployeeID}, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "leave_request",
		RecordID: strconv.FormatInt(r.ID, 10), Changes: changes})
}

// Archived returns one archived record in the actor's scope.
func (s *Service) Archived(ctx context.Context, by auth.Actor, id int64) (LeaveRequest, archival.State, error) {
	return archivedByID(ctx, s.db, by, id)
}

// ByIDs returns the requests with these ids in the actor's scope, live or archived, with the names of their employees.
func (s *Service) ByIDs(ctx context.Context, by auth.Actor, ids []int64) ([]LeaveRequest, error) {
	return byIDs(ctx, s.db, by, ids)
}
