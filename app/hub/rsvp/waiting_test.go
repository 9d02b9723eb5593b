package rsvp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/outgoingmail"
	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/db"
	"presence/db/dbtest"
)

// waitingWorld is a mailWorld whose gala has room for ten, with the service that changes events.
type waitingWorld struct {
	*mailWorld
	events *events.Service
}

func eachWaitingWorld(t *testing.T, fn func(t *testing.T, w *waitingWorld)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, newWaitingWorld(newWorld(t, d))) })
}

func newWaitingWorld(of *world) *waitingWorld {
	w := &waitingWorld{mailWorld: newMailWorld(of)}
	w.events = events.NewService(w.DB, w.now, events.Hooks{Saved: []func(context.Context, *db.Tx, events.Event) error{w.EventSaved}})
	w.exec("UPDATE events SET capacity = 10 WHERE id = 'gala'")
	return w
}

// on is w, failing t.
func (w *waitingWorld) on(t testing.TB) *waitingWorld {
	same := *w.mailWorld
	same.world = w.world.on(t)
	return &waitingWorld{&same, w.events}
}

func email(name string) string { return strings.ToLower(name) + "@example.org" }

// comes has a guest answer for so many people; 0: the guest is not coming.
func (w *waitingWorld) comes(name string, people int64) error {
	_, err := w.answer(Answer{Name: name, Email: email(name), People: people, Language: i18n.EN}, "")
	return err
}

// replies has a guest answer with the personal link of a message.
func (w *waitingWorld) replies(name string, people int64) error {
	w.Helper()
	_, err := w.answer(Answer{Name: name, Email: email(name), People: people, Language: i18n.EN}, w.token(name))
	return err
}

// rejoins has a party join with the personal link of a message.
func (w *waitingWorld) rejoins(name string, people int64) error {
	w.Helper()
	_, err := w.Join(context.Background(), "gala", Submission{Answer: Answer{Name: name, Email: email(name), People: people, Language: i18n.EN},
		Token: w.token(name)}, Visitor{IP: newIP()})
	return err
}

// joins puts a party on the list.
func (w *waitingWorld) joins(name string, people int64) error {
	_, err := w.Join(context.Background(), "gala", Submission{Answer: Answer{Name: name, Email: email(name), People: people, Language: i18n.EN}},
		Visitor{IP: newIP()})
	return err
}

// fill has Filler come with ten people, and puts parties on the list, given as "Ann 2, Bob 4".
func (w *waitingWorld) fill(parties string) {
	w.Helper()
	w.must(w.comes("Filler", 10))
	for party := range strings.SplitSeq(parties, ", ") {
		var name string
		var people int64
		if _, err := fmt.Sscan(party, &name, &people); err != nil {
			w.Fatal(err)
		}
		w.must(w.joins(name, people))
	}
}

// party returns the party of a guest.
func (w *waitingWorld) party(name string) Party {
	w.Helper()
	p, err := partyByEmail(context.Background(), w.DB, "gala", email(name))
	if err != nil || p == nil {
		w.Fatalf("%s is on no list: %v", name, err)
	}
	return *p
}

// token returns the token of a new personal link to a guest's address.
func (w *waitingWorld) token(name string) string {
	w.Helper()
	visitors++
	l := Link{Token: fmt.Sprint("token-", visitors), EventID: "gala", Name: name, Email: email(name), Language: i18n.EN}
	w.must(w.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error { return IssueLinks(ctx, tx, 1, []Link{l}) }))
	return l.Token
}

func (w *waitingWorld) takes(name string) error {
	w.Helper()
	_, _, err := w.TakeOffer(context.Background(), "gala", Submission{Token: w.token(name)}, Visitor{IP: newIP()})
	return err
}

func (w *waitingWorld) leaves(name string) {
	w.Helper()
	_, _, err := w.Leave(context.Background(), "gala", w.token(name))
	w.must(err)
}

// staffChange is what staff change of a party.
func (w *waitingWorld) staffChange(name string, c PartyChange) error {
	w.Helper()
	_, err := w.ChangeParty(context.Background(), staff, "gala", w.party(name).ID, nil, c)
	return err
}

// saves changes the gala as staff do.
func (w *waitingWorld) saves(c events.Changes) {
	w.Helper()
	_, err := w.events.Update(context.Background(), staff, "gala", nil, c)
	w.must(err)
}

// list returns the list as "Ann 2 offered, Bob 4 waiting", after it has compared the rows with the tally and the capacity.
func (w *waitingWorld) list() string {
	w.Helper()
	var words []string
	w.must(w.WaitingList(context.Background(), "gala", func(p Party) error {
		words = append(words, fmt.Sprintf("%s %d %s", p.Name, p.People, p.State))
		return nil
	}))
	w.consistent("gala")
	return strings.Join(words, ", ")
}

// consistent fails unless the tally of an event agrees with its rows, and nothing exceeds the capacity.
func (w *waitingWorld) consistent(event string) {
	w.Helper()
	w.registrations(event)
	taken, err := w.Seats(context.Background(), event)
	w.must(err)
	held := w.count("SELECT COALESCE(SUM(people), 0) FROM waiting_parties WHERE event_id = $1 AND state = 'offered'", event)
	waiting := w.count("SELECT COUNT(*) FROM waiting_parties WHERE event_id = $1 AND state = 'waiting'", event)
	if taken.Held != held || taken.Waiting != waiting {
		w.Errorf("the tally says %+v, the rows that %d places are held and %d parties wait", taken, held, waiting)
	}
	if capacity := w.count("SELECT COALESCE(capacity, 1000000) FROM events WHERE id = $1", event); taken.Taken() > capacity {
		w.Errorf("%d places are taken and %d are held of %d", taken.Headcount, taken.Held, capacity)
	}
}

func (w *waitingWorld) wantList(want string) {
	w.Helper()
	if got := w.list(); got != want {
		w.Errorf("the list is %q, want %q", got, want)
	}
}

func (w *waitingWorld) refused(err error, code string) {
	w.Helper()
	if !errs.HasCode(err, code) {
		w.Errorf("%v, want %s", err, code)
	}
}

// TestOffer_freed frees places in every way: the first party is offered them in the same transaction.
func TestOffer_freed(t *testing.T) {
	ctx := context.Background()
	for _, x := range []struct {
		name  string
		frees func(w *waitingWorld) error
	}{
		{"by a guest who cancels", func(w *waitingWorld) error { return w.comes("Filler", 0) }},
		{"by a guest who comes with fewer people", func(w *waitingWorld) error { return w.comes("Filler", 8) }},
		{"by staff who delete a registration", func(w *waitingWorld) error {
			return w.Delete(ctx, staff, "gala", w.registrations("gala")[0].ID, nil)
		}},
		{"by staff who correct a registration", func(w *waitingWorld) error {
			r := w.registrations("gala")[0]
			a := r.Answer
			a.People = 7
			_, err := w.Correct(ctx, staff, "gala", r.ID, nil, a)
			return err
		}},
		{"by staff who restore an earlier answer", func(w *waitingWorld) error {
			w.exec("UPDATE events SET capacity = 12")
			if err := w.comes("Filler", 12); err != nil {
				return err
			}
			w.exec("UPDATE events SET capacity = 12, version = version + 1")
			_, err := w.Restore(ctx, staff, "gala", w.registrations("gala")[0].ID, 1, nil)
			return err
		}},
		{"by staff who enter another answer of a guest", func(w *waitingWorld) error {
			_, _, _, err := w.EnterForGuest(ctx, staff, "gala", Answer{Name: "Filler", Email: email("Filler"), People: 3}, false)
			return err
		}},
		{"by staff who raise the capacity", func(w *waitingWorld) error { w.saves(events.Changes{Capacity: new(int64(12))}); return nil }},
		{"by staff who lift the limit", func(w *waitingWorld) error { w.saves(events.Changes{Capacity: new(int64(0))}); return nil }},
	} {
		t.Run(x.name, func(t *testing.T) {
			eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
				w.fill("Ann 2")
				w.delivered()
				w.clock = w.clock.Add(time.Hour)
				w.must(x.frees(w))
				w.wantList("Ann 2 offered")
				if p := w.party("Ann"); p.OfferedUntil != db.InstantOf(w.clock.Add(24*time.Hour)) {
					t.Errorf("held until %v", p.OfferedUntil)
				}
				if n := w.count("SELECT expires_at FROM outgoing_mail WHERE kind = 'offer'"); db.Instant(n) != w.party("Ann").OfferedUntil {
					t.Errorf("the message is sent until %v", db.Instant(n))
				}
				if i := slices.IndexFunc(w.delivered(), func(m mail.Content) bool { return m.To.Email == "ann@example.org" }); i < 0 {
					t.Error("no message offers them")
				}
			})
		})
	}
}

// TestOffer_passedOn ends an offer in every way: its places are offered to the next party in the same transaction.
func TestOffer_passedOn(t *testing.T) {
	for _, x := range []struct {
		name string
		ends func(w *waitingWorld) error
		want string
	}{
		{"when it is declined", func(w *waitingWorld) error { w.leaves("Ann"); return nil }, "Bob 2 offered, Ann 2 left"},
		{"when the guest says no in another way", func(w *waitingWorld) error { return w.replies("Ann", 0) }, "Bob 2 offered, Ann 2 left"},
		{"when staff remove the party", func(w *waitingWorld) error { return w.staffChange("Ann", PartyChange{State: Left}) },
			"Bob 2 offered, Ann 2 left"},
		{"when it expires", func(w *waitingWorld) error {
			w.clock = w.clock.Add(24 * time.Hour)
			return w.OfferPlaces(context.Background())
		}, "Bob 2 offered, Ann 2 expired"},
		{"when it has expired, by the next answer", func(w *waitingWorld) error {
			w.clock = w.clock.Add(24 * time.Hour)
			return w.comes("Filler", 8)
		}, "Bob 2 offered, Ann 2 expired"},
	} {
		t.Run(x.name, func(t *testing.T) {
			eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
				w.fill("Ann 2, Bob 2")
				w.must(w.comes("Filler", 8))
				w.wantList("Ann 2 offered, Bob 2 waiting")
				w.must(x.ends(w))
				w.wantList(x.want)
			})
		})
	}
}

// TestOffer_fits offers places to the first parties that fit, in their order.
func TestOffer_fits(t *testing.T) {
	for _, x := range []struct {
		name, list string
		stay       int64 // who still come of ten
		want       string
	}{
		{"a party that fits exactly", "Ann 2, Bob 1", 8, "Ann 2 offered, Bob 1 waiting"},
		{"a party of four does not block one of two behind it, and keeps its position", "Ann 4, Bob 2", 8, "Ann 4 waiting, Bob 2 offered"},
		{"several at once", "Ann 1, Bob 5, Cleo 2, Dan 1", 6, "Ann 1 offered, Bob 5 waiting, Cleo 2 offered, Dan 1 offered"},
		{"none, if all need more", "Ann 4, Bob 3", 8, "Ann 4 waiting, Bob 3 waiting"},
	} {
		t.Run(x.name, func(t *testing.T) {
			eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
				w.fill(x.list)
				w.must(w.comes("Filler", x.stay))
				w.wantList(x.want)
			})
		})
	}
}

// TestOffer_held shows for whom the places of an offer are.
func TestOffer_held(t *testing.T) {
	eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
		w.fill("Ann 2")
		w.must(w.comes("Filler", 8))
		t.Run("other guests cannot take them", func(t *testing.T) {
			w := w.on(t)
			w.refused(w.comes("Bob", 1), CodeBookingFull)
			w.refused(w.comes("Filler", 9), CodeBookingFull)
		})
		t.Run("nor can staff give them to others", func(t *testing.T) {
			w := w.on(t)
			_, _, _, err := w.EnterForGuest(t.Context(), staff, "gala", Answer{Name: "Bob", People: 1}, false)
			w.refused(err, CodeBookingFull)
			r := w.registrations("gala")[0]
			a := r.Answer
			a.People = 9
			_, err = w.Correct(t.Context(), staff, "gala", r.ID, nil, a)
			w.refused(err, CodeBookingFull)
		})
		t.Run("the event is full", func(t *testing.T) {
			if r, err := w.events.Get(t.Context(), "gala"); err != nil || r.StateAt(r.Taken(), w.clock) != events.Full || r.Held != 2 {
				t.Errorf("%+v, %v", r, err)
			}
		})
		t.Run("the party takes them", func(t *testing.T) {
			w := w.on(t)
			w.must(w.takes("Ann"))
			w.wantList("Ann 2 taken")
			if list := w.registrations("gala"); len(list) != 2 || list[1].Name != "Ann" || list[1].People != 2 || list[1].Email != email("Ann") {
				t.Errorf("%+v", list)
			}
		})
		t.Run("a second click takes nothing", func(t *testing.T) {
			w := w.on(t)
			w.refused(w.takes("Ann"), PartyTaken)
		})
	})
}

// TestOffer_answered shows what an answer on the guests' page does to the party of the same address.
func TestOffer_answered(t *testing.T) {
	for _, x := range []struct {
		name   string
		people int64
		want   string
	}{
		{"as many people take the offer", 2, "Ann 2 taken"}, {"fewer people take it too", 1, "Ann 2 taken"},
	} {
		t.Run(x.name, func(t *testing.T) {
			eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
				w.fill("Ann 2")
				w.must(w.comes("Filler", 8))
				w.must(w.replies("Ann", x.people))
				w.wantList(x.want)
			})
		})
	}
	t.Run("who waits for more places than the answer has goes on waiting", func(t *testing.T) {
		eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
			w.fill("Ann 4")
			w.must(w.comes("Filler", 8))
			w.must(w.comes("Ann", 2))
			w.wantList("Ann 4 waiting")
			w.must(w.comes("Filler", 4))
			w.wantList("Ann 4 offered")
			w.must(w.takes("Ann"))
			if list := w.registrations("gala"); len(list) != 2 || list[1].People != 4 {
				t.Errorf("%+v", list)
			}
			w.wantList("Ann 4 taken")
		})
	})
	for name, change := range map[string]func(w *waitingWorld, ann RSVP) error{
		"staff who correct the answer to as many people give the party its places": func(w *waitingWorld, ann RSVP) error {
			a := ann.Answer
			a.People = 4
			_, err := w.Correct(context.Background(), staff, "gala", ann.ID, nil, a)
			return err
		},
		"staff who restore an answer with as many people give the party its places": func(w *waitingWorld, ann RSVP) error {
			_, err := w.Restore(context.Background(), staff, "gala", ann.ID, 1, nil)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
				w.must(w.comes("Ann", 4))
				w.must(w.comes("Ann", 2))
				w.must(w.comes("Filler", 6))
				w.must(w.joins("Ann", 4)) // two places are free
				w.wantList("Ann 4 waiting")
				w.must(change(w, w.registrations("gala")[0]))
				w.wantList("Ann 4 taken")
			})
		})
	}
	t.Run("an offer that has expired holds nothing for the guest", func(t *testing.T) {
		eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
			w.fill("Ann 2")
			w.must(w.comes("Filler", 8))
			w.clock = w.clock.Add(24*time.Hour - time.Millisecond)
			_, _, err := w.PartyOf(t.Context(), "gala", w.token("Ann"))
			w.must(err)
			w.clock = w.clock.Add(time.Millisecond)
			w.refused(w.takes("Ann"), OfferExpired)
			w.wantList("Ann 2 offered") // it was not swept yet
			w.refused(w.comes("Ann", 2), CodeBookingFull)
			w.must(w.OfferPlaces(t.Context()))
			w.wantList("Ann 2 expired")
			w.refused(w.takes("Ann"), OfferExpired)
		})
	})
}

// TestOffer_leftMeanwhile takes an offer that was there when the request began, and ended before it had the lock of the tally.
func TestOffer_leftMeanwhile(t *testing.T) {
	eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
		w.fill("Ann 2")
		w.must(w.comes("Filler", 8))
		p, token := w.party("Ann"), w.token("Ann")
		e, err := readEvent(w.world, "gala")
		w.must(err)
		guest, _, err := w.Guest(t.Context(), e, token)
		w.must(err)
		w.leaves("Ann")
		a := guestAnswer{event: e, Submission: Submission{Answer: p.answer(), Token: token}, guest: guest, linked: true, offered: p.ID}
		_, err = w.Service.answer(t.Context(), a, Visitor{IP: newIP()})
		w.refused(err, NoOffer)
		if list := w.registrations("gala"); len(list) != 1 {
			t.Errorf("%+v", list)
		}
	})
}

// TestOffer_lastHours shows when nothing is offered any more: then places are free for all.
func TestOffer_lastHours(t *testing.T) {
	for _, x := range []struct {
		name    string
		changes events.Changes
		before  time.Duration // of the start
		want    string
		until   time.Duration // before the start
	}{
		{"an offer ends when the last hours begin", events.Changes{}, 5 * time.Hour, "Ann 2 offered", 3 * time.Hour},
		{"nothing is offered in the last three hours", events.Changes{}, 3 * time.Hour, "Ann 2 waiting", 0},
		{"staff set when they begin", events.Changes{OfferCutoff: new(int64(6))}, 5 * time.Hour, "Ann 2 waiting", 0},
		{"staff set how long places are held", events.Changes{OfferHold: new(int64(1))}, 5 * time.Hour, "Ann 2 offered", 4 * time.Hour},
		{"an offer ends with the deadline", events.Changes{Deadline: new(db.InstantOf(starts.Add(-8 * time.Hour)))}, 9 * time.Hour,
			"Ann 2 offered", 8 * time.Hour},
		{"nothing is offered while the event is closed", events.Changes{State: new(events.Closed)}, 9 * time.Hour, "Ann 2 waiting", 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
				w.fill("Ann 2")
				w.clock = starts.Add(-x.before)
				w.saves(x.changes)
				w.must(w.Delete(t.Context(), staff, "gala", w.registrations("gala")[0].ID, nil))
				w.wantList(x.want)
				if p := w.party("Ann"); x.until != 0 && p.OfferedUntil != db.InstantOf(starts.Add(-x.until)) {
					t.Errorf("held until %v", p.OfferedUntil)
				}
				w.must(w.OfferPlaces(t.Context()))
				w.wantList(x.want)
				if due, err := eventsToOffer(t.Context(), w.DB, w.at(), w.mailSince(), true); err != nil || len(due) > 0 {
					t.Errorf("%v are looked at again and again (%v)", due, err)
				}
			})
		})
	}
	t.Run("places are free for all", func(t *testing.T) {
		eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
			w.fill("Ann 2")
			w.clock = starts.Add(-2 * time.Hour)
			w.must(w.comes("Filler", 8))
			w.refused(w.joins("Dan", 1), ListClosed)
			w.must(w.comes("Bob", 2))
			w.wantList("Ann 2 waiting")
		})
	})
}

// TestOffer_sweep offers what became free without a change of the event's registrations.
func TestOffer_sweep(t *testing.T) {
	eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
		w.fill("Ann 2")
		w.exec(`INSERT INTO suppressions (email_key, reason, since) VALUES ('ann@example.org', 'bounced', 1)`)
		w.must(w.comes("Filler", 5))
		w.must(w.OfferPlaces(t.Context()))
		w.wantList("Ann 2 waiting") // an address that takes no mail is offered nothing
		w.exec("DELETE FROM suppressions")
		route := w.route
		w.route = outgoingmail.Route{}
		w.must(w.OfferPlaces(t.Context()))
		w.wantList("Ann 2 waiting") // there is no channel
		w.route = route
		w.must(w.OfferPlaces(t.Context()))
		w.wantList("Ann 2 offered")
		sent := w.count("SELECT COUNT(*) FROM outgoing_mail WHERE kind = 'offer'")
		w.must(w.OfferPlaces(t.Context()))
		if n := w.count("SELECT COUNT(*) FROM outgoing_mail WHERE kind = 'offer'"); n != 1 || sent != 1 {
			t.Errorf("%d offers, then %d", sent, n)
		}
	})
}

// TestJoin puts parties on the list.
func TestJoin(t *testing.T) {
	eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
		w.must(w.comes("Filler", 10))
		w.delivered()
		w.must(w.joins("Ann", 2))
		m := w.one()
		w.has(m, "You’re on the waiting list (2 people).", "Leave the waiting list", "Customer gala")
		if m.Subject != "Waiting list: Customer gala" || m.To.Email != email("Ann") || len(m.Attachments) > 0 {
			t.Errorf("%+v", m)
		}
		w.must(w.joins("Bob", 1))
		w.must(w.rejoins("Ann", 3)) // keeps its position
		w.wantList("Ann 3 waiting, Bob 1 waiting")
		w.leaves("Ann")
		w.must(w.joins("Ann", 1)) // at the end
		w.wantList("Bob 1 waiting, Ann 1 waiting")
		w.delivered()
		w.must(w.joins("Filler", 4)) // has more places already
		w.has(w.one(), "10 people")
		w.wantList("Bob 1 waiting, Ann 1 waiting")
		w.must(w.comes("Filler", 9))
		w.wantList("Bob 1 offered, Ann 1 waiting")
		w.delivered()
		until := w.party("Bob").OfferedUntil
		w.clock = w.clock.Add(time.Minute)
		w.must(w.joins("Bob", 5)) // the offer stays as it is
		w.has(w.one(), "room for 1 person, and we’re holding it for you until", "Accept or decline the offer")
		if p := w.party("Bob"); p.People != 1 || p.OfferedUntil != until {
			t.Errorf("%+v", p)
		}
		for range maxMails { // the last message of the hour can only be an offer
			w.must(w.joins("Ann", 1))
		}
		if n := w.mailsTo("Ann"); n != maxMails-1 {
			t.Errorf("%d messages", n)
		}
		w.must(w.joins("Cleo", 1))
		w.must(w.comes("Filler", 8))
		w.must(w.joins("Dan", 2))
		w.must(w.comes("Filler", 5))
		w.wantList("Bob 1 offered, Ann 1 offered, Cleo 1 offered, Dan 2 offered")
		w.delivered()
		w.must(w.comes("Filler", 4))
		w.refused(w.joins("Eve", 1), Room)
		w.refused(w.joins("Filler", 1), Room) // who is known
		w.must(w.joins("Eve", 2))
		w.wantList("Bob 1 offered, Ann 1 offered, Cleo 1 offered, Dan 2 offered, Eve 2 waiting")
	})
}

// mailsTo returns how many messages were queued to a guest.
func (w *waitingWorld) mailsTo(name string) int64 {
	w.Helper()
	return w.count("SELECT COUNT(*) FROM outgoing_mail WHERE recipient_key = $1", email(name))
}

// TestJoin_room has a stranger join and answer in turns while there is room: the address gets the confirmations of one hour, and no
// place is held.
func TestJoin_room(t *testing.T) {
	eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
		for range 2 * maxMails {
			w.refused(w.joins("Ann", 2), Room)
			w.must(w.comes("Ann", 1))
		}
		w.wantList("")
		if n := w.mailsTo("Ann"); n != maxMails-1 {
			t.Errorf("%d messages", n)
		}
		w.refused(w.joins("Bob", 9), Room) // as many as are free
		w.must(w.joins("Bob", 10))
		w.wantList("Bob 10 waiting")
	})
}

// TestOffer_limit offers places to a party again and again: at most maxMails messages an hour go to its address, of all kinds. Then it
// keeps its position, the next party is offered the places, and it has its turn an hour later.
func TestOffer_limit(t *testing.T) {
	eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
		w.fill("Ann 2, Bob 2")
		for range maxMails - 2 { // the list, the offer and the rest
			w.must(w.joins("Ann", 2))
		}
		w.must(w.comes("Filler", 8))
		w.wantList("Ann 2 offered, Bob 2 waiting") // by the last message of the hour
		w.clock = w.clock.Add(time.Minute)
		w.must(w.staffChange("Ann", PartyChange{State: Waiting}))
		w.wantList("Ann 2 waiting, Bob 2 offered")
		w.must(w.comes("Filler", 6))
		w.must(w.OfferPlaces(t.Context()))
		w.wantList("Ann 2 waiting, Bob 2 offered")
		if n := w.mailsTo("Ann"); n != maxMails {
			t.Errorf("%d messages", n)
		}
		w.clock = w.clock.Add(time.Hour - time.Minute)
		w.must(w.OfferPlaces(t.Context()))
		w.wantList("Ann 2 offered, Bob 2 offered")
		if n := w.mailsTo("Ann"); n != maxMails+1 {
			t.Errorf("%d messages after an hour", n)
		}
	})
}

// TestOffer_without_a_channel takes the channel away while places are offered: the offer ends in time, its places are free for all, and the
// list waits until there is a channel again.
func TestOffer_without_a_channel(t *testing.T) {
	eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
		w.fill("Ann 2, Bob 2")
		w.must(w.comes("Filler", 8))
		kept := w.route
		w.route = outgoingmail.Route{}
		w.must(w.OfferPlaces(t.Context()))
		w.wantList("Ann 2 offered, Bob 2 waiting")
		w.refused(w.comes("Cléo", 2), CodeBookingFull)
		w.clock = w.party("Ann").OfferedUntil.Time()
		w.must(w.OfferPlaces(t.Context()))
		w.wantList("Bob 2 waiting, Ann 2 expired")
		if due, err := eventsToOffer(t.Context(), w.DB, w.at(), w.mailSince(), false); err != nil || len(due) > 0 {
			t.Errorf("%v are looked at again and again (%v)", due, err)
		}
		w.must(w.comes("Cléo", 1))
		w.must(w.comes("Filler", 7))
		w.route = kept
		w.must(w.OfferPlaces(t.Context()))
		w.wantList("Bob 2 offered, Ann 2 expired")
	})
}

// TestOffer_one_at_a_time_to_a_mailbox has parties whose addresses differ only in a tag: the message of one is queued, and counts, before
// another is offered places.
func TestOffer_one_at_a_time_to_a_mailbox(t *testing.T) {
	eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
		w.fill("Ann 2, Ann+1 2, Bob 2")
		w.must(w.comes("Filler", 4))
		w.wantList("Ann 2 offered, Ann+1 2 waiting, Bob 2 offered")
		w.must(w.OfferPlaces(t.Context()))
		w.wantList("Ann 2 offered, Ann+1 2 offered, Bob 2 offered")
	})
}

// TestJoin_cancelled shows that a message which is not true any more is not sent.
func TestJoin_cancelled(t *testing.T) {
	eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
		toAnn := func() (subjects []string) {
			for _, m := range w.delivered() {
				if m.To.Email == email("Ann") {
					subjects = append(subjects, m.Subject)
				}
			}
			return subjects
		}
		w.fill("Ann 2")
		w.leaves("Ann")
		if got := toAnn(); len(got) != 0 {
			t.Errorf("who has left is sent %q", got)
		}
		w.must(w.joins("Ann", 2))
		w.must(w.comes("Filler", 8))
		w.must(w.replies("Ann", 2))
		if got := toAnn(); len(got) != 1 || got[0] != "You’re going: Customer gala" {
			t.Errorf("who comes is sent %q", got)
		}
	})
}

// TestJoin_refused lists what is not put on the list.
func TestJoin_refused(t *testing.T) {
	for _, x := range []struct {
		name   string
		before func(w *waitingWorld)
		answer Answer
		want   string // a code, or the fields
	}{
		{"a party without an address", nil, Answer{Name: "Ann", People: 1}, "email"},
		{"a party without a name and a number", nil, Answer{Email: "ann@example.org"}, "name people"},
		{"more than twenty people", nil, Answer{Name: "Ann", Email: "ann@example.org", People: 21}, "people"},
		{"a draft", func(w *waitingWorld) { w.exec("UPDATE events SET state = 'draft'") }, Answer{Name: "Ann", Email: "ann@example.org", People: 1},
			"not_found"},
		{"an event that has closed", func(w *waitingWorld) { w.exec("UPDATE events SET state = 'closed'") },
			Answer{Name: "Ann", Email: "ann@example.org", People: 1}, ListClosed},
		{"without a channel", func(w *waitingWorld) { w.route = outgoingmail.Route{} }, Answer{Name: "Ann", Email: "ann@example.org", People: 1},
			ListClosed},
	} {
		t.Run(x.name, func(t *testing.T) {
			eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
				if x.before != nil {
					x.before(w)
				}
				_, err := w.Join(t.Context(), "gala", Submission{Answer: x.answer}, Visitor{IP: newIP()})
				e, _ := errs.Of(err)
				if e == nil {
					t.Fatal(err)
				}
				var fields []string
				for _, f := range e.Fields {
					fields = append(fields, f.Field)
				}
				if got := cmp.Or(strings.Join(fields, " "), e.Code); got != x.want {
					t.Errorf("%s, want %s", got, x.want)
				}
				if n := w.count("SELECT COUNT(*) FROM waiting_parties"); n != 0 {
					t.Errorf("%d parties", n)
				}
			})
		})
	}
}

// TestParty_stranger knows the address of a party, but has no personal link, or that of another guest: nothing of the party changes.
func TestParty_stranger(t *testing.T) {
	as := func(people int64) Answer {
		return Answer{Name: "Mallory", Email: email("Ann"), People: people, Language: i18n.EN}
	}
	for name, does := range map[string]func(w *waitingWorld, token string) error{
		"says no": func(w *waitingWorld, token string) error { _, err := w.answer(as(0), token); return err },
		"comes with fewer people": func(w *waitingWorld, token string) error {
			if _, err := w.answer(as(1), token); !errs.HasCode(err, CodeBookingFull) {
				return fmt.Errorf("%w, want %s", err, CodeBookingFull)
			}
			return nil
		},
		"joins with more people": func(w *waitingWorld, token string) error {
			_, err := w.Join(context.Background(), "gala", Submission{Answer: as(9), Token: token}, Visitor{IP: newIP()})
			return err
		},
	} {
		for _, state := range []PartyState{Waiting, Offered} {
			for _, link := range []string{"without a link", "with the link of another guest"} {
				t.Run(fmt.Sprint(name, " ", link, " while it is ", state), func(t *testing.T) {
					eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
						w.fill("Ann 2")
						if state == Offered {
							w.must(w.comes("Filler", 8))
						}
						token := ""
						if link != "without a link" {
							token = w.token("Mallory")
						}
						before := w.party("Ann")
						w.must(does(w, token))
						if after := w.party("Ann"); after != before {
							t.Errorf("%+v, before %+v", after, before)
						}
						w.wantList("Ann 2 " + string(state))
					})
				})
			}
		}
	}
}

// An answer with the address of a party, without its link, takes places that are free and leaves the message of the offer in the queue.
func TestParty_stranger_takes_free_places(t *testing.T) {
	eachWaitingWorld(t, func(_ *testing.T, w *waitingWorld) {
		w.fill("Ann 2")
		w.must(w.comes("Filler", 7))
		_, err := w.answer(Answer{Name: "Mallory", Email: email("Ann"), People: 1, Language: i18n.EN}, "")
		w.must(err)
		w.wantList("Ann 2 offered")
		if n := w.count("SELECT COUNT(*) FROM outgoing_mail WHERE kind = 'offer' AND state = 'queued' AND recipient_key = $1", email("Ann")); n != 1 {
			w.Errorf("%d offers are queued", n)
		}
	})
}

// TestParty_link shows whose a personal link is.
func TestParty_link(t *testing.T) {
	eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
		w.knows(customer{id: "C-1", account: "A-1", name: "Ann Roy", emails: []string{"old@example.org"}})
		w.link("invitation", "Ann Roy", "old@example.org", "C-1")
		w.must(w.comes("Filler", 10))
		_, err := w.Join(t.Context(), "gala", Submission{Answer: Answer{Email: "ann@example.org", People: 2}, Token: "invitation"}, Visitor{})
		w.must(err)
		w.delivered()
		w.must(w.comes("Filler", 8))
		list := w.delivered()
		i := slices.IndexFunc(list, func(m mail.Content) bool { return m.To.Email == "ann@example.org" })
		if i < 0 {
			t.Fatal("no offer")
		}
		_, token, _ := strings.Cut(list[i].Text, "waiting-list?lang=en&t=")
		token, _, _ = strings.Cut(token, "\n")
		out, _, err := w.TakeOffer(t.Context(), "gala", Submission{Token: token}, Visitor{IP: newIP()})
		w.must(err)
		if r, err := w.Get(t.Context(), "gala", out.ID); err != nil || r.CustomerID != "C-1" || r.RecipientID != 7 || r.Name != "Ann Roy" {
			t.Errorf("%+v, %v", r, err)
		}
		for _, token := range []string{"", "unknown", "invitation"} { // the invitation is of another address
			if _, _, err := w.PartyOf(t.Context(), "gala", token); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("%q: %v", token, err)
			}
		}
	})
}

// TestChangeParty is what staff can do.
func TestChangeParty(t *testing.T) {
	eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
		w.fill("Ann 2, Bob 2, Cleo 2, Dan 2")
		for _, x := range []struct {
			name   string
			change PartyChange
			want   string
		}{
			{"Cleo", PartyChange{Move: MoveUp}, "Ann, Cleo, Bob, Dan"}, {"Ann", PartyChange{Move: MoveUp}, "Ann, Cleo, Bob, Dan"},
			{"Ann", PartyChange{Move: MoveDown}, "Cleo, Ann, Bob, Dan"}, {"Dan", PartyChange{Move: MoveDown}, "Cleo, Ann, Bob, Dan"},
			{"Dan", PartyChange{Move: MoveTop}, "Dan, Cleo, Ann, Bob"}, {"Dan", PartyChange{Move: MoveTop}, "Dan, Cleo, Ann, Bob"},
			{"Cleo", PartyChange{State: Left}, "Dan, Ann, Bob, Cleo"}, {"Cleo", PartyChange{State: Waiting}, "Dan, Cleo, Ann, Bob"},
			{"Bob", PartyChange{Move: MoveUp, State: Left}, "Dan, Cleo, Ann, Bob"}, {"Ann", PartyChange{Move: MoveUp}, "Dan, Ann, Cleo, Bob"},
		} {
			w.must(w.staffChange(x.name, x.change))
			if got := strings.NewReplacer(" 2 waiting", "", " 2 left", "").Replace(w.list()); got != x.want {
				t.Errorf("%s %+v: %s, want %s", x.name, x.change, got, x.want)
			}
			if n := w.count("SELECT COUNT(*) FROM outgoing_mail WHERE kind = 'waiting_list' AND state = 'queued' AND recipient_key = $1",
				email(x.name)); x.change.State == Left && n != 0 {
				t.Errorf("%s is told to be on the list", x.name)
			}
		}
		w.refused(w.staffChange("Ann", PartyChange{State: Offered}), CodeBookingFull)
		w.clock = starts.Add(-time.Hour)
		w.must(w.comes("Filler", 8))
		w.must(w.staffChange("Ann", PartyChange{State: Offered})) // though nothing is offered by itself any more
		w.wantList("Dan 2 waiting, Ann 2 offered, Cleo 2 waiting, Bob 2 left")
		if p := w.party("Ann"); p.OfferedUntil != db.InstantOf(starts) {
			t.Errorf("held until %v", p.OfferedUntil)
		}
		w.must(w.takes("Ann"))
		w.refused(w.staffChange("Ann", PartyChange{State: Left}), PartyTaken)
		id := w.party("Dan").ID
		if _, err := w.ChangeParty(t.Context(), staff, "gala", id, new(int64(99)), PartyChange{Move: MoveDown}); errs.KindOf(err) != errs.KindStale {
			t.Error(err)
		}
		w.clock = starts
		w.refused(w.staffChange("Dan", PartyChange{State: Offered}), ListClosed)
		if n := w.count("SELECT COUNT(*) FROM audit_log WHERE kind = 'waiting_party' AND person_id = $1", staff.PersonID); n < 8 {
			t.Errorf("%d entries in the audit log", n)
		}
		w.must(w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return w.DeleteEvent(ctx, tx, "gala") }))
		if n := w.count("SELECT COUNT(*) FROM waiting_parties"); n != 0 {
			t.Errorf("%d parties are left", n)
		}
	})
}
