package clockings

import (
	"context"
	"time"

	"presence/app/accounts/auth"
	"presence/db"
)

// Today is what the clock, the shifts, leave and the published schedule say of one employee today.
type Today struct {
	EmployeeID  int64
	Name        string
	Phone       int64      // as the employee record has it
	In          db.Instant // when the work began that goes on; 0: not clocked in
	Break       db.Instant // when their break began; 0: not on a break
	Worked      int64      // minutes of today's shifts
	Left        db.Instant // when the last of them ended
	Away        bool       // on approved leave today
	Asked       bool       // has requested leave for today, which is not decided yet
	From, Until db.Instant // the planned shift that goes on, or comes next, or was today; 0: none
	Came        bool       // for that shift: has clocked in, or entered hours
	Clocks      bool       // uses the clock: has clocked in lately, or has entered no hours either
}

// grace is how long after the start of a planned shift a person counts as late.
const grace = 5 * time.Minute

// lately is how far back clock times and hours say whether a person uses the clock.
const lately = 28 * 24 * time.Hour

// Late reports whether the employee should be at work now and has neither clocked in nor requested leave. Those who type their hours
// instead of clocking in are never late.
func (t Today) Late(now db.Instant) bool {
	return t.Clocks && !t.Came && t.In == 0 && !t.Away && !t.Asked && t.From != 0 && t.From.Add(grace) <= now && now < t.Until
}

// Missed reports whether the employee's planned shift is over, and they have not come.
func (t Today) Missed(now db.Instant) bool {
	return t.Clocks && !t.Came && t.In == 0 && !t.Away && !t.Asked && t.From != 0 && t.Until <= now
}

// TodayOf returns the state of employees whom the actor sees, by their ids.
func (s *Service) TodayOf(ctx context.Context, by auth.Actor, employees []int64) (map[int64]Today, error) {
	found := make(map[int64]Today, len(employees))
	return found, s.eachToday(ctx, by, todayFilter{employees: employees}, func(t Today) error {
		found[t.EmployeeID] = t
		return nil
	})
}

// NotIn returns those in the actor's scope who are late, without the actor, the longest first.
func (s *Service) NotIn(ctx context.Context, by auth.Actor) (list []Today, err error) {
	now := s.at()
	err = s.eachToday(ctx, by, todayFilter{expected: true}, func(t Today) error {
		if t.EmployeeID != by.EmployeeID && t.Late(now) {
			list = append(list, t)
		}
		return nil
	})
	return list, err
}

// Span is from when until when an employee is on leave or scheduled.
type Span struct {
	EmployeeID  int64
	Name        string
	From, Until db.Instant
}

// NotWorking lists the employees in an actor's scope, without the actor, who are not clocked in and are expected or on leave today. The
// totals also count those beyond the ends of the lists.
type NotWorking struct {
	Late       []Today // the longest first
	OnLeave    []Span  // approved, by name
	OnLeaveN   int
	Scheduled  []Span // whose shift begins later, or has begun without them being late, by its start
	ScheduledN int
}

// NotWorking returns the employees who are not clocked in and are expected or on leave today. Late is complete; the other lists end after
// presentRows. The number of statements does not depend on the number of employees.
func (s *Service) NotWorking(ctx context.Context, by auth.Actor) (x NotWorking, err error) {
	f := s.filterOfToday(todayFilter{expected: true})
	var listed []int64 // whose shift of now counts, so that a later one does not
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		err := eachToday(ctx, q, by, f, func(t Today) error {
			switch {
			case t.EmployeeID == by.EmployeeID:
			case t.Late(f.now):
				x.Late, listed = append(x.Late, t), append(listed, t.EmployeeID)
			case !t.Away && !t.Came:
				listed = append(listed, t.EmployeeID)
				if x.ScheduledN++; len(x.Scheduled) < presentRows {
					x.Scheduled = append(x.Scheduled, Span{t.EmployeeID, t.Name, t.From, t.Until})
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		later, n, err := scheduledLater(ctx, q, by, f, listed, int64(presentRows-len(x.Scheduled)+1))
		if err != nil {
			return err
		}
		x.Scheduled = append(x.Scheduled, later...)
		x.Scheduled, x.ScheduledN = x.Scheduled[:min(len(x.Scheduled), presentRows)], x.ScheduledN+n
		x.OnLeave, x.OnLeaveN, err = onLeave(ctx, q, by, f, presentRows)
		return err
	})
	return x, err
}

func (s *Service) eachToday(ctx context.Context, by auth.Actor, f todayFilter, each func(Today) error) error {
	return eachToday(ctx, s.db, by, s.filterOfToday(f), each)
}

// filterOfToday sets the times of a filter.
func (s *Service) filterOfToday(f todayFilter) todayFilter {
	now := s.Now().In(s.Zone)
	f.now, f.day = db.InstantOf(now), db.DayOf(now)
	f.from, f.to = db.InstantOf(f.day.In(s.Zone)), db.InstantOf(f.day.Add(1).In(s.Zone))
	return f
}
