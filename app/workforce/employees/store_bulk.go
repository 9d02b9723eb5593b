package employees

import (
	"context"
	"database/sql"
	"strconv"

	"presence/app/platform/bulk"
	"presence/app/workforce/leavebalances"
	"presence/db"
)

// byPayrollNumbers returns the records with these numbers, live and archived.
func byPayrollNumbers(ctx context.Context, q db.Queryer, numbers []int64) (map[int64][]Employee, error) {
	found := map[int64][]Employee{}
	return found, db.Stream(scan, func(e Employee) error {
		found[e.ExternalPayrollID] = append(found[e.ExternalPayrollID], e)
		return nil
	})(q.Query(ctx, "SELECT "+columns+" FROM employees WHERE external_payroll_id IN ("+q.Dialect().IDs("$1")+") ORDER BY id",
		db.IDs(numbers)))
}

// takenPeople returns those of the people who have a record, live or archived.
func takenPeople(ctx context.Context, q db.Queryer, ids []string) (map[string]bool, error) {
	return db.ReadMap[string, bool](q.Query(ctx, "SELECT user_id, TRUE FROM employees WHERE user_id IN ("+q.Dialect().Texts("$1")+")",
		db.Texts(ids)))
}

// byRefs returns the employees with these payroll numbers or e-mail addresses (refOf), live and archived. Which are live is not asked:
// PostgreSQL, which knows nothing of the rows of a transaction, would take them for few, and compare each with each reference.
func byRefs(ctx context.Context, q db.Queryer, refs []string) (map[string][]Match, error) {
	found := map[string][]Match{}
	var numbers []int64
	var emails []string
	for _, ref := range refs {
		if n, err := strconv.ParseInt(ref, 10, 64); err == nil {
			numbers = append(numbers, n)
		} else {
			emails = append(emails, ref)
		}
	}
	err := addMatches(found)(q.Query(ctx, selectMatches+"CAST(external_payroll_id AS TEXT) FROM employees WHERE external_payroll_id IN ("+
		q.Dialect().IDs("$1")+")", db.IDs(numbers)))
	if err == nil && len(emails) > 0 {
		err = addMatches(found)(q.Query(ctx, selectMatches+"email FROM employees WHERE email IN ("+q.Dialect().Texts("$1")+")", db.Texts(emails)))
	}
	return found, err
}

// liveByNames returns the live employees with these names (sortName). Without names it makes no query.
func liveByNames(ctx context.Context, q db.Queryer, names []string) (map[string][]Match, error) {
	found := map[string][]Match{}
	if len(names) == 0 {
		return found, nil
	}
	return found, addMatches(found)(q.Query(ctx, selectMatches+"sort_name FROM employees WHERE archived_at IS NULL AND sort_name IN ("+
		q.Dialect().Texts("$1")+")", db.Texts(names)))
}

// selectMatches begins a query of the employees whom texts stand for; the text follows.
const selectMatches = "SELECT id, first_name || ' ' || last_name, external_payroll_id, company_code, first_work_day, last_work_day, " +
	"archived_at IS NOT NULL, "

// addMatches returns a function that adds the rows of a query to found, by their text.
func addMatches(found map[string][]Match) func(rows *sql.Rows, err error) error {
	return func(rows *sql.Rows, err error) error {
		if err != nil {
			return err
		}
		return db.ForEachRow(rows, func() error {
			var m Match
			var text string
			err := rows.Scan(&m.ID, &m.Name, &m.Number, &m.CompanyCode, &m.FirstWorkDay, &m.LastWorkDay, &m.Archived, &text)
			found[text] = append(found[text], m)
			return err
		})
	}
}

// bulkTypes are the types of what bulkArgs adds.
var bulkTypes = []string{"TEXT", "TEXT", "TEXT", "TEXT", "TEXT", "BIGINT", "TEXT", "BIGINT", "BIGINT", "TEXT", "TEXT", "BIGINT"}

// bulkArgs adds the values of a record to args.
func bulkArgs(args []any, e Employee, at db.Instant) []any {
	return append(args, e.UserID, e.FirstName, e.LastName, sortName(e.FirstName, e.LastName), e.Email, e.PhoneNumber,
		db.NilIfZero(e.Residence), e.ExternalPayrollID, e.CompanyCode, e.FirstWorkDay, e.LastWorkDay, int64(at))
}

// insertMany inserts the new records of plans, without supervisors, and returns their ids by person.
func insertMany(ctx context.Context, tx *db.Tx, plans []BulkPlan, at db.Instant) (map[string]int64, error) {
	in := db.Insert{Into: `INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, residence,
		external_payroll_id, company_code, first_work_day, last_work_day, updated_at, created_at)`}
	for _, p := range plans {
		in.Add(append(bulkArgs(nil, p.After, at), int64(at))...)
	}
	ids := map[string]int64{}
	return ids, in.WriteReturning(ctx, tx, "user_id, id", db.AddTo(ids))
}

// updateMany updates records, which the caller has locked.
func updateMany(ctx context.Context, tx *db.Tx, list []Employee, at db.Instant) error {
	rows := make([][]any, len(list))
	for i, e := range list {
		rows[i] = bulkArgs([]any{e.ID, db.NilIfZero(e.SupervisorID)}, e, at)
	}
	_, err := tx.Exec(ctx, `WITH v (id, supervisor_id, user_id, first_name, last_name, sort_name, email, phone_number, residence,
			external_payroll_id, company_code, first_work_day, last_work_day, at) AS (`+
		tx.Dialect().Rows("$1", append([]string{"BIGINT", "BIGINT"}, bulkTypes...)...)+`)
		UPDATE employees SET supervisor_id = v.supervisor_id, first_name = v.first_name, last_name = v.last_name, sort_name = v.sort_name,
			email = v.email, phone_number = v.phone_number, residence = v.residence, external_payroll_id = v.external_payroll_id,
			company_code = v.company_code, first_work_day = v.first_work_day, last_work_day = v.last_work_day, updated_at = v.at,
			version = employees.version + 1
		FROM v WHERE employees.id = v.id`, db.RowList(rows))
	return err
}

// moveMany changes the supervisors of records.
func moveMany(ctx context.Context, tx *db.Tx, moves []supervisorMove, at db.Instant) error {
	rows := make([][]any, len(moves))
	for i, m := range moves {
		rows[i] = []any{m.id, db.NilIfZero(m.to)}
	}
	_, err := tx.Exec(ctx, "WITH v (id, supervisor_id) AS ("+tx.Dialect().Rows("$1", "BIGINT", "BIGINT")+`)
		UPDATE employees SET supervisor_id = v.supervisor_id, updated_at = $2, version = employees.version + 1
		FROM v WHERE employees.id = v.id`, db.RowList(rows), int64(at))
	return err
}

// anyByIDs returns records, live or archived, outside of any scope, by id.
func anyByIDs(ctx context.Context, q db.Queryer, ids []int64) (map[int64]Employee, error) {
	found := map[int64]Employee{}
	return found, db.Stream(scan, func(e Employee) error {
		found[e.ID] = e
		return nil
	})(q.Query(ctx, "SELECT "+columns+" FROM employees WHERE id IN ("+q.Dialect().IDs("$1")+")", db.IDs(ids)))
}

// usedRecords returns which of the records others depend on: time, leave, what payroll has entered, or reports that are not in except.
func usedRecords(ctx context.Context, q db.Queryer, ids, except []int64) (map[int64]bulk.Reason, error) {
	return db.ReadMap[int64, bulk.Reason](q.Query(ctx, `SELECT id, reason FROM (SELECT e.id, CASE
			WHEN EXISTS (SELECT 1 FROM timesheets t WHERE t.employee_id = e.id) THEN '`+string(bulk.HasTime)+`'
			WHEN EXISTS (SELECT 1 FROM leave_requests l WHERE l.employee_id = e.id) THEN '`+string(bulk.HasLeave)+`'
			WHEN EXISTS (SELECT 1 FROM leave_ledger l WHERE l.employee_id = e.id AND l.cause IS NULL) THEN '`+string(bulk.HasBalance)+`'
			WHEN EXISTS (SELECT 1 FROM hourly_costs c WHERE c.employee_id = e.id) THEN '`+string(bulk.HasCost)+`'
			WHEN EXISTS (SELECT 1 FROM clockings k WHERE k.employee_id = e.id)
				OR EXISTS (SELECT 1 FROM clock_stamps k WHERE k.employee_id = e.id)
				OR EXISTS (SELECT 1 FROM holiday_pay h WHERE h.employee_id = e.id)
				OR EXISTS (SELECT 1 FROM usual_weeks u WHERE u.employee_id = e.id)
				OR EXISTS (SELECT 1 FROM planned_shifts p WHERE e.id IN (p.employee_id, p.supervisor_id))
				OR EXISTS (SELECT 1 FROM published_shifts p WHERE e.id IN (p.employee_id, p.supervisor_id)) THEN '`+string(bulk.HasTime)+`'
			WHEN EXISTS (SELECT 1 FROM badges b WHERE b.employee_id = e.id) THEN '`+string(bulk.HasBadge)+`'
			WHEN EXISTS (SELECT 1 FROM deputies d WHERE e.id IN (d.supervisor_id, d.deputy_id)) THEN '`+string(bulk.HasDeputy)+`'
			WHEN EXISTS (SELECT 1 FROM employees r WHERE r.supervisor_id = e.id AND r.id NOT IN (`+q.Dialect().IDs("$2")+`))
				THEN '`+string(bulk.HasReports)+`' END AS reason
		FROM employees e WHERE e.id IN (`+q.Dialect().IDs("$1")+`)) used WHERE reason IS NOT NULL`,
		db.IDs(ids), db.IDs(except)))
}

// deleteMany deletes records that nothing refers to but each other, with the leave that the program has given them.
func deleteMany(ctx context.Context, tx *db.Tx, ids []int64) error {
	if err := leavebalances.DeletePostedOf(ctx, tx, ids); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "DELETE FROM employees WHERE id IN ("+tx.Dialect().IDs("$1")+")", db.IDs(ids))
	return err
}
