package payperiods

import (
	"context"

	"presence/app/accounts/auth"
	"presence/db"
)

// Board is a period as whoever approves it looks at it: everyone in scope, day by day, with what needs a look.
type Board struct {
	Period Period
	Lines  []BoardLine  // by name
	Crews  []Supervisor // everyone's, for who sees all
	Deep   bool         // somebody in the crew heads one of their own
}

// BoardLine is one employee on the board.
type BoardLine struct {
	Row
	Days     [periodDays]int64 // minutes worked on each day of the period
	Warnings []Warning         // what needs a look before the row is approved; the gravest first
	away     [periodDays]bool  // approved leave falls on the day
	Own      bool              // the viewer's own time, which the viewer may not approve (C11)
}

// Supervisor heads a crew.
type Supervisor struct {
	ID   int64
	Name string
}

// Look says whose rows a board shows. Supervisors look at their own crew; Crew is for admin and payroll.
type Look struct {
	Crew   int64 // the employee id of the supervisor whose whole crew to show; 0: everyone in scope
	Direct bool  // only the supervisor's direct reports
}

// scope is who stands on the actor's board.
func (l Look) scope(actor auth.Actor) Scope {
	switch {
	case !actor.SeesAll():
		return Crew{actor.EmployeeID, !l.Direct}.scope
	case l.Crew != 0:
		return Crew{l.Crew, !l.Direct}.scope
	default:
		return actor.Visible
	}
}

// Board reads the period in one snapshot, in as many statements for five employees as for five thousand.
func (s *Service) Board(ctx context.Context, actor auth.Actor, p Period, l Look) (b Board, err error) {
	r := reading{scope: l.scope(actor), changed: true}
	b.Period = p
	err = s.db.Read(ctx, func(q db.Queryer) error {
		k, err := read(ctx, q, p, s.config.Zone, r)
		if err != nil {
			return err
		}
		days, err := readDays(ctx, q, p, k.people)
		if err != nil {
			return err
		}
		if actor.SeesAll() {
			b.Crews, err = supervisors(ctx, q)
		} else {
			b.Deep, err = deep(ctx, q, k.people)
		}
		if err != nil {
			return err
		}
		b.Lines = k.board(s.config.Threshold, days, actor, s.Today())
		return nil
	})
	return b, err
}

// board puts the days and the warnings to the rows.
func (b *book) board(threshold int64, days map[int64]*[periodDays]int64, actor auth.Actor, today db.Day) []BoardLine {
	away := map[int64]*[periodDays]bool{}
	for _, l := range b.leave {
		if away[l.employee] == nil {
			away[l.employee] = new([periodDays]bool)
		}
		away[l.employee][l.day.Sub(b.period.Start)] = l.minutes > 0
	}
	rows := b.overview(threshold).Rows
	lines := make([]BoardLine, len(rows))
	var none [periodDays]bool
	for i, r := range rows {
		l := BoardLine{Row: r, Own: actor.Role != auth.Admin && r.Employee.ID == actor.EmployeeID}
		if d := days[r.Employee.ID]; d != nil {
			l.Days = *d
		}
		a := &none
		if known := away[r.Employee.ID]; known != nil {
			a = known
		}
		l.away = *a
		l.Warnings = l.warn(b.period, a, today)
		lines[i] = l
	}
	return lines
}

// ToApprove are the sheets with activity that are not approved, by id; none of the own time (W6, C11).
func (l BoardLine) ToApprove() []Chosen {
	return l.chosen(func(s Sheet) bool { return s.Active && s.State != Approved })
}

// ToWithdraw are the approved sheets whose approval the viewer may withdraw.
func (l BoardLine) ToWithdraw() []Chosen {
	return l.chosen(func(s Sheet) bool { return s.Active && s.State == Approved })
}

// Waiting are the sheets that wait for the viewer's decision.
func (l BoardLine) Waiting() []Chosen { return l.chosen(Sheet.Waits) }

// chosen are the sheets that fit, none of the own time (C11).
func (l BoardLine) chosen(fits func(Sheet) bool) (list []Chosen) {
	for _, s := range l.Sheets {
		if fits(s) && !l.Own {
			list = append(list, Chosen{s.ID, s.Version})
		}
	}
	return list
}

// Clean tells whether the row can be approved without a further look: everything is handed in and nothing stands out.
func (l BoardLine) Clean() bool {
	return l.State() == Submitted && len(l.Warnings) == 0 && len(l.ToApprove()) > 0
}
