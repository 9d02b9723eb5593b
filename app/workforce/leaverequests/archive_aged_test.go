package leaverequests

import (
	"context"
	"fmt"
	"testing"

	"presence/db/dbtest"
)

func TestService_AgeDue_leaves_what_waits_for_a_decision(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		made := func(status, day string) LeaveRequest {
			r, err := d.Create(t.Context(), d.admin, d.vacation(func(n *New) {
				n.Start, n.End, n.ApprovalStatus = at(d, day+" 08:00"), at(d, day+" 16:00"), status
			}))
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		made(Pending, "2026-12-07")
		made(Escalated, "2026-12-08")
		decided := made(Approved, "2026-12-09")
		n, err := d.ArchiveAged(t.Context(), at(d, "2027-12-07 08:00"))
		if err != nil || n != 1 {
			t.Errorf("%d have aged: %v", n, err)
		}
		var aged int64
		if n := d.count("SELECT COUNT(*) FROM audit_log WHERE action = 'aged' AND changes LIKE $1",
			fmt.Sprintf("%%[null,[%d]]%%", decided.ID)); n != 1 || d.count("SELECT COUNT(*) FROM audit_log WHERE action = 'aged'") != 1 {
			t.Errorf("%d entries of the history name the request that has aged", n)
		}
		if err := d.db.QueryRow(t.Context(), "SELECT MAX(id) FROM leave_requests WHERE aged_at IS NOT NULL").Scan(&aged); err != nil ||
			aged != decided.ID {
			t.Errorf("%d has aged, and %d was decided: %v", aged, decided.ID, err)
		}
	})
}

// TestService_AgeDue_by_two_replicas has one replica move leave to the archive, and an approver give leave back, in a
// transaction that has not ended when another replica begins: nothing moves twice, and nothing that waits for a decision.
func TestService_AgeDue_by_two_replicas(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		for _, day := range []string{"2026-12-07", "2026-12-08"} {
			if _, err := d.Create(t.Context(), d.admin, d.vacation(func(n *New) {
				n.Start, n.End, n.ApprovalStatus = at(d, day+" 08:00"), at(d, day+" 16:00"), Approved
			})); err != nil {
				t.Fatal(err)
			}
		}
		moved, before := 0, at(d, "2027-12-07 08:00")
		err := dbtest.MeanwhileExec(t, d.db, func(ctx context.Context) (err error) {
			moved, err = d.ArchiveAged(ctx, before)
			return err
		}, `UPDATE leave_requests SET version = 2, aged_at = CASE WHEN id = (SELECT MIN(id) FROM leave_requests) THEN 1 END,
			approval_status = CASE WHEN id = (SELECT MIN(id) FROM leave_requests) THEN approval_status ELSE 'Pending' END`)
		if err != nil || moved != 0 {
			t.Errorf("%d moved that had moved already or wait for a decision: %v", moved, err)
		}
	})
}
