package campaigns_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/htmltest"
	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/hub/events"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/db/dbtest"
)

// reader is the person who sends, reading English.
var reader = func() (by auth.Actor) {
	by = sends.Staff
	by.Language = i18n.EN
	return by
}()

// office calls the pages and the API of a world as the reader. upcoming are the next events; nil: those of the database.
func office(w *sends.World, upcoming func() []events.Record) *featuretest.Client {
	return officeOf(w, reader, upcoming)
}

// officeOf is office for another person.
func officeOf(w *sends.World, by auth.Actor, upcoming func() []events.Record) *featuretest.Client {
	e := events.NewService(w.DB, w.Clock.Now, events.Hooks{})
	next := e.Upcoming
	if upcoming != nil {
		next = func(context.Context, int) ([]events.Record, error) { return upcoming(), nil }
	}
	return w.Client(by, func(r *httpx.Router) {
		campaigns.API(r, w.S)
		campaigns.Pages(r, w.S, time.UTC, events.Header(e, time.UTC), next, nil)
	})
}

// officeIn is office for a company in another zone than UTC.
func officeIn(w *sends.World, zone *time.Location) *featuretest.Client {
	e := events.NewService(w.DB, w.Clock.Now, events.Hooks{})
	return w.Client(reader, func(r *httpx.Router) {
		campaigns.Pages(r, w.S, zone, events.Header(e, zone), e.Upcoming, nil)
	})
}

// small is a world on SQLite.
func small(t *testing.T, o sink.Options) *sends.World {
	t.Helper()
	return sends.New(t, dbtest.Open(t, db.SQLite), o)
}

// rows returns the text of the cells of each row of the page's table.
func rows(a *featuretest.Answer) (list [][]string) {
	for _, row := range a.Doc().Find("tr[data-row]").EachIter() {
		var cells []string
		for _, cell := range row.Find("th, td").EachIter() {
			cells = append(cells, htmltest.Text(cell))
		}
		list = append(list, cells)
	}
	return list
}

// hrefs returns the addresses of the links that a selector matches.
func hrefs(a *featuretest.Answer, selector string) (list []string) {
	for _, link := range a.Doc().Find(selector).EachIter() {
		list = append(list, link.AttrOr("href", ""))
	}
	return list
}

func TestPages_list(t *testing.T) {
	w := small(t, sink.Options{})
	staff := office(w, func() []events.Record { return nil })
	get := func(t *testing.T, path string, headers ...string) *featuretest.Answer {
		t.Helper()
		return staff.On(t).Get(path, headers...).Want(200)
	}
	t.Run("without a campaign the page says so", func(t *testing.T) {
		if a := get(t, paths.Campaigns()); len(rows(a)) != 0 || !a.Has("main .empty") || a.Has("#new-send") {
			t.Error(a.Body)
		}
	})
	for range 50 {
		campaignOf(w, "gala")
	}
	t.Run("50 campaigns are one page", func(t *testing.T) {
		if a := get(t, paths.Campaigns()); len(rows(a)) != 50 || len(hrefs(a, "main .row.no-print a")) != 0 {
			t.Errorf("%d rows, %v", len(rows(a)), hrefs(a, "main .row.no-print a"))
		}
	})
	campaignOf(w, "gone")
	t.Run("of 51 campaigns the oldest is on the second page", func(t *testing.T) {
		a := get(t, paths.Campaigns())
		if older := hrefs(a, "main .row.no-print a"); len(rows(a)) != 50 || !slices.Equal(older, []string{paths.CampaignsBefore(2, "")}) {
			t.Fatalf("%d rows, %v", len(rows(a)), older)
		}
		a = get(t, paths.CampaignsBefore(2, ""))
		if newest := hrefs(a, "main .row.no-print a"); len(rows(a)) != 1 || !slices.Equal(newest, []string{paths.Campaigns()}) {
			t.Errorf("%d rows, %v", len(rows(a)), newest)
		}
	})
	t.Run("the campaign of a deleted event has the event's id in place of a title", func(t *testing.T) {
		list := rows(get(t, paths.Campaigns()))
		if list[0][0] != "gone Invitation" || list[1][0] != "Gala Invitation" {
			t.Errorf("%q, %q", list[0], list[1])
		}
	})
	t.Run("an event's campaigns are listed alone", func(t *testing.T) {
		if list := rows(get(t, paths.CampaignsBefore(0, "gone"))); len(list) != 1 {
			t.Errorf("%q", list)
		}
	})
	t.Run("the tab of the page is marked", func(t *testing.T) {
		if got := hrefs(get(t, paths.Campaigns()), "main [aria-current]"); !slices.Equal(got, []string{paths.Campaigns()}) {
			t.Errorf("%v", got)
		}
	})
	for _, x := range []struct {
		status string
		polls  bool
	}{{"scheduled", false}, {"sending", true}, {"paused", false}, {"interrupted", false}, {"completed", false}} {
		t.Run("the list with a campaign that is "+x.status+" polls only while messages go out", func(t *testing.T) {
			w.Exec("UPDATE campaigns SET status = $1 WHERE event_id = 'gone'", x.status)
			for _, path := range []string{paths.Campaigns(), paths.CampaignsBefore(0, "gone")} {
				if got, polls := get(t, path).Doc().Find("#rows").Attr("hx-get"); polls != x.polls || polls && got != path {
					t.Errorf("%s polls %q", path, got)
				}
			}
		})
	}
	for _, x := range []struct {
		name    string
		headers []string
		part    bool
	}{
		{"the script that polls gets the rows only", []string{"HX-Request", "true", "HX-Target", "rows"}, true},
		{"a script that loads another part gets the whole page", []string{"HX-Request", "true", "HX-Target", "main"}, false},
		{"a browser gets the whole page", []string{"HX-Target", "rows"}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if a := get(t, paths.Campaigns(), x.headers...); a.Has("nav") == x.part || len(rows(a)) != 50 {
				t.Errorf("%.300s", a.Body)
			}
		})
	}
}

func TestPages_list_figures(t *testing.T) {
	w := small(t, sink.Options{}).Invite(4)
	c := w.Send()
	for _, x := range []struct{ name, change, want string }{
		{"a tracked campaign shows opens, clicks and registrations with their rates",
			"sent = 4, pending = 0, tracked = TRUE, kept = FALSE, opened = 3, clicked = 1", "Invitation | 3 75% | 1 25% | 0 0%"},
		{"an untracked one shows only registrations", "tracked = FALSE", "Invitation | unknown | unknown | 0 0%"},
		{"one that only reached the outbox says so", "kept = TRUE", "Invitation · In the outbox | unknown | unknown | 0 0%"},
		{"without a message sent there is no rate", "sent = 0, pending = 4", "Invitation · In the outbox | unknown | unknown | 0"},
		{"a reminder says so", "kept = FALSE, reminder_of = id", "Reminder | unknown | unknown | 0"},
	} {
		t.Run(x.name, func(t *testing.T) {
			w.Exec("UPDATE campaigns SET "+x.change+" WHERE id = $1", c.ID)
			r := rows(office(w, func() []events.Record { return nil }).On(t).Get(paths.Campaigns()).Want(200))[0]
			if got := fmt.Sprintf("%s | %s | %s | %s", r[0][len("Gala "):], r[3], r[4], r[5]); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPages_list_progress(t *testing.T) {
	w := small(t, sink.Options{}).Invite(4)
	c := w.Send()
	for _, x := range []struct {
		name, change, want string
		bar                bool
	}{
		{"while it is sent there is a bar", "status = 'sending', sent = 1, pending = 3", "Sent: 1 of 4Pending 3", true},
		{"once it is cancelled the bar shows how far it came", "status = 'cancelled'", "Sent: 1 of 4Not sent 3", true},
		{"once it is completed there is a figure", "status = 'completed', sent = 4, pending = 0", "4 sent", false},
		{"what failed stands beside the figure", "sent = 3, failed = 1", "3 sentFailed 1", false},
		{"what was kept was not sent", "kept = TRUE, sent = 4, failed = 0", "4 in the outbox", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			w.Exec("UPDATE campaigns SET "+x.change+" WHERE id = $1", c.ID)
			cell := office(w, func() []events.Record { return nil }).On(t).Get(paths.Campaigns()).Want(200).Doc().Find(".camp-progress").First()
			if got := htmltest.Text(cell); got != x.want || (cell.Find("svg").Length() > 0) != x.bar ||
				(cell.Find("[aria-hidden]").Length() > 0) != x.bar {
				t.Errorf("%q, want %q, with a bar: %v", got, x.want, x.bar)
			}
		})
	}
}

func TestPages_list_events(t *testing.T) {
	w := small(t, sink.Options{})
	event := func(id string, audience int64, change func(*events.Event)) events.Record {
		e := events.Event{ID: id, State: events.Open, StartsAt: db.InstantOf(sends.Began.Add(27 * 24 * time.Hour))}
		e.Content.FR.Title = "The " + id
		if change != nil {
			change(&e)
		}
		return events.Record{Event: e, Audience: audience}
	}
	w.Exec(`INSERT INTO campaigns (event_id, type, status, channel, sender, tracked, salt, total, sent, created_at, updated_at)
		VALUES ('sent', 'event', 'completed', 'bulk', 'x', FALSE, '', 1, 1, 1, 1)`)
	closed := event("closed", 5, func(e *events.Event) { e.State = events.Closed })
	list := []events.Record{closed, event("empty", 0, nil), event("sent", 5, nil), event("new", 1, nil)}
	staff := office(w, func() []events.Record { return list })
	t.Run("the dialog has every event that takes answers, and the list those without an invitation", func(t *testing.T) {
		a := staff.On(t).Get(paths.Campaigns()).Want(200)
		note := "Thu, Dec 17 · "
		var choices []string
		for _, x := range a.Doc().Find("#new-send li").EachIter() {
			choices = append(choices, htmltest.Text(x)+" → "+x.Find("a").AttrOr("href", ""))
		}
		want := []string{"The empty " + note + i18n.EN.T(i18n.CampNewNobody) + " → " + paths.Audience("empty", nil),
			"The sent " + note + i18n.EN.T(i18n.CampNewSent) + " → " + paths.SendEvent("sent", nil),
			"The new " + note + i18n.EN.N(1, i18n.TaskAddresses) + " → " + paths.SendEvent("new", nil)}
		if !slices.Equal(choices, want) {
			t.Errorf("%q, want %q", choices, want)
		}
		if got := hrefs(a, ".camp-unsent a"); !slices.Equal(got, []string{paths.Audience("empty", nil), paths.SendEvent("new", nil)}) {
			t.Errorf("without an invitation: %v", got)
		}
		fold := htmltest.One(t, a.Doc(), "#rows ~ .camp-fold[open] > summary")
		if got, want := htmltest.Text(fold), i18n.EN.N(2, i18n.CampUnsent); got != want {
			t.Errorf("below the campaigns they are one row that reads %q, want %q", got, want)
		}
	})
	for _, x := range []struct {
		name string
		list []events.Record
		want []string
	}{
		{"while an invitation is to be prepared, the main button is that of a new campaign", list[2:], []string{i18n.EN.T(i18n.CampNew)}},
		{"and while there is none", []events.Record{closed, list[2]}, []string{i18n.EN.T(i18n.CampNew)}},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			a := office(w, func() []events.Record { return x.list }).On(t).Get(paths.Campaigns()).Want(200)
			for _, button := range a.Doc().Find("main .btn-primary").EachIter() {
				got = append(got, htmltest.Text(button))
			}
			if !slices.Equal(got, x.want) {
				t.Errorf("the button is %q, want %q", got, x.want)
			}
		})
	}
	for _, x := range []struct {
		name, path   string
		dialog, open bool
	}{
		{"the dialog is closed at first", paths.Campaigns(), true, false},
		{"a link without a script opens it", paths.Campaigns() + "?ask=new", true, true},
		{"another question does not", paths.Campaigns() + "?ask=cancel", true, false},
		{"the list of one event has no dialog", paths.CampaignsBefore(0, "sent"), false, false},
		{"an older page has no dialog", paths.CampaignsBefore(9, ""), false, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := staff.On(t).Get(x.path).Want(200)
			if a.Has("dialog#new-send") != x.dialog || a.Has("dialog#new-send[open]") != x.open {
				t.Error(a.Body)
			}
		})
	}
}
