package bankcodes

import (
	"context"
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// A code is changed while another transaction changes it or keeps a record under it: the change goes by what stands then.
func TestService_Update_while_another_saves(t *testing.T) {
	d := dbtest.Open(t, db.Postgres)
	crew := dbtest.NewCrew(t, d)
	b := book{NewService(d, func() time.Time { return noon }), t}
	const save = "UPDATE bank_codes SET bank_code = 'G9', version = version + 1 WHERE id = $1"
	t.Run("a change of the version before is stale", func(t *testing.T) {
		err := dbtest.MeanwhileExec(t, d, func(ctx context.Context) error {
			_, err := b.Update(ctx, payroll, crew.Regular, new(int64(1)), Changes{Modifier: new(Modifier(15_000))})
			return err
		}, save, crew.Regular)
		if !errs.HasCode(err, "stale") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a change of any version keeps the fields of the other", func(t *testing.T) {
		var got BankCode
		err := dbtest.MeanwhileExec(t, d, func(ctx context.Context) (err error) {
			got, err = b.Update(ctx, payroll, crew.Evening, nil, Changes{Modifier: new(Modifier(15_000))})
			return err
		}, save, crew.Evening)
		if err != nil || got.Code != "G9" || got.Modifier != 15_000 {
			t.Errorf("got %+v, %v", got, err)
		}
	})
	t.Run("a deletion of the version before is stale", func(t *testing.T) {
		err := dbtest.MeanwhileExec(t, d, func(ctx context.Context) error {
			return b.Delete(ctx, payroll, crew.PerDiem, new(int64(1)))
		}, save, crew.PerDiem)
		if !errs.HasCode(err, "stale") {
			t.Errorf("got %v", err)
		}
	})
	const keep = `INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at, approval_status, created_at, updated_at)
		VALUES ($1, $2, 'Vacation', 1, 2, 'Pending', 1, 1)`
	t.Run("the rate per kilometre stands when a record is being kept under the code", func(t *testing.T) {
		km := b.add(New{"mileage", ForExpense, 7_200, "G503"})
		err := dbtest.MeanwhileExec(t, d, func(ctx context.Context) error {
			_, err := b.Update(ctx, payroll, km.ID, nil, Changes{Modifier: new(Modifier(7_300))})
			return err
		}, keep, crew.Ann.EmployeeID, km.ID)
		if !errs.HasCode(err, "bank_code_in_use") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("the category stands when leave is being kept under the code", func(t *testing.T) {
		err := dbtest.MeanwhileExec(t, d, func(ctx context.Context) error {
			_, err := b.Update(ctx, payroll, crew.Vacation, nil, Changes{Category: new(ForShift)})
			return err
		}, keep, crew.Ann.EmployeeID, crew.Vacation)
		if !errs.HasCode(err, "bank_code_in_use") {
			t.Errorf("got %v", err)
		}
	})
}
