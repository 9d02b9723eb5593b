package screens_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
	"presence/db"
)

// A count that several pages show is the same on each of them.
func TestPages_CountsAgree(t *testing.T) {
	t.Parallel()
	a := apptest.NewDemo(t, db.SQLite)
	a.Clock.Set(time.Date(2026, 11, 29, 15, 0, 0, 0, time.UTC)) // the period of the demo is over
	clients := map[string]*apptest.Client{}
	count := func(t *testing.T, as, path, query, pattern string) string {
		t.Helper()
		if clients[as] == nil {
			clients[as] = a.EnterDemo(t, as)
		}
		page := clients[as].On(t).Get(path).Want(http.StatusOK).Doc()
		text := strings.Join(strings.Fields(strings.ReplaceAll(htmltest.Text(page.Find(query)), "\u00a0", " ")), " ")
		found := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("%s as %s: %.300q has no %s", path, as, text, pattern)
		}
		return found[1]
	}
	type shown struct{ as, path, query, pattern string }
	const (
		today, period, queue = "/staff/", "/staff/periods/2026/25", "/staff/approvals"
		event                = "/staff/events/soiree-hivernale"
	)
	for _, x := range []struct {
		name string
		at   []shown
	}{
		{"timesheets that a supervisor's people have not submitted", []shown{
			{"supervisor", today, "#approvals", `(\d+) feuilles? de temps (?:n’est|ne sont) pas encore`},
			{"supervisor", period, "main", `À compléter ?(\d+)`}}},
		{"timesheets that nobody has submitted, for payroll", []shown{
			{"payroll", today, "#payroll", `2026-25 .*? (\d+) non soumises?`},
			{"payroll", "/staff/payroll", "#periods", `(\d+) non soumises?`},
			{"payroll", period, "main", `À compléter ?(\d+)`}}},
		{"what awaits the decision of a supervisor", []shown{
			{"supervisor", today, ".page-head", `(\d+) éléments?`}, {"supervisor", queue, ".page-head", `(\d+) éléments?`},
			{"supervisor", today, "nav [href='/staff/approvals']", `(\d+)`}}},
		{"timesheets to approve, for payroll", []shown{
			{"payroll", "/staff/payroll", "#periods", `(\d+) à approuver`}, {"payroll", queue + "?kind=sheet", "main", `En attente (\d+)`}}},
		{"expected guests", []shown{
			{"events", today, "main", `(\d+) sur 900`}, {"events", "/staff/events", "main", `(\d+) sur 900`},
			{"events", event + "/overview", "main", `(\d+) / 900`}, {"events", event + "/rsvps", "#seats", `(\d+) / 900`},
			{"events", event + "/door", "#door-totals", `sur (\d+) personnes`}}},
		{"registrations", []shown{
			{"events", event + "/overview", `.stat:contains("Inscriptions") .stat-value`, `^(\d+)$`},
			{"events", event + "/rsvps", `#seats .stat:contains("Inscriptions") .stat-value`, `^(\d+)$`}}},
		{"replies to the invitation, which are not all registrations", []shown{
			{"events", event + "/overview", "main", `(\d+) en réponse à l’invitation`}, {"events", event + "/audience", "main", `Ont répondu (\d+)`},
			{"events", "/staff/campaigns/1", "main", `Ont répondu (\d+)`}}},
		{"responses to review", []shown{
			{"events", today, "#event-tasks", `(\d+) réponses à vérifier`}, {"events", "/staff/events", "main", `(\d+) réponses à vérifier`},
			{"events", event + "/overview", "main", `(\d+) réponses à vérifier`}, {"events", event + "/rsvps", "main", `À vérifier (\d+)`}}},
	} {
		t.Run(x.name, func(t *testing.T) {
			first := ""
			for _, s := range x.at {
				got := count(t, s.as, s.path, s.query, s.pattern)
				if first == "" {
					first = got
				}
				if got != first {
					t.Errorf("%s says %s, %s says %s", x.at[0].path, first, s.path, got)
				}
			}
		})
	}
}
