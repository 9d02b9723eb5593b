package leaverequests

import (
	"testing"
	"time"

	"presence/app/platform/errs"
)

// An employee who requests and cancels leave again and again is refused for a while. What others do for them is not counted.
func TestService_changes_too_often(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		now := d.now()
		d.Service.now = func() time.Time { return now }
		for range 30 {
			r, err := d.Create(t.Context(), d.ann, d.vacation(nil))
			if err != nil {
				t.Fatal(err)
			}
			if _, err = d.Decide(t.Context(), d.ann, r.ID, nil, Decision{Status: Cancelled}); err != nil {
				t.Fatal(err)
			}
		}
		_, err := d.Create(t.Context(), d.ann, d.vacation(nil))
		if e, _ := errs.Of(err); !errs.HasCode(err, "too_many_changes") || e.Kind != errs.KindRateLimited || e.RetryAfter != 10 {
			t.Errorf("answer %v", err)
		}
		r, err := d.Create(t.Context(), d.payroll, d.vacation(nil))
		if err != nil {
			t.Fatalf("payroll is refused: %v", err)
		}
		if _, err := d.Delete(t.Context(), d.ann, r.ID, nil); !errs.HasCode(err, "too_many_changes") {
			t.Errorf("deleting is answered %v", err)
		}
		if _, err := d.Update(t.Context(), d.ann, r.ID, nil, Changes{LeaveType: new(r.LeaveType)}); err != nil {
			t.Errorf("what changes nothing is refused: %v", err)
		}
		now = now.Add(10 * time.Second)
		if _, err := d.Delete(t.Context(), d.ann, r.ID, nil); err != nil {
			t.Errorf("ten seconds later: %v", err)
		}
	})
}
