package events

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"presence/app/accounts/auth"
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

// TestPages_delete_tells_guests deletes an event to which three guests who can be reached are coming.
func TestPages_delete_tells_guests(t *testing.T) {
	eachFixture(t, func(t *testing.T, d *fixture) {
		guests, told := int64(3), 0
		d.hooks.CountToCancel = func(context.Context, Event) (int64, error) { return guests, nil }
		d.hooks.PrepareCancellation = func(context.Context, Event) (StoreCancellation, error) {
			return func(context.Context, *db.Tx, auth.Actor) (int64, error) {
				told++
				return guests, nil
			}, nil
		}
		made := func(t *testing.T, id string, over bool) *fixture {
			d.on(t).made(id, func(c *Changes) {
				if c.State = new(Open); over {
					c.StartsAt, c.EndsAt, c.Deadline = new(db.InstantOf(noon)-2), new(db.InstantOf(noon)-1), nil
				}
			})
			told = 0
			return d.on(t)
		}
		tick := func(d *fixture, id string) (offered, checked bool) {
			x := d.get("/staff/events/" + id + "?ask=delete").Find("dialog#delete [name=tell]")
			_, checked = x.Attr("checked")
			return x.Length() == 1, checked
		}
		t.Run("proposes it, and tells them", func(t *testing.T) {
			d := made(t, "one", false)
			if offered, checked := tick(d, "one"); !offered || !checked {
				t.Errorf("offered %v, checked %v", offered, checked)
			}
			text := htmltest.Text(d.get("/staff/events/one?ask=delete").Find("dialog#delete form[action$=delete] label"))
			if text != "Email 3 guests who are coming" {
				t.Errorf("it says %q", text)
			}
			a := d.post("/staff/events/one/delete", url.Values{"tell": {"true"}})
			d.says(d.leadsTo(a, "/staff/events"), "“Gala” deleted. 3 guests will be notified by email.")
			if told != 1 {
				t.Errorf("told %d times", told)
			}
		})
		t.Run("tells nobody when it is not ticked", func(t *testing.T) {
			d := made(t, "two", false)
			d.says(d.leadsTo(d.post("/staff/events/two/delete", nil), "/staff/events"), "“Gala” deleted.")
			if told != 0 {
				t.Error("they are told")
			}
		})
		t.Run("proposes nothing of an event that is over, and tells nobody", func(t *testing.T) {
			d := made(t, "three", true)
			if offered, _ := tick(d, "three"); offered {
				t.Error("it proposes it")
			}
			if _, err := d.DeleteAndTell(t.Context(), staff, "three", nil); err != nil || told != 0 {
				t.Errorf("told %d times, %v", told, err)
			}
		})
		t.Run("proposes nothing without such guests", func(t *testing.T) {
			guests = 0
			if offered, _ := tick(made(t, "four", false), "four"); offered {
				t.Error("it proposes it")
			}
			guests = 3
		})
		t.Run("proposes nothing of an event that ships with the program, and tells nobody", func(t *testing.T) {
			const id = "fete-clients-2026"
			d := d.on(t)
			if _, err := d.Update(t.Context(), staff, id, nil, Changes{FR: ContentChanges{Title: new("Autre")}}); err != nil {
				t.Fatal(err)
			}
			told = 0
			if offered, _ := tick(d, id); offered {
				t.Error("it proposes it")
			}
			if _, err := d.DeleteAndTell(t.Context(), staff, id, nil); err != nil || told != 0 {
				t.Errorf("told %d times, %v", told, err)
			}
		})
		t.Run("tells them by the API if it is asked to", func(t *testing.T) {
			for path, want := range map[string]int{"five": 0, "six?tell_guests=true": 1} {
				id, _, _ := strings.Cut(path, "?")
				d := made(t, id, false)
				d.send("DELETE", "/events/"+path, nil).Want(204)
				if told != want {
					t.Errorf("%s: told %d times", path, told)
				}
			}
		})
	})
}
