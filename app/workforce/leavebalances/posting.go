package leavebalances

import (
	"context"
	"slices"

	"presence/app/workforce/leaverequests"
	"presence/db"
)

// everyone is the scope of the program's own work: all employees.
func everyone(string, int) (cond string, args []any) { return "TRUE", nil }

// SheetsDecided updates the ledger for timesheets that were approved or whose approval was withdrawn, in the same transaction: it posts
// what an approved timesheet earned and deletes what any other one had earned.
func SheetsDecided(ctx context.Context, tx *db.Tx, at db.Instant, ids []int64) error {
	which := "t.id IN (" + tx.Dialect().IDs("$1") + ")"
	if err := withdrawnSheets(ctx, tx, which, db.IDs(ids)); err != nil {
		return err
	}
	return earnedBySheets(ctx, tx, at, "t.id IN ("+tx.Dialect().IDs("$2")+")", db.IDs(ids))
}

// PostDue posts what is due: fixed amounts that are earned, and what expires at the end of a year. It also posts what timesheets have
// earned that were approved by other means than SheetsDecided. It may be called repeatedly, by several replicas: each entry is posted once.
func (s *Service) PostDue(ctx context.Context) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.SerializeBy(ctx, "leave ledger"); err != nil {
			return err
		}
		rules, err := sortedRules(ctx, tx)
		if err != nil || len(rules) == 0 {
			return err
		}
		if err := withdrawnSheets(ctx, tx, "TRUE"); err != nil {
			return err
		}
		for _, r := range rules {
			since := r.postedSince(s.Today())
			if err := s.post(ctx, tx, r, since, since, nil); err != nil {
				return err
			}
		}
		return nil
	})
	for err == nil {
		counted := 0
		err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			if err = tx.SerializeBy(ctx, "leave ledger"); err == nil {
				counted, err = leaverequests.CountMinutes(ctx, tx, s.Zone, s.Holidays)
			}
			return err
		})
		if counted == 0 {
			break
		}
	}
	return err
}

// Employment says on which days an employee works, and has worked as far as the records said before.
type Employment struct {
	EmployeeID              int64
	First, Last             db.Day // Last is zero: not known yet
	FormerFirst, FormerLast db.Day // FormerFirst is zero: the employee is new
}

// changes returns the first day on which the employee works now, and did not before, or the reverse; zero: there is none.
func (e Employment) changes() db.Day {
	var days []db.Day
	if e.First != e.FormerFirst {
		days = append(days, e.First, e.FormerFirst)
	}
	if e.Last != e.FormerLast {
		days = append(days, e.Last, e.FormerLast)
	}
	return earliest(days...)
}

// earliest returns the first of days that are not zero; zero: there is none.
func earliest(days ...db.Day) db.Day {
	days = slices.DeleteFunc(days, db.Day.IsZero)
	if len(days) == 0 {
		return db.Day{}
	}
	return slices.MinFunc(days, db.Day.Compare)
}

// WorkDaysChanged posts to employees who are new, or whose first or last work day has changed, what they get by the rules, and takes away
// what they would not have got. Called in the transaction of the change, which has locked the employees, as SetRule does.
func (s *Service) WorkDaysChanged(ctx context.Context, tx *db.Tx, list []Employment) error {
	today := s.Today()
	var since db.Day
	var ids []int64
	for _, e := range list {
		day := e.changes()
		if e.FormerFirst.IsZero() {
			day = today // nothing was posted before
		}
		if !day.IsZero() {
			since, ids = earliest(since, day), append(ids, e.EmployeeID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rules, err := sortedRules(ctx, tx)
	if err != nil {
		return err
	}
	for _, r := range rules {
		if err := s.earnAgain(ctx, tx, r, list, ids); err != nil {
			return err
		}
		usual := r.postedSince(today)
		if err := s.post(ctx, tx, r, db.MaxDay(r.From, db.MinDay(usual, r.yearOf(since))), usual, ids); err != nil {
			return err
		}
	}
	return nil
}

// earnAgain posts again what timesheets have earned, where the first work day decides at which of two rates they earn.
func (s *Service) earnAgain(ctx context.Context, tx *db.Tx, r Rule, list []Employment, ids []int64) error {
	if r.Earns != ByWork || r.LaterYears == 0 {
		return nil
	}
	var from, until db.Day // the days whose rate is another one
	for _, e := range list {
		if e.First == e.FormerFirst || e.FormerFirst.IsZero() {
			continue
		}
		from, until = earliest(from, e.First, e.FormerFirst), db.MaxDay(until, db.MaxDay(e.First, e.FormerFirst))
	}
	if from.IsZero() {
		return nil
	}
	later := func(day db.Day) db.Day { return addMonths(day, 12*int(r.LaterYears)) }
	sheets, err := forgetSheets(ctx, tx, r, db.MaxDay(r.From, later(from)), later(until).Add(maxPeriod), ids)
	if err != nil || len(sheets) == 0 {
		return err
	}
	return earnedBySheets(ctx, tx, s.at(), "r.leave_type = $2 AND t.id IN ("+tx.Dialect().IDs("$3")+")", r.LeaveType, db.IDs(sheets))
}

// post posts what a rule has earned since a day, and what has expired by it. Since an earlier day it takes away what the rule does not
// give any more. ids are the employees; nil: all.
func (s *Service) post(ctx context.Context, tx *db.Tx, r Rule, earlier, since db.Day, ids []int64) error {
	today := s.Today()
	if r.Earns == ByWork {
		only, args := amongst(tx, "t.employee_id", 4, ids)
		err := earnedBySheets(ctx, tx, s.at(), notPosted+only, append([]any{r.LeaveType, since.Add(-maxPeriod).String()}, args...)...)
		if err != nil {
			return err
		}
	}
	if err := withdrawEarned(ctx, tx, r, earlier, today, ids); err != nil {
		return err
	}
	grants := slices.DeleteFunc(r.grants(since, today, s.Periods), func(g grant) bool { return g.due.After(today) })
	if err := onceEarned(ctx, tx, r, grants, ids, today, s.at()); err != nil {
		return err
	}
	for year := r.nextYear(r.yearOf(earlier)); !year.After(today); year = r.nextYear(year) {
		if err := s.postExpired(ctx, tx, r, year, today, ids); err != nil {
			return err
		}
	}
	return nil
}

// postExpired posts what expires by a rule: when a year of leave begins what may not be carried over, and later what was carried over and
// not taken in time. It replaces what was posted for these days before, because leave of the year before may be approved or cancelled, and
// timesheets approved, after its end.
func (s *Service) postExpired(ctx context.Context, tx *db.Tx, r Rule, year, today db.Day, ids []int64) error {
	if r.CarryLimit != Everything {
		err := s.expire(ctx, tx, r, ids, "end:"+year.String(), year, func(b Balance) int64 { return r.lostAtYearEnd(b.Left) })
		if err != nil {
			return err
		}
	}
	end := addMonths(year, int(r.CarryMonths))
	if r.CarryMonths == 0 || end.After(today) || !end.Before(r.nextYear(year)) {
		return nil
	}
	return s.expire(ctx, tx, r, ids, "carried:"+end.String(), end, lostOfCarried)
}

// expire posts on a day, for a cause, what is lost of the balances of the day before.
func (s *Service) expire(ctx context.Context, tx *db.Tx, r Rule, ids []int64, cause string, day db.Day, lost func(Balance) int64) error {
	posted, err := postedFor(ctx, tx, r.LeaveType, cause, ids)
	if err != nil {
		return err
	}
	changed := map[int64]int64{}
	err = s.each(ctx, tx, everyone, []Rule{r}, Query{Day: day.Add(-1), only: ids}, func(e employee, of []Balance) {
		if minutes := -lost(of[0]); minutes != posted[e.id] {
			changed[e.id] = minutes
		}
	})
	if err != nil || len(changed) == 0 {
		return err
	}
	return replaceExpired(ctx, tx, r.LeaveType, cause, day, changed, s.at())
}
