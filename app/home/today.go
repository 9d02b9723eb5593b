package home

import (
	"context"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/campaigns"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/workforce/approvals"
	"presence/app/workforce/payperiods"
)

// Dashboard is what one person has to do.
type Dashboard struct {
	Pending approvals.Counts  // every decision that waits for the person
	Periods []PeriodToApprove // to approve: those with something that waits, the oldest first
	Done    *PeriodToApprove  // the newest of the two periods in which nothing is left and something was approved
	Own     *Sheet            // of the current period; nil for who keeps none
	Overdue *Sheet            // of the period before, when it was not submitted
	Events  []events.Record   // the next ones, for who runs events
	Sends   []Send            // that are not finished, likewise
}

// Send is a campaign that is not finished: it is being sent, or is paused.
type Send struct {
	campaigns.Campaign
	Event events.Event
}

// PeriodToApprove is a period with what its approver has left to approve.
type PeriodToApprove struct {
	payperiods.Progress
	Oldest   time.Duration // how long the sheet submitted first has waited
	Expenses int           // on these sheets
	Cents    int64
}

// Sheet is the actor's own time of a period.
type Sheet struct {
	Period payperiods.Period
	Line   payperiods.Row
}

// Today is the service of the start page of staff.
type Today struct {
	*Service
	Features
	zone *time.Location // in which an event's date is written
	now  func() time.Time
}

// Features are the services whose open work the start page shows.
type Features struct {
	Periods   *payperiods.Service
	Events    *events.Service
	Campaigns *campaigns.Service
	Approvals *approvals.Service
}

// NewToday wires the service.
func NewToday(s *Service, f Features, zone *time.Location, now func() time.Time) *Today {
	return &Today{s, f, zone, now}
}

// Dashboard reads what waits for the actor: the own sheet, and what there is to approve in this period and the one before.
func (s *Today) Dashboard(ctx context.Context, by auth.Actor) (d Dashboard, err error) {
	current := s.Periods.Current()
	before := s.Periods.Calendar().Previous(current)
	if by.EmployeeID != 0 {
		if d.Own, err = s.own(ctx, by, current); err != nil {
			return d, err
		}
		if d.Overdue, err = s.own(ctx, by, before); err != nil {
			return d, err
		}
		if d.Overdue != nil && !overdue(d.Overdue.Line) {
			d.Overdue = nil
		}
	}
	if by.RunsEvents() {
		if d.Events, err = s.Events.Upcoming(ctx, 3); err != nil {
			return d, err
		}
		if d.Sends, err = s.unfinishedSends(ctx); err != nil {
			return d, err
		}
	}
	if !by.Approver() {
		return d, nil
	}
	if d.Pending, err = s.Approvals.OpenCounts(ctx, by); err != nil {
		return d, err
	}
	for _, p := range []payperiods.Period{before, current} {
		w, err := s.periodToApprove(ctx, by, p)
		if err != nil {
			return d, err
		}
		switch {
		case len(w.Waiting) > 0:
			d.Periods = append(d.Periods, w)
		case w.All > 0 && w.Approved == w.All: // of the current period, or else of the one that has just ended
			d.Done = &w
		}
	}
	return d, nil
}

// unfinishedSends lists the campaigns that are not finished, with the events that they invite to.
func (s *Today) unfinishedSends(ctx context.Context) (list []Send, err error) {
	all, err := s.Campaigns.UnderWay(ctx, 5)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		e, err := events.ByID(ctx, s.db, c.EventID)
		if errs.KindOf(err) == errs.KindNotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, Send{c, e})
	}
	return list, nil
}

func overdue(l payperiods.Row) bool {
	for _, w := range l.Warnings {
		if w.Kind == payperiods.NoSheet {
			return true
		}
	}
	return l.State() == payperiods.Draft && l.Hours().Total() > 0
}

// own is the actor's sheet of a period, nil where the actor was not employed.
func (s *Today) own(ctx context.Context, by auth.Actor, p payperiods.Period) (*Sheet, error) {
	l, err := s.Periods.OwnRow(ctx, by, p)
	if errs.KindOf(err) == errs.KindNotFound {
		return nil, nil
	}
	return &Sheet{p, l}, err
}

func (s *Today) periodToApprove(ctx context.Context, by auth.Actor, p payperiods.Period) (PeriodToApprove, error) {
	progress, err := s.Periods.Progress(ctx, by, p)
	if err != nil {
		return PeriodToApprove{}, err
	}
	w, err := summarizeWaiting(ctx, s.db, progress.Waiting)
	out := PeriodToApprove{Progress: progress, Expenses: w.expenses, Cents: w.cents}
	if w.oldest != 0 {
		out.Oldest = s.now().Sub(w.oldest.Time())
	}
	return out, err
}

// otherSheets counts the sheets to approve that belong to other periods than those of the list.
func (d Dashboard) otherSheets() int {
	n := d.Pending.Sheets
	for _, w := range d.Periods {
		n -= len(w.Waiting)
	}
	return max(n, 0)
}
