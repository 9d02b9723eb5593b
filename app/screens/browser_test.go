package screens_test

import (
	"bytes"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/chromedp"

	"presence/app/apptest"
	"presence/app/apptest/browser"
	"presence/app/apptest/mailtest"
	"presence/app/platform/i18n"
)

// screen is a page, and who looks at it.
type screen struct{ name, as, path string }

// screens are the pages that people see, each with who looks at it.
var screens = []screen{
	{"sign-in", apptest.Anonymous, "/auth/v1/login"},
	{"forgotten", apptest.Anonymous, "/auth/forgotten"},
	{"forgotten-sent", apptest.Anonymous, "/auth/forgotten?sent"},
	{"docs", apptest.Anonymous, "/docs"},
	{"docs-group", apptest.Anonymous, "/docs?group=leave-requests"},
	{"today", "supervisor", "/staff/"},
	{"today-events", "events", "/staff/"},
	{"today-employee", "employee", "/staff/"},
	{"period", "supervisor", "/staff/periods"},
	{"period-nobody", "supervisor", "/staff/periods/2026/25/people/{employee}"},
	{"period-weeks", "payroll", "/staff/periods/2026/25?weeks=1"},
	{"standards", "supervisor", "/staff/periods/2026/25/standards"},
	{"hours", "supervisor", "/staff/hours?from=2026-11-01&to=2026-11-30"},
	{"hours-weeks", "payroll", "/staff/hours?from=2026-01-01&to=2026-11-30&by=week"},
	{"timesheet-lines", "supervisor", "/staff/timesheets/{employee.timesheet}?lines=1"},
	{"archive", "payroll", "/staff/archive?kind=shifts"},
	{"archive-record", "payroll", "/staff/archive/expenses/{employee.gone}"},
	{"archive-empty", "supervisor", "/staff/archive?kind=leave&q=personne"},
	{"hours-codes", "payroll", "/staff/hours?from=2026-09-01&to=2026-11-30&by=code"},
	{"hours-empty", "payroll", "/staff/hours?from=2020-01-01&to=2020-03-01"},
	{"period-ask", "admin", "/staff/periods/2026/25?ask=all"},
	{"presets-columns", "payroll", "/staff/payroll/presets?open=columns"},
	{"presets-adp", "admin", "/staff/payroll/presets?open=adp"},
	{"leave-balances", "payroll", "/staff/leave-balances?date=2026-12-31"}, {"leave-ledger", "payroll", "/staff/employees/{employee}/leave-ledger"},
	{"leave-ledger-own", "employee", "/staff/employees/{employee}/leave-ledger"},
	{"leave-rules", "payroll", "/staff/leave-rules"}, {"leave-rules-edit", "admin", "/staff/leave-rules?open=Vacation&preset=quebec"},
	{"deputies", "supervisor", "/staff/deputies"},
	{"settings-kiosks", "admin", "/staff/settings/kiosks"}, {"settings-pin", "employee", "/staff/settings/pin"},
	{"badge", "payroll", "/staff/employees/{employee}/badge"},
	{"deputies-new", "admin", "/staff/deputies?open=new"},
	{"deputies-edit", "supervisor", "/staff/deputies?open={deputy}"},
	{"activities", "payroll", "/staff/activities"},
	{"activities-report", "payroll", "/staff/activities/report?by=both"},
	{"schedule", "supervisor", "/staff/schedule?from=2026-12-06"},
	{"schedule-weeks", "payroll", "/staff/schedule?from=2026-11-29&weeks=4&crew={supervisor}"},
	{"schedule-none", "admin", "/staff/schedule?from=2026-12-13&crew=none"},
	{"schedule-shift", "supervisor", "/staff/schedule/shifts/{draft}?from=2026-12-06"},
	{"schedule-mine", "employee", "/staff/schedule?from=2026-12-06"},
	{"schedule-mine-empty", "colleague", "/staff/schedule?from=2027-12-05"},
	{"usual-week", "supervisor", "/staff/employees/{employee}/usual-week?weeks=2"},
	{"activities-costs", "payroll", "/staff/employees/{employee}/cost"},
	{"activities-edit", "payroll", "/staff/activities?open={activity}"},
	{"bank-codes", "payroll", "/staff/bank-codes"},
	{"bank-codes-edit", "admin", "/staff/bank-codes?open={mileage}"},
	{"payroll", "payroll", "/staff/payroll"},
	{"payroll-ask", "payroll", "/staff/payroll?export=2026-24"},
	{"payroll-export", "admin", "/staff/payroll/exports/1"},
	{"payroll-withdraw", "payroll", "/staff/payroll/exports/1?ask=withdraw"},
	{"time", "employee", "/staff/time"},
	{"time-filled", "employee", "/staff/timesheets/{employee.timesheet}"},
	{"time-empty", "employee", "/staff/time/2026-10"},
	{"time-week", "employee", "/staff/timesheets/{employee.timesheet}?view=week&week=2026-11-15"},
	{"time-week-empty", "colleague", "/staff/time/2026-10?view=week&hours=24"},
	{"time-week-form", "employee", "/staff/timesheets/{employee.timesheet}?view=week&week=2026-11-15&day=2026-11-18&open=shift"},
	{"timesheet-week", "supervisor", "/staff/timesheets/{employee.timesheet}?view=week&week=2026-11-15"},
	{"clocking", "employee", "/staff/clockings/{employee.clocking}"},
	{"clock-stamp", "employee", "/staff/clock/stamps/{employee.stamp}"},
	{"present", "supervisor", "/staff/present"},
	{"leave", "employee", "/staff/leave?from=2027-02-01&ask=1"},
	{"leave-for", "payroll", "/staff/leave?ask=1&employee_id_q=a&employee_id={employee}"},
	{"leave-team", "payroll", "/staff/leave?from=2027-02-01"},
	{"leave-empty", "admin", "/staff/leave"},
	{"approvals", "supervisor", "/staff/approvals?item=leave-{employee.leave}"},
	{"approvals-sheet", "supervisor", "/staff/approvals?item=sheet-{employee.timesheet}"},
	{"approvals-list", "payroll", "/staff/approvals?kind=expense&tab=refused"},
	{"timesheet", "supervisor", "/staff/timesheets/{employee.timesheet}"},
	{"team", "supervisor", "/staff/employees"},
	{"team-all", "payroll", "/staff/employees?q=e"},
	{"team-invite", "admin", "/staff/employees?sign_in=none"},
	{"team-tree", "admin", "/staff/employees?view=tree"},
	{"team-archive", "payroll", "/staff/employees?view=archive"},
	{"profile", "payroll", "/staff/employees/{employee}"},
	{"profile-own", "employee", "/staff/employees/{employee}"},
	{"employee-new", "payroll", "/staff/employees/new"},
	{"employee-edit", "payroll", "/staff/employees/{employee}/edit"},
	{"employee-supervisor", "payroll", "/staff/employees/{employee}/supervisor"},
	{"employee-supervisor-found", "payroll", "/staff/employees/{employee}/supervisor?supervisor_id_q=a"},
	{"customers", "payroll", "/staff/customers"},
	{"customers-read", "events", "/staff/customers"},
	{"customers-none", "admin", "/staff/customers?q=zzzz"},
	{"customer-new", "payroll", "/staff/customers/new"},
	{"imports", "payroll", "/staff/imports"},
	{"import", "payroll", "/staff/imports/{import}"},
	{"import-all", "admin", "/staff/imports/{import}?verdict="},
	{"customer", "admin", "/staff/customers/{customer}"},
	{"templates", "events", "/staff/templates"},
	{"template-new", "events", "/staff/templates/new"},
	{"template", "events", "/staff/templates/{template}"},
	{"search", "admin", "/staff/search?q=ar"},
	{"help", "employee", "/staff/help"},
	{"help-found", "events", "/staff/help?q=approuver"},
	{"help-none", "payroll", "/staff/help?q=zzzz"},
	{"help-guide", "supervisor", "/staff/help/supervisor"},
	{"help-payroll", "payroll", "/staff/help/payroll"},
	{"help-events", "events", "/staff/help/events"},
	{"help-admin", "admin", "/staff/help/admin"},
	{"directory", "events", "/staff/directory"},
	{"directory-found", "admin", "/staff/directory?q=marchesault"},
	{"directory-customer", "events", "/staff/directory/customer?id=C-0003"},
	{"directory-syncs", "events", "/staff/directory/syncs"},
	{"directory-sync", "admin", "/staff/directory/syncs/1"},
	{"directory-uploads", "events", "/staff/directory/uploads"},
	{"directory-upload", "events", "/staff/directory/uploads/{upload}"},
	{"notifications", "stranger", "/staff/notifications"},
	{"notifications-none", "events", "/staff/notifications"},
	{"settings", "admin", "/staff/settings"}, {"settings-account", "employee", "/staff/settings/account"},
	{"settings-people", "admin", "/staff/settings/people"},
	{"settings-person-new", "admin", "/staff/settings/people/new"},
	{"settings-person", "admin", "/staff/settings/people/{employee.user}"},
	{"settings-tokens", "employee", "/staff/settings/tokens"},
	{"settings-sessions", "admin", "/staff/settings/sessions"}, {"settings-password", "admin", "/staff/settings/password"},
	{"settings-calendars", "admin", "/staff/settings/calendars"},
	{"settings-calendars-employee", "colleague", "/staff/settings/calendars"},
	{"settings-notifications", "admin", "/staff/settings/notifications"},
	{"settings-notifications-employee", "colleague", "/staff/settings/notifications"},
	{"first-steps", "admin", "/staff/first-steps"},
	{"settings-company", "admin", "/staff/settings/company"},
	{"settings-export", "admin", "/staff/settings/export"},
	{"settings-personal", "admin", "/staff/settings/personal-data"},
	{"settings-sign-in", "admin", "/staff/settings/sign-in"},
	{"settings-customers", "admin", "/staff/settings/customers"}, {"settings-factors", "admin", "/staff/settings/second-factors"},
	{"settings-security", "employee", "/staff/settings/security"}, {"settings-codes", "admin", "/staff/settings/security/codes"},
	{"settings-mail", "admin", "/staff/settings/mail"},
	{"settings-senders", "admin", "/staff/settings/mail/senders?domain=example.com"},
	{"settings-applications", "employee", "/staff/settings/applications"},
	{"settings-applications-none", "events", "/staff/settings/applications"},
	{"settings-applications-ask", "employee", "/staff/settings/applications?ask={employee.session}"},
	{"settings-applications-all", "admin", "/staff/settings/applications/all"},
	{"settings-webhooks", "admin", "/staff/settings/webhooks"},
	{"settings-webhook-new", "admin", "/staff/settings/webhooks/new"},
	{"settings-webhook", "admin", "/staff/settings/webhooks/{webhook}"},
	{"settings-webhook-ask", "admin", "/staff/settings/webhooks/{webhook}?ask=delete"},
	{"settings-audit", "admin", "/staff/settings/audit"},
	{"settings-system", "admin", "/staff/settings/system"},
	{"registrations", "events", "/staff/events/{event}/rsvps"},
	{"registrations-found", "admin", "/staff/events/{event}/rsvps?q=nobody"},
	{"registrations-none", "events", "/staff/events/soiree-des-partenaires/rsvps"},
	{"registrations-totals", "events", "/staff/events/{event}/rsvps/totals"},
	{"registrations-badges", "events", "/staff/events/{event}/rsvps/badges"},
	{"registrations-print", "events", "/staff/events/{event}/rsvps/guest-list"},
	{"registration", "events", "/staff/events/{event}/rsvps/{rsvp}"},
	{"waiting-list", "admin", "/staff/events/comble/waiting-list"},
	{"waiting-list-none", "events", "/staff/events/{event}/waiting-list"},
	{"door", "events", "/staff/events/{event}/door"},
	{"door-at", "admin", "/staff/events/{event}/door?at={rsvp}"},
	{"door-offline", "admin", "/staff/events/soiree-des-partenaires/door?offline=1"},
	{"door-links", "events", "/staff/events/{event}/door/links"},
	{"door-links-none", "admin", "/staff/events/soiree-des-partenaires/door/links"},
	{"check-in-code", apptest.Anonymous, "/door/AAAAAAAAAAAAAAAAAAAAAAAAAA"},
	{"door-none", "events", "/staff/events/soiree-des-partenaires/door"},
	{"registration-ask", "admin", "/staff/events/{event}/rsvps/{rsvp}?ask=delete"},
	{"registration-edit", "events", "/staff/events/{event}/rsvps/{rsvp}/edit"},
	{"registration-new", "events", "/staff/events/{event}/rsvps/new"},
	{"guest", apptest.Anonymous, "/rsvp/fete-clients-2026?lang={lang}"},
	{"guest-link", apptest.Anonymous, "/rsvp/{event}?t={link}&lang={lang}"},
	{"guest-expired", apptest.Anonymous, "/rsvp/portes-ouvertes-2027?t=gone&lang={lang}"},
	{"audience", "events", "/staff/events/{event}/audience?customer_type=all&q=marchessault"},
	{"audience-empty", "admin", "/staff/events/portes-ouvertes-2027/audience?q=zzzz"},
	{"audience-clear", "events", "/staff/events/{event}/audience?ask=clear"},
	{"events", "events", "/staff/events"},
	{"event", "events", "/staff/events/{event}"},
	{"event-overview", "events", "/staff/events/{event}/overview"},
	{"event-overview-none", "admin", "/staff/events/portes-ouvertes-2027/overview"},
	{"event-new", "events", "/staff/events/new"},
	{"event-blocks", "events", "/staff/events/{event}/blocks"},
	{"event-delete", "admin", "/staff/events/{event}?ask=delete"},
	{"send", "events", "/staff/events/{event}/send"},
	{"event-messages", "events", "/staff/events/{event}/messages"},
	{"send-empty", "admin", "/staff/events/portes-ouvertes-2027/send"},
	{"send-late", "events", "/staff/events/fete-clients-2026/send?channel=mailbox"},
	{"campaigns", "events", "/staff/campaigns"},
	{"campaigns-new", "events", "/staff/campaigns?ask=new"},
	{"campaign", "events", "/staff/campaigns/{campaign}"},
	{"campaign-unsure", "admin", "/staff/campaigns/{sent}"},
	{"campaign-found", "events", "/staff/campaigns/{sent}?state=unconfirmed"},
	{"campaign-reminder", "events", "/staff/campaigns/{sent}/reminder"},
	{"campaign-nobody", "admin", "/staff/campaigns/{campaign}/reminder"},
	{"outbox", "events", "/staff/outbox"},
	{"outbox-message", "admin", "/staff/outbox/{kept}"},
	{"settings-channels", "events", "/staff/settings/channels"},
	{"settings-suppressions", "admin", "/staff/settings/suppressions"},
	{"unsubscribe", apptest.Anonymous, "/u/{stop}?lang={lang}"},
	{"not-found", "employee", "/staff/nowhere"},
}

// framed are files, links that lead to other pages, and pages that are only ever seen in a frame of another, without script: no test can look into them there.
// TestBrowser_Emails tests the content of the frames.
var framed = []string{"/staff/events/:event/messages/:kind/preview", "/staff/events/:event/blocks/preview", "/staff/template-draft", "/staff/templates/:name/sample", "/staff/outbox/:name/html", "/staff/outbox/:name/file",
	"/staff/outbox/:name/parts/:part", "/staff/help/pictures/:name", "/staff/imports/samples/:name", "/staff/directory/uploads/samples/:name",
	"/staff/hours/shifts", "/staff/events/:event/door/parties",
	"/staff/settings/personal-data/file", "/staff/notifications/open", "/staff/clock"}

// eachScreen opens the pages in both languages, in one tab for each person, since a new one takes longer than the page. width
// returns the width of the window, in CSS pixels, in which the screen with that index is loaded in a language; 0: it is not opened.
// look turns the page to each view that it looks at, beginning with the narrowest: no script asks how wide the window is or
// which scheme there is (TestScripts_AskForNoView), so that a page loaded at a desk or in the dark would be the same. The
// languages go side by side, each in a product of its own: a person reads one at a time.
func eachScreen(t *testing.T, width func(i18n.Lang, int) int, look func(t *testing.T, i int, p *browser.Page)) {
	t.Helper()
	b := browser.Start(t)
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		t.Run(string(lang), func(t *testing.T) {
			t.Parallel()
			relay := mailtest.NewRelay()
			a := apptest.New(t, apptest.Mailing(relay))
			a.ExportPayroll(t)
			mailtest.SendInvitation(t, a, relay)
			queueUp(t, a)
			tabs := tabsOf(t, b, a, lang)
			for i, s := range screens {
				v := browser.View{Lang: lang, Width: width(lang, i)}
				if v.Width == 0 {
					continue
				}
				t.Run(s.name, func(t *testing.T) {
					p := tabs[s.as].Again(t, v).Go(strings.ReplaceAll(s.path, "{lang}", string(lang)))
					look(t, i, p.Settled())
				})
			}
		})
	}
}

// queueUp makes the full event comble with parties on its waiting list.
func queueUp(t *testing.T, a *apptest.App) {
	t.Helper()
	staff, guest := a.Browser("events").On(t), a.As(apptest.Anonymous).On(t)
	staff.Form("/staff/events", "id=comble&content.fr.title=Comble&starts_at=2027-01-15T18:00&ends_at=2027-01-15T22:00&status=open&capacity=2").
		Want(http.StatusSeeOther)
	staff.Form("/staff/events/comble/rsvps", "name=Full+House&people=2&language=fr").Want(http.StatusSeeOther)
	for _, party := range []string{"name=Zo%C3%A9+Marchesault&email=zoe@example.com&people=2",
		"name=Marguerite+de+la+Rochefoucauld-Beauharnais&email=marguerite.de.la.rochefoucauld@example.com&people=6"} {
		guest.Form("/rsvp/comble/waiting-list", party).Want(http.StatusOK)
	}
}

// tabsOf opens a tab for each person who looks at a screen, in one language.
func tabsOf(t *testing.T, b *browser.Browser, a *apptest.App, lang i18n.Lang) map[string]*browser.Page {
	t.Helper()
	tabs := map[string]*browser.Page{}
	for _, s := range screens {
		if tabs[s.as] != nil {
			continue
		}
		p := b.Open(t, a, browser.View{Lang: lang, Width: 1280})
		if s.as != apptest.Anonymous {
			p.As(s.as)
		}
		tabs[s.as] = p
	}
	return tabs
}

// TestScreens_Complete fails when a page is served that no screen shows.
func TestScreens_Complete(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	for _, r := range a.Routes() {
		if r.Method != http.MethodGet || !strings.HasPrefix(r.Path, "/staff/") || slices.Contains(framed, r.Path) {
			continue
		}
		shown := slices.ContainsFunc(screens, func(s screen) bool { return apptest.MatchesRoute(r.Path, a.World.Fill(s.path)) })
		if !shown {
			t.Errorf("no screen shows GET %s: add it to screens, so that it is looked at in every view", r.Path)
		}
	}
}

// TestScreens_LinesHaveTheirStyle fails when a page has a table with ui.TableProps.Lines and no style sheet with its rules.
func TestScreens_LinesHaveTheirStyle(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	clients, hasRules, tables := map[string]*apptest.Client{}, map[string]bool{}, 0
	for _, s := range screens {
		t.Run(s.name, func(t *testing.T) {
			if clients[s.as] == nil {
				clients[s.as] = a.As(s.as)
				if s.as != apptest.Anonymous {
					clients[s.as] = a.Browser(s.as)
				}
			}
			c := clients[s.as].On(t)
			page := c.Get(strings.ReplaceAll(s.path, "{lang}", string(i18n.EN)))
			if !strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") || page.Doc().Find(".table-lines").Length() == 0 {
				return
			}
			tables++
			rules := false
			page.Doc().Find(`link[rel="stylesheet"]`).Each(func(_ int, link *goquery.Selection) {
				href := link.AttrOr("href", "")
				if _, isRead := hasRules[href]; !isRead {
					hasRules[href] = bytes.Contains(c.Get(href).Want(http.StatusOK).Body, []byte(".table-lines"))
				}
				rules = rules || hasRules[href]
			})
			if !rules {
				t.Error("the style sheets have no rules for .table-lines: the page's own must import lines.css")
			}
		})
	}
	if tables < 5 {
		t.Errorf("%d pages have such a table", tables)
	}
}

// TestScripts_AskForNoView fails when a script of the pages asks how wide the window is or which colours it has: such a page
// would have to be loaded anew in each view, and not only be drawn anew.
func TestScripts_AskForNoView(t *testing.T) {
	t.Parallel()
	asks := regexp.MustCompile(`innerWidth|outerWidth|visualViewport|matchMedia|ResizeObserver|[^.]screen\.|["'](resize|orientationchange)["']`)
	files, err := filepath.Glob("../../assets/js/*.js")
	ofPages, ill := filepath.Glob("../../assets/js/pages/*.js")
	if err != nil || ill != nil || len(files) == 0 || len(ofPages) == 0 {
		t.Fatalf("no scripts: %v, %v", err, ill)
	}
	for _, file := range append(files, ofPages...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if found := asks.Find(text); found != nil {
			t.Errorf("%s asks for %s", file, found)
		}
	}
}

// TestLong_BrowserShots writes a picture of every page into SHOTS, in all eight views, and holds each against WCAG 2.2 AA.
func TestLong_BrowserShots(t *testing.T) {
	if os.Getenv("SHOTS") == "" {
		t.Skip("SHOTS names no folder for the pictures")
	}
	eachScreen(t, func(i18n.Lang, int) int { return 360 }, func(_ *testing.T, i int, p *browser.Page) {
		p.Inspect(screens[i].name)
	})
}

// TestLong_BrowserSteady opens what people see first: nothing moves once it is there, though scripts begin and figures come
// later.
func TestLong_BrowserSteady(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	a.ExportPayroll(t)
	tabs := tabsOf(t, b, a, i18n.FR)
	for _, name := range []string{"sign-in", "today", "today-employee", "today-events", "time", "timesheet", "period", "approvals", "payroll",
		"team", "notifications",
		"audience-empty", "send", "campaign", "directory", "settings-people", "guest"} {
		at := slices.IndexFunc(screens, func(s screen) bool { return s.name == name })
		if at < 0 {
			t.Fatalf("there is no screen %s", name)
		}
		s := screens[at]
		t.Run(s.name, func(t *testing.T) {
			tabs[s.as].Again(t, browser.View{Lang: i18n.FR, Width: 360}).Steady(strings.ReplaceAll(s.path, "{lang}", "fr"))
		})
	}
}

// TestBrowser_Typeface loads the font of the staff pages, and compares a text drawn in it with the same text in the font that
// stands for it until it is there: as high, and within 5 % as wide. A guest's page loads no font.
func TestBrowser_Typeface(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	v := browser.View{Lang: i18n.FR, Width: 1280}
	p := b.Open(t, a, v).As("supervisor").Go("/staff/").Quiet()
	p.Until(`[...document.fonts].some(f => f.family.replaceAll('"', "") === "Inter" && f.status === "loaded")`)
	for _, weight := range []string{"400", "560", "650"} {
		drawn := browser.Eval[[][]float64](p, `["Inter", "'Inter fallback', 'Inter fallback wide'"].map(family => {
			const text = document.createElement("span")
			text.style.cssText = "position: absolute; white-space: nowrap; font: `+weight+` 20px/normal " + family
			text.textContent = "Feuilles de temps à approuver : 13 – du 15 au 28 novembre 2026, 45,00 h"
			document.body.append(text)
			const box = text.getBoundingClientRect()
			text.remove()
			return [box.width, box.height]
		})`)
		font, fallback := drawn[0], drawn[1]
		if wider := fallback[0] / font[0]; wider < 0.95 || wider > 1.05 || math.Abs(fallback[1]-font[1]) > 1 {
			t.Errorf("weight %s: %v px in Inter, %v px in its fallback", weight, font, fallback)
		}
	}
	if n := browser.Eval[int](b.Open(t, a, v).Go(apptest.PartyPage+"?lang=fr"),
		`performance.getEntriesByType("resource").filter(e => /woff|ttf|otf/.test(e.name)).length`); n != 0 {
		t.Errorf("a guest's page loads %d fonts", n)
	}
}

// narrowest are the screens that people see in an ordinary week. They have room at 320 px, in French, whose words are longer.
var narrowest = []string{"today", "today-events", "today-employee", "period", "time", "timesheet", "approvals", "approvals-sheet",
	"leave", "payroll", "payroll-ask", "payroll-export", "team", "profile", "imports", "events", "event", "audience",
	"send", "registrations", "door", "door-at",
	"campaigns", "campaign", "notifications", "settings", "search", "help", "guest"}

// TestLong_BrowserPages opens every page once, those of narrowest and every other one of the rest in French. It is inspected in one view
// (TestLong_BrowserShots does so in all), and all that a mouse could reach at a desk gets the focus by Tab alone. The console must stay
// silent under the policy as it is served: no inline code, no failing script, nothing missing.
func TestLong_BrowserPages(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	if os.Getenv("SHOTS") != "" {
		t.Skip("TestLong_BrowserShots inspects the pages")
	}
	width := func(lang i18n.Lang, i int) int {
		isNarrow := slices.Contains(narrowest, screens[i].name)
		switch {
		case (lang == i18n.FR) != (isNarrow || i%2 == 0):
			return 0
		case isNarrow:
			return 320
		}
		return 360
	}
	eachScreen(t, width, func(t *testing.T, i int, p *browser.Page) {
		walkByTab(t, p.Fits().Inspect(screens[i].name))
		if screens[i].name != "not-found" { // where the console rightly says 404
			p.Quiet()
		}
	})
}

// TestBrowser_AuditFilters opens the fields of the audit log's search on a phone, where a button folds them. At a desk they are one row.
func TestBrowser_AuditFilters(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	b, a := browser.Start(t), apptest.New(t)
	p := b.Open(t, a, browser.View{Lang: i18n.FR, Width: 360}).As("admin").Go("/staff/settings/audit")
	const shown = `document.querySelector(".log-fields").checkVisibility()`
	if browser.Eval[bool](p, shown) {
		t.Error("the fields are shown at first")
	}
	if p.Do(browser.Click(".log-filters")); !browser.Eval[bool](p, shown) {
		t.Error("the button does not open the fields")
	}
	p = p.Again(t, browser.View{Lang: i18n.FR, Width: 1280}).Go("/staff/settings/audit")
	if rows := browser.Eval[int](p, `new Set([...document.querySelectorAll(".log-fields > *")].map(x => Math.round(x.getBoundingClientRect().bottom))).size`); rows > 2 {
		t.Errorf("beside the list of the settings, the fields are %d rows", rows)
	}
	p.Fits().Axe()
}

// TestBrowser_SignIn goes through the real page with a real password, with and without script.
func TestBrowser_SignIn(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser takes its time")
	}
	const password = "correct horse battery"
	b, a := browser.Start(t), apptest.New(t)
	email := a.World.People["employee"].Email
	if err := a.Auth.SetPassword(t.Context(), a.Actor("admin"), email, password); err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]browser.View{"with script": {Lang: "en", Width: 1280},
		"without script": {Lang: "en", Width: 1280, NoScript: true}} {
		t.Run(name+" the right password leads to Today", func(t *testing.T) {
			b.Open(t, a, v).SignIn(email, password).At("/staff/").Quiet()
		})
		t.Run(name+" a wrong one leads nowhere", func(t *testing.T) {
			before := a.Count("sessions", "TRUE")
			p := b.Open(t, a, v).SignIn(email, "wrong horse battery")
			if !v.NoScript && !strings.Contains(p.Text(`[role="alert"]`), "Incorrect email or password") {
				t.Errorf("the page says %q", p.Text(`[role="alert"]`))
			}
			if at := p.Path(); at != "/auth/v1/login" || a.Count("sessions", "TRUE") != before {
				t.Errorf("a wrong password led to %s, or to a session", at)
			}
		})
	}
	t.Run("a person chooses a password by a link of the administrator, and is signed in", func(t *testing.T) {
		v := browser.View{Lang: "fr", Width: 360}
		p := b.Open(t, a, v).As("admin").Go("/staff/settings/people/{colleague.user}")
		p.Follow(browser.Click(`form[action$="/password-link"] button`)).Axe()
		link := p.Text("#password-link")
		p = b.Open(t, a, v).Go(link[strings.Index(link, "/auth/"):]).Axe()
		p.Do(chromedp.Focus("[name=password]")).Follow(chromedp.KeyEvent("une phrase assez longue\r")).At("/staff/")
	})
	t.Run("the password is changed by keyboard, and the browser stays signed in", func(t *testing.T) {
		const next = "an even better horse"
		p := b.Open(t, a, browser.View{Lang: "en", Width: 1280}).SignIn(email, password).Go("/staff/settings/password").Axe()
		p.Do(chromedp.Focus("[name=current_password]")).Follow(chromedp.KeyEvent(password + "\t" + next + "\r")).At("/staff/settings/password")
		if text := p.Text("[data-toast]"); !strings.Contains(text, "Password changed.") {
			t.Errorf("the page says %q", text)
		}
		p.Go("/staff/").At("/staff/")
		b.Open(t, a, browser.View{Lang: "en", Width: 1280}).SignIn(email, next).At("/staff/").Quiet()
	})
}
