package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
)

// asked maps each route that reads, and the one that creates shifts, to the path that the mixed figure requests. Words in
// braces are replaced by ids of the data, different ones for each request.
var asked = map[string]string{
	"GET /":                      "/",
	"GET /.well-known/jwks.json": "/.well-known/jwks.json",
	"GET /Expenses":              "/Expenses?limit=50&after={sheet}",
	"GET /Expenses/:id":          "/Expenses/{sheet}",
	"GET /Expenses/:id/receipts": "/Expenses/{sheet}/receipts", "GET /Expenses/:id/receipts/:receipt_id": "/Expenses/101/receipts/2",
	"GET /archives":           "/archives?kind=expenses",
	"GET /archives/employees": "/archives/employees?id={gone}", "GET /archives/employees/:id": "/archives/employees/{gone}",
	"GET /archives/expenses": "/archives/expenses?id=1", "GET /archives/expenses/:id": "/archives/expenses/1",
	"GET /archives/leaveRequests": "/archives/leaveRequests?id=2", "GET /archives/leaveRequests/:id": "/archives/leaveRequests/2",
	"GET /archives/shifts": "/archives/shifts?id=1", "GET /archives/shifts/:id": "/archives/shifts/1",
	"GET /archives/timesheets": "/archives/timesheets?id=1", "GET /archives/timesheets/:id": "/archives/timesheets/1",
	"GET /auth/forgotten": "/auth/forgotten", "GET /auth/v1/login": "/auth/v1/login", "GET /auth/v1/me": "/auth/v1/me",
	"GET /auth/v1/people": "/auth/v1/people?state=active",
	"GET /kiosks":         "/kiosks", "GET /kiosks/:id": "/kiosks/1", "GET /employees/:id/badge": "/employees/1/badge",
	"GET /staff/settings/kiosks": "/staff/settings/kiosks", "GET /staff/settings/pin": "/staff/settings/pin",
	"GET /staff/employees/:id/badge":  "/staff/employees/1/badge",
	"GET /leave-balances":             "/leave-balances?employee_id={employee}&date=2027-06-30",
	"GET /employees/:id/leave-ledger": "/employees/{employee}/leave-ledger",
	"GET /leave-rules":                "/leave-rules", "GET /leave-rules/:leave_type": "/leave-rules/Vacation",
	"GET /staff/leave-balances": "/staff/leave-balances", "GET /staff/leave-rules": "/staff/leave-rules",
	"GET /staff/employees/:id/leave-ledger": "/staff/employees/{employee}/leave-ledger",
	"GET /deputies":                         "/deputies", "GET /deputies/:id": "/deputies/1",
	"GET /holiday-pay": "/holiday-pay", "GET /holiday-pay/:id": "/holiday-pay/1",
	"GET /staff/deputies": "/staff/deputies?open=new",
	"GET /activities":     "/activities", "GET /activities/:id": "/activities/1", "GET /staff/activities": "/staff/activities",
	"GET /staff/activities/report": "/staff/activities/report",
	"GET /activities/report":       "/activities/report", "GET /employees/:id/hourly-costs": "/employees/1/hourly-costs",
	"GET /staff/schedule": "/staff/schedule?from=2026-11-29&weeks=2", "GET /staff/schedule/shifts/:id": "/staff/schedule/shifts/1",
	"GET /planned-shifts": "/planned-shifts?limit=50", "GET /planned-shifts/:id": "/planned-shifts/1",
	"GET /published-shifts": "/published-shifts?limit=50", "GET /published-shifts/:id": "/published-shifts/1",
	"GET /employees/:id/usual-week": "/employees/1/usual-week", "GET /staff/employees/:id/usual-week": "/staff/employees/1/usual-week",
	"GET /staff/employees/:id/cost": "/staff/employees/1/cost",
	"GET /bank-codes":               "/bank-codes", "GET /bank-codes/:id": "/bank-codes/1",
	"GET /customers": "/customers", "GET /customers/:id": "/customers/1",
	"GET /collab/customer-search": "/collab/customer-search?q=tremblay",
	"GET /staff/directory":        "/staff/directory", "GET /staff/directory/syncs": "/staff/directory/syncs",
	"GET /staff/directory/uploads":               "/staff/directory/uploads",
	"GET /staff/directory/uploads/samples/:name": "/staff/directory/uploads/samples/customers-fr.csv",
	"GET /campaigns":                             "/campaigns",
	"GET /campaigns/:id":                         "/campaigns/1", "GET /campaigns/:id/report.csv": "/campaigns/1/report.csv",
	"GET /events/:event_id/campaigns":                 "/events/fete-clients-2026/campaigns",
	"GET /events/:event_id/invite-preview":            "/events/fete-clients-2026/invite-preview?lang=en",
	"GET /events/:event_id/blocks":                    "/events/fete-clients-2026/blocks",
	"GET /staff/events/:event/blocks":                 "/staff/events/fete-clients-2026/blocks",
	"GET /staff/events/:event/blocks/preview":         "/staff/events/fete-clients-2026/blocks/preview?lang=fr",
	"GET /events/:event_id/reminder-preview":          "/events/fete-clients-2026/reminder-preview?source=1",
	"GET /events/:event_id/messages":                  "/events/fete-clients-2026/messages",
	"GET /staff/events/:event/messages":               "/staff/events/fete-clients-2026/messages",
	"GET /staff/events/:event/messages/:kind/preview": "/staff/events/fete-clients-2026/messages/day_before/preview?lang=fr",
	"GET /staff/campaigns":                            "/staff/campaigns", "GET /staff/campaigns/:id": "/staff/campaigns/1",
	"GET /staff/campaigns/:id/reminder": "/staff/campaigns/1/reminder",
	"GET /staff/events/:event/send":     "/staff/events/fete-clients-2026/send",
	"GET /staff/outbox":                 "/staff/outbox", "GET /staff/settings/channels": "/staff/settings/channels",
	"GET /staff/settings/suppressions": "/staff/settings/suppressions",
	"GET /staff/template-draft":        "/staff/template-draft?of=festive&lang=fr", "GET /staff/templates": "/staff/templates",
	"GET /staff/templates/:name": "/staff/templates/event-bench", "GET /staff/templates/:name/sample": "/staff/templates/event-bench/sample",
	"GET /staff/templates/new": "/staff/templates/new", "GET /templates": "/templates", "GET /templates/:name": "/templates/event-bench",
	"GET /docs":      "/docs",
	"GET /employees": "/employees", "GET /employees/:id": "/employees/{employee}",
	"GET /exports/csv": "/exports/csv?period=2026-25",
	"GET /events":      "/events", "GET /events/:event_id": "/events/fete-clients-2026",
	"GET /health": "/health", "GET /livez": "/livez", "GET /readyz": "/readyz",
	"GET /leave-requests": "/leave-requests", "GET /leave-requests/:id": "/leave-requests/1",
	"GET /calendars":                 "/calendars",
	"GET /staff/settings/calendars":  "/staff/settings/calendars",
	"GET /push-subscriptions":        "/push-subscriptions",
	"GET /notifications/preferences": "/notifications/preferences", "GET /notifications/summary": "/notifications/summary",
	"GET /oauth-sessions": "/oauth-sessions", "GET /oauth-sessions/:id": "/oauth-sessions/{session}",
	"GET /openapi.json": "/openapi.json",
	"GET /pay-periods":  "/pay-periods", "GET /pay-periods/:year/:periodNumber": "/pay-periods/2026/25",
	"GET /pay-periods/:year/:periodNumber/crew-overview":    "/pay-periods/2026/25/crew-overview?supervisor_id=2",
	"GET /pay-periods/:year/:periodNumber/labour-standards": "/pay-periods/2026/25/labour-standards",
	"GET /pay-periods/:year/:periodNumber/overview":         "/pay-periods/2026/25/overview",
	"GET /pay-periods/bundle/current-and-all":               "/pay-periods/bundle/current-and-all",
	"GET /pay-periods/date/:date":                           "/pay-periods/date/2026-11-20",
	"GET /events/:event_id/audience/entries":                "/events/fete-clients-2026/audience/entries",
	"GET /staff/events/:event/audience":                     "/staff/events/fete-clients-2026/audience?customer_type=all",
	"GET /events/:event_id/rsvps":                           "/events/fete-clients-2026/rsvps",
	"GET /events/:event_id/rsvp-totals":                     "/events/fete-clients-2026/rsvp-totals",
	"GET /events/:event_id/rsvp-totals.csv":                 "/events/fete-clients-2026/rsvp-totals.csv",
	"GET /events/:event_id/rsvps.csv":                       "/events/fete-clients-2026/rsvps.csv",
	"GET /rsvp/:event_id":                                   "/rsvp/fete-clients-2026",
	"GET /rsvp/:event_id/calendar.ics":                      "/rsvp/fete-clients-2026/calendar.ics",
	"GET /staff/events":                                     "/staff/events", "GET /staff/events/:event": "/staff/events/fete-clients-2026",
	"GET /staff/events/new":                     "/staff/events/new",
	"GET /staff/events/:event/overview":         "/staff/events/fete-clients-2026/overview",
	"GET /staff/events/:event/rsvps":            "/staff/events/fete-clients-2026/rsvps",
	"GET /staff/events/:event/waiting-list":     "/staff/events/fete-clients-2026/waiting-list",
	"GET /events/:event_id/waiting-list":        "/events/fete-clients-2026/waiting-list",
	"GET /events/:event_id/waiting-list.csv":    "/events/fete-clients-2026/waiting-list.csv",
	"GET /rsvp/:event_id/waiting-list":          "/rsvp/fete-clients-2026/waiting-list",
	"GET /staff/events/:event/door":             "/staff/events/fete-clients-2026/door",
	"GET /staff/events/:event/door/parties":     "/staff/events/fete-clients-2026/door/parties",
	"GET /staff/events/:event/door/links":       "/staff/events/fete-clients-2026/door/links",
	"GET /events/:event_id/check-in-links":      "/events/fete-clients-2026/check-in-links",
	"GET /staff/events/:event/rsvps/totals":     "/staff/events/fete-clients-2026/rsvps/totals",
	"GET /staff/events/:event/rsvps/badges":     "/staff/events/fete-clients-2026/rsvps/badges",
	"GET /staff/events/:event/rsvps/guest-list": "/staff/events/fete-clients-2026/rsvps/guest-list",
	"GET /staff/search":                         "/staff/search?q=tremblay",
	"GET /help":                                 "/help",
	"GET /staff/help":                           "/staff/help?q=approve", "GET /staff/help/:guide": "/staff/help/payroll",
	"GET /staff/help/pictures/:name":     "/staff/help/pictures/export.en.webp",
	"GET /staff/events/:event/rsvps/new": "/staff/events/fete-clients-2026/rsvps/new",
	"GET /shifts":                        "/shifts?limit=50&after={shift}", "GET /shifts/:id": "/shifts/{shift}",
	"GET /shifts/:id/breaks": "/shifts/{shift}/breaks",
	"POST /shifts":           "/shifts",
	"GET /clock":             "/clock",
	"GET /clockings":         "/clockings?limit=50", "GET /clockings/:id": "/clockings/{clocking}",
	"GET /staff/clockings/:id": "/staff/clockings/{clocking}",
	"GET /staff/present":       "/staff/present",
	"GET /clock/stamps":        "/clock/stamps?limit=50", "GET /staff/clock/stamps/:id": "/staff/clock/stamps/{stamp}",
	"GET /clock/offline":        "/clock/offline?lang=fr",
	"GET /manifest.webmanifest": "/manifest.webmanifest?lang=fr",
	"GET /shifts/export.csv":    "/shifts/export.csv?period=2026-25",
	"GET /shifts/summary":       "/shifts/summary" + yearRange,
	"GET /staff/":               "/staff/",
	"GET /staff/approvals":      "/staff/approvals",
	"GET /staff/bank-codes":     "/staff/bank-codes",
	"GET /auth/v1/people/:id":   "/auth/v1/people/{person}", "GET /auth/v1/second-factors": "/auth/v1/second-factors",
	"GET /campaigns/suppressions": "/campaigns/suppressions", "GET /campaigns/tracking": "/campaigns/tracking",
	"GET /campaigns/bouncing-addresses": "/campaigns/bouncing-addresses",
	"GET /directory/syncs":              "/directory/syncs",
	"GET /events/:event_id/check-in":    "/events/fete-clients-2026/check-in",
	"GET /notifications":                "/notifications",
	"GET /payroll/exports":              "/payroll/exports", "GET /payroll/presets": "/payroll/presets",
	"GET /imports": "/imports", "GET /staff/imports": "/staff/imports",
	"GET /staff/imports/samples/:name":           "/staff/imports/samples/employees-fr.csv",
	"GET /staff/customers":                       "/staff/customers",
	"GET /staff/customers/new":                   "/staff/customers/new",
	"GET /staff/employees":                       "/staff/employees",
	"GET /staff/employees/:id":                   "/staff/employees/{employee}",
	"GET /staff/employees/:id/edit":              "/staff/employees/{employee}/edit",
	"GET /staff/employees/:id/supervisor":        "/staff/employees/{employee}/supervisor",
	"GET /staff/employees/new":                   "/staff/employees/new",
	"GET /staff/hours":                           "/staff/hours",
	"GET /staff/archive":                         "/staff/archive?kind=shifts",
	"GET /staff/hours/shifts":                    "/staff/hours/shifts?as=csv&from=2026-11-15&to=2026-11-28",
	"GET /staff/leave":                           "/staff/leave",
	"GET /staff/notifications":                   "/staff/notifications",
	"GET /staff/payroll":                         "/staff/payroll",
	"GET /staff/payroll/presets":                 "/staff/payroll/presets",
	"GET /staff/periods":                         "/staff/periods",
	"GET /staff/periods/:year/:number":           "/staff/periods/2026/25",
	"GET /staff/periods/:year/:number/standards": "/staff/periods/2026/25/standards",
	"GET /staff/settings":                        "/staff/settings",
	"GET /staff/settings/account":                "/staff/settings/account",
	"GET /settings":                              "/settings",
	"GET /staff/first-steps":                     "/staff/first-steps",
	"GET /staff/settings/company":                "/staff/settings/company",
	"GET /staff/settings/export":                 "/staff/settings/export",
	"GET /staff/settings/personal-data":          "/staff/settings/personal-data",
	"GET /staff/settings/personal-data/file":     "/staff/settings/personal-data/file?who=nobody@example.com",
	"GET /personal-data":                         "/personal-data?who=nobody@example.com",
	"GET /staff/settings/system":                 "/staff/settings/system",
	"GET /staff/settings/sign-in":                "/staff/settings/sign-in",
	"GET /staff/settings/customers":              "/staff/settings/customers",
	"GET /staff/settings/mail":                   "/staff/settings/mail",
	"GET /staff/settings/applications":           "/staff/settings/applications",
	"GET /staff/settings/applications/all":       "/staff/settings/applications/all",
	"GET /staff/settings/audit":                  "/staff/settings/audit",
	"GET /staff/settings/webhooks":               "/staff/settings/webhooks",
	"GET /webhooks":                              "/webhooks",
	"GET /staff/settings/webhooks/new":           "/staff/settings/webhooks/new",
	"GET /staff/settings/people":                 "/staff/settings/people",
	"GET /staff/settings/people/:person":         "/staff/settings/people/{person}",
	"GET /staff/settings/people/new":             "/staff/settings/people/new",
	"GET /staff/settings/notifications":          "/staff/settings/notifications",
	"GET /staff/settings/password":               "/staff/settings/password",
	"GET /staff/settings/security":               "/staff/settings/security",
	"GET /staff/settings/security/codes":         "/staff/settings/security/codes",
	"GET /staff/settings/second-factors":         "/staff/settings/second-factors",
	"GET /staff/settings/sessions":               "/staff/settings/sessions",
	"GET /staff/settings/tokens":                 "/staff/settings/tokens",
	"GET /staff/time":                            "/staff/time",
	"GET /staff/time/:period":                    "/staff/time/2026-25",
	"GET /staff/timesheets/:id":                  "/staff/timesheets/{sheet}",
	"GET /static/*file":                          "/static/{style}",
	"GET /timesheets":                            "/timesheets?limit=50&after={sheet}",
	"GET /timesheets/:id":                        "/timesheets/{sheet}",
}

// notAsked are the routes that read and are left out, and why.
var notAsked = map[string]string{
	"GET /staff":                                        "it leads to /staff/",
	"GET /staff/clock":                                  "it leads to /staff/",
	"GET /kiosk":                                        "it needs the cookie of a device",
	"GET /kiosk/names":                                  "it needs the cookie of a device",
	"GET /kiosk/pin":                                    "it needs the cookie of a device",
	"GET /kiosk/screen":                                 "it needs the cookie of a device",
	"GET /kiosk/present":                                "it needs the cookie of a device",
	"GET /kiosk/enrol/:token":                           "it needs the cookie of a device",
	"GET /imports/:id":                                  "nothing is imported",
	"GET /staff/notifications/open":                     "it leads to what a notification is about, and writes",
	"GET /imports/:id/rows":                             "nothing is imported",
	"GET /staff/imports/:id":                            "nothing is imported",
	"GET /staff/archive/:kind/:id":                      "nothing is archived",
	"GET /staff/customers/:id":                          "there are no payroll customers",
	"GET /staff/directory/customer":                     "the directory is empty: it has figures of its own",
	"GET /staff/settings/webhooks/:webhook":             "there are no webhooks",
	"GET /webhooks/:webhook_id":                         "there are no webhooks",
	"GET /webhooks/:webhook_id/deliveries":              "there are no webhooks",
	"GET /directory/uploads/:id":                        "no customers are uploaded",
	"GET /staff/directory/uploads/:id":                  "no customers are uploaded",
	"GET /staff/directory/syncs/:id":                    "nothing is synced",
	"GET /directory/syncs/:id":                          "nothing is synced",
	"GET /events/:event_id/rsvps/:rsvp_id":              "nobody has answered",
	"GET /staff/events/:event/rsvps/:rsvp":              "nobody has answered",
	"GET /staff/events/:event/rsvps/:rsvp/edit":         "nobody has answered",
	"GET /door/:code":                                   "nobody has answered",
	"GET /door/open/:token":                             "needs a check-in link",
	"GET /staff/outbox/:name":                           "nothing is in the outbox",
	"GET /staff/outbox/:name/file":                      "nothing is in the outbox",
	"GET /staff/outbox/:name/html":                      "nothing is in the outbox",
	"GET /staff/outbox/:name/parts/:part":               "nothing is in the outbox",
	"GET /settings/mail/senders/:domain":                "asks the DNS",
	"GET /staff/settings/mail/senders":                  "asks the DNS",
	"GET /t/c/:token/:to":                               "needs a message of this installation",
	"GET /t/o/:token":                                   "needs a message of this installation",
	"GET /u/:token":                                     "needs a message of this installation",
	"GET /u/calendars/:secret":                          "needs a secret address",
	"GET /u/notifications/:token":                       "needs a message of this installation",
	"GET /notifications/stream":                         "never ends: it has a figure of its own",
	"GET /auth/callback":                                "needs a provider of identities",
	"GET /events/:event_id/attachments/:id":             "no event carries a file",
	"GET /events/:event_id/picture":                     "no event has a picture",
	"GET /pictures/:hash/:size":                         "likewise",
	"GET /auth/first/:token":                            "there is somebody already",
	"GET /auth/v1/factor":                               "only between a password and a code",
	"GET /auth/password/:token":                         "a link that is opened once",
	"GET /staff/periods/:year/:number/people/:employee": "leads to the timesheet of whoever has one, and everybody has",
	"GET /staff/payroll/exports/:id":                    "nothing is exported: that needs a period that is approved whole",
	"GET /payroll/exports/:id":                          "likewise",
	"GET /payroll/exports/:id/receipts":                 "likewise", "GET /payroll/exports/:id/file": "likewise",
	"GET /payroll/presets/:id": "there is no layout",
}

// routes returns the routes of the table above that the product lists.
func (b *bench) routes(dir string) ([]string, error) {
	text, err := b.command(dir, "", "routes")
	if err != nil {
		return nil, err
	}
	var served []string
	for line := range strings.Lines(text) {
		if word := strings.Fields(line); len(word) > 1 {
			served = append(served, word[0]+" "+word[1])
		}
	}
	return askedOf(served)
}

// askedOf returns those of the product's routes that the mixed figure requests. It fails when a route that reads is neither
// requested nor excluded by name, and when a requested route does not exist.
func askedOf(served []string) (list []string, err error) {
	for _, route := range served {
		if asked[route] != "" {
			list = append(list, route)
		} else if strings.HasPrefix(route, "GET ") && notAsked[route] == "" {
			return nil, fmt.Errorf("%s is neither asked nor left out: add it to cmd/bench/routes.go", route)
		}
	}
	if len(list) != len(asked) {
		return nil, fmt.Errorf("%d of the %d routes that are asked exist", len(list), len(asked))
	}
	slices.Sort(list)
	return list, nil
}

// path of a route with ids of the data, but for those of known.
func (c company) path(route string, known *strings.Replacer) string {
	employee := 1 + rand.IntN(c.employees-1) // the last has left
	return strings.NewReplacer(
		"{stamp}", strconv.Itoa(1+rand.IntN(c.shifts()/10)),
		"{clocking}", strconv.Itoa(1+rand.IntN(c.shifts()/10)),
		"{shift}", strconv.Itoa(shiftsEach+1+rand.IntN(c.shifts()-shiftsEach-50)), // those of the first sheet are archived
		"{sheet}", strconv.Itoa(2+rand.IntN(c.employees*c.periods-51)),
		"{employee}", strconv.Itoa(employee),
		"{person}", fmt.Sprintf("%08x-0000-4000-8000-000000000001", employee-1),
		"{gone}", strconv.Itoa(c.employees),
	).Replace(known.Replace(asked[route]))
}

// shiftBody returns the n-th new shift as JSON, and as everything that creates one sends it.
func (c company) shiftBody(n int) []byte {
	_, sheet, start := c.newShift(n)
	return fmt.Appendf(nil, `{"timesheet_id":%d,"bank_code_id":1,"date":"%s","start_time":"%s","end_time":"%s"}`,
		sheet, start.Format(time.DateOnly), start.Format(time.RFC3339), start.Add(8*time.Hour).Format(time.RFC3339))
}
