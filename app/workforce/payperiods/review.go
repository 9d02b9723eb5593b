package payperiods

import (
	"context"

	"presence/app/accounts/auth"
	"presence/db"
)

// Review is a period as whoever approves it looks at it: everyone in scope, day by day, with what needs a look.
type Review struct {
	Period      Period
	Rows        []ReviewRow  // by name
	Crews       []Supervisor // everyone's, for who sees all
	HasSubcrews bool         // somebody in the crew heads one of their own
}

// ReviewRow is one employee on the board.
type ReviewRow struct {
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

// CrewFilter says whose rows a board shows. Supervisors look at their own crew; Crew is for admin and payroll.
type CrewFilter struct {
	Crew   int64 // the employee id of the supervisor whose whole crew to show; 0: everyone in scope
	Direct bool  // only the supervisor's direct reports
}

// scope is who stands on the actor's board.
func (l CrewFilter) scope(actor auth.Actor) Scope {
	switch {
	case !actor.SeesAll():
		return Crew{actor.EmployeeID, !l.Direct}.scope
	case l.Crew != 0:
		return Crew{l.Crew, !l.Direct}.scope
	default:
		return actor.Visible
	}
}

// Review reads the period in one snapshot, in as many statements for five employees as for five thousand.
func (s *Service) Review(ctx context.Context, actor auth.Actor, p Period, l CrewFilter) (b Review, err error) {
	r := readOptions{scope: l.scope(actor), detectChanges: true}
	b.Period = p
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		k, err := readSnapshot(ctx, q, p, s.config.Zone, r)
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
			b.HasSubcrews, err = haveReports(ctx, q, k.people)
		}
		if err != nil {
			return err
		}
		b.Rows = k.reviewRows(s.config.Threshold, days, actor, s.Today())
		return nil
	})
	return b, err
}

// reviewRows puts the days and the warnings to the rows.
func (b *snapshot) reviewRows(threshold int64, days map[int64]*[periodDays]int64, actor auth.Actor, today db.Day) []ReviewRow {
	away := map[int64]*[periodDays]bool{}
	for _, l := range b.leave {
		if away[l.employee] == nil {
			away[l.employee] = new([periodDays]bool)
		}
		away[l.employee][l.day.Sub(b.period.Start)] = l.minutes > 0
	}
	rows := b.overview(threshold).Rows
	lines := make([]ReviewRow, len(rows))
	var none [periodDays]bool
	for i, r := range rows {
		l := ReviewRow{Row: r, Own: actor.Role != auth.Admin && r.Employee.ID == actor.EmployeeID}
		if d := days[r.Employee.ID]; d != nil {
			l.Days = *d
		}
		a := &none
		if known := away[r.Employee.ID]; known != nil {
			a = known
		}
		l.away = *a
		l.Warnings = l.findWarnings(b.period, a, today)
		lines[i] = l
	}
	return lines
}

// SheetsToApprove are the sheets with activity that are not approved, by id; none of the own time (W6, C11).
func (l ReviewRow) SheetsToApprove() []SelectedSheet {
	return l.selectSheets(func(s Sheet) bool { return s.Active && s.State != Approved })
}

// SheetsToWithdraw are the approved sheets whose approval the viewer may withdraw.
func (l ReviewRow) SheetsToWithdraw() []SelectedSheet {
	return l.selectSheets(func(s Sheet) bool { return s.Active && s.State == Approved })
}

// SheetsWaiting are the sheets that wait for the viewer's decision.
func (l ReviewRow) SheetsWaiting() []SelectedSheet { return l.selectSheets(Sheet.Waits) }

// selectSheets are the sheets that fit, none of the own time (C11).
func (l ReviewRow) selectSheets(fits func(Sheet) bool) (list []SelectedSheet) {
	for _, s := range l.Sheets {
		if fits(s) && !l.Own {
			list = append(list, SelectedSheet{s.ID, s.Version})
		}
	}
	return list
}

// Clean tells whether the row can be approved without a further look: everything is handed in and nothing stands out.
func (l ReviewRow) Clean() bool {
	return l.State() == Submitted && len(l.Warnings) == 0 && len(l.SheetsToApprove()) > 0
}
