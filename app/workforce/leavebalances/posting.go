package leavebalances

import (
	"context"

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
			if err := s.post(ctx, tx, r, r.postedSince(s.Today())); err != nil {
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

// post posts what a rule has earned since a day, and what has expired by it.
func (s *Service) post(ctx context.Context, tx *db.Tx, r Rule, since db.Day) error {
	today := s.Today()
	if r.Earns == ByWork {
		if err := earnedBySheets(ctx, tx, s.at(), notPosted, r.LeaveType, since.Add(-maxPeriod).String()); err != nil {
			return err
		}
	}
	for _, g := range r.grants(since, today, s.Periods) {
		if g.due.After(today) {
			continue
		}
		if err := onceEarned(ctx, tx, r, g, today, s.at()); err != nil {
			return err
		}
	}
	for year := r.nextYear(r.yearOf(since)); !year.After(today); year = r.nextYear(year) {
		if err := s.postExpired(ctx, tx, r, year, today); err != nil {
			return err
		}
	}
	return nil
}

// postExpired posts what expires by a rule: when a year of leave begins what may not be carried over, and later what was carried over and
// not taken in time. It replaces what was posted for these days before, because leave of the year before may be approved or cancelled, and
// timesheets approved, after its end.
func (s *Service) postExpired(ctx context.Context, tx *db.Tx, r Rule, year, today db.Day) error {
	if r.CarryLimit != Everything {
		err := s.expire(ctx, tx, r, "end:"+year.String(), year, func(b Balance) int64 { return r.lostAtYearEnd(b.Left) })
		if err != nil {
			return err
		}
	}
	end := addMonths(year, int(r.CarryMonths))
	if r.CarryMonths == 0 || end.After(today) || !end.Before(r.nextYear(year)) {
		return nil
	}
	return s.expire(ctx, tx, r, "carried:"+end.String(), end, lostOfCarried)
}

// expire posts on a day, for a cause, what is lost of the balances of the day before.
func (s *Service) expire(ctx context.Context, tx *db.Tx, r Rule, cause string, day db.Day, lost func(Balance) int64) error {
	posted, err := postedFor(ctx, tx, r.LeaveType, cause)
	if err != nil {
		return err
	}
	changed := map[int64]int64{}
	err = s.each(ctx, tx, everyone, []Rule{r}, Query{Day: day.Add(-1)}, func(e employee, of []Balance) {
		if minutes := -lost(of[0]); minutes != posted[e.id] {
			changed[e.id] = minutes
		}
	})
	if err != nil || len(changed) == 0 {
		return err
	}
	return replaceExpired(ctx, tx, r.LeaveType, cause, day, changed, s.at())
}
