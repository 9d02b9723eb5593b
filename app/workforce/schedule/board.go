package schedule

import (
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/holidays"
	"presence/app/workforce/breakrules"
	"presence/app/workforce/crews"
	"presence/db"
)

// Board is the schedule of a crew in some weeks.
type Board struct {
	Heads    []Head // the supervisors whose crews the actor plans
	Others   bool   // the actor also plans those without a supervisor
	Crew     crews.Crew
	Head     string // the name of the crew's supervisor
	Range    Range
	People   []Person
	planned  []Person // People, with the employees of other crews to whom shifts were given, or from whom they come
	Shifts   []Shift  // by time: of the draft, and those that are published and no longer in it
	Leave    []Leave
	Holidays []holidays.Holiday
	Codes    map[int64]Code // of shifts, also archived ones, by id
	paid     []paidHoliday  // what is paid for the holidays, as far as it is computed
	Warnings []Warning      // by day
	minutes  map[int64]int64
	overtime map[employeeDay]int64 // minutes, by employee and first day of the week
}

// Minutes returns how long a shift is without unpaid breaks.
func (b *Board) Minutes(s Shift) int64 { return b.minutes[s.ID] }

// PlannedOvertime returns how many minutes of the week with this first day are overtime if an employee works as planned, by the rules by
// which it is paid (worktime.Week.Overtime).
func (b *Board) PlannedOvertime(employee int64, week db.Day) int64 {
	return b.overtime[employeeDay{employee, week}]
}

// publishable returns the shifts that a publication puts in place (see Service.Publish).
func (b *Board) publishable() []Shift { return publishable(b.Shifts, b.planned) }

// Counts counts the changes that a publication makes.
func (b *Board) Counts() (n Counts) {
	for _, s := range b.publishable() {
		n.add(s.Change())
	}
	return n
}

// Board returns the schedule of a crew. If none is chosen (nil), or one that the actor does not plan, it is that of their own crew, or of
// the first one that they plan.
func (s *Service) Board(ctx context.Context, by auth.Actor, chosen *crews.Crew, r Range) (b Board, err error) {
	b = Board{Others: by.SeesAll(), Range: r, Holidays: s.Norm.In(r.From, r.To)}
	around := Range{r.From.Add(-7), r.To.Add(2)}
	var list []Shift
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if b.Codes, err = shiftCodes(ctx, q); err != nil {
			return err
		}
		if b.Heads, err = heads(ctx, q, by, s.Today()); err != nil {
			return err
		}
		if err := b.choose(by, chosen); err != nil {
			return err
		}
		if b.People, err = members(ctx, q, b.Crew, r); err != nil {
			return err
		}
		ids := idsOf(b.People)
		if list, err = ofCrew(ctx, q, ids, b.Crew, around); err != nil {
			return err
		}
		if b.planned, err = withPeopleOf(ctx, q, b.People, list); err != nil {
			return err
		}
		if b.Leave, err = leaveOf(ctx, q, ids, db.InstantOf(r.From.In(s.Zone)), db.InstantOf(r.To.Add(1).In(s.Zone))); err != nil {
			return err
		}
		b.paid, err = paidHolidays(ctx, q, ids, r)
		return err
	})
	if err != nil {
		return b, err
	}
	b.measure(s, list)
	b.Shifts = slices.DeleteFunc(slices.Clone(list), func(x Shift) bool {
		return !r.Contains(x.Day) && (x.Published == nil || !r.Contains(x.Published.Day))
	})
	b.warn(s, list)
	return b, nil
}

// choose sets the crew of the board.
func (b *Board) choose(by auth.Actor, chosen *crews.Crew) error {
	find := func(id int64) bool {
		i := slices.IndexFunc(b.Heads, func(h Head) bool { return h.ID == id })
		if i >= 0 {
			b.Crew, b.Head = crews.Of(id), b.Heads[i].Name
		}
		return i >= 0
	}
	switch {
	case chosen != nil && *chosen == crews.Unsupervised && b.Others:
		b.Crew = crews.Unsupervised
	case chosen != nil && find(chosen.Supervisor()), find(by.EmployeeID):
	case len(b.Heads) > 0:
		find(b.Heads[0].ID)
	case b.Others:
		b.Crew = crews.Unsupervised
	default:
		return errs.NotFound("crew")
	}
	return nil
}

// measure computes how long the shifts are.
func (b *Board) measure(s *Service, list []Shift) {
	rules := map[int64]breakrules.Rule{0: s.BreakRule}
	for _, p := range b.People {
		rules[p.ID] = breakrules.Of(s.BreakRule, p.rule)
	}
	b.minutes = make(map[int64]int64, len(list))
	for _, x := range list {
		b.minutes[x.ID] = x.Plan.Minutes(rules[x.EmployeeID], s.Zone)
	}
}

// Own is what an employee sees: what is published for them, and what they can take.
type Own struct {
	Range    Range
	Shifts   []Shift // their own, by time
	Open     []Shift // open to their crew and not begun, by time; also those of the next weeks after the range
	Leave    []Leave
	Holidays []holidays.Holiday
	Codes    map[int64]Code // of shifts, also archived ones, by id
	minutes  map[int64]int64
}

// Minutes returns how long a shift is without unpaid breaks.
func (o *Own) Minutes(s Shift) int64 { return o.minutes[s.ID] }

// Own returns what is published for the actor in some days, with the open shifts that Next counts, wherever they are.
func (s *Service) Own(ctx context.Context, by auth.Actor, r Range) (o Own, err error) {
	o = Own{Range: r, Holidays: s.Norm.In(r.From, r.To), minutes: map[int64]int64{}}
	if by.EmployeeID == 0 {
		return o, nil
	}
	today := s.Today()
	around := Range{db.MinDay(r.From, today.Add(-1)), db.MaxDay(r.To, today.Add(nextDays))}
	var list []Shift
	var person Person
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) (err error) {
		if person, _, err = employeeByID(ctx, q, by.EmployeeID); err != nil {
			return err
		}
		if list, err = publishedFor(ctx, q, by.EmployeeID, around); err != nil {
			return err
		}
		if o.Codes, err = shiftCodes(ctx, q); err != nil {
			return err
		}
		o.Leave, err = leaveOf(ctx, q, []int64{by.EmployeeID}, db.InstantOf(r.From.In(s.Zone)), db.InstantOf(r.To.Add(1).In(s.Zone)))
		return err
	})
	rule := breakrules.Of(s.BreakRule, person.rule)
	for _, x := range list {
		o.minutes[x.ID] = x.Plan.Minutes(rule, s.Zone)
		switch {
		case !x.Open() && r.Contains(x.Day):
			o.Shifts = append(o.Shifts, x)
		case x.Open() && x.Start > s.at() && mayTake(by, x.SupervisorID):
			o.Open = append(o.Open, x)
		}
	}
	return o, err
}

// nextDays is how many days ahead Next looks.
const nextDays = 28

// Next is what is ahead of an employee.
type Next struct {
	Shift *Plan // the next published shift that is not over; nil: none
	Open  int   // how many shifts they can take
	First *Plan // the first of these; nil: none
}

// Next returns what is ahead of the actor.
func (s *Service) Next(ctx context.Context, by auth.Actor) (n Next, err error) {
	today := s.Today()
	list, err := publishedFor(ctx, s.db, by.EmployeeID, Range{today.Add(-1), today.Add(nextDays)})
	for _, x := range list {
		switch {
		case x.Open() && x.Start > s.at() && mayTake(by, x.SupervisorID):
			if n.Open++; n.First == nil {
				n.First = new(x.Plan)
			}
		case !x.Open() && n.Shift == nil && x.End > s.at():
			n.Shift = new(x.Plan)
		}
	}
	return n, err
}

// Waiting are shifts of a draft that wait for those who plan it.
type Waiting struct {
	Shifts      int
	First, Last db.Day
	Crew        crews.Crew // in whose schedule the first is; Everyone: the actor's own
}

func (w *Waiting) add(x Shift) {
	if w.Shifts++; w.First.IsZero() || x.Day.Before(w.First) {
		w.First = x.Day
	}
	w.Last = db.MaxDay(w.Last, x.Day)
}

// Unpublished says what waits in a draft.
type Unpublished struct {
	Changes Waiting // to be published
	Left    Waiting // of people who are not employed on the day, as after they have left: to be given to others, or cancelled
}

// Unpublished returns what waits in the draft of the actor's own crew from today on, as far ahead as Next looks. For payroll and
// administrators, Left is of all crews: a supervisor whose only report has left is no supervisor any more, and sees no schedule.
func (s *Service) Unpublished(ctx context.Context, by auth.Actor) (u Unpublished, err error) {
	today := s.Today()
	r := Range{today, today.Add(nextDays)}
	var list []Shift
	var people []Person
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) (err error) {
		if people, err = members(ctx, q, crews.Of(by.EmployeeID), r); err != nil {
			return err
		}
		if list, err = ofCrew(ctx, q, idsOf(people), crews.Of(by.EmployeeID), r); err != nil {
			return err
		}
		if by.SeesAll() {
			if u.Left, err = leftBehind(ctx, q, r); err != nil {
				return err
			}
		}
		people, err = withPeopleOf(ctx, q, people, list)
		return err
	})
	left := behind(people)
	for _, x := range list {
		switch {
		case !left(x) && x.Change() != Unchanged:
			u.Changes.add(x)
		case left(x) && !by.SeesAll():
			u.Left.add(x)
		}
	}
	return u, err
}
