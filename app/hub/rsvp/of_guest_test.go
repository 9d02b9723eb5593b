package rsvp

import (
	"slices"
	"testing"

	"presence/app/hub/timeline"
)

func TestService_OfGuest(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		mine := w.answers(Answer{Name: "Ada", Email: "Ada@Example.org"}, "")
		customers := w.answers(Answer{Name: "Bo", Email: "bo@example.org"}, "")
		w.exec("UPDATE rsvps SET customer_id = 'C1', responded_at = responded_at + 1 WHERE id = $1", customers.ID)
		other := w.answers(Answer{Name: "Cy", Email: "cy@example.org"}, "")
		w.exec(`INSERT INTO waiting_parties (event_id, position, state, name, email, email_key, people, language, created_at, changed_at)
			VALUES ('gala', 1, 'waiting', 'Ada', 'ada@example.org', 'ada@example.org', 2, 'fr', 7, 7)`)
		for _, x := range []struct {
			name    string
			guest   timeline.Guest
			answers []int64
			parties int
		}{
			{"by the address, however it is written", timeline.Guest{Emails: []string{"ADA@example.org", "none"}}, []int64{mine.ID}, 1},
			{"by the customer", timeline.Guest{CustomerID: "C1"}, []int64{customers.ID}, 0},
			{"by all of them, the latest first", timeline.Guest{CustomerID: "C1", Emails: []string{"ada@example.org"}},
				[]int64{customers.ID, mine.ID}, 1},
			{"by the registration, whatever it says", timeline.Guest{Registration: other.ID}, []int64{other.ID}, 0},
			{"of none", timeline.Guest{Emails: []string{""}}, nil, 0},
		} {
			t.Run(x.name, func(t *testing.T) {
				answers, parties, err := w.OfGuest(t.Context(), x.guest)
				if err != nil {
					t.Fatal(err)
				}
				var ids []int64
				for _, r := range answers {
					ids = append(ids, r.ID)
				}
				if !slices.Equal(ids, x.answers) || len(parties) != x.parties {
					t.Errorf("registrations %d, want %d; %d parties, want %d", ids, x.answers, len(parties), x.parties)
				}
			})
		}
	})
}
