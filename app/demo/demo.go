// Package demo makes a company to look at: sixty people in three crews, with three pay periods behind them and the one
// under way, so that every screen has something to say (O1). It goes through the services, so its data obeys every rule.
package demo

import (
	"context"
	"errors"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/campaigns"
	"presence/app/hub/directory"
	"presence/app/platform/mail"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/employees"
	"presence/app/workforce/expenses"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/payroll"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// People are those whom anyone may sign in as.
var People = []auth.DemoPerson{
	{Email: "supervisor" + domain, Part: "supervisor"},
	{Email: "employee" + domain, Part: "employee"},
	{Email: "payroll" + domain, Part: "payroll"},
	{Email: "admin" + domain, Part: "admin"},
	{Email: "events" + domain, Part: "events"},
}

const domain = "@demo.presence.example"

// Config is where and when the company lives.
type Config struct {
	DB        *db.DB
	Auth      *auth.Service
	Directory *directory.Service // of Customers
	Campaigns campaigns.Options  // whose messages go to Outbox, whatever else is configured
	Outbox    *mail.Outbox
	Calendar  payperiods.Calendar
	Zone      *time.Location
	Threshold int64     // minutes a week above which time is overtime
	Now       time.Time // what the data ends with
}

// ErrOccupied is the refusal to mix the demo with other data.
var ErrOccupied = errors.New("the database holds other data, or a demo that was interrupted while it was made: choose an empty DATA_DIR")

// Seed fills an empty database. One that it has filled before stays as it is.
func Seed(ctx context.Context, c Config) error {
	m := &builder{Config: c, clock: c.Now, codes: map[string]int64{}}
	m.Campaigns.Rate = 0          // the maker's clock stands still, so that a limit by the second would never allow another message
	m.Campaigns.AutoResume = true // its sends are begun before its worker is
	m.Campaigns.Channels = map[string]mail.Channel{campaigns.Bulk: relay{c.Outbox}}
	now := m.now
	m.employees = employees.NewService(c.DB, c.Zone, now)
	m.bankCodes = bankcodes.NewService(c.DB, now)
	m.shifts = shifts.NewService(c.DB, now)
	m.expenses = expenses.NewService(c.DB, now)
	m.leave = leaverequests.NewService(c.DB, now)
	m.sheets = timesheets.NewService(c.DB, now)
	m.periods = payperiods.NewService(c.DB, now, payperiods.Config{Calendar: c.Calendar, Zone: c.Zone, Threshold: c.Threshold})
	m.payroll = payroll.NewService(c.DB, m.periods, c.Zone, now)

	made, err := m.exists(ctx)
	if err == nil {
		err = m.sync(ctx)
	}
	if err != nil || made {
		return err
	}
	for _, step := range []func(context.Context) error{m.createEmployees, m.createBankCodes, m.createPastPeriods, m.exportPeriods,
		m.createPendingItems, m.createCurrentPeriod, m.createEvents, m.createNewcomer} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// builder makes the company, with a clock of its own: what happened then is dated then.
type builder struct {
	Config
	clock time.Time
	admin auth.Actor
	staff []*person // by their place in the company
	codes map[string]int64

	employees *employees.Service
	bankCodes *bankcodes.Service
	shifts    *shifts.Service
	expenses  *expenses.Service
	leave     *leaverequests.Service
	sheets    *timesheets.Service
	periods   *payperiods.Service
	payroll   *payroll.Service
	clerk     auth.Actor  // of payroll
	events    auth.Person // whom the sign-in page offers for the event half
}

// person is one of the company's.
type person struct {
	actor auth.Actor
	crew  int // 0 to 2; office for the others
	place int // within the crew; 0 is its supervisor
	habit habit
}

// exists reports whether the demo is there already: its last step hires the newcomer. Anything else in the database is
// somebody's, and left alone.
func (m *builder) exists(ctx context.Context) (bool, error) {
	var anyone, newcomer bool
	err := m.employees.Each(ctx, auth.Actor{Role: auth.Admin}, employees.Filter{Rows: 1000}, func(e employees.Employee) error {
		anyone = true
		newcomer = newcomer || e.Email == "events"+domain
		return nil
	})
	if err == nil && anyone && !newcomer {
		err = ErrOccupied
	}
	return newcomer, err
}

func (m *builder) now() time.Time { return m.clock }

// at moves the clock to a moment, but never to the future.
func (m *builder) at(t time.Time) {
	m.clock = t
	if latest := m.Now.Add(-time.Hour); t.After(latest) {
		m.clock = latest
	}
}
