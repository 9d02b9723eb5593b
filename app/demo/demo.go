// Package demo creates the data of an example company: sixty people in three crews, with three past pay periods and the current
// one, so that every page shows something (O1). It uses the services, so that its data obeys every rule.
package demo

import (
	"context"
	"errors"
	"time"

	"presence/app/accounts/auth"
	"presence/app/accounts/configuration"
	"presence/app/hub/campaigns"
	"presence/app/hub/directory"
	"presence/app/platform/mail"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/clockings"
	"presence/app/workforce/employees"
	"presence/app/workforce/expenses"
	"presence/app/workforce/labourstandards"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/payroll"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// People are the accounts that visitors of the demo can sign in with.
var People = []auth.DemoPerson{
	{Email: "supervisor" + domain, Part: "supervisor"},
	{Email: "employee" + domain, Part: "employee"},
	{Email: "payroll" + domain, Part: "payroll"},
	{Email: "admin" + domain, Part: "admin"},
	{Email: "events" + domain, Part: "events"},
}

const domain = "@demo.presence.example"

// Config says where and at which time the company is created.
type Config struct {
	DB        *db.DB
	Auth      *auth.Service
	Directory *directory.Service // of Customers
	Campaigns campaigns.Options  // its messages go to Outbox, whatever channel is configured
	Outbox    *mail.Outbox
	Settings  configuration.Options
	Secret    []byte // SECRET_KEY
	Calendar  payperiods.Calendar
	Zone      *time.Location
	Overtime  *labourstandards.Limits // above which time is overtime
	Norm      *labourstandards.Norm
	Now       time.Time // the end of the data
}

// ErrOccupied is the error for a database that contains other data.
var ErrOccupied = errors.New("the database contains other data or an unfinished demo: choose an empty DATA_DIR")

// Seed fills an empty database. If the demo is complete already, it does nothing.
func Seed(ctx context.Context, c Config) error {
	m := &builder{Config: c, clock: c.Now, codes: map[string]int64{}}
	m.Campaigns.Rate = 0                       // the builder's clock stands still, so that a rate limit would block for ever
	m.Campaigns.Quiet = campaigns.QuietHours{} // so would quiet hours
	m.Campaigns.AutoResume = true              // its sends are started before its worker
	m.Campaigns.Channels = map[string]mail.Channel{campaigns.Bulk: relay{c.Outbox}}
	now := m.now
	m.employees = employees.NewService(c.DB, now, c.Zone, c.Auth)
	m.bankCodes = bankcodes.NewService(c.DB, now)
	m.shifts = shifts.NewService(c.DB, now, shifts.Options{})
	m.expenses = expenses.NewService(c.DB, now, expenses.Options{})
	m.leave = leaverequests.NewService(c.DB, now, leaverequests.Options{Holidays: c.Norm.Holidays})
	m.sheets = timesheets.NewService(c.DB, now)
	m.periods = payperiods.NewService(c.DB, now, payperiods.Config{Calendar: c.Calendar, Zone: c.Zone, Norm: c.Norm, Overtime: c.Overtime})
	m.payroll = payroll.NewService(c.DB, now, c.Zone, m.periods)
	m.clockings = clockings.NewService(c.DB, clockings.Options{Periods: m.periods, Shifts: m.shifts, Zone: c.Zone, Step: 1, Now: now})

	made, err := m.exists(ctx)
	if err == nil {
		err = m.sync(ctx)
	}
	if err != nil || made {
		return err
	}
	// in the order of time, which the audit log keeps
	if m.receipts, err = expenses.PrepareReceipts(ctx, "", receipt()); err != nil {
		return err
	}
	defer m.receipts.Release()
	for _, step := range []func(context.Context) error{m.createEmployees, m.nameCompany, m.createBankCodes, m.addKiosk, m.addLeaveRules,
		m.addCustomers, m.addActivities,
		m.createPastPeriods, m.exportPeriods, m.createEvents, m.createPendingItems, m.createCurrentPeriod, m.createSchedule, m.clockIn,
		m.createNewcomer} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// builder creates the company. It sets its own clock, so that past data has past times.
type builder struct {
	Config
	clock time.Time
	admin auth.Actor
	staff []*person // by their place in the company
	codes map[string]int64

	customers  []int64 // ids of the customers that shifts and expenses name
	activities []int64 // their ids

	employees *employees.Service
	bankCodes *bankcodes.Service
	shifts    *shifts.Service
	expenses  *expenses.Service
	leave     *leaverequests.Service
	sheets    *timesheets.Service
	periods   *payperiods.Service
	payroll   *payroll.Service
	clockings *clockings.Service
	receipts  *expenses.Receipts // of recent expenses
	clerk     auth.Actor         // of payroll
	events    auth.Person        // the person for the event half on the sign-in page
}

// person is an employee of the company.
type person struct {
	actor auth.Actor
	crew  int // 0 to 2; inOffice for the others
	place int // within the crew; 0 is its supervisor
	habit habit
}

// exists reports whether the demo is complete: its last step hires the newcomer. It fails if the database contains any other
// data.
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

// at sets the clock to a time, but never to the future.
func (m *builder) at(t time.Time) {
	m.clock = t
	if latest := m.Now.Add(-time.Hour); t.After(latest) {
		m.clock = latest
	}
}
