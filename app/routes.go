package app

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/accounts/notifications"
	"presence/app/accounts/oauthsessions"
	"presence/app/accounts/settings"
	"presence/app/home"
	"presence/app/hub/audience"
	"presence/app/hub/campaigns"
	"presence/app/hub/directory"
	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/hub/templates"
	"presence/app/hub/tracking"
	"presence/app/platform/httpx"
	"presence/app/workforce/approvals"
	"presence/app/workforce/archives"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/customers"
	"presence/app/workforce/employees"
	"presence/app/workforce/expenses"
	"presence/app/workforce/exports"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/mytime"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/payroll"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/static"
)

// routes is the map of the product: one line a feature in each group. What each line holds is in the feature's
// routes.go; all of it together, with rules and handlers, is testdata/routes.golden and `presence routes`.
func (a *App) routes(r *httpx.Router) {
	// The JSON API, and what answers anyone.
	home.API(r, a.Home)
	auth.API(r, a.Auth)
	employees.API(r, a.Employees)
	bankcodes.API(r, a.BankCodes)
	timesheets.API(r, a.Timesheets)
	shifts.API(r, a.Shifts, a.PayPeriods)
	expenses.API(r, a.Expenses)
	leaverequests.API(r, a.Leave)
	customers.API(r, a.Customers)
	oauthsessions.API(r, a.OAuth)
	payperiods.API(r, a.PayPeriods)
	notifications.API(r, a.Notifications, a.Auth)
	archives.API(r, archives.Records{Employees: a.Employees, Expenses: a.Expenses, Leave: a.Leave, Shifts: a.Shifts, Timesheets: a.Timesheets})
	exports.API(r, a.PayPeriods)
	directory.API(r, a.Directory)
	events.API(r, a.Events)
	audience.API(r, a.Audience)
	rsvp.API(r, a.RSVP)
	templates.API(r, a.Templates)
	campaigns.API(r, a.Campaigns)

	// The pages.
	auth.Pages(r, a.Auth)
	home.Pages(r, home.NewToday(a.Home, home.Features{Periods: a.PayPeriods, Events: a.Events, Campaigns: a.Campaigns, Approvals: a.Approvals},
		a.config.Zone, a.config.Now))
	mytime.Pages(r, a.MyTime)
	approvals.Pages(r, a.Approvals)
	leaverequests.Pages(r, a.Leave, a.config.Zone)
	payperiods.Pages(r, a.PayPeriods)
	payroll.Pages(r, a.Payroll)
	bankcodes.Pages(r, a.BankCodes)
	employees.Pages(r, a.Employees, a.PayPeriods)
	events.Pages(r, a.Events, a.config.Zone, rsvp.Preview(a.config.Zone, a.config.Now), a.Templates.Names)
	notifications.Pages(r, a.Notifications)
	templates.Pages(r, a.Templates)
	settings.Pages(r, a.Settings)
	directory.Pages(r, a.Directory, a.config.Zone)
	audience.Pages(r, a.Audience, a.Directory)
	rsvp.GuestPages(r, a.Guests)
	campaigns.Pages(r, a.Campaigns, a.Outbox, a.config.Zone)
	tracking.Public(r, a.Tracking)
	rsvp.Pages(r, a.RSVP, a.config.Zone)
	r.HandleRaw(httpx.Op{Method: http.MethodGet, Path: "/static/*file", Rule: httpx.Anyone}, staticFile)
}

var staticFiles = static.Handler()

// staticFile serves the bundled styles, scripts and images.
func staticFile(c *gin.Context) error {
	staticFiles.ServeHTTP(c.Writer, c.Request)
	return nil
}
