package schedule

import (
	"cmp"
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/holidays"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/breakrules"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/leaverequests"
	"presence/db"
)

// Board is the schedule of a crew in some weeks.
type Board struct {
	Heads    []Head // the supervisors whose crews the actor plans
	Others   bool   // the actor also plans those without a supervisor
	Crew     Crew
	Head     string // the name of the crew's supervisor
	Range    Range
	People   []Person
	Shifts   []Shift // by time: of the draft, and those that are published and no longer in it
	Leave    []Leave
	Holidays []holidays.Holiday
	Codes    map[int64]Code // of shifts, also archived ones, by id
	Warnings []Warning      // by day
	minutes  map[int64]int64
	overtime map[employeeDay]int64 // minutes, by employee and first day of the week
}

// Minutes returns how long a shift is without unpaid breaks.
func (b *Board) Minutes(s Shift) int64 { return b.minutes[s.ID] }

// Overtime returns how many minutes of overtime an employee has in the week with this first day.
func (b *Board) Overtime(employee int64, week db.Day) int64 {
	return b.overtime[employeeDay{employee, week}]
}

// Counts counts the changes that are not published.
func (b *Board) Counts() (n Counts) {
	for _, s := range b.Shifts {
		n.add(s.Change())
	}
	return n
}

// Warning is something to look at before a draft is published. It blocks nothing.
type Warning struct {
	Kind       WarningKind
	EmployeeID int64 // 0: of OnHoliday
	Day        db.Day
	Notice     labourstandards.Notice // of Standard
	Minutes    int64                  // of the overtime
	People     int                    // of OnHoliday: how many work
	Approved   bool                   // of OnLeave: the leave
}

// WarningKind is what a warning is about.
type WarningKind uint8

// The kinds.
const (
	Standard       WarningKind = iota // a labour standard, by Notice
	OnLeave                           // a shift in the time of leave
	OnHoliday                         // shifts on a statutory holiday
	WeeklyOvertime                    // Day is the first of the week
	DailyOvertime
)

// ofWeek reports whether the warning is about a week, whose first day is Day.
func (w Warning) ofWeek() bool {
	return w.Kind == WeeklyOvertime || w.Kind == Standard && w.Notice.Kind == labourstandards.WeeklyRest
}

// Board returns the schedule of a crew. If none is chosen (nil), or one that the actor does not plan, it is that of their own crew, or of
// the first one that they plan.
func (s *Service) Board(ctx context.Context, by auth.Actor, chosen *Crew, r Range) (b Board, err error) {
	b = Board{Others: by.SeesAll(), Range: r, Holidays: s.Norm.In(r.From, r.To)}
	around := Range{r.From.Add(-7), r.To.Add(2)}
	var list []Shift
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if b.Codes, err = shiftCodes(ctx, q); err != nil {
			return err
		}
		if b.Heads, err = heads(ctx, q, by); err != nil {
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
		b.Leave, err = leaveOf(ctx, q, ids, db.InstantOf(r.From.In(s.Zone)), db.InstantOf(r.To.Add(1).In(s.Zone)))
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
func (b *Board) choose(by auth.Actor, chosen *Crew) error {
	find := func(id int64) bool {
		i := slices.IndexFunc(b.Heads, func(h Head) bool { return h.ID == id })
		if i >= 0 {
			b.Crew, b.Head = Crew(id), b.Heads[i].Name
		}
		return i >= 0
	}
	switch {
	case chosen != nil && *chosen != 0 && find(int64(*chosen)), chosen != nil && *chosen == 0 && b.Others, find(by.EmployeeID):
	case len(b.Heads) > 0:
		find(b.Heads[0].ID)
	case !b.Others:
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

// warn finds the warnings about the draft, from today on. list has the shifts of the days around those of the board.
func (b *Board) warn(s *Service, list []Shift) {
	b.overtime = map[employeeDay]int64{}
	first := b.Range.From
	if today := s.Today(); first.Before(today) {
		first = today
	}
	drafts, perHoliday := map[int64][]Shift{}, map[db.Day]map[int64]bool{}
	for _, x := range list {
		if x.Cancelled || x.Open() {
			continue
		}
		drafts[x.EmployeeID] = append(drafts[x.EmployeeID], x)
	}
	for _, h := range b.Holidays {
		perHoliday[h.Day] = map[int64]bool{}
	}
	for _, p := range b.People {
		b.warnOf(s, p, drafts[p.ID], first)
		for _, x := range drafts[p.ID] {
			if who := perHoliday[x.Day]; who != nil {
				who[p.ID] = true
			}
		}
	}
	for _, h := range b.Holidays {
		if n := len(perHoliday[h.Day]); n > 0 && !h.Day.Before(first) {
			b.Warnings = append(b.Warnings, Warning{Kind: OnHoliday, Day: h.Day, People: n})
		}
	}
	slices.SortStableFunc(b.Warnings, func(x, y Warning) int { return cmp.Compare(x.Day.Sub(y.Day), 0) })
}

// warnOf adds the warnings about the shifts of one employee.
func (b *Board) warnOf(s *Service, p Person, drafts []Shift, first db.Day) {
	add := func(w Warning) {
		last := w.Day
		if w.ofWeek() {
			last = last.Add(6)
		}
		if last.Before(first) {
			return
		}
		w.EmployeeID = p.ID
		b.Warnings = append(b.Warnings, w)
	}
	spans := make([]labourstandards.Span, len(drafts))
	days := make([]labourstandards.Day, b.Range.To.Sub(b.Range.From)+1)
	counted, credited := make([]int64, len(days)), make([]int64, len(days)) // minutes of work and of leave, for the limits of overtime
	for i := range days {
		days[i].Date = b.Range.From.Add(i)
	}
	for i, x := range drafts {
		spans[i] = labourstandards.Span{Start: x.Start, End: x.End}
		if b.Range.Contains(x.Day) {
			n := x.Day.Sub(b.Range.From)
			days[n].Minutes += b.minutes[x.ID]
			if b.Codes[x.BankCodeID].Type != bankcodes.Overtime {
				counted[n] += b.minutes[x.ID]
			}
		}
	}
	for _, x := range b.Leave {
		if x.EmployeeID != p.ID {
			continue
		}
		for d := range x.days(s, b.Range) {
			days[d.Sub(b.Range.From)].Away = true
		}
		if x.Approved && s.Overtime.Counts(x.kind) {
			leaverequests.Days(x.Start, x.End, s.Zone, b.Range.From, b.Range.To, func(d db.Day, minutes int64) {
				credited[d.Sub(b.Range.From)] += minutes
			})
		}
		var warned db.Day // drafts are by time
		for _, d := range drafts {
			if d.Start < x.End && d.End > x.Start && b.Range.Contains(d.Day) && d.Day != warned {
				add(Warning{Kind: OnLeave, Day: d.Day, Approved: x.Approved})
				warned = d.Day
			}
		}
	}
	for _, n := range s.Norm.Notices(spans, days, s.Zone) {
		add(Warning{Kind: Standard, Day: n.Day, Notice: n})
	}
	for i := 0; i < len(days); i += 7 {
		var week int64
		end := min(i+7, len(days))
		for n := i; n < end; n++ {
			week += counted[n] + credited[n]
		}
		above := s.Overtime.Above(week, counted[i:end])
		b.overtime[employeeDay{p.ID, days[i].Date}] = above
		if week > s.Overtime.Weekly {
			add(Warning{Kind: WeeklyOvertime, Day: days[i].Date, Minutes: above})
		}
	}
	if daily := s.Overtime.Daily; daily > 0 {
		for n, minutes := range counted {
			if minutes > daily {
				add(Warning{Kind: DailyOvertime, Day: days[n].Date, Minutes: minutes - daily})
			}
		}
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
		if person, _, err = plannableEmployee(ctx, q, auth.Actor{Role: auth.Admin}, by.EmployeeID); err != nil {
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
}

// Next returns what is ahead of the actor.
func (s *Service) Next(ctx context.Context, by auth.Actor) (n Next, err error) {
	today := s.Today()
	list, err := publishedFor(ctx, s.db, by.EmployeeID, Range{today.Add(-1), today.Add(nextDays)})
	for _, x := range list {
		switch {
		case x.Open() && x.Start > s.at() && mayTake(by, x.SupervisorID):
			n.Open++
		case !x.Open() && n.Shift == nil && x.End > s.at():
			n.Shift = new(x.Plan)
		}
	}
	return n, err
}

// Unpublished says what a draft changes that is not published.
type Unpublished struct {
	Changes     int
	First, Last db.Day // on which something changes
}

// Unpublished returns what the draft of the actor's own crew changes from today on, as far ahead as Next looks.
func (s *Service) Unpublished(ctx context.Context, by auth.Actor) (u Unpublished, err error) {
	today := s.Today()
	r := Range{today, today.Add(nextDays)}
	var list []Shift
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		people, err := members(ctx, q, Crew(by.EmployeeID), r)
		if err != nil {
			return err
		}
		list, err = ofCrew(ctx, q, idsOf(people), Crew(by.EmployeeID), r)
		return err
	})
	for _, x := range list {
		if x.Change() == Unchanged {
			continue
		}
		if u.Changes++; u.First.IsZero() || x.Day.Before(u.First) {
			u.First = x.Day
		}
		u.Last = db.MaxDay(u.Last, x.Day)
	}
	return u, err
}
