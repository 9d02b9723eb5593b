package activities

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// Grouping is what a line of the report stands for.
type Grouping string

// The groupings of the report.
const (
	ByCustomer Grouping = "customer"
	ByActivity Grouping = "activity"
	ByBoth     Grouping = "both"
)

// ReportFilter selects what the report adds up: the live shifts and expenses of the days, both included, that name a customer or an
// activity.
type ReportFilter struct {
	From, To   db.Day
	By         Grouping
	Skip, Rows int64 // the page of the lines; the totals are those of all
}

// Sums are what was worked and spent.
type Sums struct {
	Minutes  int64
	Unpriced int64 // of the minutes, those of employees without an hourly cost on that day
	Cost     int64 // cents
	Spent    int64 // cents
}

// ReportLine is a line of the report. A line without a customer or an activity has none of it.
type ReportLine struct {
	Customer Customer
	Activity Activity
	Sums
}

// Report is a page of the lines, and the totals of all.
type Report struct {
	Lines []ReportLine
	All   int64 // lines on all pages
	Total Sums
	Costs bool // costs are known to the reader: payroll and administrators
}

// Report adds up what the employees in the actor's scope worked and spent for customers and under activities. The cost of a shift is its
// hours times the hourly cost of the employee on that day times the multiplier of its bank code; overtime that is computed by week is
// in no shift.
func (s *Service) Report(ctx context.Context, by auth.Actor, f ReportFilter) (r Report, err error) {
	r.Costs = by.SeesAll()
	err = s.EachReportLine(ctx, by, f, func(l ReportLine, total Sums, all int64) error {
		r.Lines, r.Total, r.All = append(r.Lines, l), total, all
		return nil
	})
	return r, err
}

// HasJobs reports whether a live shift or expense of the days in the actor's scope names a customer or an activity.
func (s *Service) HasJobs(ctx context.Context, by auth.Actor, from, to db.Day) (has bool, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		has, err = hasJobs(ctx, q, by, from, to)
		return err
	})
	return has, err
}

// Rest adds up the live shifts and expenses of the days that name neither a customer nor an activity. Its shifts are all that the totals of
// weeks have, without those that name one: few companies have a job for each shift.
func (s *Service) Rest(ctx context.Context, by auth.Actor, from, to db.Day) (rest Sums, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		all, err := readWeeks(ctx, q, by, from, to)
		if err != nil {
			return err
		}
		jobs, err := readJobSums(ctx, q, by, from, to)
		if err != nil {
			return err
		}
		rest = Sums{Minutes: all.Minutes - jobs.Minutes, Unpriced: all.Unpriced - jobs.Unpriced, Cost: toCents(all.Cost - jobs.Cost)}
		rest.Spent, err = readSpentOnNone(ctx, q, by, from, to)
		return err
	})
	return rest, err
}

// plus returns both together.
func (s Sums) plus(x Sums) Sums {
	return Sums{s.Minutes + x.Minutes, s.Unpriced + x.Unpriced, s.Cost + x.Cost, s.Spent + x.Spent}
}

// EachReportLine calls each for the lines of the report, by customer and activity, with the totals of all and their number.
func (s *Service) EachReportLine(ctx context.Context, by auth.Actor, f ReportFilter, each func(ReportLine, Sums, int64) error) error {
	return reportLines(ctx, s.db, by, f, each)
}

// JobLine is a shift or an expense of a line of the report.
type JobLine struct {
	Shift       bool
	TimesheetID int64
	Day         db.Day
	Employee    string
	Minutes     int64 // of a shift
	Spent       int64 // of an expense, in cents
	Description string
}

// JobFilter selects the shifts and expenses of a line of the report; nil: of any customer or activity, 0: of none.
type JobFilter struct {
	From, To   db.Day
	CustomerID *int64
	ActivityID *int64
	Skip, Rows int64
}

// JobLines returns a page of the shifts and expenses of a line of the report, the latest first, and how many there are on all pages.
func (s *Service) JobLines(ctx context.Context, by auth.Actor, f JobFilter) ([]JobLine, int64, error) {
	return jobLines(ctx, s.db, by, f)
}

// Named returns a customer and an activity, live or archived, by their ids; 0: none.
func (s *Service) Named(ctx context.Context, j Job) (c Customer, a Activity, err error) {
	found, err := Customers(ctx, s.db, []int64{j.CustomerID})
	if err != nil || j.ActivityID == 0 {
		return found[j.CustomerID], a, err
	}
	if a, err = anyByID(ctx, s.db, j.ActivityID); errs.KindOf(err) == errs.KindNotFound {
		err = nil
	}
	return found[j.CustomerID], a, err
}

// name returns what a line of the report is called.
func (l ReportLine) name(lang i18n.Lang, by Grouping) string {
	customer, activity := l.Customer.Label(), l.Activity.Name(lang)
	if customer == "" {
		customer = lang.T(i18n.JobWithoutCustomer)
	}
	if activity == "" {
		activity = lang.T(i18n.JobWithoutActivity)
	}
	switch by {
	case ByActivity:
		return activity
	case ByBoth:
		return customer + " · " + activity
	}
	return customer
}
