package rsvp

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"presence/app/accounts/outgoingmail"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/seal"
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

// told has the guests told of a version of the gala, and returns how many staff were promised.
func (w *mailWorld) told(version int64) (n int64) {
	w.Helper()
	n, err := w.SendUpdates(w.Context(), staff, "gala", version)
	if err == nil {
		err = w.QueueUpdates(w.Context())
	}
	if err != nil {
		w.Fatal(err)
	}
	return n
}

// tells sends the updates of a version of the gala, and returns the recipients of what was delivered, sorted.
func (w *mailWorld) tells(version int64) (recipients string) {
	w.Helper()
	n := w.told(version)
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
			w.told(w.move())
			list := w.delivered()
			ann := list[0]
			w.has(ann, "Some details have changed. The event is still going ahead.", "Hello Ann,", "2 people", "Change or cancel")
			if e := w.entryOf(ann); ann.Subject != "Event update: Customer gala" || e.method != "REQUEST" || e.uid != before.uid ||
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
			w.told(w.move())
			bob := w.delivered()[1]
			w.has(bob, "Cet événement est annulé")
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
				w.must(w.QueueUpdates(t.Context()))
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

// guests registers that many guests of the gala who can be told of changes.
func (w *mailWorld) guests(n int) {
	w.Helper()
	w.exec(`INSERT INTO rsvps (event_id, identity, name, email, email_key, people, language, confidence, created_at, responded_at)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ` + strconv.Itoa(n) + `)
		SELECT 'gala', 'email:' || CAST(i AS TEXT), 'Ann', CAST(i AS TEXT) || '@example.org', CAST(i AS TEXT) || '@example.org', 1, 'fr', 'none', 1, 1 FROM n`)
}

// wantTold fails unless that many guests were queued one message each that is still to be sent, with a link and a code.
func (w *mailWorld) wantTold(n int64) {
	w.Helper()
	const queued = " FROM outgoing_mail WHERE kind = 'event_update' AND state = 'queued'"
	messages, guests := w.count("SELECT COUNT(*)"+queued), w.count("SELECT COUNT(DISTINCT recipient)"+queued)
	if messages != n || guests != n {
		w.Errorf("%d messages to %d guests are queued, want %d", messages, guests, n)
	}
}

// interruptedSealer calls a function before it encrypts a message.
type interruptedSealer struct {
	outgoingmail.Sealer
	before func()
}

func (s interruptedSealer) Seal(place, text string) []byte {
	s.before()
	return s.Sealer.Seal(place, text)
}

// interrupt has before called for each message before it is encrypted.
func (w *mailWorld) interrupt(before func()) {
	w.Helper()
	sealer, err := seal.New(secret, "outgoing mail")
	w.must(err)
	w.queue = outgoingmail.NewService(w.DB, w.now, interruptedSealer{sealer, before}, func() outgoingmail.Route { return w.route })
	w.Service.mail.Queue = w.queue
}

// TestQueueUpdates_of_many tells the guests of five steps. While each message is composed, another write changes the tally of the event:
// it would wait for a transaction that composes, and fail.
func TestQueueUpdates_of_many(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		const guests = 4*updatesPerStep + 1
		w.guests(guests)
		before, most := int64(0), int64(0)
		w.interrupt(func() {
			w.exec("UPDATE rsvp_tallies SET untold = untold WHERE event_id = 'gala'")
			now := w.count("SELECT COUNT(*) FROM outgoing_mail")
			before, most = now, max(most, now-before)
		})
		if n := w.told(1); n != guests {
			t.Errorf("staff were promised that %d are told, want %d", n, guests)
		}
		w.wantTold(guests)
		if most != updatesPerStep {
			t.Errorf("%d messages were stored between two others, want %d", most, updatesPerStep)
		}
		if links, codes := w.count("SELECT COUNT(*) FROM rsvp_links"), w.count("SELECT COUNT(*) FROM rsvp_codes"); links != guests || codes != guests {
			t.Errorf("%d links, %d codes", links, codes)
		}
		if n := w.count("SELECT COUNT(*) FROM rsvp_tallies WHERE update_version <> 0 OR update_after <> 0"); n != 0 {
			t.Error("the update is not finished")
		}
	})
}

// TestQueueUpdates_by_two tells the guests by two processes at the same time.
func TestQueueUpdates_by_two(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		const guests = 2*updatesPerStep + 1
		w.guests(guests)
		if _, err := w.SendUpdates(t.Context(), staff, "gala", 1); err != nil {
			t.Fatal(err)
		}
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() {
				if err := w.QueueUpdates(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		w.wantTold(guests)
		if links := w.count("SELECT COUNT(*) FROM rsvp_links"); links != guests {
			t.Errorf("%d links for %d guests", links, guests)
		}
	})
}

// TestQueueUpdates_meanwhile changes something while the first message of a step is composed.
func TestQueueUpdates_meanwhile(t *testing.T) {
	const guests, told = 2*updatesPerStep + 1, updatesPerStep + 1 // the message during which it happens is the first of the second step
	ofVersion2 := func(w *mailWorld) {
		w.wantTold(guests)
		if n := w.count("SELECT COUNT(*) FROM outgoing_mail WHERE state = 'queued' AND once LIKE 'event_update/gala/2/%'"); n != guests {
			w.Errorf("%d are told of the newest version", n)
		}
	}
	for _, x := range []struct {
		name  string
		event func(w *mailWorld)
		check func(w *mailWorld)
		first func(w *mailWorld) // happens during the first message of all; nil: nothing does
	}{
		{"a second change, which staff agree to tell of, is told to all", func(w *mailWorld) {
			_, err := w.SendUpdates(w.Context(), staff, "gala", w.move())
			w.must(err)
		}, func(w *mailWorld) {
			ofVersion2(w)
			if n := w.count("SELECT COUNT(*) FROM outgoing_mail WHERE state = 'cancelled'"); n != updatesPerStep {
				w.Errorf("%d messages of before are cancelled", n)
			}
		}, nil},
		{"a second change, which staff agree to tell of only when it is composed already, is told to all", func(w *mailWorld) {
			_, err := w.SendUpdates(w.Context(), staff, "gala", 2)
			w.must(err)
		}, ofVersion2, func(w *mailWorld) { w.move() }},
		{"a change that staff do not ask to tell of is in the messages that follow", func(w *mailWorld) {
			w.exec("UPDATE events SET title_fr = 'Autre titre', version = version + 1")
		}, func(w *mailWorld) {
			w.wantTold(guests)
			if n := w.count("SELECT COUNT(*) FROM outgoing_mail WHERE subject LIKE '%Autre titre'"); n != guests-updatesPerStep {
				w.Errorf("%d messages have the new title", n)
			}
		}, nil},
		{"a guest who cancels is not told", func(w *mailWorld) {
			w.exec("UPDATE rsvps SET people = 0, version = version + 1 WHERE email = '101@example.org'")
		}, func(w *mailWorld) { w.wantTold(guests - 1) }, nil},
		{"a guest who changes the answer is told with the new one", func(w *mailWorld) {
			w.exec("UPDATE rsvps SET language = 'en', version = version + 1 WHERE email = '150@example.org'")
		}, func(w *mailWorld) {
			w.wantTold(guests)
			if n := w.count("SELECT COUNT(*) FROM outgoing_mail WHERE language = 'en'"); n != 1 {
				w.Errorf("%d messages are in English", n)
			}
		}, nil},
		{"an event that is over is told of no more", func(w *mailWorld) { w.clock = starts.Add(5 * time.Hour) },
			func(w *mailWorld) { w.wantTold(updatesPerStep) }, nil},
		{"an event that is deleted is told of no more, and what is queued of it is cancelled", func(w *mailWorld) {
			w.must(w.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
				if _, err := tx.Exec(ctx, "DELETE FROM events WHERE id = 'gala'"); err != nil {
					return err
				}
				return w.DeleteEvent(ctx, tx, "gala")
			}))
		}, func(w *mailWorld) { w.wantTold(0) }, nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			eachMailWorld(t, func(t *testing.T, w *mailWorld) {
				w.guests(guests)
				sealed := 0
				w.interrupt(func() {
					switch sealed++; {
					case sealed == 1 && x.first != nil:
						x.first(w)
					case sealed == told:
						x.event(w)
					}
				})
				w.told(1)
				x.check(w)
			})
		})
	}
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
			{"sends what staff agree to", "1", "1 guest will be notified by email.", 1},
			{"sends nothing a second time", "1", "Everyone has already been notified.", 0},
			{"sends nothing about an event that has changed since", "9", "The event has changed in the meantime. Nothing was sent.", 0},
			{"sends nothing without a version", "", "The event has changed in the meantime. Nothing was sent.", 0},
		} {
			t.Run(x.name, func(t *testing.T) {
				d := d.on(t)
				a := d.post("/staff/events/gala/rsvps/updates", url.Values{"version": {x.version}})
				d.says(d.leadsTo(a, "/staff/events/gala"), x.says)
				w.must(w.QueueUpdates(t.Context()))
				if n := len(w.mailOn(t).delivered()); n != x.sent {
					t.Errorf("%d were sent, want %d", n, x.sent)
				}
			})
		}
		d.missing(http.MethodPost, "/staff/events/none/rsvps/updates")
	})
}

// BenchmarkTellGuests queues the messages to 2,000 guests.
func BenchmarkTellGuests(b *testing.B) {
	w := newMailWorld(newWorld(b, dbtest.OpenSQLite(b)))
	w.guests(2000)
	for b.Loop() {
		w.exec("DELETE FROM outgoing_mail")
		if n := w.told(1); n != 2000 {
			b.Fatal(n)
		}
	}
}
