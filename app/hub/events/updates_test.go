package events

import (
	"context"
	"net/url"
	"strconv"
	"testing"

	"presence/app/apptest/htmltest"
	"presence/db"
)

// TestPages_save_asks_to_tell_guests saves changes of an event to which three guests who can be reached are coming.
func TestPages_save_asks_to_tell_guests(t *testing.T) {
	const asks = "The date, time, place or visibility of the event has changed. 3 expected guests gave an email address."
	for _, x := range []struct {
		name   string
		form   url.Values
		guests int64
		text   string // of the question; empty: nothing is asked
	}{
		{"of another beginning", url.Values{"starts_at": {"2026-12-01T12:00"}}, 3, asks},
		{"of another end", url.Values{"ends_at": {"2026-12-31T12:00"}}, 3, asks},
		{"of another place", url.Values{"content.fr.address": {"12, rue de l’Église"}}, 3, asks},
		{"of another place in English", url.Values{"content.en.address": {"12 Church Street"}}, 3, asks},
		{"of an event that guests no longer see", url.Values{"status": {"draft"}}, 3, "Guests can no longer see the event. 3 expected " +
			"guests gave an email address: the message will say that the event is cancelled."},
		{"but not when no guest can be reached", url.Values{"content.fr.address": {"12, rue de l’Église"}}, 0, ""},
		{"but not of another title", url.Values{"content.fr.title": {"Bal"}}, 3, ""},
		{"but not of the end of answers", url.Values{"status": {"closed"}}, 3, ""},
		{"but not of an undone change", url.Values{"status": {"draft"}, "undo": {"1"}}, 3, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			eachFixture(t, func(t *testing.T, d *fixture) {
				d.hooks.Reachable = func(context.Context, string) (int64, error) { return x.guests, nil }
				before := d.made("one", func(c *Changes) { c.State = new(Open) })
				a := d.post("/staff/events/one", x.form)
				version := strconv.FormatInt(before.Version+1, 10)
				if x.text == "" {
					d.leadsTo(a, "/staff/events/one")
					if d.get("/staff/events/one?tell="+version).Find(".banner form").Length() != 0 && x.guests == 0 {
						t.Error("its address asks")
					}
					return
				}
				a.RedirectsTo("/staff/events/one?tell=" + version)
				banner := htmltest.One(t, d.get("/staff/events/one?tell="+version), ".banner")
				if got := htmltest.Text(banner.Find("p:not(.banner-title)")); got != x.text {
					t.Errorf("it asks %q, want %q", got, x.text)
				}
				form := htmltest.One(t, banner, "form")
				if sent := hidden(form); form.AttrOr("action", "") != "/staff/events/one/rsvps/updates" || sent.Encode() != "version="+version {
					t.Errorf("it posts %s to %s", sent.Encode(), form.AttrOr("action", ""))
				}
				if d.get("/staff/events/one?tell="+strconv.FormatInt(before.Version, 10)).Find(".banner form").Length() != 0 {
					t.Error("it asks about an earlier version")
				}
			})
		})
	}
}

func TestPages_one_does_not_ask_about_an_event_that_is_over(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		d.hooks.Reachable = func(context.Context, string) (int64, error) { return 3, nil }
		r := d.made("one", func(c *Changes) {
			c.StartsAt, c.EndsAt, c.Deadline = new(db.InstantOf(noon)-2), new(db.InstantOf(noon)-1), nil
		})
		if d.get("/staff/events/one?tell="+strconv.FormatInt(r.Version, 10)).Find(".banner form").Length() != 0 {
			t.Error("it asks")
		}
	})
}
