package payperiods

import (
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/workforce/crews"
	"presence/db"
)

// Review is the overview of a period for its approver: it also contains the days of each row and what to check before
// approving.
type Review struct {
	Overview
	Crews       []Supervisor // of the whole company, for users who see everyone
	HasSubcrews bool         // an employee among the rows has reports
}

// Supervisor is an employee with live reports.
type Supervisor struct {
	ID   int64
	Name string
}

// CrewFilter selects the rows of a Review. Supervisors always see their own crew; Crew is for admin and payroll.
type CrewFilter struct {
	Crew   crews.Crew // with everyone below
	Direct bool       // only the supervisor's direct reports
}

// scope returns the employees whose rows the actor reviews with this filter.
func (l CrewFilter) scope(by auth.Actor) Scope {
	c := l.Crew
	switch {
	case !by.SeesAll():
		c = crews.Of(by.EmployeeID)
	case c == crews.Everyone:
		return by.Visible
	}
	if l.Direct {
		return c.Members
	}
	return c.AndBelow
}

// Review reads the period from one snapshot. The number of queries does not depend on the number of employees.
func (s *Service) Review(ctx context.Context, by auth.Actor, p Period, l CrewFilter) (b Review, err error) {
	r := readOptions{scope: l.scope(by), daysFrom: s.Today()}
	b.Period = p
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		k, err := readSnapshot(ctx, q, p, s.config, r)
		if err != nil {
			return err
		}
		if by.SeesAll() {
			b.Crews, err = supervisors(ctx, q, by.Visible)
		} else {
			b.HasSubcrews, err = haveReports(ctx, q, k.people)
		}
		if err != nil {
			return err
		}
		b.Overview = k.reviewed(by, s.Today())
		return nil
	})
	return b, err
}

// withDays returns the overview with the minutes of each day.
func (b *snapshot) withDays() Overview {
	o, days := b.overview(), b.days()
	for i := range o.Rows {
		r := &o.Rows[i]
		if d := days[r.Employee.ID]; d != nil {
			r.Days, r.Late, r.entered = d.all, d.late, d.entered
		}
	}
	return o
}

// reviewed returns the overview with the fields that only a Review has.
func (b *snapshot) reviewed(by auth.Actor, today db.Day) Overview {
	o := b.withDays()
	for i := range o.Rows {
		r := &o.Rows[i]
		r.Own = by.Role != auth.Admin && r.Employee.ID == by.EmployeeID
		r.findMissing(b.period, today)
		r.Warnings = r.findWarnings(b.period, today)
		r.Remind = !r.Own && b.period.Remindable(today) && r.waitsForOwner() && r.mustSubmit(b.period)
	}
	return o
}

// SheetsToApprove returns the sheets with activity that are not approved, sorted by id; none if they are the viewer's own (W6,
// C11).
func (r *Row) SheetsToApprove() []SheetVersion {
	return r.selectSheets(Sheet.toApprove)
}

func (s Sheet) toApprove() bool { return s.Active && s.State != Approved }

// SheetsToWithdraw returns the approved sheets whose approval the viewer may withdraw.
func (r *Row) SheetsToWithdraw() []SheetVersion {
	return r.selectSheets(func(s Sheet) bool { return s.Active && s.State == Approved })
}

// SheetsWaiting returns the sheets that wait for the viewer's decision.
func (r *Row) SheetsWaiting() []SheetVersion { return r.selectSheets(Sheet.AwaitsApproval) }

// selectSheets returns the sheets that fit; none if they are the viewer's own (C11).
func (r *Row) selectSheets(fits func(Sheet) bool) (list []SheetVersion) {
	for _, s := range r.Sheets {
		if fits(s) && !r.Own {
			list = append(list, SheetVersion{s.ID, s.Version})
		}
	}
	return list
}

// Clean reports whether the row can be approved without a review: everything is submitted and there are no warnings.
func (r *Row) Clean() bool {
	return len(r.Warnings) == 0 && r.State() == Submitted && !r.Own && slices.ContainsFunc(r.Sheets, Sheet.toApprove)
}
