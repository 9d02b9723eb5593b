package app_test

import (
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/app/platform/httpx"
)

// elsewhere are the handlers whose feature is not the first segment of their path (the naming law), with the reason.
var elsewhere = map[string]string{
	"/":                              "home",
	"/health":                        "home",
	"/livez":                         "home",
	"/readyz":                        "home",
	"/openapi.json":                  "home",
	"/docs":                          "home",
	"/staff":                         "home",
	"/staff/":                        "home",
	"/.well-known/jwks.json":         "auth",
	"/staff/preferences":             "auth",
	"/collab/customer-search":        "directory",
	"/events/campaign-resume":        "campaigns",
	"/campaigns/suppressions":        "suppressions",
	"/campaigns/suppressions/:email": "suppressions",
	"/campaigns/bouncing-addresses":  "suppressions",
	"/campaigns/bouncing-addresses/:email/decision": "suppressions",
	"/clock": "clockings", "/clock/in": "clockings", "/clock/break": "clockings", "/clock/back": "clockings", "/clock/task": "clockings",
	"/clock/out": "clockings", "/clock/stamps": "clockings", "/clock/stamps/:id/settle": "clockings", "/clock/offline": "clockings",
	"/manifest.webmanifest":           "app",
	"/employees/:id/hourly-costs":     "activities",
	"/staff/employees/:id/cost":       "activities",
	"/employees/:id/usual-week":       "usualweeks",
	"/staff/employees/:id/usual-week": "usualweeks",
	"/holiday-pay":                    "holidaypay",
	"/holiday-pay/:id":                "holidaypay",
	"/staff/holiday-pay/:id":          "holidaypay",
	"/planned-shifts":                 "schedule", "/planned-shifts/:id": "schedule", "/planned-shifts/publish": "schedule", "/published-shifts": "schedule",
	"/published-shifts/:id": "schedule", "/published-shifts/:id/take": "schedule",
	"/employees/:id/badge":              "kiosks",
	"/employees/:id/leave-ledger":       "leavebalances",
	"/staff/employees/:id/leave-ledger": "leavebalances",
	"/leave-rules":                      "leavebalances",
	"/leave-rules/:leave_type":          "leavebalances",
	"/staff/leave-rules":                "leavebalances",
	"/staff/employees/:id/badge":        "kiosks",
	"/staff/employees/:id/badge/remove": "kiosks",
	"/staff/template-draft":             "templates",
	"/settings":                         "configuration",
	"/static/*file":                     "app",
	"/pictures/:hash/:size":             "events",
	"/t/o/:token":                       "tracking",
	"/t/c/:token/:to":                   "tracking",
	"/u/:token":                         "tracking",
	"/u/notifications/:token":           "notifications",
	"/u/calendars/:secret":              "calendars",
	"/push-subscriptions":               "push", "/push-subscriptions/:subscription_id": "push",
	"/webhooks/mailjet":                     "tracking",
	"/staff/events/:event/rsvps/guest-list": "guestlist",
	"/staff/events/:event/rsvps/totals":     "guestlist",
	"/staff/events/:event/rsvps/badges":     "guestlist",
	"/webhooks/ses":                         "bounces",
	"/webhooks/postmark":                    "bounces",
}

// staffFolders are the features behind the second segment of a staff page's path, where the two differ.
var staffFolders = map[string]string{"time": "mytime", "timesheets": "mytime", "periods": "payperiods", "leave": "leaverequests",
	"first-steps": "home", "archive": "archives", "clock": "clockings", "present": "clockings"}

// ofTheSettings are the features behind the parts of the settings that are not app/accounts/settings' own.
var ofTheSettings = map[string]string{"kiosks": "kiosks", "pin": "kiosks", "channels": "campaigns", "suppressions": "suppressions", "applications": "oauthsessions",
	"notifications": "notifications", "company": "configuration", "export": "companydata", "personal-data": "personaldata", "sign-in": "configuration",
	"customers": "configuration", "mail": "configuration", "webhooks": "webhooks", "devices": "push", "calendars": "calendars"}

// ofAnEvent are the features behind the third segment of an event's addresses, below its slug.
var ofAnEvent = map[string]string{
	"door": "door", "check-in": "door", "check-in-links": "door", "rsvps": "rsvp", "rsvps.csv": "guestlist", "rsvp-totals": "guestlist",
	"rsvp-totals.csv": "guestlist", "waiting-list": "rsvp", "waiting-list.csv": "rsvp", "overview": "overview",
	"audience": "audience", "invite-preview": "templates", "blocks": "blocks",
	"send": "campaigns", "campaigns": "campaigns", "reminder-preview": "campaigns", "reminder-send": "campaigns",
	"messages": "campaigns",
}

func TestRoutes(t *testing.T) {
	t.Parallel()
	a := apptest.New(t, apptest.Empty())
	t.Run("are the ones of the golden, with the rule of each", func(t *testing.T) {
		var table strings.Builder
		if err := a.PrintRoutes(&table); err != nil {
			t.Fatal(err)
		}
		apptest.Golden(t, "routes.golden", table.String())
	})
	t.Run("are answered by the feature that their first segment names", func(t *testing.T) {
		for _, r := range a.Routes() {
			got, _, _ := strings.Cut(r.Handler, ".")
			if want := featureOf(r.Path); got != want {
				t.Errorf("%s %s is answered by %s: by the naming law one looks for it in app/%s", r.Method, r.Path, r.Handler, want)
			}
		}
	})
	t.Run("know only the rules there are", func(t *testing.T) {
		known := map[httpx.Rule]bool{httpx.Anyone: true, httpx.SignedIn: true, httpx.Approver: true, httpx.Payroll: true, httpx.Events: true,
			httpx.Door: true, httpx.Kiosk: true, httpx.Backoffice: true, httpx.Admin: true}
		for _, r := range a.Routes() {
			if !known[r.Rule] {
				t.Errorf("%s %s: the gate knows no rule %q, and lets nobody pass", r.Method, r.Path, r.Rule)
			}
		}
	})
	t.Run("admit people who must set up a second factor first on the pages where they do so alone", func(t *testing.T) {
		for _, r := range a.Routes() {
			own := r.Path == "/staff/settings/security" || strings.HasPrefix(r.Path, "/staff/settings/security/")
			if r.Rule != httpx.Anyone && r.AdmitsUnenrolled != own {
				t.Errorf("%s %s: %t", r.Method, r.Path, r.AdmitsUnenrolled)
			}
		}
	})
	t.Run("that write are never open to anyone, but for signing in and out, what guests answer or ask, and what has a token of its own",
		func(t *testing.T) {
			for _, r := range a.Routes() {
				if r.Rule == httpx.Anyone && r.Method != "GET" && !strings.HasPrefix(r.Path, "/auth/") && r.Path != "/staff/preferences" &&
					!strings.HasPrefix(r.Path, "/rsvp/:event_id/") && r.Path != "/u/:token" && r.Path != "/u/notifications/:token" &&
					!strings.HasPrefix(r.Path, "/webhooks/") && r.Path != "/kiosk/language" && r.Path != "/kiosk/enrol" {
					t.Errorf("C10: %s %s is open to anyone", r.Method, r.Path)
				}
			}
		})
}

func featureOf(path string) string {
	if f, ok := elsewhere[path]; ok {
		return f
	}
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	first := segments[0]
	if first == "staff" {
		first = segments[1]
		segments = segments[1:]
		if f, ok := staffFolders[first]; ok {
			return f
		}
	}
	if first == "kiosk" {
		return "kiosks"
	}
	if first == "settings" && len(segments) > 1 {
		if f, ok := ofTheSettings[segments[1]]; ok {
			return f
		}
	}
	if first == "events" && len(segments) > 2 {
		if f, ok := ofAnEvent[segments[2]]; ok {
			return f
		}
	}
	return strings.ToLower(strings.ReplaceAll(first, "-", ""))
}
