package app_test

import (
	"strings"
	"testing"

	"presence/app/apptest"
)

// counterparts are the routes by which a program does what a page does, by the routes of the pages. Where a page does several things,
// or in steps, it is the route of the last one.
var counterparts = map[string]string{
	"POST /staff/approvals":                                    "PATCH /timesheets/:id/approval",
	"POST /staff/approvals/many":                               "PATCH /timesheets/:id/approval",
	"POST /staff/approvals/undo":                               "PATCH /timesheets/:id/approval",
	"POST /staff/archive/:kind/:id/delete":                     "DELETE /shifts/:id",
	"POST /staff/archive/:kind/:id/restore":                    "POST /shifts/:id/restore",
	"POST /staff/bank-codes":                                   "POST /bank-codes",
	"POST /staff/bank-codes/:id":                               "PATCH /bank-codes/:id",
	"POST /staff/bank-codes/:id/delete":                        "DELETE /bank-codes/:id",
	"POST /staff/campaigns/:id/cancel":                         "POST /events/:event_id/send/cancel",
	"POST /staff/campaigns/:id/schedule":                       "POST /campaigns/:id/schedule",
	"POST /staff/campaigns/:id/start":                          "POST /campaigns/:id/start",
	"POST /staff/campaigns/:id/subject":                        "POST /campaigns/:id/subject",
	"POST /staff/events/:event/messages/:kind":                 "POST /events/:event_id/messages/:kind",
	"POST /staff/campaigns/:id/pause":                          "POST /events/:event_id/send/pause",
	"POST /staff/campaigns/:id/reminder":                       "POST /events/:event_id/reminder-send",
	"POST /staff/campaigns/:id/reminder/test":                  "POST /events/:event_id/send",
	"POST /staff/campaigns/:id/resume":                         "POST /events/campaign-resume",
	"POST /staff/campaigns/:id/unconfirmed":                    "POST /campaigns/:id/unconfirmed",
	"POST /staff/customers":                                    "POST /customers",
	"POST /staff/customers/:id":                                "PATCH /customers/:id",
	"POST /staff/customers/:id/delete":                         "DELETE /customers/:id",
	"POST /staff/customers/:id/restore":                        "POST /customers/:id/restore",
	"POST /staff/directory/sync":                               "POST /directory/syncs",
	"POST /staff/directory/uploads":                            "POST /directory/uploads",
	"POST /staff/directory/uploads/:id/columns":                "PATCH /directory/uploads/:id",
	"POST /staff/directory/uploads/:id/delete":                 "DELETE /directory/uploads/:id",
	"POST /staff/directory/uploads/:id/publish":                "POST /directory/uploads/:id/publish",
	"POST /staff/directory/uploads/:id/undo":                   "POST /directory/uploads/:id/undo",
	"POST /staff/employees":                                    "POST /employees",
	"POST /staff/employees/:id":                                "PATCH /employees/:id",
	"POST /staff/employees/:id/delete":                         "DELETE /employees/:id",
	"POST /staff/employees/:id/invitation":                     "POST /employees/:id/invitation",
	"POST /staff/employees/:id/leave":                          "PATCH /employees/:id",
	"POST /staff/employees/:id/password-link":                  "POST /employees/:id/invitation",
	"POST /staff/employees/:id/restore":                        "PATCH /employees/:id",
	"POST /staff/employees/:id/supervisor":                     "PATCH /employees/:id",
	"POST /staff/employees/invitations":                        "POST /employees/invitations",
	"POST /staff/employees/password-links":                     "POST /employees/password-links",
	"POST /staff/events":                                       "POST /events",
	"POST /staff/events/:event":                                "PATCH /events/:event_id",
	"POST /staff/events/:event/attachments":                    "POST /events/:event_id/attachments",
	"POST /staff/events/:event/attachments/:file/delete":       "DELETE /events/:event_id/attachments/:id",
	"POST /staff/events/:event/blocks":                         "PUT /events/:event_id/blocks",
	"POST /staff/events/:event/blocks/pictures":                "POST /events/:event_id/blocks/pictures",
	"POST /staff/events/:event/blocks/preview":                 "GET /events/:event_id/invite-preview",
	"POST /staff/events/:event/audience/check":                 "POST /events/:event_id/audience",
	"POST /staff/events/:event/audience/clear":                 "DELETE /events/:event_id/audience/entries",
	"POST /staff/events/:event/audience/csv":                   "POST /events/:event_id/audience/entries",
	"POST /staff/events/:event/audience/entries/:entry/remove": "DELETE /events/:event_id/audience/entries/:id",
	"POST /staff/events/:event/audience/filters":               "POST /events/:event_id/audience/entries",
	"POST /staff/events/:event/audience/picks":                 "POST /events/:event_id/audience/entries",
	"POST /staff/events/:event/delete":                         "DELETE /events/:event_id",
	"POST /staff/events/:event/door/arrivals":                  "POST /events/:event_id/check-in/arrivals",
	"POST /staff/events/:event/door/links":                     "POST /events/:event_id/check-in-links",
	"POST /staff/events/:event/door/links/:link/revoke":        "DELETE /events/:event_id/check-in-links/:link_id",
	"POST /staff/events/:event/door/walk-ins":                  "POST /events/:event_id/check-in/walk-ins",
	"POST /staff/events/:event/rsvps":                          "POST /events/:event_id/rsvps",
	"POST /staff/events/:event/rsvps/:rsvp/delete":             "DELETE /events/:event_id/rsvps/:rsvp_id",
	"POST /staff/events/:event/rsvps/:rsvp/edit":               "PUT /events/:event_id/rsvps/:rsvp_id",
	"POST /staff/events/:event/rsvps/:rsvp/restore":            "POST /events/:event_id/rsvps/:rsvp_id/restore",
	"POST /staff/events/:event/rsvps/:rsvp/settle":             "POST /events/:event_id/rsvps/:rsvp_id/match",
	"POST /staff/events/:event/rsvps/updates":                  "POST /events/:event_id/rsvps/updates",
	"POST /staff/events/:event/send":                           "POST /events/:event_id/send",
	"POST /staff/events/:event/send/test":                      "POST /events/:event_id/send",
	"POST /staff/events/:event/waiting-list/:party":            "PATCH /events/:event_id/waiting-list/:party_id",
	"POST /staff/first-steps":                                  "PATCH /settings",
	"POST /staff/imports":                                      "POST /imports",
	"POST /staff/imports/:id/apply":                            "POST /imports/:id/apply",
	"POST /staff/imports/:id/columns":                          "PATCH /imports/:id",
	"POST /staff/imports/:id/day-order":                        "PATCH /imports/:id",
	"POST /staff/imports/:id/delete":                           "DELETE /imports/:id",
	"POST /staff/imports/:id/rows/:line":                       "PATCH /imports/:id/rows/:line",
	"POST /staff/imports/:id/undo":                             "POST /imports/:id/undo",
	"POST /staff/leave":                                        "POST /leave-requests",
	"POST /staff/leave/:id":                                    "PATCH /leave-requests/:id",
	"POST /staff/notifications/read":                           "POST /notifications/read",
	"POST /staff/payroll/exports":                              "POST /payroll/exports",
	"POST /staff/payroll/exports/:id/withdraw":                 "POST /payroll/exports/:id/withdraw",
	"POST /staff/payroll/presets":                              "POST /payroll/presets",
	"POST /staff/payroll/presets/:id":                          "PATCH /payroll/presets/:id",
	"POST /staff/payroll/presets/:id/delete":                   "DELETE /payroll/presets/:id",
	"POST /staff/periods/:year/:number/approve":                "PATCH /pay-periods/:year/:periodNumber/approval",
	"POST /staff/periods/:year/:number/people/:employee":       "POST /timesheets",
	"POST /staff/periods/:year/:number/remind":                 "POST /pay-periods/:year/:periodNumber/reminders",
	"POST /staff/periods/:year/:number/undo":                   "PATCH /timesheets/:id/approval",
	"POST /staff/periods/:year/:number/withdraw":               "PATCH /timesheets/:id/approval",
	"POST /staff/settings/applications/all/disconnect":         "DELETE /oauth-sessions/:id",
	"POST /staff/settings/applications/disconnect":             "DELETE /oauth-sessions/:id",
	"POST /staff/settings/channels/test":                       "POST /settings/mail/test",
	"POST /staff/settings/channels/tracking":                   "PUT /campaigns/tracking",
	"POST /staff/settings/company":                             "PATCH /settings",
	"POST /staff/settings/customers":                           "PATCH /settings",
	"POST /staff/settings/export":                              "POST /company-data",
	"POST /staff/settings/export/archives":                     "POST /company-data/check",
	"POST /staff/settings/export/archives/import":              "POST /company-data/import",
	"POST /staff/settings/personal-data/admit":                 "POST /personal-data/admissions",
	"POST /staff/settings/personal-data/erase":                 "POST /personal-data/erasures",
	"POST /staff/settings/mail":                                "PATCH /settings",
	"POST /staff/settings/mail/bounces":                        "PATCH /settings",
	"POST /staff/settings/mail/bulk":                           "PATCH /settings",
	"POST /staff/settings/mail/mailbox":                        "PATCH /settings",
	"POST /staff/settings/notifications":                       "PATCH /notifications/preferences",
	"POST /staff/settings/people":                              "POST /auth/v1/people",
	"POST /staff/settings/people/:person":                      "PATCH /auth/v1/people/:id",
	"POST /staff/settings/people/:person/disable":              "PATCH /auth/v1/people/:id",
	"POST /staff/settings/people/:person/enable":               "PATCH /auth/v1/people/:id",
	"POST /staff/settings/people/:person/invitation":           "POST /auth/v1/people/:id/invitation",
	"POST /staff/settings/people/invitations":                  "POST /auth/v1/people/:id/invitation",
	"POST /staff/settings/people/:person/password-link":        "POST /auth/v1/people/:id/invitation",
	"POST /staff/settings/people/:person/reset-factors":        "DELETE /auth/v1/people/:id/second-factors",
	"POST /staff/settings/second-factors":                      "PUT /auth/v1/second-factors",
	"POST /staff/settings/sign-in":                             "PATCH /settings",
	"POST /staff/settings/suppressions":                        "POST /campaigns/suppressions",
	"POST /staff/settings/suppressions/decide":                 "POST /campaigns/bouncing-addresses/:email/decision",
	"POST /staff/settings/suppressions/remove":                 "DELETE /campaigns/suppressions/:email",
	"POST /staff/settings/webhooks":                            "POST /webhooks",
	"POST /staff/settings/webhooks/:webhook":                   "PATCH /webhooks/:webhook_id",
	"POST /staff/settings/webhooks/:webhook/delete":            "DELETE /webhooks/:webhook_id",
	"POST /staff/settings/webhooks/:webhook/replay":            "POST /webhooks/:webhook_id/deliveries/:delivery_id/replay",
	"POST /staff/settings/webhooks/:webhook/secret":            "POST /webhooks/:webhook_id/secret",
	"POST /staff/settings/webhooks/:webhook/test":              "POST /webhooks/:webhook_id/test",
	"POST /staff/template-draft":                               "GET /events/:event_id/invite-preview",
	"POST /staff/templates":                                    "POST /templates",
	"POST /staff/templates/:name":                              "PATCH /templates/:name",
	"POST /staff/templates/:name/delete":                       "DELETE /templates/:name",
	"POST /staff/time/:period/copy":                            "POST /shifts",
	"POST /staff/time/:period/expenses":                        "POST /Expenses",
	"POST /staff/time/:period/expenses/:line":                  "PATCH /Expenses/:id",
	"POST /staff/time/:period/expenses/:line/delete":           "DELETE /Expenses/:id",
	"POST /staff/time/:period/expenses/restore":                "POST /Expenses/:id/restore",
	"POST /staff/time/:period/shifts":                          "POST /shifts",
	"POST /staff/time/:period/shifts/:line":                    "PATCH /shifts/:id",
	"POST /staff/time/:period/shifts/:line/delete":             "DELETE /shifts/:id",
	"POST /staff/time/:period/shifts/restore":                  "POST /shifts/:id/restore",
	"POST /staff/time/:period/submit":                          "PUT /timesheets/:id/submission",
	"POST /staff/time/:period/withdraw":                        "DELETE /timesheets/:id/submission",
	"POST /staff/clock/in":                                     "POST /clock/in",
	"POST /staff/clock/break":                                  "POST /clock/break",
	"POST /staff/clock/back":                                   "POST /clock/back",
	"POST /staff/clock/task":                                   "POST /clock/task",
	"POST /staff/clock/out":                                    "POST /clock/out",
	"POST /staff/clockings/:id":                                "POST /clockings/:id/settle",
	"POST /staff/timesheets/:id/approve":                       "PATCH /timesheets/:id/approval",
	"POST /staff/timesheets/:id/comment":                       "PATCH /timesheets/:id/approval",
	"POST /staff/timesheets/:id/copy":                          "POST /shifts",
	"POST /staff/timesheets/:id/expenses":                      "POST /Expenses",
	"POST /staff/timesheets/:id/expenses/:line":                "PATCH /Expenses/:id",
	"POST /staff/timesheets/:id/expenses/:line/delete":         "DELETE /Expenses/:id",
	"POST /staff/timesheets/:id/expenses/restore":              "POST /Expenses/:id/restore",
	"POST /staff/timesheets/:id/lines":                         "PATCH /shifts/:id/approval",
	"POST /staff/timesheets/:id/return":                        "POST /timesheets/:id/return",
	"POST /staff/timesheets/:id/shifts":                        "POST /shifts",
	"POST /staff/timesheets/:id/shifts/:line":                  "PATCH /shifts/:id",
	"POST /staff/timesheets/:id/shifts/:line/delete":           "DELETE /shifts/:id",
	"POST /staff/timesheets/:id/shifts/restore":                "POST /shifts/:id/restore",
	"POST /staff/timesheets/:id/submit":                        "PUT /timesheets/:id/submission",
	"POST /staff/timesheets/:id/unapprove":                     "PATCH /timesheets/:id/approval",
	"POST /staff/timesheets/:id/withdraw":                      "DELETE /timesheets/:id/submission",
}

// browserOnly are the pages whose acts have no route for programs, with the reason.
var browserOnly = map[string]string{
	"POST /staff/events/:event/door/held":                    "a device that was offline asks its holder",
	"POST /staff/events/:event/door/kept":                    "it is JSON already, for the page's own script",
	"POST /staff/events/:event/preview":                      "it shows what is typed, and saves nothing",
	"POST /staff/events/:event/messages/:kind/test":          "it shows the person who writes the text how it arrives, and saves nothing",
	"POST /staff/preferences":                                "the language and the colours of a browser",
	"POST /staff/settings/password":                          "a token must not change the password of its owner",
	"POST /staff/settings/security/codes":                    "nor the second factors",
	"POST /staff/settings/security/codes/remove":             "likewise",
	"POST /staff/settings/security/passkeys":                 "likewise",
	"POST /staff/settings/security/passkeys/:passkey":        "likewise",
	"POST /staff/settings/security/passkeys/:passkey/remove": "likewise",
	"POST /staff/settings/security/recovery":                 "likewise",
	"POST /staff/settings/sessions/end":                      "the sessions of browsers; POST /auth/v1/logout ends all of them",
	"POST /staff/settings/sessions/others":                   "likewise",
	"POST /staff/settings/tokens":                            "a token must not create tokens that outlive it",
	"POST /staff/settings/tokens/revoke":                     "POST /auth/v1/logout ends the token itself",
}

// TestCounterparts shows that a program can do whatever a page of staff does: each page that writes has a route of the JSON API.
func TestCounterparts(t *testing.T) {
	t.Parallel()
	a := apptest.New(t, apptest.Empty())
	served := map[string]bool{}
	for _, r := range a.Routes() {
		served[r.Method+" "+r.Path] = true
	}
	for route := range served {
		if !strings.HasPrefix(route, "POST /staff/") {
			continue
		}
		if to, reason := counterparts[route], browserOnly[route]; (to == "") == (reason == "") {
			t.Errorf("%s: name the route by which programs do it, or the reason why they do not", route)
		} else if to != "" && (!served[to] || strings.Contains(to, "/staff/")) {
			t.Errorf("%s: there is no route %s for programs", route, to)
		}
	}
	for _, list := range []map[string]string{counterparts, browserOnly} {
		for route := range list {
			if !served[route] {
				t.Errorf("there is no page %s", route)
			}
		}
	}
}
