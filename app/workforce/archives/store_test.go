package archives

import (
	"context"
	"strings"
	"testing"

	"presence/app/accounts/auth"
	"presence/db"
	"presence/db/dbtest"
)

// plans keeps the plans of the queries that go through it.
type plans struct {
	db.Queryer
	t    *testing.T
	text strings.Builder
}

func (p *plans) explain(ctx context.Context, text string, args []any) {
	p.text.WriteString(dbtest.Plan(ctx, p.t, p.Queryer, text, args...))
}

func TestList_reads_an_index(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		crew := dbtest.NewCrew(t, d)
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for _, statement := range []string{
				`INSERT INTO timesheets (employee_id, created_at, updated_at) SELECT $1, 1, 1`,
				`INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at, approval_status, created_at, updated_at)
					SELECT $1, (SELECT MAX(id) FROM bank_codes), 'Sick', 1, 2, 'False', 1, 1`,
				`INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at, updated_at)
					SELECT (SELECT MIN(id) FROM timesheets), $1, (SELECT MIN(id) FROM bank_codes), '2026-11-16', '2026-11-15', 1, 2, 1, 1, 1`,
				`INSERT INTO expenses (timesheet_id, employee_id, bank_code_id, day, week, amount, description, created_at, updated_at)
					SELECT (SELECT MIN(id) FROM timesheets), $1, (SELECT MIN(id) FROM bank_codes), '2026-11-16', '2026-11-15', 1, '', 1, 1`,
			} {
				if _, err := tx.Exec(ctx, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) "+statement+" FROM n",
					crew.Ann.EmployeeID); err != nil {
					return err
				}
			}
			for _, table := range []string{"timesheets", "leave_requests", "shifts", "expenses"} {
				if _, err := tx.Exec(ctx, "UPDATE "+table+" SET archived_at = id WHERE id % 50 = 0"); err != nil {
					return err
				}
				if _, err := tx.Exec(ctx, "ANALYZE "+table); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		tables := map[Kind]string{Timesheets: "timesheets", Shifts: "shifts", Expenses: "expenses", Leave: "leave_requests"}
		for _, k := range Kinds {
			for name, f := range map[string]Filter{"all": {}, "by name": {Text: "member"}, "by day": {From: 100, Until: 4000},
				"a further page": {Before: &key{4000, 4000}}} {
				t.Run(string(k)+" "+name, func(t *testing.T) {
					err := d.Read(t.Context(), func(ctx context.Context, q db.Queryer) error {
						f.Kind, f.Rows = k, pageRows
						p := &plans{Queryer: q, t: t}
						w := f.where(auth.Actor{Role: auth.Payroll})
						limit := db.Limit(w.Bind(f.Rows))
						p.explain(ctx, f.Kind.query(w)+" ORDER BY "+archivedAt+" DESC, l.id DESC"+limit, w.Args())
						if !strings.Contains(p.text.String(), tables[k]+"_archived") {
							t.Error(p.text.String())
						}
						return nil
					})
					if err != nil {
						t.Fatal(err)
					}
				})
			}
		}
	})
}
