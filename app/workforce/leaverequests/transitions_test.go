package leaverequests_test

import (
	"testing"

	"presence/app/accounts/auth"
	"presence/app/apptest/timetest"
	"presence/app/workforce/leaverequests"
	"presence/db"
)

func TestLeaveRequest_Change(t *testing.T) {
	const annID = 5
	ann, boss := auth.Actor{EmployeeID: annID, Role: auth.Employee}, auth.Actor{EmployeeID: 3, Role: auth.Employee, Supervises: true}
	admin := auth.Actor{EmployeeID: annID, Role: auth.Admin}
	in := func(status string) leaverequests.LeaveRequest {
		return leaverequests.LeaveRequest{ID: 1, EmployeeID: annID, BankCodeID: 5, LeaveType: "Vacation", Start: 1000, End: 2000,
			ApprovalStatus: status}
	}
	to := func(status string) leaverequests.Changes { return leaverequests.Changes{ApprovalStatus: &status} }
	longer := leaverequests.Changes{End: new(in("").End + 1000)}
	again := longer
	again.ApprovalStatus = new(leaverequests.Pending)
	toBoss := to(leaverequests.Approved)
	toBoss.EmployeeID = &boss.EmployeeID
	longerAndApproved := longer
	longerAndApproved.ApprovalStatus = new(leaverequests.Approved)
	whole := leaverequests.Changes{EmployeeID: new(int64(9)), BankCodeID: new(int64(8)), LeaveType: new("Sick"), Start: new(db.Instant(500)),
		End: new(db.Instant(900)), Comment: new("Flu"), ApprovalStatus: new(leaverequests.Escalated)}
	for _, x := range []struct {
		name string
		by   auth.Actor
		from string
		c    leaverequests.Changes
		want func(*leaverequests.LeaveRequest) // nil: unchanged
		err  string
	}{
		{"the supervisor approves pending leave", boss, leaverequests.Pending, to(leaverequests.Approved), status(leaverequests.Approved), ""},
		{"the supervisor decides about escalated leave", boss, leaverequests.Escalated, to(leaverequests.Denied), status(leaverequests.Denied),
			""},
		{"a decision that stands changes nothing", boss, leaverequests.Approved, to(leaverequests.Approved), nil, ""},
		{"approved leave is cancelled, not refused", boss, leaverequests.Approved, to(leaverequests.Refused), nil, "leave_move"},
		{"cancelled leave stays cancelled", admin, leaverequests.Cancelled, to(leaverequests.Pending), nil, "leave_move"},
		{"nobody approves the own leave", ann, leaverequests.Pending, to(leaverequests.Approved), nil, "approval_not_allowed"},
		{"nobody approves leave that becomes the own", boss, leaverequests.Pending, toBoss, nil, "approval_not_allowed"},
		{"the own leave is not approved by giving it to another", ann, leaverequests.Pending, toBoss, nil, "approval_not_allowed"},
		{"who approves pending leave may change it as well", boss, leaverequests.Pending, longerAndApproved,
			func(r *leaverequests.LeaveRequest) {
				r.End, r.ApprovalStatus = 3000, leaverequests.Approved
			}, ""},
		{"every field changes", boss, leaverequests.Pending, whole, func(r *leaverequests.LeaveRequest) {
			*r = leaverequests.LeaveRequest{ID: 1, EmployeeID: 9, BankCodeID: 8, LeaveType: "Sick", Start: 500, End: 900, Comment: "Flu",
				ApprovalStatus: leaverequests.Escalated}
		}, ""},
		{"an admin approves the own leave", admin, leaverequests.Pending, to(leaverequests.Approved), status(leaverequests.Approved), ""},
		{"the owner cancels approved leave", ann, leaverequests.Approved, to(leaverequests.Cancelled), status(leaverequests.Cancelled), ""},
		{"the owner asks again for refused leave", ann, leaverequests.Refused, to(leaverequests.Pending), status(leaverequests.Pending), ""},
		{"the owner changes what is pending", ann, leaverequests.Pending, longer, func(r *leaverequests.LeaveRequest) { r.End = 3000 }, ""},
		{"what is approved does not change", admin, leaverequests.Approved, longer, nil, "leave_decided"},
		{"what was refused changes as it is asked for again", ann, leaverequests.Refused, again, func(r *leaverequests.LeaveRequest) {
			r.End, r.ApprovalStatus = 3000, leaverequests.Pending
		}, ""},
		{"a comment is added at any time", ann, leaverequests.Approved, leaverequests.Changes{Comment: new(" Ski ")},
			func(r *leaverequests.LeaveRequest) { r.Comment = "Ski" }, ""},
		{"an end before the start is refused", ann, leaverequests.Pending, leaverequests.Changes{End: new(in("").Start)}, nil,
			"end_date_time not_after_start"},
	} {
		t.Run(x.name, func(t *testing.T) {
			want := in(x.from)
			if x.want != nil {
				x.want(&want)
			}
			got, err := in(x.from).Change(x.by, x.c)
			if timetest.Code(err) != x.err || got != want {
				t.Errorf("got %+v, %v\nwant %+v, %q", got, err, want, x.err)
			}
		})
	}
	for _, x := range []struct{ name, status, err string }{
		{"approved leave is not archived", leaverequests.Approved, "leave_approved"},
		{"leave that waits is archived", leaverequests.Pending, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if err := in(x.status).CheckArchive(); timetest.Code(err) != x.err {
				t.Errorf("got %v, want %q", err, x.err)
			}
		})
	}
}

func status(s string) func(*leaverequests.LeaveRequest) {
	return func(r *leaverequests.LeaveRequest) { r.ApprovalStatus = s }
}
