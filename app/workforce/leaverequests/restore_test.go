package leaverequests

import "testing"

func TestService_Restore(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		r := d.made(Pending)
		if _, err := d.Delete(t.Context(), d.ann, r.ID, nil); err != nil {
			t.Fatal(err)
		}
		restore := func(expect *int64) string {
			_, err := d.Restore(t.Context(), d.boss, r.ID, expect)
			return told(err)
		}
		if _, err := d.Restore(t.Context(), d.stranger, r.ID, nil); told(err) != "not_found" {
			t.Errorf("another crew: %v", err)
		}
		if got := restore(new(r.Version)); got != "stale" {
			t.Errorf("an old version: %s", got)
		}
		other := d.made(Pending)
		if got := restore(nil); got != "start_date_time overlap" {
			t.Errorf("there is other leave in its time: %s", got)
		}
		if _, err := d.Delete(t.Context(), d.ann, other.ID, nil); err != nil {
			t.Fatal(err)
		}
		if err := d.exec("UPDATE employees SET archived_at = 1 WHERE id = $1", r.EmployeeID); err != nil {
			t.Fatal(err)
		}
		if got := restore(nil); got != "owner_archived" {
			t.Errorf("the employee is archived: %s", got)
		}
		if err := d.exec("UPDATE employees SET archived_at = NULL"); err != nil {
			t.Fatal(err)
		}
		back, err := d.Restore(t.Context(), d.boss, r.ID, new(r.Version+1))
		if err != nil || back.ApprovalStatus != Pending || back.Version != r.Version+2 {
			t.Errorf("%+v %v", back, err)
		}
		if n := d.count("SELECT COUNT(*) FROM audit_log WHERE kind = 'leave_request' AND action = 'restored'"); n != 1 {
			t.Errorf("%d entries in the audit log", n)
		}
		if err := d.exec("UPDATE leave_requests SET aged_at = 5 WHERE id = $1", r.ID); err != nil {
			t.Fatal(err)
		}
		if got := restore(nil); got != "record_aged" {
			t.Errorf("aged leave: %s", got)
		}
	})
}
