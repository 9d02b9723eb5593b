package apptest

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// The party for customers is an event that ships with the program. It is open in the World, and has no row in the database before
// it is changed.
const (
	PartyEvent = "/events/fete-clients-2026" // its path in the API
	PartyPage  = "/rsvp/fete-clients-2026"   // its page for guests
)

// ExportPayroll makes export 1 of the World's period, with the sheet of "stranger" alone, then changes and approves the sheet
// again.
func (a *App) ExportPayroll(t testing.TB) {
	t.Helper()
	clerk, head := a.As("payroll").On(t), a.As("foreman").On(t)
	clerk.Patch("/timesheets/{stranger.timesheet}/approval", `{"is_approved":true}`).Want(http.StatusOK)
	a.Browser("payroll").On(t).Form("/staff/payroll/exports", "period=2026-25&format=csv&partial=true").Want(http.StatusSeeOther)
	head.Patch("/timesheets/{stranger.timesheet}/approval", `{"is_approved":false}`).Want(http.StatusOK)
	a.As("stranger").On(t).Patch("/shifts/{stranger.shift}", `{"end_time":"2026-11-16T15:00:00-05:00"}`).Want(http.StatusCreated)
	head.Patch("/timesheets/{stranger.timesheet}/approval", `{"is_approved":true}`).Want(http.StatusOK)
}

// MatchesRoute reports whether a path, with or without a query, belongs to the pattern of a route: "/staff/events/:event".
func MatchesRoute(pattern, path string) bool {
	path, _, _ = strings.Cut(path, "?")
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	return slices.EqualFunc(want, got, func(w, g string) bool { return w == g || strings.HasPrefix(w, ":") && g != "" })
}
