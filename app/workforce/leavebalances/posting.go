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
			if err := s.post(ctx, tx, r, r.since(r.postedSince(s.Today())), nil); err != nil {
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

// span says what a rule posts to employees.
type span struct {
	earned  db.Day // fixed amounts of the time since this day, and what timesheets earn; zero: nothing
	expired db.Day // what expires after this day; zero: nothing
}

// since returns the span of all that a rule posts since a day.
func (r Rule) since(day db.Day) span { return span{day, r.nextYear(r.yearOf(day)).Add(-1)} }

// otherRate returns the days on which hours of an employee earn at another rate since the first work day has changed: from one day until
// before another. Both are zero if there are none.
func (r Rule) otherRate(e Employment) (from, before db.Day) {
	if r.Earns != ByWork || r.LaterYears == 0 || r.LaterRate == r.Rate || e.FormerFirst.IsZero() {
		return db.Day{}, db.Day{}
	}
	later := func(day db.Day) db.Day { return addMonths(day, 12*int(r.LaterYears)) }
	from, before = db.MaxDay(r.From, later(db.MinDay(e.First, e.FormerFirst))), later(db.MaxDay(e.First, e.FormerFirst))
	if !from.Before(before) {
		return db.Day{}, db.Day{}
	}
	return from, before
}

// again returns what a rule posts again to an employee whose work days have changed: fixed amounts since the first year of leave in which
// one is given, is given no more or moves, and what expires since the first year in which one is given or given no more, hours earn at
// another rate, or work ends. Years before stay as they were posted. grants are the rule's until today.
func (r Rule) again(e Employment, grants []grant, today db.Day) (s span) {
	year := func(day db.Day) db.Day { return db.MaxDay(r.From, r.yearOf(day)) }
	former, now := employee{firstDay: e.FormerFirst, lastDay: e.FormerLast}, employee{firstDay: e.First, lastDay: e.Last}
	for _, g := range grants {
		before, had := former.gets(g)
		after, gets := now.gets(g)
		if had != gets {
			s.expired = earliest(s.expired, year(g.from))
		}
		if had != gets || gets && before != after {
			s.earned = earliest(s.earned, year(g.from))
		}
	}
	if from, _ := r.otherRate(e); !from.IsZero() {
		s.expired = earliest(s.expired, year(from))
	}
	if e.Last != e.FormerLast {
		s.expired = earliest(s.expired, year(earliest(e.Last, e.FormerLast)))
	}
	if s.expired.After(today) {
		s.expired = db.Day{}
	}
	return s
}

// WorkDaysChanged posts to employees who are new what they get by the rules, as the daily task does. To those whose first or last work day
// has changed it posts what they get by the new days, and takes away what they would not have got (see again). Called in the transaction
// of the change, which has locked the employees, as SetRule does.
func (s *Service) WorkDaysChanged(ctx context.Context, tx *db.Tx, list []Employment) error {
	today := s.Today()
	var since db.Day
	for _, e := range list {
		if !e.FormerFirst.IsZero() {
			since = earliest(since, e.changes())
		}
	}
	rules, err := sortedRules(ctx, tx)
	if err != nil {
		return err
	}
	for _, r := range rules {
		if err := s.earnAgain(ctx, tx, r, list); err != nil {
			return err
		}
		var grants []grant
		if !since.IsZero() {
			grants = s.dueGrants(r, since)
		}
		var spans []span
		ids := map[span][]int64{} // they are few: their days begin years of leave
		for _, e := range list {
			x := r.since(r.postedSince(today))
			if !e.FormerFirst.IsZero() {
				x = r.again(e, grants, today)
			}
			if ids[x] == nil {
				spans = append(spans, x)
			}
			ids[x] = append(ids[x], e.EmployeeID)
		}
		for _, x := range spans {
			if err := s.post(ctx, tx, r, x, ids[x]); err != nil {
				return err
			}
		}
	}
	return nil
}

// earnAgain posts again what timesheets have earned, where the first work day decides at which of two rates they earn.
func (s *Service) earnAgain(ctx context.Context, tx *db.Tx, r Rule, list []Employment) error {
	var windows [][]any
	for _, e := range list {
		if from, before := r.otherRate(e); !from.IsZero() {
			windows = append(windows, []any{e.EmployeeID, from.String(), before.String()})
		}
	}
	if len(windows) == 0 {
		return nil
	}
	sheets, err := sheetsIn(ctx, tx, windows)
	if err != nil || len(sheets) == 0 {
		return err
	}
	if err := forgetSheets(ctx, tx, r, sheets); err != nil {
		return err
	}
	return earnedBySheets(ctx, tx, s.at(), "r.leave_type = $2 AND t.id IN ("+tx.Dialect().IDs("$3")+")", r.LeaveType, db.IDs(sheets))
}

// dueGrants returns the fixed amounts of a rule whose time ends after a day, and which are posted by now.
func (s *Service) dueGrants(r Rule, since db.Day) []grant {
	today := s.Today()
	return slices.DeleteFunc(r.grants(since, today, s.Periods), func(g grant) bool { return g.due.After(today) })
}

// post posts what a rule has earned and what has expired by it in a span, and takes away what the rule does not give any more. ids are the
// employees; nil: all that are live.
func (s *Service) post(ctx context.Context, tx *db.Tx, r Rule, x span, ids []int64) error {
	today := s.Today()
	if !x.earned.IsZero() {
		if r.Earns == ByWork {
			only, args := amongst(tx, "t.employee_id", 4, ids)
			err := earnedBySheets(ctx, tx, s.at(), notPosted+only, append([]any{r.LeaveType, x.earned.Add(-maxPeriod).String()}, args...)...)
			if err != nil {
				return err
			}
		}
		if err := withdrawEarned(ctx, tx, r, x.earned, today, ids); err != nil {
			return err
		}
		if err := onceEarned(ctx, tx, r, s.dueGrants(r, x.earned), ids, today, s.at()); err != nil {
			return err
		}
	}
	if x.expired.IsZero() {
		return nil
	}
	if err := withdrawExpired(ctx, tx, r, earliest(x.earned, x.expired), ids); err != nil {
		return err
	}
	for year := r.yearOf(x.expired); !year.After(today); year = r.nextYear(year) {
		if err := s.postExpired(ctx, tx, r, year, x.expired, today, ids); err != nil {
			return err
		}
	}
	return nil
}

// postExpired posts what expires by a rule after a day: when a year of leave begins what may not be carried over, and later what was
// carried over and not taken in time. It replaces what was posted for these days before, because leave of the year before may be approved
// or cancelled, and timesheets approved, after its end.
func (s *Service) postExpired(ctx context.Context, tx *db.Tx, r Rule, year, after, today db.Day, ids []int64) error {
	if r.CarryLimit != Everything && year.After(after) {
		err := s.expire(ctx, tx, r, ids, "end:"+year.String(), year, func(b Balance) int64 { return r.lostAtYearEnd(b.Left) })
		if err != nil {
			return err
		}
	}
	end := addMonths(year, int(r.CarryMonths))
	if r.CarryMonths == 0 || end.After(today) || !end.After(after) || !end.Before(r.nextYear(year)) {
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
	query := Query{Day: day.Add(-1), only: ids, archived: ids != nil}
	err = s.each(ctx, tx, everyone, []Rule{r}, query, func(e employee, of []Balance) {
		if minutes := -lost(of[0]); e.loses(day) && minutes != posted[e.id] {
			changed[e.id] = minutes
		}
	})
	if err != nil || len(changed) == 0 {
		return err
	}
	return replaceExpired(ctx, tx, r.LeaveType, cause, day, changed, s.at())
}
