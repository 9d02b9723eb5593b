package leaverequests

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/platform/audit"
	"presence/db"
)

// record adds an entry about a request to the history.
func (d *fixture) record(by auth.Actor, r LeaveRequest, action string, changes audit.Changes) {
	d.Helper()
	if err := d.db.Write(d.Context(), func(ctx context.Context, tx *db.Tx) error {
		return d.recordAudit(ctx, tx, by, action, r, changes)
	}); err != nil {
		d.Fatal(err)
	}
}

func TestService_UndoDecision(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		note := "Ski\nBo – Have fun"
		decided := func(status string, comment *string) LeaveRequest {
			r, err := d.Create(d.Context(), d.ann, d.vacation(func(n *New) { n.Comment = "Ski" }))
			if err == nil {
				r, err = d.Decide(d.Context(), d.boss, r.ID, nil, Decision{status, comment})
			}
			if err != nil {
				d.Fatal(err)
			}
			return r
		}
		for _, x := range []struct {
			name    string
			decided func() LeaveRequest
			by      auth.Actor
			want    string // the error; empty: the request waits again
		}{
			{"takes an approval back, with its note", func() LeaveRequest { return decided(Approved, &note) }, d.boss, ""},
			{"takes a refusal back and keeps the comment", func() LeaveRequest { return decided(Denied, nil) }, d.boss, ""},
			{"takes a final cancellation back", func() LeaveRequest { return decided(Cancelled, nil) }, d.boss, ""},
			{"is not for the owner", func() LeaveRequest { return decided(Approved, nil) }, d.ann, "approval_not_allowed"},
			{"is not for another who may approve", func() LeaveRequest { return decided(Approved, nil) }, d.payroll, "nothing_to_undo"},
			{"is not for those who do not see the request", func() LeaveRequest { return decided(Approved, nil) }, d.stranger, "not_found"},
			{"does not undo a request that the supervisor made", func() LeaveRequest {
				r, err := d.Create(t.Context(), d.boss, d.vacation(nil))
				if err != nil {
					d.Fatal(err)
				}
				return r
			}, d.boss, "nothing_to_undo"},
			{"does not undo a change that decided nothing", func() LeaveRequest {
				r := decided(Approved, nil)
				r, err := d.Update(t.Context(), d.boss, r.ID, nil, Changes{Comment: &note})
				if err != nil {
					d.Fatal(err)
				}
				return r
			}, d.boss, "nothing_to_undo"},
			{"does not undo a change after the decision", func() LeaveRequest {
				r := decided(Approved, nil)
				if _, err := d.Update(t.Context(), d.payroll, r.ID, nil, Changes{Comment: &note}); err != nil {
					d.Fatal(err)
				}
				return r
			}, d.boss, "stale"},
			{"does not claim time that other leave has taken meanwhile", func() LeaveRequest {
				r := decided(Denied, nil)
				d.made(Approved)
				return r
			}, d.boss, "start_date_time overlap"},
			{"restores no status that there is not", func() LeaveRequest {
				r := decided(Approved, nil)
				d.record(d.boss, r, "approved", audit.Changes{"approval_status": {"Maybe", Approved}})
				return r
			}, d.boss, "approval_status not_allowed"},
			{"finds nothing in an empty history", func() LeaveRequest {
				r := decided(Approved, nil)
				if err := d.exec("DELETE FROM audit_log"); err != nil {
					d.Fatal(err)
				}
				return r
			}, d.boss, "nothing_to_undo"},
		} {
			t.Run(x.name, func(t *testing.T) {
				defer d.removed()
				before := x.decided()
				got, err := d.UndoDecision(t.Context(), x.by, before.ID, before.Version)
				if told(err) != x.want {
					t.Fatalf("got %v, want %q", err, x.want)
				}
				if x.want != "" {
					if n := d.count("SELECT COUNT(*) FROM leave_requests WHERE id = $1 AND approval_status = $2", before.ID,
						before.ApprovalStatus); n != 1 {
						t.Error("the decision does not stand")
					}
					return
				}
				if got.ApprovalStatus != Pending || got.Comment != "Ski" || got.Version != before.Version+1 {
					t.Errorf("got %+v", got)
				}
				if n := d.count(`SELECT COUNT(*) FROM audit_log WHERE kind = 'leave_request' AND action = 'decision_undone' AND
					person_id = $1 AND record_id = $2`, d.boss.PersonID, fmt.Sprint(got.ID)); n != 1 {
					t.Errorf("%d entries in the history", n)
				}
				if n := d.notified(d.ann, notifications.LeaveDecided, got.ID); n != 0 { // the one of the decision was not read yet
					t.Errorf("the owner has %d notifications, want none", n)
				}
			})
		}
	})
}

// notified counts the notifications of a kind that a person has about a request.
func (d *fixture) notified(who auth.Actor, kind notifications.Kind, id int64) int64 {
	d.Helper()
	return d.count("SELECT COUNT(*) FROM notifications WHERE person_id = $1 AND kind = $2 AND record_id = $3", who.PersonID, kind, id)
}

func TestService_DecideWithNote(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		named, unnamed := d.boss, d.boss
		named.Name, named.Email, unnamed.Email = "Bo Roy", "bo@example.org", "bo@example.org"
		for _, x := range []struct {
			name, comment string
			by            auth.Actor
			note          string
			version       int64
			want, err     string
		}{
			{"adds the note below the comment, with the name of who wrote it", "Ski", named, "No.", 1, "Ski\nBo Roy – No.", ""},
			{"adds the note alone where there is no comment", "", named, "No.", 1, "Bo Roy – No.", ""},
			{"names the address of a person without a name", "", unnamed, "No.", 1, "bo@example.org – No.", ""},
			{"leaves the comment as it is without a note", "Ski", named, "", 1, "Ski", ""},
			{"refuses an old version with a note", "Ski", named, "No.", 2, "", "stale"},
			{"refuses an old version without one", "Ski", named, "", 2, "", "stale"},
			{"refuses a note that makes the comment too long", strings.Repeat("é", 1990), named, "No.", 1, "", "comment length"},
		} {
			t.Run(x.name, func(t *testing.T) {
				defer d.removed()
				r, err := d.Create(t.Context(), d.ann, d.vacation(func(n *New) { n.Comment = x.comment }))
				if err != nil {
					t.Fatal(err)
				}
				got, err := d.DecideWithNote(t.Context(), x.by, r.ID, &x.version, Denied, x.note)
				if told(err) != x.err {
					t.Fatalf("got %v, want %q", err, x.err)
				}
				if err == nil && (got.Comment != x.want || got.ApprovalStatus != Denied) {
					t.Errorf("got %+v, want %q", got, x.want)
				}
			})
		}
	})
}

// Approvers are notified of a request, its owner of the decision, and no one of other changes.
func TestService_notifications(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		r, err := d.Create(t.Context(), d.ann, d.vacation(nil))
		if err != nil {
			t.Fatal(err)
		}
		if n := d.notified(d.boss, notifications.LeaveRequested, r.ID); n != 1 {
			t.Errorf("the supervisor has %d notifications of the request", n)
		}
		if n := d.count("SELECT COUNT(*) FROM audit_log WHERE kind = 'leave_request' AND action = 'created' AND person_id = $1",
			d.ann.PersonID); n != 1 {
			t.Errorf("the history has %d entries about the request", n)
		}
		if _, err := d.Update(t.Context(), d.boss, r.ID, nil, Changes{Comment: new("Ski")}); err != nil {
			t.Fatal(err)
		}
		if n := d.count("SELECT COUNT(*) FROM notifications WHERE person_id = $1", d.ann.PersonID); n != 0 {
			t.Errorf("a comment is told to the owner in %d notifications", n)
		}
		if _, err := d.Decide(t.Context(), d.boss, r.ID, nil, Decision{Status: Denied}); err != nil {
			t.Fatal(err)
		}
		if n := d.notified(d.ann, notifications.LeaveDecided, r.ID); n != 1 {
			t.Errorf("the owner has %d notifications of the decision", n)
		}
		if err := d.exec("DELETE FROM notifications"); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Update(t.Context(), d.boss, r.ID, nil, Changes{Comment: new("Ski!")}); err != nil {
			t.Fatal(err)
		}
		if n := d.count("SELECT COUNT(*) FROM notifications"); n != 0 {
			t.Errorf("a comment on what is decided is told in %d notifications", n)
		}
	})
}
