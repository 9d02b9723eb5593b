package app

import (
	"context"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/accounts/calendars"
	"presence/app/accounts/companydata"
	"presence/app/accounts/configuration"
	"presence/app/accounts/notifications"
	"presence/app/accounts/oauthsessions"
	"presence/app/accounts/personaldata"
	"presence/app/accounts/push"
	"presence/app/accounts/settings"
	"presence/app/accounts/webhooks"
	"presence/app/help"
	"presence/app/home"
	"presence/app/hub/audience"
	"presence/app/hub/blocks"
	"presence/app/hub/bounces"
	"presence/app/hub/campaigns"
	"presence/app/hub/directory"
	"presence/app/hub/door"
	"presence/app/hub/events"
	"presence/app/hub/guestlist"
	"presence/app/hub/outbox"
	"presence/app/hub/overview"
	"presence/app/hub/rsvp"
	"presence/app/hub/suppressions"
	"presence/app/hub/templates"
	"presence/app/hub/tracking"
	"presence/app/platform/httpx"
	"presence/app/search"
	"presence/app/workforce/activities"
	"presence/app/workforce/approvals"
	"presence/app/workforce/archives"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/clockings"
	"presence/app/workforce/customers"
	"presence/app/workforce/deputies"
	"presence/app/workforce/employees"
	"presence/app/workforce/expenses"
	"presence/app/workforce/exports"
	"presence/app/workforce/holidaypay"
	"presence/app/workforce/hours"
	"presence/app/workforce/imports"
	"presence/app/workforce/kiosks"
	"presence/app/workforce/leavebalances"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/mytime"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/payroll"
	"presence/app/workforce/schedule"
	"presence/app/workforce/shifts"
	"presence/app/workforce/timesheets"
	"presence/app/workforce/usualweeks"
	"presence/db"
	"presence/static"
)

// routes registers all routes: one line per feature in each group. The routes of a feature are in its routes.go; all of them,
// with rules and handlers, are listed by testdata/routes.golden and `presence routes`.
func (a *App) routes(r *httpx.Router) {
	// The JSON API and the public routes.
	home.API(r, a.Home)
	auth.API(r, a.Auth)
	configuration.API(r, a.Configuration)
	webhooks.API(r, a.Webhooks)
	push.API(r, a.Push)
	calendars.API(r, a.Calendars)
	companydata.API(r, a.CompanyData)
	personaldata.API(r, a.PersonalData)
	employees.API(r, a.Employees)
	bankcodes.API(r, a.bankCodes)
	activities.API(r, a.activities, a.currentPeriod)
	usualweeks.API(r, a.usualWeeks)
	holidaypay.API(r, a.HolidayPay)
	schedule.API(r, a.schedule)
	deputies.API(r, a.deputies)
	timesheets.API(r, a.Timesheets)
	shifts.API(r, a.Shifts, a.PayPeriods)
	clockings.API(r, a.Clockings)
	kiosks.API(r, a.kiosks)
	expenses.API(r, a.Expenses)
	leaverequests.API(r, a.Leave)
	leavebalances.API(r, a.Balances)
	customers.API(r, a.customers)
	oauthsessions.API(r, a.OAuth)
	payperiods.API(r, a.PayPeriods)
	payroll.API(r, a.Payroll)
	notifications.API(r, a.Notifications, a.Auth)
	archives.API(r, a.archived)
	exports.API(r, a.PayPeriods)
	imports.API(r, a.Imports)
	directory.API(r, a.Directory)
	events.API(r, a.Events)
	audience.API(r, a.Audience)
	rsvp.API(r, a.RSVP)
	guestlist.API(r, a.RSVP)
	door.API(r, a.door)
	templates.API(r, a.templates)
	blocks.API(r, a.blocks)
	campaigns.API(r, a.Campaigns)
	suppressions.API(r, a.suppressions)

	// The pages.
	head := events.Header(a.Events, a.config.Zone)
	auth.Pages(r, a.Auth)
	home.Pages(r, a.today)
	home.FirstStepsPages(r, a.firstSteps)
	search.Pages(r, a.search, a.PayPeriods, a.config.Zone)
	help.Pages(r)
	mytime.Pages(r, a.myTime, a.approvals)
	clockings.Pages(r, a.Clockings)
	kiosks.Pages(r, a.kiosks)
	approvals.Pages(r, a.approvals)
	leaverequests.Pages(r, a.Leave, a.config.Zone,
		leaverequests.Around{Holidays: a.config.Norm.Holidays.Texts, Find: a.findEmployees, Balances: a.Balances})
	leavebalances.Pages(r, a.Balances)
	payperiods.Pages(r, a.PayPeriods)
	hours.Pages(r, a.PayPeriods, a.Shifts)
	payroll.Pages(r, a.Payroll)
	bankcodes.Pages(r, a.bankCodes)
	activities.Pages(r, a.activities, a.currentPeriod)
	usualweeks.Pages(r, a.usualWeeks)
	holidaypay.Pages(r, a.HolidayPay)
	schedule.Pages(r, a.schedule)
	deputies.Pages(r, a.deputies)
	employees.Pages(r, a.Employees, a.PayPeriods, a.Clockings)
	archives.Pages(r, a.archived)
	customers.Pages(r, a.customers)
	imports.Pages(r, a.Imports)
	preview := rsvp.Preview(a.config.Zone, a.config.Company, a.config.Now)
	events.Public(r, a.Events)
	events.Pages(r, a.Events, a.config.Zone, preview, a.templates.Names, a.Campaigns.EventsSent, a.RSVP.ToCheck)
	notifications.Pages(r, a.Notifications)
	templates.Pages(r, a.templates)
	blocks.Pages(r, a.blocks, a.config.Zone, head)
	settings.Pages(r, a.accountSettings, a.recordNames, a.systemReport)
	configuration.Pages(r, a.Configuration, strings.TrimRight(a.config.PublicURL.String(), "/"), a.periodIf, a.expiry)
	companydata.Pages(r, a.CompanyData)
	personaldata.Pages(r, a.PersonalData, a.config.Zone)
	webhooks.Pages(r, a.Webhooks, a.config.Zone)
	push.Pages(r, a.Push)
	calendars.Pages(r, a.Calendars)
	oauthsessions.Pages(r, a.OAuth, a.config.Zone)
	directory.Pages(r, a.Directory, a.config.Zone, a.guestTimeline)
	audience.Pages(r, a.Audience, a.Directory, head, a.Campaigns.SentInvitation)
	rsvp.GuestPages(r, a.guests)
	campaigns.Pages(r, a.Campaigns, a.config.Zone, head, a.Events.Upcoming, a.returnedMail)
	outbox.Pages(r, a.Campaigns, a.Outbox, a.config.Zone)
	suppressions.Pages(r, a.suppressions, a.config.Zone)
	tracking.Public(r, a.tracking)
	bounces.Public(r, a.bounces)
	rsvp.Pages(r, a.RSVP, a.config.Zone, head, a.guestTimeline)
	guestlist.Pages(r, a.RSVP)
	door.Pages(r, a.door, a.config.Zone, head)
	overview.Pages(r, a.overview, head)
	r.HandleRaw(httpx.Op{Method: http.MethodGet, Path: "/manifest.webmanifest", Kind: httpx.File, Rule: httpx.Anyone}, webManifest)
	r.HandleRaw(httpx.Op{Method: http.MethodGet, Path: "/static/*file", Kind: httpx.File, Rule: httpx.Anyone}, staticFile)
}

// findEmployees finds those for whom leave can be requested. Package leaverequests cannot call employees, which depends on it.
func (a *App) findEmployees(ctx context.Context, by auth.Actor, text string, rows int64) ([]leaverequests.Employee, int64, error) {
	found, err := a.Employees.Search(ctx, by, employees.Search{Text: text, Rows: rows})
	list := make([]leaverequests.Employee, len(found.List))
	for i, e := range found.List {
		list[i] = leaverequests.Employee{ID: e.ID, Name: e.Name(), Supervisor: e.Supervisor}
	}
	return list, found.All, err
}

// periodIf returns the current pay period if a period 1 began on anchor, a Sunday.
func (a *App) periodIf(anchor db.Day) (year, number int, first, last db.Day) {
	calendar, _ := payperiods.NewCalendar(anchor)
	p := calendar.At(a.PayPeriods.Today())
	return p.Year, p.Number, p.Start, p.End
}

var staticFiles = static.Handler()

// staticFile serves the bundled styles, scripts and images.
func staticFile(c *gin.Context) error {
	staticFiles.ServeHTTP(c.Writer, c.Request)
	return nil
}
