package customers

import (
	"context"
	"testing"

	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

// Two change one customer at the same moment: the second goes by what the first has saved.
func TestService_Update_while_another_saves(t *testing.T) {
	s, payroll := newService(t, dbtest.Open(t, db.Postgres))
	made := func(t *testing.T) Customer {
		c, err := s.Create(t.Context(), payroll, New{UserID: "7f4df1a2-6a3f-4d52-9a9e-0d6d8f4c1b11", FirstName: "Aurèle", LastName: "Tanguay",
			Email: "aurele@example.com", PhoneNumber: 5145550199})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = s.Delete(context.Background(), payroll, c.ID, nil) })
		return c
	}
	const save = "UPDATE customers SET residence = 'Val-David', version = version + 1 WHERE id = $1"
	t.Run("a change of the version before is stale", func(t *testing.T) {
		c := made(t)
		err := dbtest.MeanwhileExec(t, s.db, func(ctx context.Context) error {
			_, err := s.Update(ctx, payroll, c.ID, &c.Version, Changes{FirstName: new("Aurélie")})
			return err
		}, save, c.ID)
		if !errs.HasCode(err, "stale") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a change of any version keeps the fields of the other", func(t *testing.T) {
		c := made(t)
		err := dbtest.MeanwhileExec(t, s.db, func(ctx context.Context) (err error) {
			c, err = s.Update(ctx, payroll, c.ID, nil, Changes{FirstName: new("Aurélie")})
			return err
		}, save, c.ID)
		if err != nil || c.FirstName != "Aurélie" || c.Residence != "Val-David" {
			t.Errorf("got %+v, %v", c, err)
		}
	})
	t.Run("a deletion of the version before is stale", func(t *testing.T) {
		c := made(t)
		err := dbtest.MeanwhileExec(t, s.db, func(ctx context.Context) error {
			_, err := s.Delete(ctx, payroll, c.ID, &c.Version)
			return err
		}, save, c.ID)
		if !errs.HasCode(err, "stale") {
			t.Errorf("got %v", err)
		}
	})
}
