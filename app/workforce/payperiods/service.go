package payperiods

import (
	"context"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/workforce/breakrules"
	"presence/app/workforce/crews"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// Config are the company's settings.
type Config struct {
	Calendar  Calendar
	Zone      *time.Location          // defines when a day begins
	Norm      *labourstandards.Norm   // the labour standards that the company is under; nil: Quebec's
	Overtime  *labourstandards.Limits // above which regular time is overtime (W3); nil: those of the norm
	BreakRule breakrules.Rule         // the company's

	PayDayAfter int // days from the last day of a period to its pay day; 0: pay days are not shown

	HolidayPay bool // statutory holidays are paid by the program

	Program string // the version of the program: another one may compute lines otherwise

	SingleSignOn bool // people sign in with an account of the company: also those who have not done so yet can sign in
}

// Service reads and approves pay periods.
type Service struct {
	db     *db.DB
	now    func() time.Time
	config Config
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, c Config) *Service {
	if c.Norm == nil {
		c.Norm = labourstandards.Quebec()
	}
	if c.Overtime == nil {
		c.Overtime = &c.Norm.Overtime.Limits
	}
	return &Service{d, now, c}
}

// Calendar returns the pay calendar (W1).
func (s *Service) Calendar() Calendar { return s.config.Calendar }

// SingleSignOn reports whether people sign in with an account of the company.
func (s *Service) SingleSignOn() bool { return s.config.SingleSignOn }

// Overtime returns the limits above which regular time is overtime (W3).
func (s *Service) Overtime() labourstandards.Limits { return *s.config.Overtime }

// Norm returns the labour standards that the company is under.
func (s *Service) Norm() *labourstandards.Norm { return s.config.Norm }

// Now returns the current time in the company's zone.
func (s *Service) Now() time.Time { return s.now().In(s.config.Zone) }

// Today returns the current day in the company's zone.
func (s *Service) Today() db.Day { return db.DayOf(s.Now()) }

// Current returns the period of today.
func (s *Service) Current() Period { return s.config.Calendar.At(s.Today()) }

// StartBefore returns the first day of the period n periods before the current one.
func (s *Service) StartBefore(n int) db.Day { return s.Current().Start.Add(-n * periodDays) }

// PayDay returns the day on which a period is paid; false if pay days are not shown.
func (s *Service) PayDay(p Period) (db.Day, bool) {
	return p.End.Add(s.config.PayDayAfter), s.config.PayDayAfter > 0
}

// PayDayNote returns what follows the name or the dates of a period in a title, such as " · pay day Dec 3"; empty if pay days are
// not shown.
func (s *Service) PayDayNote(l i18n.Lang, p Period) string {
	day, shown := s.PayDay(p)
	if !shown {
		return ""
	}
	return " · " + l.F(i18n.PeriodPayDay, l.DayShort(day))
}

// PeriodOn returns the period that contains the day; NotFound outside the years 1 to 9999.
func (s *Service) PeriodOn(d db.Day) (Period, error) {
	p := s.config.Calendar.At(d)
	return s.PeriodByNumber(p.Year, p.Number)
}

// PeriodByNumber returns period n of a pay year; NotFound when there is none (W1).
func (s *Service) PeriodByNumber(year, n int) (Period, error) {
	p, ok := s.config.Calendar.Number(year, n)
	if !ok {
		return p, errs.NotFound("pay period")
	}
	return p, nil
}

// Periods returns all periods from the pay year of the oldest activity, or last year's if that is earlier, to next year's (W1).
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

// First returns the first period that pages link to: that of the oldest shift or expense, or the current one if there is none.
func (s *Service) First(ctx context.Context) (Period, error) {
	oldest, err := oldestWeek(ctx, s.db)
	now := s.Current()
	if err != nil || oldest.IsZero() || oldest.After(now.Start) {
		return now, err
	}
	return s.config.Calendar.At(oldest), nil
}

// Overview returns everyone in the actor's scope in the period (W5).
func (s *Service) Overview(ctx context.Context, by auth.Actor, p Period) (Overview, error) {
	b, err := s.read(ctx, p, readOptions{scope: by.Visible, namesOnly: true})
	if err != nil {
		return Overview{}, err
	}
	return b.overview(), nil
}

// CrewOverview returns the crew of a supervisor in the period, by their employee id, and with below also the indirect reports; 0: the
// actor's own crew. Admin and payroll may name another supervisor (W5).
func (s *Service) CrewOverview(ctx context.Context, by auth.Actor, p Period, supervisor int64, below bool) (Overview, error) {
	if supervisor == 0 {
		supervisor = by.EmployeeID
	}
	if supervisor != by.EmployeeID {
		if !by.SeesAll() {
			return Overview{}, errs.Forbidden("other_crew", "Only admin and payroll may name another supervisor.")
		}
		if err := employeeExists(ctx, s.db, supervisor); err != nil {
			return Overview{}, err
		}
	}
	r := readOptions{scope: crews.Of(supervisor).Members, namesOnly: true}
	if below {
		r.scope = crews.Of(supervisor).AndBelow
	}
	b, err := s.read(ctx, p, r)
	if err != nil {
		return Overview{}, err
	}
	return b.overview(), nil
}

// Lines calls fn for the lines of everyone in the actor's scope, as payroll exports them (W13), sorted by the employee's name,
// week and bank code. With approvedOnly it ignores sheets that are not approved.
func (s *Service) Lines(ctx context.Context, by auth.Actor, p Period, approvedOnly bool, fn func(Line) error) error {
	b, err := s.read(ctx, p, readOptions{scope: by.Visible, includeOnLeave: true})
	if err != nil {
		return err
	}
	for _, l := range b.lines(approvedOnly) {
		if err := fn(l); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) read(ctx context.Context, p Period, r readOptions) (b *snapshot, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		b, err = readSnapshot(ctx, q, p, s.config, r)
		return err
	})
	return b, err
}

// SheetFor returns the sheet of the staff pages for a period and an employee in the actor's scope; it creates the sheet if
// there is none.
func (s *Service) SheetFor(ctx context.Context, by auth.Actor, employee int64, p Period) (id int64, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		t, err := timesheets.FindOrCreate(ctx, tx, by, employee, p.Start, db.InstantOf(s.now()))
		id = t.ID
		return err
	})
	return id, err
}
