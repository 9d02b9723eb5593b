package leaverequests

import (
	"context"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// Leave of an employee is written by one transaction at a time: a change is checked against what the one before has saved.
func TestService_Update_waits_for_who_writes(t *testing.T) {
	const (
		save = "UPDATE leave_requests SET comment = 'Ski', version = version + 1 WHERE id = $1"
		take = `INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at, approval_status, created_at, updated_at)
			VALUES ($1, $2, 'Vacation', $3, $4, 'Pending', 1, 1)`
	)
	for _, x := range []struct {
		name    string
		of      func(d *fixture) int64 // the employee whose leave another writes
		write   string
		args    func(d *fixture, r LeaveRequest) []any
		version bool // the change names the version that it goes by
		change  func(d *fixture, r LeaveRequest) Changes
		want    string
	}{
		{"a change of the version before is stale", ofAnn, save, theRequest, true,
			func(*fixture, LeaveRequest) Changes { return Changes{LeaveType: new("Sick")} }, "stale"},
		{"a change of any version keeps the fields of the other", ofAnn, save, theRequest, false,
			func(*fixture, LeaveRequest) Changes { return Changes{LeaveType: new("Sick")} }, ""},
		{"leave does not move over leave that is asked for meanwhile", ofAnn, take, func(d *fixture, r LeaveRequest) []any {
			return []any{ofAnn(d), d.crew.Vacation, r.End, r.End + 3_600_000}
		}, true,
			func(_ *fixture, r LeaveRequest) Changes { return Changes{End: new(r.End + 60_000)} }, "start_date_time overlap"},
		{"leave does not go to an employee who asks for the same time meanwhile", ofCid, take,
			func(d *fixture, r LeaveRequest) []any { return []any{ofCid(d), d.crew.Vacation, r.Start, r.End} }, true,
			func(d *fixture, _ LeaveRequest) Changes { return Changes{EmployeeID: &d.crew.Cid.EmployeeID} }, "start_date_time overlap"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := newFixture(t, dbtest.Open(t, db.Postgres))
			r := d.made(Pending)
			var expect *int64
			if x.version {
				expect = &r.Version
			}
			var got LeaveRequest
			err := dbtest.Meanwhile(t, d.db, func(ctx context.Context, tx *db.Tx) error {
				if err := tx.LockRows(ctx, "employees", x.of(d)); err != nil {
					return err
				}
				_, err := tx.Exec(ctx, x.write, x.args(d, r)...)
				return err
			}, func(ctx context.Context) (err error) {
				got, err = d.Update(ctx, d.payroll, r.ID, expect, x.change(d, r))
				return err
			})
			if told(err) != x.want {
				t.Errorf("got %v, want %q", err, x.want)
			}
			if x.want == "" && (got.Comment != "Ski" || got.LeaveType != "Sick") {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func ofAnn(d *fixture) int64 { return d.crew.Ann.EmployeeID }
func ofCid(d *fixture) int64 { return d.crew.Cid.EmployeeID }

func theRequest(_ *fixture, r LeaveRequest) []any { return []any{r.ID} }

// A code that is for leave no longer once its change is saved takes no leave that was checked before.
func TestService_Create_waits_for_who_changes_the_code(t *testing.T) {
	d := newFixture(t, dbtest.Open(t, db.Postgres))
	err := dbtest.Meanwhile(t, d.db, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.LockRows(ctx, "bank_codes", d.crew.Vacation); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE bank_codes SET categorie = 'shift', version = version + 1 WHERE id = $1", d.crew.Vacation)
		return err
	}, func(ctx context.Context) error {
		_, err := d.Create(ctx, d.ann, d.vacation(nil))
		return err
	})
	if told(err) != "bank_code_id category" {
		t.Errorf("got %v", err)
	}
}
