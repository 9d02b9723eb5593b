package rsvp

import (
	"context"
	"fmt"
	"testing"
	"time"

	"presence/app/accounts/outgoingmail"
	"presence/app/apptest/sink"
	"presence/app/hub/events"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
)

// joinsFrom puts a party of two on the list from a network.
func (w *waitingWorld) joinsFrom(from Visitor, name, token string) error {
	_, err := w.Join(context.Background(), "gala", Submission{Answer: Answer{Name: name, Email: email(name), People: 2, Language: i18n.EN},
		Token: token}, from)
	return err
}

// TestJoin_five puts parties on the list from one network: five at a time.
func TestJoin_five(t *testing.T) {
	eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
		w.fill("Ann 2")
		network := func() Visitor { visitors++; return Visitor{IP: fmt.Sprintf("2001:db8:9:9::%x", visitors)} }
		names := []string{"Bob", "Cleo", "Dan", "Eve", "Fay"}
		for _, name := range names {
			w.must(w.joinsFrom(network(), name, ""))
		}
		for _, x := range []struct {
			name, guest string
			from        Visitor
			token       string
			refused     bool
		}{
			{"the sixth is refused", "Gus", network(), "", true},
			{"so is one that another network has put on the list, as if it were unknown", "Ann", network(), "", true},
			{"so is a guest who is coming", "Filler", network(), "", true},
			{"one of the five may ask again", "Bob", network(), "", false},
			{"the owner of a personal link may join", "Hal", network(), w.token("Hal"), false},
			{"another network may", "Ivy", Visitor{IP: newIP()}, "", false},
		} {
			t.Run(x.name, func(t *testing.T) {
				w := w.on(t)
				if err := w.joinsFrom(x.from, x.guest, x.token); x.refused {
					w.refused(err, "rate_limited")
				} else {
					w.must(err)
				}
			})
		}
		t.Run("nothing of the sixth is stored", func(t *testing.T) {
			w.on(t).wantList("Ann 2 waiting, Bob 2 waiting, Cleo 2 waiting, Dan 2 waiting, Eve 2 waiting, Fay 2 waiting, Hal 2 waiting, Ivy 2 waiting")
		})
		sweep := func(t *testing.T, later time.Duration) *waitingWorld {
			w.clock = w.clock.Add(later)
			of := w.on(t)
			of.must(of.Sweep(t.Context()))
			return of
		}
		t.Run("parties on the list count for as long as they are on it", func(t *testing.T) {
			w := sweep(t, joinWindow+time.Hour)
			w.refused(w.joinsFrom(network(), "Gus", ""), "rate_limited")
		})
		t.Run("one that has left it makes room", func(t *testing.T) {
			w.leaves("Bob")
			w := sweep(t, 0)
			w.must(w.joinsFrom(network(), "Gus", ""))
		})
		t.Run("a guest who is coming counts for a day", func(t *testing.T) {
			w.leaves("Cleo")
			w := sweep(t, 0)
			w.must(w.joinsFrom(network(), "Filler", ""))
			w.refused(w.joinsFrom(network(), "Jo", ""), "rate_limited")
			w = sweep(t, joinWindow)
			w.must(w.joinsFrom(network(), "Jo", ""))
		})
		t.Run("nothing is kept of an event that is over", func(t *testing.T) {
			w.exec("UPDATE events SET ends_at = 1")
			w := sweep(t, joinWindow)
			if n := w.count("SELECT COUNT(*) FROM rsvp_asked"); n != 0 {
				t.Errorf("%d rows", n)
			}
		})
	})
}

// TestOffer_refused has the mail server refuse the message that offers places.
func TestOffer_refused(t *testing.T) {
	eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
		w.saves(events.Changes{Capacity: new(int64(10))})
		w.fill("Ann 2, Bob 2")
		w.delivered()
		refusing, err := sink.Start(sink.Options{Rules: []sink.Rule{{At: sink.Rcpt, To: email("Ann"), Reply: "550 5.1.1 no such user"}}})
		w.must(err)
		t.Cleanup(func() { _ = refusing.Close() })
		relay, err := mail.ParseSMTP(refusing.URL())
		w.must(err)
		w.route = outgoingmail.Route{Channel: mail.NewRelay(relay), From: w.route.From}
		w.must(w.comes("Filler", 8))
		w.must(w.OfferPlaces(t.Context()))
		w.wantList("Ann 2 offered, Bob 2 waiting") // the message is not sent yet
		w.must(w.queue.SendDue(t.Context()))
		w.must(w.OfferPlaces(t.Context()))
		w.wantList("Bob 2 offered, Ann 2 expired")
		if p := w.party("Ann"); p.OfferedUntil > w.at() {
			t.Errorf("the offer lasts until %v", p.OfferedUntil)
		}
		w.must(w.queue.SendDue(t.Context()))
		w.must(w.OfferPlaces(t.Context()))
		w.wantList("Bob 2 offered, Ann 2 expired")
		w.clock = w.clock.Add(time.Minute)
		for _, x := range []struct {
			name string
			to   PartyState
		}{{"Bob", Left}, {"Ann", Offered}} {
			_, err := w.ChangeParty(t.Context(), staff, "gala", w.party(x.name).ID, nil, PartyChange{State: x.to})
			w.must(err)
		}
		w.must(w.OfferPlaces(t.Context()))
		w.wantList("Ann 2 offered, Bob 2 left") // the message that was refused is of the offer before
	})
}
