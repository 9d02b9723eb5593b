package layout

import (
	"strings"
	"testing"

	"presence/app/platform/i18n"
	"presence/views/ui"

	"github.com/a-h/templ"
)

func render(t *testing.T, c templ.Component) string {
	t.Helper()
	var b strings.Builder
	if err := c.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestFrame_nav(t *testing.T) {
	for _, c := range []struct {
		name   string
		viewer Viewer
		want   []Section
	}{
		{"shows_nothing_to_strangers", Viewer{KeepsTime: true, SeesPeriods: true}, nil},
		{"shows_an_employee_their_time", Viewer{SignedIn: true, KeepsTime: true}, []Section{Today, Time, Schedule, Leave, Team}},
		{"shows_payroll_without_a_record_the_periods", Viewer{SignedIn: true, SeesPeriods: true, RunsPayroll: true},
			[]Section{Today, Schedule, Approvals, Periods, Leave, Payroll, Team}},
		{"puts_events_first_for_whoever_runs_them", Viewer{SignedIn: true, KeepsTime: true, RunsEvents: true},
			[]Section{Today, Events, Campaigns, Directory, Time, Schedule, Leave, Team, Settings}},
		{"shows_an_admin_all_in_the_order_of_the_list", Viewer{SignedIn: true, SeesPeriods: true, RunsPayroll: true, RunsEvents: true},
			[]Section{Today, Schedule, Approvals, Periods, Leave, Payroll, Team, Events, Campaigns, Directory, Settings}},
		{"shows_a_supervisor_everything", Viewer{SignedIn: true, KeepsTime: true, SeesPeriods: true},
			[]Section{Today, Time, Schedule, Approvals, Periods, Leave, Team}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []Section
			for _, e := range (Frame{Viewer: c.viewer}).nav() {
				got = append(got, e.section)
			}
			if strings.Join(words(got), " ") != strings.Join(words(c.want), " ") {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

// A page follows a save if the request before it has done what it should.
func TestFrame_Saved(t *testing.T) {
	for _, c := range []struct {
		name   string
		toasts []ui.Toast
		want   bool
	}{
		{"nothing_was_done", nil, false},
		{"it_failed", []ui.Toast{{Tone: ui.Bad}}, false},
		{"it_was_done", []ui.Toast{{Tone: ui.Bad}, {}}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := (Frame{Toasts: c.toasts}).Saved(); got != c.want {
				t.Errorf("saved: %v", got)
			}
		})
	}
}

func words(list []Section) (out []string) {
	for _, s := range list {
		out = append(out, string(s))
	}
	return out
}

func TestSplit(t *testing.T) {
	for _, c := range []struct{ entries, shown, more int }{{0, 0, 0}, {3, 3, 0}, {5, 5, 0}, {6, 4, 2}, {9, 4, 5}} {
		shown, more := split(make([]entry, c.entries), barRoom)
		if len(shown) != c.shown || len(more) != c.more {
			t.Errorf("%d entries: %d shown, %d more", c.entries, len(shown), len(more))
		}
	}
}

func TestStaff(t *testing.T) {
	f := Frame{Lang: i18n.EN, Theme: "dark", Path: "/staff/time?x=1&y=2", Viewer: Viewer{SignedIn: true, Name: "Ann Roy", KeepsTime: true}}
	page := render(t, Staff(f, Page{Title: "My time", Section: Time}))
	for _, want := range []string{
		`<html lang="en" data-theme="dark">`, "<title>My time · Presence</title>", `href="#content"`, `id="content"`, `id="toasts"`,
		`action="/auth/v1/logout"`, `name="next" value="/staff/time?x=1&amp;y=2"`, `name="lang" value="fr"`,
		`value="dark" title="Dark" aria-pressed="true"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("missing %s", want)
		}
	}
	if n := strings.Count(page, `aria-current="page"`); n != 2 { // the rail and the bottom bar
		t.Errorf("%d entries are current", n)
	}
	if strings.Contains(page, "/staff/periods") || strings.Contains(page, i18n.Notifications.EN) {
		t.Error("an entry shows that leads nowhere for this viewer")
	}
}

func TestErrorPage(t *testing.T) {
	problem := Problem{Status: 404, Title: "No such page", Text: "Try the list.", RequestID: "r-1"}
	guest := render(t, ErrorPage(Frame{Lang: i18n.EN}, problem))
	for _, want := range []string{"No such page", "Try the list.", "r-1", `href="/auth/v1/login"`} {
		if !strings.Contains(guest, want) {
			t.Errorf("missing %s", want)
		}
	}
	signedIn := Frame{Lang: i18n.EN, Viewer: Viewer{SignedIn: true, Name: "Ann Roy"}}
	staff := render(t, ErrorPage(signedIn, problem))
	for _, want := range []string{"No such page", "Back to Today", "Ann Roy", `class="rail`, `action="/auth/v1/logout"`} {
		if !strings.Contains(staff, want) {
			t.Errorf("missing %s for who is signed in", want)
		}
	}
	for _, away := range []string{`href="/auth/v1/login"`, ">Back<"} {
		if strings.Contains(staff, away) {
			t.Errorf("who is signed in and came from nowhere is offered %s", away)
		}
	}
	problem.Back = "/staff/time?x=1"
	if got := render(t, ErrorPage(signedIn, problem)); !strings.Contains(got, `href="/staff/time?x=1"`) {
		t.Error("no way back to the page before")
	}
}
