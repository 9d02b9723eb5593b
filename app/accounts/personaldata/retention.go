package personaldata

import (
	"context"
	"errors"
	"time"

	"presence/app/platform/audit"
	"presence/app/platform/personal"
	"presence/db"
)

// Period is how long rows of some rules are kept.
type Period struct {
	Name   string // of the setting
	Months int    // 0: they are kept
	Rules  []personal.Rule
}

// Due is what the next sweep erases because of a period.
type Due struct {
	Name   string
	Before time.Time
	Rows   int64 // of all rules
	Groups int64 // of the first rule: events, campaigns
}

// before returns the moment before which rows are erased: a midnight, so that it is the same all day. In a month without the day of today,
// it is that of its last day: rows are never kept for less than their months.
func (p Period) before(now time.Time, zone *time.Location) time.Time {
	y, m, d := now.In(zone).Date()
	m -= time.Month(p.Months)
	last := time.Date(y, m+1, 0, 0, 0, 0, 0, zone).Day()
	return time.Date(y, m, min(d, last), 0, 0, 0, 0, zone)
}

// Due returns what the next sweep will erase, by the periods that have an end.
func (s *Service) Due(ctx context.Context) (list []Due, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		for _, p := range s.o.Periods {
			if p.Months == 0 {
				continue
			}
			d := Due{Name: p.Name, Before: p.before(s.now(), s.o.Zone)}
			for i, r := range p.Rules {
				rows, groups, err := r.Due(ctx, q, db.InstantOf(d.Before))
				if err != nil {
					return err
				}
				if d.Rows += rows; i == 0 {
					d.Groups = groups
				}
			}
			list = append(list, d)
		}
		return nil
	})
	return list, err
}

// SweepOld erases what was kept long enough, in small transactions. It may be interrupted, and continues at the next call. Several
// servers may call it: one of them works, and the others return at once.
func (s *Service) SweepOld(ctx context.Context) error {
	held, locked, err := s.db.TryLock(ctx, "retention")
	if err != nil || !locked {
		return err
	}
	defer held.Release()
	for _, p := range s.o.Periods {
		if p.Months == 0 {
			continue
		}
		before := db.InstantOf(p.before(s.now(), s.o.Zone))
		var total int64
		for _, r := range p.Rules {
			n, err := s.sweepRule(ctx, r, before, held)
			total += n
			if err != nil {
				return errors.Join(err, s.recordSweep(context.WithoutCancel(ctx), p.Name, total))
			}
		}
		if err := s.recordSweep(ctx, p.Name, total); err != nil {
			return err
		}
	}
	return s.db.ReleaseSpace(ctx)
}

var errLockLost = errors.New("the lock of the sweep is lost")

func (s *Service) sweepRule(ctx context.Context, r personal.Rule, before db.Instant, held *db.Lock) (total int64, err error) {
	for n := int64(stepRows); n == stepRows; {
		var err error
		if held.IsLost() {
			return total, errLockLost
		}
		var erased int64
		if r.IDs {
			n, erased, err = s.sweepIDs(ctx, r, before)
		} else {
			n, err = s.eraseStep(ctx, r.Table, personal.Subject{Before: before, At: s.at()})
			erased = n
		}
		if err != nil {
			return total, err
		}
		total += erased
	}
	return total, nil
}

// eraseStep erases up to stepRows rows of a table in a transaction, and returns their number.
func (s *Service) eraseStep(ctx context.Context, t personal.Table, of personal.Subject) (n int64, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if err = tx.SerializeBy(ctx, erasing); err == nil {
			n, err = t.Erase(ctx, tx, of, stepRows)
		}
		return err
	})
	return n, err
}

// sweepIDs erases registrations or parties with all that belongs to them. It returns how many it found, and how many of them it erased: the
// others were erased meanwhile on request.
func (s *Service) sweepIDs(ctx context.Context, r personal.Rule, before db.Instant) (found, erased int64, err error) {
	ids, err := r.DueIDs(ctx, s.db, before, stepRows)
	if err != nil || len(ids) == 0 {
		return 0, 0, err
	}
	of := personal.Subject{Registrations: ids, Whole: ids, At: s.at()}
	if r.Name == "waiting_parties" {
		of = personal.Subject{Parties: ids, At: s.at()}
	}
	for _, t := range s.o.Tables {
		if !t.Erases() {
			continue
		}
		for n := int64(stepRows); n == stepRows; {
			if n, err = s.eraseStep(ctx, t, of); err != nil {
				return 0, erased, err
			}
			if t.Name == r.Name {
				erased += n
			}
		}
	}
	return int64(len(ids)), erased, nil
}

// recordSweep records how many rows a sweep has erased because of a setting.
func (s *Service) recordSweep(ctx context.Context, setting string, n int64) error {
	if n == 0 {
		return nil
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return audit.Record(ctx, tx, audit.Entry{At: s.at(), Action: "expired", Kind: "personal_data", RecordID: setting,
			Changes: audit.Changes{"rows": {n, nil}}})
	})
}
