package activities

import (
	"context"

	"presence/app/accounts/auth"
	"presence/db"
)

// readWeeks adds up all shifts of the days, from the totals of their weeks, which have the minutes of each day. The cost is that before
// toCents.
func readWeeks(ctx context.Context, q db.Queryer, by auth.Actor, from, to db.Day) (all Sums, err error) {
	price := func(int64, int64, db.Day) (int64, bool) { return 0, true }
	if by.SeesAll() {
		if price, err = readPrices(ctx, q, to); err != nil {
			return all, err
		}
	}
	query, args := weeksQuery(by, from, to)
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return all, err
	}
	err = db.ForEachRow(rows, func() error {
		var week db.Day
		var employee, code int64
		var days [7]int64
		err := rows.Scan(&week, &employee, &code, &days[0], &days[1], &days[2], &days[3], &days[4], &days[5], &days[6])
		for n, minutes := range days {
			day := week.Add(n)
			if minutes == 0 || day.Before(from) || day.After(to) {
				continue
			}
			all.Minutes += minutes
			if cost, known := price(employee, code, day); known {
				all.Cost += minutes * cost
			} else {
				all.Unpriced += minutes
			}
		}
		return err
	})
	return all, err
}

func weeksQuery(by auth.Actor, from, to db.Day) (query string, args []any) {
	var w db.Where
	query = `SELECT x.week, x.employee_id, x.bank_code_id, x.sunday, x.monday, x.tuesday, x.wednesday, x.thursday, x.friday, x.saturday
		FROM shift_weeks x WHERE x.shifts > 0 AND x.week BETWEEN ` + w.Bind(from.Week()) + " AND " + w.Bind(to.Week()) + " AND " + scope(&w, by)
	return query, w.Args()
}

// readPrices returns a function that returns the cents of an hour of an employee under a bank code on a day until to, times the multiplier
// of the code; false if the employee has no hourly cost on it.
func readPrices(ctx context.Context, q db.Queryer, to db.Day) (price func(employee, code int64, day db.Day) (int64, bool), err error) {
	multipliers, costs := map[int64]int64{}, map[int64][]HourlyCost{}
	var id, multiplier int64
	rows, err := q.Query(ctx, "SELECT id, modifier FROM bank_codes")
	if err != nil {
		return nil, err
	}
	err = db.ForEachRow(rows, func() error {
		err := rows.Scan(&id, &multiplier)
		multipliers[id] = multiplier
		return err
	})
	if err != nil {
		return nil, err
	}
	rows, err = q.Query(ctx, "SELECT employee_id, from_day, cents FROM hourly_costs WHERE from_day <= $1 ORDER BY employee_id, from_day DESC", to)
	if err != nil {
		return nil, err
	}
	err = db.ForEachRow(rows, func() error {
		var c HourlyCost
		err := rows.Scan(&id, &c.From, &c.Cents)
		costs[id] = append(costs[id], c)
		return err
	})
	return func(employee, code int64, day db.Day) (int64, bool) {
		for _, c := range costs[employee] { // the latest first
			if !day.Before(c.From) {
				return c.Cents * multipliers[code], true
			}
		}
		return 0, false
	}, err
}

// readJobSums adds up the shifts of the days that name a customer or an activity. The cost is that before toCents.
func readJobSums(ctx context.Context, q db.Queryer, by auth.Actor, from, to db.Day) (s Sums, err error) {
	query, args := jobSumsQuery(by, from, to)
	err = q.QueryRow(ctx, query, args...).Scan(&s.Minutes, &s.Unpriced, &s.Cost)
	return s, err
}

func jobSumsQuery(by auth.Actor, from, to db.Day) (query string, args []any) {
	var w db.Where
	cost, unpriced, priced := pricing(by)
	sum := func(of string) string { return "COALESCE(CAST(SUM(" + of + ") AS BIGINT), 0)" }
	query = "WITH " + rates + " SELECT " + sum("x.minutes") + ", " + sum(unpriced) + ", " + sum(cost) + " FROM shifts x" + priced +
		" WHERE " + named + " AND x.day BETWEEN " + w.Bind(from) + " AND " + w.Bind(to) + " AND " + scope(&w, by)
	return query, w.Args()
}

// readSpentOnNone adds up the expenses of the days that name neither a customer nor an activity.
func readSpentOnNone(ctx context.Context, q db.Queryer, by auth.Actor, from, to db.Day) (cents int64, err error) {
	query, args := spentOnNoneQuery(by, from, to)
	err = q.QueryRow(ctx, query, args...).Scan(&cents)
	return cents, err
}

// spentOnNoneQuery looks the expenses up by week: no index has the day of all that are not deleted.
func spentOnNoneQuery(by auth.Actor, from, to db.Day) (query string, args []any) {
	var w db.Where
	query = `SELECT COALESCE(CAST(SUM(x.amount) AS BIGINT), 0) FROM expenses x WHERE x.archived_at IS NULL
		AND x.customer_id IS NULL AND x.activity_id IS NULL AND x.week BETWEEN ` + w.Bind(from.Week()) + " AND " + w.Bind(to.Week()) +
		" AND x.day BETWEEN " + w.Bind(from) + " AND " + w.Bind(to) + " AND " + scope(&w, by)
	return query, w.Args()
}
