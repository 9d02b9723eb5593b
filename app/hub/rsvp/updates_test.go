package rsvp

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// move gives the gala another hour, as a saved change does.
func (w *mailWorld) move() (version int64) {
	w.Helper()
	w.clock = w.clock.Add(time.Minute)
	w.exec("UPDATE events SET starts_at = starts_at + 3600000, version = version + 1, updated_at = $1 WHERE id = 'gala'", db.InstantOf(w.clock))
	return w.count("SELECT version FROM events WHERE id = 'gala'")
}

// tells sends the updates of a version of the gala, and returns the recipients of what was delivered, sorted.
func (w *mailWorld) tells(version int64) (recipients string) {
	w.Helper()
	n, err := w.SendUpdates(w.Context(), staff, "gala", version)
	if err != nil {
		w.Fatal(err)
	}
	var list []string
	for _, c := range w.delivered() {
		list = append(list, c.To.Email)
	}
	if int(n) != len(list) {
		w.Errorf("%d were queued, %d delivered", n, len(list))
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func TestSendUpdates(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		w.answers(Answer{Name: "Ann Roy", Email: "ann@example.org", People: 2, Language: i18n.EN}, "")
		w.answers(Answer{Name: "Bob Roy", Email: "bob@example.org"}, "")
		w.answers(Answer{Name: "No Address", Phone: "418 555-0142"}, "")
		w.answers(Answer{Name: "Gone", Email: "gone@example.org"}, "")
		for email, reason := range map[string]string{"bounced": "bounced", "complained": "complained", "bob": "unsubscribed"} {
			w.answers(Answer{Name: email, Email: email + "@example.org"}, "")
			w.exec("INSERT INTO suppressions (email_key, reason, since) VALUES ($1, $2, 1)", email+"@example.org", reason)
		}
		if _, err := w.answer(Answer{Name: "Gone", Email: "gone@example.org"}, ""); err != nil {
			t.Fatal(err)
		}
		before := w.entryOf(w.delivered()[0])
		version := w.move()
		t.Run("go to those who come and have an address that takes mail", func(t *testing.T) {
			w := w.mailOn(t)
			if n, err := w.Reachable(t.Context(), "gala"); err != nil || n != 2 {
				t.Errorf("staff are told of %d (%v)", n, err)
			}
			if got := w.tells(version); got != "ann@example.org bob@example.org" {
				t.Errorf("they go to %s", got)
			}
			if n := w.count("SELECT COUNT(*) FROM audit_log WHERE action = 'guests_told' AND record_id = 'gala'"); n != 1 {
				t.Errorf("the audit log has it %d times", n)
			}
		})
		t.Run("are not sent twice", func(t *testing.T) {
			if got := w.mailOn(t).tells(version); got != "" {
				t.Errorf("again to %s", got)
			}
		})
		t.Run("go to who has answered since", func(t *testing.T) {
			w := w.mailOn(t)
			w.answers(Answer{Name: "Léa", Email: "lea@example.org"}, "")
			w.one()
			if got := w.tells(version); got != "lea@example.org" {
				t.Errorf("they go to %s", got)
			}
		})
		t.Run("change the entry in the calendar, in the guest’s language", func(t *testing.T) {
			w := w.mailOn(t)
			if _, err := w.SendUpdates(t.Context(), staff, "gala", w.move()); err != nil {
				t.Fatal(err)
			}
			list := w.delivered()
			ann := list[0]
			w.has(ann, "The time, place or status of this event has changed", "Hello Ann,", "2 people", "Change or cancel")
			if e := w.entryOf(ann); ann.Subject != "Updated: Customer gala" || e.method != "REQUEST" || e.uid != before.uid ||
				e.sequence <= before.sequence {
				t.Errorf("%s: after %+v the calendar gets %+v", ann.Subject, before, e)
			}
			if o, err := w.answer(Answer{Name: "Ann Roy", People: 1}, w.tokenIn(ann)); err != nil || !o.Updated {
				t.Errorf("its link answers %+v %v", o, err)
			}
			w.one()
		})
		t.Run("take an event out of the calendar that guests no longer see", func(t *testing.T) {
			w := w.mailOn(t)
			w.exec("UPDATE events SET state = 'draft' WHERE id = 'gala'")
			if _, err := w.SendUpdates(t.Context(), staff, "gala", w.move()); err != nil {
				t.Fatal(err)
			}
			bob := w.delivered()[1]
			w.has(bob, "Cet événement n’aura pas lieu comme prévu")
			if e := w.entryOf(bob); bob.Subject != "Annulé\u00a0: Gala des clients" || e.method != "CANCEL" || e.status != "CANCELLED" {
				t.Errorf("%s: the calendar gets %+v", bob.Subject, e)
			}
			if strings.Contains(bob.Text, "/rsvp/") {
				t.Errorf("a link leads to a page that is not there:\n%s", bob.Text)
			}
		})
	})
}

func TestSendUpdates_are_refused(t *testing.T) {
	for _, x := range []struct {
		name   string
		before func(w *mailWorld)
		stale  bool
	}{
		{"when the event has changed since it was asked about", func(w *mailWorld) { w.move() }, true},
		{"when the event is over", func(w *mailWorld) { w.clock = starts.Add(5 * time.Hour) }, true},
		{"without a mail server", func(w *mailWorld) { w.route.Channel = nil }, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			eachMailWorld(t, func(t *testing.T, w *mailWorld) {
				w.answers(Answer{Name: "Ann Roy", Email: "ann@example.org"}, "")
				queued := w.count("SELECT COUNT(*) FROM outgoing_mail")
				x.before(w)
				n, err := w.SendUpdates(t.Context(), staff, "gala", 1)
				if n != 0 || (errs.KindOf(err) == errs.KindStale) != x.stale || err != nil && !x.stale {
					t.Errorf("%d were queued: %v", n, err)
				}
				if now := w.count("SELECT COUNT(*) FROM outgoing_mail"); now != queued {
					t.Errorf("%d messages were stored", now-queued)
				}
			})
		})
	}
}

// TestSendUpdates_of_many goes over more guests than are read at once.
func TestSendUpdates_of_many(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		const guests = 2*updatesPerQuery + 1
		w.exec(`INSERT INTO rsvps (event_id, identity, name, email, email_key, people, language, confidence, created_at, responded_at)
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ` + strconv.Itoa(guests) + `)
			SELECT 'gala', 'email:' || CAST(i AS TEXT), 'Ann', CAST(i AS TEXT) || '@example.org', CAST(i AS TEXT) || '@example.org', 1, 'fr', 'none', 1, 1 FROM n`)
		n, err := w.SendUpdates(t.Context(), staff, "gala", 1)
		if err != nil || n != guests {
			t.Errorf("%d were queued, want %d (%v)", n, guests, err)
		}
		if links, different := w.count("SELECT COUNT(*) FROM rsvp_links"), w.count("SELECT COUNT(DISTINCT recipient) FROM outgoing_mail"); links != guests || different != guests {
			t.Errorf("%d links, %d recipients", links, different)
		}
	})
}

func TestPages_sendUpdates(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		d := newFixture(w.world)
		w.answers(Answer{Name: "Ann Roy", Email: "ann@example.org"}, "")
		w.one()
		for _, x := range []struct {
			name, version, says string
			sent                int
		}{
			{"sends what staff agree to", "1", "1 email is on its way.", 1},
			{"sends nothing a second time", "1", "Everyone has been told already.", 0},
			{"sends nothing about an event that has changed since", "9", "The event has changed in the meantime. Nothing was sent.", 0},
			{"sends nothing without a version", "", "The event has changed in the meantime. Nothing was sent.", 0},
		} {
			t.Run(x.name, func(t *testing.T) {
				d := d.on(t)
				a := d.post("/staff/events/gala/rsvps/updates", url.Values{"version": {x.version}})
				d.says(d.leadsTo(a, "/staff/events/gala"), x.says)
				if n := len(w.mailOn(t).delivered()); n != x.sent {
					t.Errorf("%d were sent, want %d", n, x.sent)
				}
			})
		}
		d.missing(http.MethodPost, "/staff/events/none/rsvps/updates")
	})
}

// BenchmarkSendUpdates queues the messages to 2,000 guests.
func BenchmarkSendUpdates(b *testing.B) {
	w := newMailWorld(newWorld(b, dbtest.OpenSQLite(b)))
	for i := range 2000 {
		w.exec(`INSERT INTO rsvps (event_id, identity, name, email, email_key, people, language, confidence, created_at, responded_at)
			VALUES ('gala', $1, 'Ann', $1, $1, 1, 'fr', 'none', 1, 1)`, fmt.Sprint(i, "@example.org"))
	}
	for b.Loop() {
		w.exec("DELETE FROM outgoing_mail")
		if n, err := w.SendUpdates(b.Context(), staff, "gala", 1); err != nil || n != 2000 {
			b.Fatal(n, err)
		}
	}
}
