package door

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"presence/app/hub/rsvp"
	"presence/db"
)

// told returns the kind, the people and the arrivals of each event about the gala's registrations that is queued for endpoints, and their
// versions.
func (w *world) told() (events []string, versions []int64) {
	w.Helper()
	list, err := db.ReadTexts(w.DB.Query(w.Context(), "SELECT payload FROM webhook_deliveries ORDER BY id"))
	if err != nil {
		w.Fatal(err)
	}
	for _, text := range list {
		var e struct {
			Type string
			Data struct {
				Version, People, Arrived int64
				Attending                bool
			}
		}
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			w.Fatal(err)
		}
		events = append(events, fmt.Sprintf("%s %d %t %d", e.Type, e.Data.People, e.Data.Attending, e.Data.Arrived))
		versions = append(versions, e.Data.Version)
	}
	return events, versions
}

// The events of a registration may arrive out of order: their versions say which is the latest.
func TestWebhooks_versions(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		w.exec(`INSERT INTO webhook_endpoints (reference, url, description, kinds, secret, created_at, updated_at) VALUES ('r',
			'https://example.org', '', 'rsvp.created rsvp.changed rsvp.cancelled rsvp.checked_in', $1, 1, 1)`, []byte("sealed"))
		walkedIn, err := w.WalkIn(t.Context(), rosalie, "gala", rsvp.Answer{Name: "Ann", People: 3}, newKey(), false)
		if err != nil {
			t.Fatal(err)
		}
		id := walkedIn.Party.ID
		read, err := w.RSVP.Get(t.Context(), "gala", id)
		if err != nil {
			t.Fatal(err)
		}
		w.taps(rosalie, id, -1)
		w.taps(marc, id, -1)
		answer := read.Answer
		answer.People = 2
		// a form of staff from before the arrivals is still valid
		if _, err := w.RSVP.Correct(t.Context(), rosalie, "gala", id, &read.Version, answer); err != nil {
			t.Fatal(err)
		}
		w.taps(rosalie, id, 1)
		if err := w.RSVP.Delete(t.Context(), rosalie, "gala", id, nil); err != nil {
			t.Fatal(err)
		}
		events, versions := w.told()
		want := []string{"rsvp.created 3 true 0", "rsvp.checked_in 3 true 3", "rsvp.checked_in 3 true 2", "rsvp.checked_in 3 true 1",
			"rsvp.changed 2 true 1", "rsvp.checked_in 2 true 2", "rsvp.cancelled 0 false 2"}
		if !slices.Equal(events, want) {
			t.Errorf("told %q, want %q", events, want)
		}
		for i := 1; i < len(versions); i++ {
			if versions[i] <= versions[i-1] {
				t.Errorf("the versions do not grow: %d", versions)
				break
			}
		}
	})
}

// Who reads what has changed since a moment gets the parties that have arrived since, also if the device hands the arrival over later.
func TestArrival_changes_the_registration(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		ann := w.party("Ann", 2)
		w.party("Bob", 2)
		w.clock = w.clock.Add(time.Hour)
		since := db.InstantOf(w.clock)
		if _, err := w.Count(t.Context(), marc, "gala", Tap{Registration: ann, People: 1, Key: newKey(), At: since.Add(-30 * time.Minute)}); err != nil {
			t.Fatal(err)
		}
		var changed []int64
		err := w.RSVP.Each(t.Context(), "gala", rsvp.Query{Since: since}, func(r rsvp.RSVP) error {
			changed = append(changed, r.ID)
			if r.ChangedAt != since || r.RespondedAt == since {
				t.Errorf("changed at %v, answered at %v", r.ChangedAt, r.RespondedAt)
			}
			return nil
		})
		if err != nil || !slices.Equal(changed, []int64{ann}) {
			t.Errorf("changed: %v, %v", changed, err)
		}
	})
}
