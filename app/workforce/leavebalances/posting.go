package leavebalances

import (
	"context"

	"presence/app/accounts/auth"
	"presence/db"
)

// everyone is the scope of the program's own work.
var everyone = auth.Actor{Role: auth.Admin}

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
// earned that were approved by other means than SheetsDecided. It may be called repeatedly, and by several replicas: each entry is posted once.
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
		return s.post(ctx, tx, rules...)
	})
	for err == nil {
		counted := 0
		err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			if err = tx.SerializeBy(ctx, "leave ledger"); err == nil {
				counted, err = countRequests(ctx, tx, s.zone)
			}
			return err
		})
		if counted < countBatch {
			break
		}
	}
	return err
}

// post posts what the rules have earned, and what has expired by them.
func (s *Service) post(ctx context.Context, tx *db.Tx, rules ...Rule) error {
	today := s.Today()
	for _, r := range rules {
		var err error
		switch r.Earns {
		case ByWork:
			err = earnedBySheets(ctx, tx, s.at(), notPosted, r.LeaveType)
		case ByPeriod:
			err = s.postPeriods(ctx, tx, r, today)
		case ByYear:
			err = s.postYears(ctx, tx, r, today)
		}
		if err == nil {
			err = s.postExpired(ctx, tx, r, today)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// postPeriods posts the amount of each pay period that has ended since the rule began.
func (s *Service) postPeriods(ctx context.Context, tx *db.Tx, r Rule, today db.Day) error {
	for _, last := range s.periods(r.From.Add(-1), today.Add(-1)) {
		if err := onceEarned(ctx, tx, r, "period:"+last.String(), last, last, today, s.at()); err != nil {
			return err
		}
	}
	return nil
}

// postYears posts the amount of each year that has begun since the rule began. The first year is the one in which it began.
func (s *Service) postYears(ctx context.Context, tx *db.Tx, r Rule, today db.Day) error {
	for year := r.yearOf(r.From); !year.After(today); year = r.nextYear(year) {
		if err := onceEarned(ctx, tx, r, "year:"+year.String(), maxDay(year, r.From), r.nextYear(year).Add(-1), today, s.at()); err != nil {
			return err
		}
	}
	return nil
}

// postExpired posts what expires by a rule: at the end of the last leave year what may not be carried over, and later what was carried
// over and not taken in time. It replaces what was posted for these days before, because leave of the last year may be approved or
// cancelled, and timesheets approved, after the end of the year.
func (s *Service) postExpired(ctx context.Context, tx *db.Tx, r Rule, today db.Day) error {
	year := r.yearOf(today)
	if !year.After(r.From) {
		return nil
	}
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
