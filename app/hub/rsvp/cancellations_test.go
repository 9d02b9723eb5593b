package rsvp

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/hub/events"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/db"
)

// cancelled deletes the gala as staff do who tell the guests. fail is returned by another feature that keeps the event; nil: it is deleted.
func (w *mailWorld) cancelled(fail error) (int64, error) {
	w.Helper()
	s := events.NewService(w.DB, w.now, events.Hooks{CountToCancel: w.CountToCancel, PrepareCancellation: w.PrepareCancellation,
		Deleted: []func(context.Context, *db.Tx, string) error{w.DeleteEvent, func(context.Context, *db.Tx, string) error { return fail }}})
	return s.DeleteAndTell(w.Context(), staff, "gala", nil)
}

// TestPrepareCancellation deletes the gala, of which guests are told.
func TestPrepareCancellation(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		w.answers(Answer{Name: "Ann Roy", Email: "ann@example.org", People: 2, Language: i18n.EN}, "")
		w.answers(Answer{Name: "Bob Roy", Email: "bob@example.org"}, "")
		w.answers(Answer{Name: "No Address", Phone: "418 555-0142"}, "")
		w.answers(Answer{Name: "Gone", Email: "gone@example.org"}, "")
		w.answers(Answer{Name: "Bounced", Email: "bounced@example.org"}, "")
		w.exec("INSERT INTO suppressions (email_key, reason, since) VALUES ('bounced@example.org', 'bounced', 1)")
		if _, err := w.answer(Answer{Name: "Gone", Email: "gone@example.org"}, ""); err != nil {
			t.Fatal(err)
		}
		before := w.entryOf(w.delivered()[0])
		w.clock = w.clock.Add(time.Minute)
		w.answers(Answer{Name: "Bob Roy", Email: "bob@example.org", People: 3}, "") // its confirmation waits
		w.clock = w.clock.Add(time.Minute)
		t.Run("sends nothing of an event that could not be deleted", func(t *testing.T) {
			w := w.mailOn(t)
			refused := errors.New("refused")
			if n, err := w.cancelled(refused); !errors.Is(err, refused) || w.count("SELECT COUNT(*) FROM outgoing_mail WHERE kind = 'event_update'") != 0 {
				t.Errorf("%d, %v", n, err)
			}
		})
		t.Run("goes to those who come and have an address that takes mail", func(t *testing.T) {
			w := w.mailOn(t)
			if n, err := w.cancelled(nil); err != nil || n != 2 {
				t.Fatalf("%d, %v", n, err)
			}
			if n := w.count("SELECT COUNT(*) FROM events") + w.count("SELECT COUNT(*) FROM rsvps"); n != 0 {
				t.Errorf("%d records are left of the event", n)
			}
			list := w.delivered()
			slices.SortFunc(list, func(a, b mail.Content) int { return strings.Compare(a.To.Email, b.To.Email) })
			if len(list) != 2 || list[0].To.Email != "ann@example.org" || list[1].To.Email != "bob@example.org" {
				t.Fatalf("%d messages", len(list))
			}
			ann, bob := list[0], list[1]
			w.has(ann, "This event has been cancelled", "Hello Ann,")
			w.has(bob, "Cet événement est annulé")
			if ann.Subject != "Cancelled: Customer gala" || bob.Subject != "Annulé\u00a0: Gala des clients" {
				t.Errorf("%q, %q", ann.Subject, bob.Subject)
			}
			if e := w.entryOf(ann); e.method != "CANCEL" || e.status != "CANCELLED" || e.uid != before.uid || e.sequence <= before.sequence {
				t.Errorf("after %+v the calendar gets %+v", before, e)
			}
			if strings.Contains(ann.Text, "/rsvp/") {
				t.Errorf("a link leads to a page that is not there:\n%s", ann.Text)
			}
			if n := w.count("SELECT COUNT(*) FROM audit_log WHERE action = 'guests_told' AND record_id = 'gala'"); n != 1 {
				t.Errorf("the audit log has it %d times", n)
			}
		})
	})
}

// TestPrepareCancellation_meanwhile changes something between the composition of the messages and the deletion.
func TestPrepareCancellation_meanwhile(t *testing.T) {
	for _, x := range []struct {
		name, sql string
		want      string // recipients, and the beginning of the subject
	}{
		{"a guest who cancels is not told", "UPDATE rsvps SET people = 0, version = version + 1 WHERE email = '1@example.org'", "2@example.org Annulé"},
		{"a guest who changes the language is told in the new one",
			"UPDATE rsvps SET language = 'en', version = version + 1 WHERE email = '1@example.org'", "1@example.org Cancelled, 2@example.org Annulé"},
		{"a guest who answers is told", `INSERT INTO rsvps (event_id, identity, name, email, email_key, people, language, confidence, created_at,
			responded_at) VALUES ('gala', 'email:3', 'Ann', '3@example.org', '3@example.org', 1, 'en', 'none', 1, 1)`,
			"1@example.org Annulé, 2@example.org Annulé, 3@example.org Cancelled"},
		{"a new title is in the messages", "UPDATE events SET title_fr = 'Bal', version = version + 1 WHERE id = 'gala'",
			"1@example.org Annulé Bal, 2@example.org Annulé Bal"},
	} {
		t.Run(x.name, func(t *testing.T) {
			eachMailWorld(t, func(t *testing.T, w *mailWorld) {
				w.guests(2)
				sealed := 0
				w.interrupt(func() {
					if sealed++; sealed == 2 { // the last message that is composed before the deletion
						w.exec(x.sql)
					}
				})
				if _, err := w.cancelled(nil); err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, m := range w.delivered() {
					text, rest, _ := strings.Cut(m.Subject, "\u00a0: ")
					if text, _, _ = strings.Cut(text, ":"); rest == "Bal" {
						text += " " + rest
					}
					got = append(got, m.To.Email+" "+text)
				}
				slices.Sort(got)
				if text := strings.Join(got, ", "); text != x.want {
					t.Errorf("told are %s, want %s", text, x.want)
				}
			})
		})
	}
}

// Guests who were told that the event is a draft, which means that it is cancelled, are not told again; the others are.
func TestPrepareCancellation_of_a_draft(t *testing.T) {
	eachMailWorld(t, func(t *testing.T, w *mailWorld) {
		w.guests(2)
		w.exec("UPDATE events SET state = 'draft' WHERE id = 'gala'")
		w.told(w.move())
		w.exec(`INSERT INTO rsvps (event_id, identity, name, email, email_key, people, language, confidence, created_at, responded_at)
			VALUES ('gala', 'email:3', 'Ann', '3@example.org', '3@example.org', 1, 'en', 'none', 1, 1)`)
		if n, err := w.cancelled(nil); n != 1 || err != nil {
			t.Fatalf("%d are told, %v", n, err)
		}
		if n := len(w.delivered()); n != 3 {
			t.Errorf("%d messages, want 3", n)
		}
	})
}

// Of an event that is deleted nothing goes out any more, whether guests are told or not, except that it is cancelled.
func TestDeleteEvent_cancels_what_is_queued(t *testing.T) {
	for name, deleted := range map[string]func(w *waitingWorld) error{
		"and told": func(w *waitingWorld) error { _, err := w.cancelled(nil); return err },
		"and not told": func(w *waitingWorld) error {
			return w.DB.Write(w.Context(), func(ctx context.Context, tx *db.Tx) error { return w.DeleteEvent(ctx, tx, "gala") })
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
				w = w.on(t)
				w.fill("Ann 2, Bob 2")
				w.must(w.comes("Filler", 8))
				queued := func(kinds string) int64 {
					return w.count("SELECT COUNT(*) FROM outgoing_mail WHERE state = 'queued' AND kind IN (" + kinds + ")")
				}
				const others = "'confirmation', 'waiting_list', 'offer'"
				if queued(others) < 3 {
					t.Fatalf("%d messages are queued", queued(others))
				}
				w.must(deleted(w))
				want := map[string]int64{"and told": 1}[name]
				if queued(others) != 0 || queued("'event_update'") != want {
					t.Errorf("%d messages are left, and %d say that it is cancelled, want %d", queued(others), queued("'event_update'"), want)
				}
			})
		})
	}
}
