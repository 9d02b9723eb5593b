package leaverequests

import (
	"context"
	"strconv"
	"time"

	"presence/app/audit"
	"presence/app/auth"
	"presence/app/errs"
	"presence/db"
)

// Service keeps leave requests.
type Service struct {
	db  *db.DB
	now func() time.Time
}

// NewService takes the clock as now.
func NewService(d *db.DB, now func() time.Time) *Service { return &Service{d, now} }

// Filter narrows a list; zero values do not.
type Filter struct {
	EmployeeID int64
	From, To   db.Instant // leave that touches the time between
}

// Get is a live request in the actor's scope.
func (s *Service) Get(ctx context.Context, actor auth.Actor, id int64) (LeaveRequest, error) {
	return byID(ctx, s.db, actor, id)
}

// Each gives the live requests in the actor's scope, by id.
func (s *Service) Each(ctx context.Context, actor auth.Actor, f Filter, fn func(LeaveRequest) error) error {
	return each(ctx, s.db, actor, f, fn)
}

// Create stores a request. Whoever may not approve the employee's leave can only ask for it: another status than
// Pending is refused, never dropped (W8). Leave must not overlap other leave of the person that is approved or waiting.
func (s *Service) Create(ctx context.Context, actor auth.Actor, n New) (LeaveRequest, error) {
	if n.ApprovalStatus == "" {
		n.ApprovalStatus = Pending
	}
	if err := n.Validate().Err(); err != nil {
		return LeaveRequest{}, err
	}
	var r LeaveRequest
	err := s.db.Write(ctx, func(tx *db.Tx) (err error) {
		if err := s.admit(ctx, tx, actor, n); err != nil {
			return err
		}
		now := db.InstantOf(s.now())
		if r, err = insert(ctx, tx, n, now); err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{
			At: now, Who: actor.Who(), Action: "created", Kind: "leave_request",
			RecordID: strconv.FormatInt(r.ID, 10), Changes: audit.Diff(nil, trail(r)),
		})
	})
	return r, err
}

// admit checks what only the database knows, with the employee's row locked, so that two requests for the same days
// cannot both pass.
func (s *Service) admit(ctx context.Context, tx *db.Tx, actor auth.Actor, n New) error {
	if err := tx.LockRows(ctx, "employees", n.EmployeeID); err != nil {
		return err
	}
	k, err := known(ctx, tx, actor, n)
	if err != nil {
		return err
	}
	var faults errs.Fields
	if !k.employee {
		faults.Add("employee_id", "unknown", "There is no such employee.")
	}
	if !k.bankCode {
		faults.Add("bank_code_id", "unknown", "There is no such bank code of categorie leave.")
	}
	if k.employee && live(n.ApprovalStatus) && k.overlaps {
		faults.Add("start_date_time", "overlap", "The employee has other leave in this time.")
	}
	if err := faults.Err(); err != nil {
		return err
	}
	if n.ApprovalStatus != Pending && !k.approvable {
		return errs.Denied("approval_not_allowed", "Only who may approve this leave can set its approval_status.")
	}
	return nil
}

// fields is a request as its audit trail keeps it.
type fields struct {
	EmployeeID     int64      `json:"employee_id"`
	BankCodeID     int64      `json:"bank_code_id"`
	LeaveType      string     `json:"leave_type"`
	Start          db.Instant `json:"start_date_time"`
	End            db.Instant `json:"end_date_time"`
	Comment        string     `json:"comment"`
	ApprovalStatus string     `json:"approval_status"`
}

func trail(r LeaveRequest) fields {
	return fields{r.EmployeeID, r.BankCodeID, r.LeaveType, r.Start, r.End, r.Comment, r.ApprovalStatus}
}
