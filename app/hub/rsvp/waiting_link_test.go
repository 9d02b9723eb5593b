package rsvp

import (
	"strings"
	"testing"

	"presence/app/platform/i18n"
)

// invites gives Ann, a customer, the personal link "invitation", with which she answers from another address. The gala is full then.
func (w *waitingWorld) invites(people int64) RSVP {
	w.Helper()
	w.knows(customer{id: "C-1", account: "A-1", name: "Ann Roy", emails: []string{"old@example.org"}})
	w.link("invitation", "Ann Roy", "old@example.org", "C-1")
	ann := w.answers(Answer{Name: "Ann Roy", Email: "work@example.org", Phone: "418 555-0142", Allergies: "Nuts", People: people,
		Language: i18n.EN}, "invitation")
	w.must(w.comes("Filler", 10-people))
	w.delivered()
	return ann
}

// asksFor has Ann ask for places with her invitation.
func (w *waitingWorld) asksFor(people int64) {
	w.Helper()
	_, err := w.Join(w.Context(), "gala", Submission{Answer: Answer{People: people, Language: i18n.EN}, Token: "invitation"}, Visitor{IP: newIP()})
	w.must(err)
}

// The registration of a personal link may have another address than the link, and so than the party of the link.
func TestOffer_of_a_link_whose_answer_has_another_address(t *testing.T) {
	t.Run("what was answered before stays, and the page does not show it", func(t *testing.T) {
		eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
			ann := w.invites(2)
			w.asksFor(4)
			w.must(w.comes("Filler", 4))
			w.wantList("Ann Roy 4 offered")
			o, shown, err := w.TakeOffer(t.Context(), "gala", Submission{Token: "invitation"}, Visitor{IP: newIP()})
			w.must(err)
			r, err := w.Get(t.Context(), "gala", ann.ID)
			w.must(err)
			if o.ID != ann.ID || r.People != 4 || r.Email != ann.Email || r.Phone != ann.Phone || r.Allergies != ann.Allergies {
				t.Errorf("%+v became %+v", ann.Answer, r.Answer)
			}
			if shown.Allergies != "" || shown.Phone != "" || shown.Email != "old@example.org" || o.MailedTo != "" {
				t.Errorf("the page shows %+v, and %q", shown.Answer, o.MailedTo)
			}
			w.wantList("Ann Roy 4 taken")
			if n := w.count("SELECT COUNT(*) FROM outgoing_mail WHERE kind = 'offer' AND state = 'queued'"); n != 0 {
				t.Errorf("%d offers that were taken are in the queue", n)
			}
		})
	})
	t.Run("who comes with as many is not put on the list, and is told how many, but nothing else", func(t *testing.T) {
		eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
			w.invites(5)
			w.asksFor(2)
			w.wantList("")
			m := w.one()
			w.has(m, "5 people")
			if m.To.Email != "old@example.org" || strings.Contains(m.Text, "Nuts") || strings.Contains(m.Text, "work@") {
				t.Errorf("to %s:\n%s", m.To.Email, m.Text)
			}
		})
	})
}

// Places are held for a party: what is said of its guest otherwise gives them to nobody else.
func TestOffer_stays_while_the_people_stay(t *testing.T) {
	for name, change := range map[string]func(w *waitingWorld, ann RSVP) error{
		"when staff correct the phone": func(w *waitingWorld, ann RSVP) error {
			a := ann.Answer
			a.Phone = "418 555-0199"
			_, err := w.Correct(w.Context(), staff, "gala", ann.ID, nil, a)
			return err
		},
		"when the guest names allergies by the link": func(w *waitingWorld, ann RSVP) error {
			a := ann.Answer
			a.Allergies = "Nuts"
			_, err := w.answer(a, w.token("Ann"))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
				w.must(w.comes("Ann", 2))
				w.must(w.comes("Filler", 8))
				w.must(w.joins("Ann", 4))
				w.must(w.comes("Filler", 4))
				w.wantList("Ann 4 offered")
				w.must(change(w, w.registrations("gala")[0]))
				w.wantList("Ann 4 offered")
				w.must(w.takes("Ann"))
				w.wantList("Ann 4 taken")
				if r := w.registrations("gala")[0]; r.People != 4 {
					t.Errorf("%d people", r.People)
				}
			})
		})
	}
}

// The owner of a personal link may type any address: messages to its party are those of a stranger.
func TestOffer_message_stays_queued(t *testing.T) {
	offers := func(w *waitingWorld) int64 {
		return w.count("SELECT COUNT(*) FROM outgoing_mail WHERE kind = 'offer' AND state = 'queued' AND recipient_key = $1", email("Ann"))
	}
	eachWaitingWorld(t, func(t *testing.T, w *waitingWorld) {
		w.fill("Ann 2")
		w.must(w.comes("Filler", 7))
		t.Run("when another guest types the address of the party", func(t *testing.T) {
			w := w.on(t)
			_, err := w.answer(Answer{Name: "Bob", Email: email("Ann"), People: 1, Language: i18n.EN}, w.token("Bob"))
			w.must(err)
			w.wantList("Ann 2 offered")
			if n := offers(w); n != 1 {
				t.Errorf("%d offers are queued", n)
			}
		})
		t.Run("when its own guest comes with fewer than it waits for", func(t *testing.T) {
			w := w.on(t)
			w.must(w.comes("Filler", 6))
			w.must(w.joins("Cid", 4))
			waits := func() int64 {
				return w.count("SELECT COUNT(*) FROM outgoing_mail WHERE kind = 'waiting_list' AND state = 'queued' AND recipient_key = $1", email("Cid"))
			}
			before := waits()
			_, err := w.answer(Answer{Name: "Cid", Email: email("Cid"), People: 1, Language: i18n.EN}, w.token("Cid"))
			if err != nil || before != 1 || waits() != 1 {
				t.Errorf("%d messages are queued, %d were; %v", waits(), before, err)
			}
		})
		t.Run("but not when its own guest has answered, from whatever address", func(t *testing.T) {
			w := w.on(t)
			_, err := w.answer(Answer{Name: "Ann", Email: "work@example.org", People: 2, Language: i18n.EN}, w.token("Ann"))
			w.must(err)
			w.wantList("Cid 4 waiting, Ann 2 taken")
			if n := offers(w); n != 0 {
				t.Errorf("%d offers are queued", n)
			}
		})
	})
}
