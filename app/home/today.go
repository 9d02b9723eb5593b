package home

import (
	"context"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"presence/app/accounts/auth"
	"presence/app/hub/campaigns"
	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/errs"
	"presence/app/workforce/approvals"
	"presence/app/workforce/clockings"
	"presence/app/workforce/deputies"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/payroll"
	"presence/app/workforce/schedule"
	"presence/db"
)

// Dashboard is the content of a person's start page: their open tasks.
type Dashboard struct {
	Pending approvals.Counts      // the person's open decisions
	Periods []payperiods.Progress // of the previous and the current period, for approvers
	// of a supervisor: who has entered nothing in a period, and was not reminded today
	Remind  map[payperiods.Period][]int64
	Leave   []approvals.Item     // leave requests that wait for the person's decision, the longest waiting first
	Working int                  // how many in the person's scope have clocked in, for approvers
	NotIn   int                  // how many of them are planned now and have not
	Draft   schedule.Unpublished // of the schedule of a supervisor's own crew; for payroll and administrators, Left of all crews
	Away    []string             // names of those in the person's scope who are on approved leave today
	Clock   *clockings.Clock     // nil for a person without an employee record
	Own     *Sheet               // of the current period; nil for a person who has none
	Last    *Sheet               // of the previous period
	Overdue *Sheet               // the same, if it was not submitted
	Planned *PlannedLeave        // the person's current or next leave; nil: none
	Next    schedule.Next        // the person's next shift, and open shifts that they can take

	Payable     []payroll.PeriodState           // periods that ended and are not exported, the oldest first; for payroll
	Supervisors map[int64]payperiods.Supervisor // by the id of the employee whom they supervise; for payroll, if an Open of Periods has some

	Events  []events.Record      // upcoming ones, for those who run events
	Sent    map[string]bool      // ids of the events with a campaign
	Recent  map[db.Instant]int64 // registrations of the next event by the half hour
	ToCheck map[string]int64     // by id of the event, its responses whose customer is only likely
	Sends   []Send               // not finished, for those who run events

	Setup *Setup // for administrators; nil: nothing is left to set up
}

// Send is a campaign that is not finished: it is being sent, or is paused.
type Send struct {
	campaigns.Campaign
	Event events.Event
}

// Sheet is the actor's own time in a period.
type Sheet struct {
	Period payperiods.Period
	Line   payperiods.Row
}

// PlannedLeave is leave of the actor that is approved or not decided yet.
type PlannedLeave struct {
	Type       string
	Start, End db.Instant
	Approved   bool
}

// Today is the service of the start page for staff.
type Today struct {
	*Service
	Features
	zone *time.Location // for the dates of events
	now  func() time.Time
}

// Features are the services whose open work the start page shows.
type Features struct {
	Periods   *payperiods.Service
	Payroll   *payroll.Service
	Events    *events.Service
	Campaigns *campaigns.Service
	Approvals *approvals.Service
	Clockings *clockings.Service
	Deputies  *deputies.Service
	Schedule  *schedule.Service
	Configured
}

// NewToday makes the service.
func NewToday(s *Service, f Features, zone *time.Location, now func() time.Time) *Today {
	return &Today{s, f, zone, now}
}

// eventsShown is the maximum number of upcoming events on the page.
const eventsShown = 4

// Dashboard returns what the actor has to do: their own sheet, what they have to approve in the current and the previous period,
// what payroll has to export, the next events and what is left to set up, each if it is theirs. The number of queries does not
// depend on the number of employees or events.
func (s *Today) Dashboard(ctx context.Context, by auth.Actor) (d Dashboard, err error) {
	var parts errgroup.Group // at the same time: each sets fields of its own, and some take a while in a large company
	for _, part := range []struct {
		concerns bool
		load     func(context.Context, auth.Actor, *Dashboard) error
	}{{by.EmployeeID != 0, s.loadOwn}, {by.Approver(), s.loadApprovals}, {by.SeesAll(), s.loadPayroll}, {by.RunsEvents(), s.loadEvents},
		{by.SeesAll(), s.loadSetup}} {
		if part.concerns {
			parts.Go(func() error { return part.load(ctx, by, &d) })
		}
	}
	err = parts.Wait()
	return d, err
}

func (s *Today) loadOwn(ctx context.Context, by auth.Actor, d *Dashboard) (err error) {
	clock, err := s.Clockings.Clock(ctx, by)
	if err != nil {
		return err
	}
	d.Clock = &clock
	current := s.Periods.Current()
	if d.Own, err = s.own(ctx, by, current); err != nil {
		return err
	}
	if d.Last, err = s.own(ctx, by, s.Periods.Calendar().Previous(current)); err != nil {
		return err
	}
	if d.Last != nil && overdue(d.Last.Line) {
		d.Overdue = d.Last
	}
	if d.Next, err = s.Schedule.Next(ctx, by); err != nil {
		return err
	}
	d.Planned, err = plannedLeave(ctx, s.db, by.EmployeeID, db.InstantOf(s.Periods.Today().In(s.zone)))
	return err
}

// leaveShown is the maximum number of leave requests that are read.
const leaveShown = 10

func (s *Today) loadApprovals(ctx context.Context, by auth.Actor, d *Dashboard) (err error) {
	if d.Pending, err = s.Approvals.OpenDecisions(ctx, by); err != nil {
		return err
	}
	current := s.Periods.Current()
	periods := []payperiods.Period{s.Periods.Calendar().Previous(current), current}
	d.Periods = make([]payperiods.Progress, len(periods))
	var reads errgroup.Group // at the same time, as each takes a while in a large company
	for i, p := range periods {
		reads.Go(func() (err error) {
			d.Periods[i], err = s.Periods.ProgressOf(ctx, by, p)
			return err
		})
	}
	if err := reads.Wait(); err != nil {
		return err
	}
	if by.SeesAll() && len(d.Periods[0].Open)+len(d.Periods[1].Open) > 0 {
		if d.Supervisors, err = supervisorsOf(ctx, s.db); err != nil {
			return err
		}
	}
	for _, progress := range d.Periods {
		if by.SeesAll() || len(awaited(progress, s.Periods.Today())) == 0 {
			continue
		}
		if err := s.loadRemind(ctx, progress, d); err != nil {
			return err
		}
	}
	if d.Pending.Leave > 0 {
		if d.Leave, err = s.Approvals.OpenLeave(ctx, by, leaveShown); err != nil {
			return err
		}
	}
	if d.Working, _, err = s.Clockings.CountPresent(ctx, by); err != nil {
		return err
	}
	late, err := s.Clockings.NotIn(ctx, by)
	if err != nil {
		return err
	}
	d.NotIn = len(late)
	if by.Supervises || by.SeesAll() {
		if d.Draft, err = s.Schedule.Unpublished(ctx, by); err != nil {
			return err
		}
	}
	today := s.Periods.Today()
	d.Away, err = namesAway(ctx, s.db, by, db.InstantOf(today.In(s.zone)), db.InstantOf(today.Add(1).In(s.zone)))
	return err
}

// awaited returns the rows of those of whom a supervisor expects something in a period: once it is over everyone who has not submitted,
// before its end those who have entered nothing.
func awaited(p payperiods.Progress, today db.Day) []*payperiods.Row {
	if today.After(p.Period.End) {
		return p.Open
	}
	return p.Idle
}

// loadRemind adds the employees of a period whom the supervisor may still remind today.
func (s *Today) loadRemind(ctx context.Context, p payperiods.Progress, d *Dashboard) error {
	reminded, err := s.Periods.RemindedToday(ctx, p.Period)
	if err != nil {
		return err
	}
	if d.Remind == nil {
		d.Remind = map[payperiods.Period][]int64{}
	}
	for _, r := range awaited(p, s.Periods.Today()) {
		if r.Remind && !reminded[r.Employee.ID] {
			d.Remind[p.Period] = append(d.Remind[p.Period], r.Employee.ID)
		}
	}
	return nil
}

// periodsToExport is how many periods back the page looks for one that is not exported.
const periodsToExport = 4

func (s *Today) loadPayroll(ctx context.Context, by auth.Actor, d *Dashboard) (err error) {
	list, err := s.Payroll.NotExported(ctx, by, s.Periods.Calendar().Previous(s.Periods.Current()), periodsToExport)
	for _, x := range slices.Backward(list) {
		if !x.Empty() {
			d.Payable = append(d.Payable, x)
		}
	}
	return err
}

func (s *Today) loadEvents(ctx context.Context, _ auth.Actor, d *Dashboard) (err error) {
	if d.Events, err = s.Events.Upcoming(ctx, eventsShown); err != nil {
		return err
	}
	ids := make([]string, len(d.Events))
	for i, e := range d.Events {
		ids[i] = e.ID
	}
	if d.Sent, err = s.Campaigns.EventsSent(ctx); err != nil {
		return err
	}
	if len(ids) > 0 {
		since := rsvp.TrendBegins(s.zone, s.Periods.Today())
		if d.Recent, err = rsvp.RecentRegistrations(ctx, s.db, ids[0], since); err != nil {
			return err
		}
	}
	if d.ToCheck, err = rsvp.ResponsesToCheck(ctx, s.db, ids); err != nil {
		return err
	}
	d.Sends, err = s.unfinishedSends(ctx)
	return err
}

// unfinishedSends returns the campaigns that are not finished, with their events.
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

// own returns the actor's sheet of a period; nil if the actor was not employed.
func (s *Today) own(ctx context.Context, by auth.Actor, p payperiods.Period) (*Sheet, error) {
	l, err := s.Periods.OwnRow(ctx, by, p)
	if errs.KindOf(err) == errs.KindNotFound {
		return nil, nil
	}
	return &Sheet{p, l}, err
}

// otherSheets counts the sheets to approve that belong to other periods than those shown.
func (d Dashboard) otherSheets() int {
	n := d.Pending.Sheets
	for _, p := range d.Periods {
		n -= p.Waiting
	}
	return max(n, 0)
}

// exportable counts the periods that are approved as a whole and not exported.
func (d Dashboard) exportable() (n int) {
	for _, x := range d.Payable {
		if x.Approved == x.Sheets {
			n++
		}
	}
	return n
}
