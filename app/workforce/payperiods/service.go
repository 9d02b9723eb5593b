package payperiods

import (
	"context"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Config is what the company's calendar is made of.
type Config struct {
	Calendar  Calendar
	Zone      *time.Location // whose midnight opens a day
	Threshold int64          // minutes a week above which regular time is overtime (W3)
}

// Service reads and approves pay periods.
type Service struct {
	db     *db.DB
	now    func() time.Time
	config Config
}

// NewService wires the service.
func NewService(d *db.DB, now func() time.Time, c Config) *Service {
	return &Service{d, now, c}
}

// Calendar cuts days into periods (W1).
func (s *Service) Calendar() Calendar { return s.config.Calendar }

// Threshold is how many minutes a week are paid as regular time (W3).
func (s *Service) Threshold() int64 { return s.config.Threshold }

// Today is the company's calendar day.
func (s *Service) Today() db.Day { return db.DayOf(s.now().In(s.config.Zone)) }

// Current is the period of today.
func (s *Service) Current() Period { return s.config.Calendar.At(s.Today()) }

// StartBefore is the first day of the period that lies n periods before the one under way.
func (s *Service) StartBefore(n int) db.Day { return s.Current().Start.Add(-n * periodDays) }

// PeriodOn is the period that contains the day; NotFound beyond the years 1 to 9999.
func (s *Service) PeriodOn(d db.Day) (Period, error) {
	p := s.config.Calendar.At(d)
	return s.PeriodByNumber(p.Year, p.Number)
}

// PeriodByNumber is period n of a pay year; NotFound when there is none (W1).
func (s *Service) PeriodByNumber(year, n int) (Period, error) {
	p, ok := s.config.Calendar.Number(year, n)
	if !ok {
		return p, errs.NotFound("pay period")
	}
	return p, nil
}

// Periods are all from the pay year of the oldest activity, at latest last year's, through next year (W1).
func (s *Service) Periods(ctx context.Context) ([]Period, error) {
	year := s.Current().Year
	first := year - 1
	oldest, err := oldestWeek(ctx, s.db)
	if err != nil {
		return nil, err
	}
	if !oldest.IsZero() {
		first = min(first, s.config.Calendar.At(oldest).Year)
	}
	return s.config.Calendar.List(first, year+1), nil
}

// First is the first period that pages lead to: that of the oldest shift or expense, and the current one before there is
// any. What came before the company began has nothing to show.
func (s *Service) First(ctx context.Context) (Period, error) {
	oldest, err := oldestWeek(ctx, s.db)
	now := s.Current()
	if err != nil || oldest.IsZero() || oldest.After(now.Start) {
		return now, err
	}
	return s.config.Calendar.At(oldest), nil
}

// Overview is everyone in the actor's scope in the period (W5).
func (s *Service) Overview(ctx context.Context, by auth.Actor, p Period) (Overview, error) {
	b, err := s.read(ctx, p, readOptions{scope: by.Visible, namesOnly: true})
	if err != nil {
		return Overview{}, err
	}
	return b.overview(s.config.Threshold), nil
}

// Crew names whose reports a crew overview shows.
type Crew struct {
	SupervisorID int64 // 0: the caller's own
	Subtree      bool  // indirect reports as well
}

// CrewOverview is the crew of the caller in the period, or of the supervisor that admin and payroll may name (W5).
func (s *Service) CrewOverview(ctx context.Context, by auth.Actor, p Period, c Crew) (Overview, error) {
	if c.SupervisorID == 0 {
		c.SupervisorID = by.EmployeeID
	}
	if c.SupervisorID != by.EmployeeID && !by.SeesAll() {
		return Overview{}, errs.Forbidden("other_crew", "Only admin and payroll may name another supervisor.")
	}
	if c.SupervisorID != by.EmployeeID {
		if err := employeeExists(ctx, s.db, c.SupervisorID); err != nil {
			return Overview{}, err
		}
	}
	b, err := s.read(ctx, p, readOptions{scope: c.scope, namesOnly: true})
	if err != nil {
		return Overview{}, err
	}
	return b.overview(s.config.Threshold), nil
}

// Lines gives the period line by line, as payroll exports it (W13): by employee's name, week, and bank code. The actor
// gets the lines of everyone in scope. With approvedOnly the sheets that are not approved are as if they did not exist.
func (s *Service) Lines(ctx context.Context, by auth.Actor, p Period, approvedOnly bool, fn func(Line) error) error {
	b, err := s.read(ctx, p, readOptions{scope: by.Visible, includeOnLeave: true})
	if err != nil {
		return err
	}
	for _, l := range b.lines(s.config.Threshold, approvedOnly) {
		if err := fn(l); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) read(ctx context.Context, p Period, r readOptions) (b *snapshot, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		b, err = readSnapshot(ctx, q, p, s.config.Zone, r)
		return err
	})
	return b, err
}

// SheetFor is the sheet that the staff pages keep for an employee in the actor's scope and a period; one is made where
// there is none.
func (s *Service) SheetFor(ctx context.Context, by auth.Actor, employee int64, p Period) (id int64, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		t, err := timesheets.FindOrCreate(ctx, tx, by, employee, p.Start, db.InstantOf(s.now()))
		id = t.ID
		return err
	})
	return id, err
}
