package activities

import (
	"context"
	"fmt"

	"presence/app/accounts/auth"
	"presence/db"
)

// rates are the hourly costs, each with the day on which the next one begins.
const rates = `rates AS (SELECT employee_id, from_day, LEAD(from_day, 1, '9999') OVER (PARTITION BY employee_id ORDER BY from_day) AS until_day,
	cents FROM hourly_costs)`

// toCents returns the cents of a sum of minutes times cents an hour times the multiplier of a bank code, in 1/10,000.
func toCents(sum int64) int64 { return (sum + perHour/2) / perHour }

const perHour = 60 * 10_000

// pricing returns what the shifts x cost and those of their minutes that have no cost, before toCents, and the tables from which both are
// found; rates must be among them. Only payroll and administrators read costs.
func pricing(by auth.Actor) (cost, unpriced, tables string) {
	if !by.SeesAll() {
		return "0", "0", ""
	}
	return "COALESCE(x.minutes * r.cents * b.modifier, 0)", "CASE WHEN r.cents IS NULL THEN x.minutes ELSE 0 END",
		` JOIN bank_codes b ON b.id = x.bank_code_id
			LEFT JOIN rates r ON r.employee_id = x.employee_id AND r.from_day <= x.day AND x.day < r.until_day`
}

// named is the condition for lines x that name a customer or an activity. The indexes shifts_job and expenses_job have no others.
const named = "x.archived_at IS NULL AND (x.customer_id IS NOT NULL OR x.activity_id IS NOT NULL)"

// reportQuery returns the statement of the report and its arguments. The indexes shifts_job and expenses_job have all that it adds up. The
// cost is rounded for each customer and activity, so that the totals are the sums of the lines, and the same whatever a line stands for.
func reportQuery(by auth.Actor, f ReportFilter) (query string, args []any) {
	customer, activity, group := "customer_id", "activity_id", "customer_id, activity_id"
	switch f.By {
	case ByCustomer:
		activity, group = "CAST(NULL AS BIGINT) AS activity_id", "customer_id"
	case ByActivity:
		customer, group = "CAST(NULL AS BIGINT) AS customer_id", "activity_id"
	}
	cost, unpriced, priced := pricing(by)
	var w db.Where
	days := func() string {
		return named + " AND x.day BETWEEN " + w.Bind(f.From) + " AND " + w.Bind(f.To) + " AND " + scope(&w, by)
	}
	sum := func(column string) string { return "CAST(SUM(" + column + ") AS BIGINT)" }
	query = "WITH " + rates + ", lines AS (SELECT x.customer_id, x.activity_id, x.minutes, " + unpriced + " AS unpriced, " + cost +
		" AS cost, 0 AS spent FROM shifts x" + priced + " WHERE " + days() +
		" UNION ALL SELECT x.customer_id, x.activity_id, 0, 0, 0, x.amount FROM expenses x WHERE " + days() + `),
		jobs AS (SELECT customer_id, activity_id, SUM(minutes) AS minutes, SUM(unpriced) AS unpriced,
			` + fmt.Sprintf("(%s + %d) / %d", sum("cost"), perHour/2, perHour) + ` AS cost, SUM(spent) AS spent
			FROM lines GROUP BY customer_id, activity_id),
		sums AS (SELECT ` + customer + ", " + activity + ", " + sum("minutes") + " AS minutes, " + sum("unpriced") + " AS unpriced, " +
		sum("cost") + " AS cost, " + sum("spent") + " AS spent FROM jobs GROUP BY " + group + `)
		SELECT COALESCE(c.id, 0), COALESCE(c.first_name || ' ' || c.last_name, ''), COALESCE(c.invoice_id, 0),
			COALESCE(a.id, 0), COALESCE(a.code, ''), COALESCE(a.name_fr, ''), COALESCE(a.name_en, ''),
			s.minutes, s.unpriced, s.cost, s.spent, COUNT(*) OVER (), CAST(SUM(s.minutes) OVER () AS BIGINT),
			CAST(SUM(s.unpriced) OVER () AS BIGINT), CAST(SUM(s.cost) OVER () AS BIGINT), CAST(SUM(s.spent) OVER () AS BIGINT)
		FROM sums s LEFT JOIN customers c ON c.id = s.customer_id LEFT JOIN activities a ON a.id = s.activity_id
		ORDER BY c.id IS NULL, c.sort_name, c.id, a.id IS NULL, a.code, a.id` + db.Limit(w.Bind(f.Rows)) + " OFFSET CAST(" + w.Bind(f.Skip) + " AS BIGINT)"
	return query, w.Args()
}

func hasJobs(ctx context.Context, q db.Queryer, by auth.Actor, from, to db.Day) (has bool, err error) {
	var w db.Where
	of := func(table string) string {
		return "EXISTS (SELECT 1 FROM " + table + " x WHERE " + named + " AND x.day BETWEEN " + w.Bind(from) + " AND " + w.Bind(to) +
			" AND " + scope(&w, by) + ")"
	}
	query := "SELECT " + of("shifts") + " OR " + of("expenses")
	err = q.QueryRow(ctx, query, w.Args()...).Scan(&has)
	return has, err
}

func reportLines(ctx context.Context, q db.Queryer, by auth.Actor, f ReportFilter, each func(ReportLine, Sums, int64) error) error {
	query, args := reportQuery(by, f)
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	return db.ForEachRow(rows, func() error {
		var l ReportLine
		var total Sums
		var all int64
		err := rows.Scan(&l.Customer.ID, &l.Customer.Name, &l.Customer.Invoice, &l.Activity.ID,
			&l.Activity.Code, &l.Activity.NameFR, &l.Activity.NameEN,
			&l.Minutes, &l.Unpriced, &l.Cost, &l.Spent, &all, &total.Minutes, &total.Unpriced, &total.Cost, &total.Spent)
		if err != nil {
			return err
		}
		return each(l, total, all)
	})
}

// scope returns the condition for lines x in the actor's scope, whose values it binds.
func scope(w *db.Where, by auth.Actor) string {
	visible, args := by.Visible("x.employee_id", len(w.Args())+1)
	for _, v := range args {
		w.Bind(v)
	}
	return visible
}

func jobLines(ctx context.Context, q db.Queryer, by auth.Actor, f JobFilter) (list []JobLine, all int64, err error) {
	var w db.Where
	lines := func(shift, table, minutes, amount, text string) string {
		s := "SELECT " + shift + " AS shift, x.id, x.timesheet_id, x.day, x.employee_id, " + minutes + " AS minutes, " + amount +
			" AS amount, " + text +
			" AS description FROM " + table + " x WHERE " + named + " AND x.day BETWEEN " +
			w.Bind(f.From) + " AND " + w.Bind(f.To)
		for _, of := range []struct {
			column string
			id     *int64
		}{{"x.customer_id", f.CustomerID}, {"x.activity_id", f.ActivityID}} {
			if of.id != nil && *of.id == 0 {
				s += " AND " + of.column + " IS NULL"
			} else if of.id != nil {
				s += " AND " + of.column + " = " + w.Bind(*of.id)
			}
		}
		return s + " AND " + scope(&w, by)
	}
	query := "SELECT l.shift, l.timesheet_id, l.day, e.first_name || ' ' || e.last_name, l.minutes, l.amount, l.description, COUNT(*) OVER () FROM (" +
		lines("TRUE", "shifts", "x.minutes", "0", "''") + " UNION ALL " + lines("FALSE", "expenses", "0", "x.amount", "x.description") +
		") l JOIN employees e ON e.id = l.employee_id ORDER BY l.day DESC, l.shift DESC, l.id DESC" + db.Limit(w.Bind(f.Rows)) +
		" OFFSET CAST(" + w.Bind(f.Skip) + " AS BIGINT)"
	list, err = db.Collect(func(row db.Row) (l JobLine, err error) {
		err = row.Scan(&l.Shift, &l.TimesheetID, &l.Day, &l.Employee, &l.Minutes, &l.Spent, &l.Description, &all)
		return l, err
	})(q.Query(ctx, query, w.Args()...))
	return list, all, err
}
