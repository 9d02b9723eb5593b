package door

import (
	"context"
	"fmt"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/hub/rsvp"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
	"presence/views/layout"
)

// world is a service with an event, "gala", of 20 places.
type world struct {
	*Service
	testing.TB
	DB    *db.DB
	RSVP  *rsvp.Service
	clock time.Time
}

var (
	secret  = []byte("thirty-two bytes for tests only!")
	evening = time.Date(2026, 12, 17, 19, 4, 0, 0, time.UTC)
	rosalie = auth.Actor{PersonID: "00000000-0000-4000-8000-00000000000e", Name: "Rosalie", Role: auth.Events, Language: i18n.EN}
	marc    = auth.Actor{PersonID: "00000000-0000-4000-8000-00000000000f", Name: "Marc", Role: auth.Events, Language: i18n.EN}
)

func eachWorld(t *testing.T, fn func(t *testing.T, w *world)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, newWorld(t, d)) })
}

func newWorld(t testing.TB, d *db.DB) *world {
	t.Helper()
	w := &world{TB: t, DB: d, clock: evening}
	now := func() time.Time { return w.clock }
	w.RSVP = rsvp.NewService(d, now, secret, rsvp.MailOptions{})
	w.Service = NewService(d, now, "https://presence.example", w.RSVP)
	for _, by := range []auth.Actor{rosalie, marc} {
		w.exec("INSERT INTO people (id, email, name, role, created_at, updated_at) VALUES ($1, $2, $2, 'events', 1, 1)", by.PersonID, by.Name)
	}
	w.event("gala", 20)
	return w
}

// on is w, failing t.
func (w *world) on(t testing.TB) *world {
	same := *w
	same.TB = t
	return &same
}

func (w *world) exec(sql string, args ...any) {
	w.Helper()
	if err := w.DB.Write(w.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, sql, args...)
		return err
	}); err != nil {
		w.Fatal(err)
	}
}

func (w *world) count(sql string, args ...any) (n int64) {
	w.Helper()
	if err := w.DB.QueryRow(w.Context(), sql, args...).Scan(&n); err != nil {
		w.Fatal(err)
	}
	return n
}

func (w *world) event(id string, capacity int64) {
	w.Helper()
	w.exec(`INSERT INTO events (id, state, starts_at, ends_at, capacity, palette, title_fr, title_en, created_at, updated_at)
		VALUES ($1, 'open', $2, $3, $4, 'festive', 'Gala', 'Gala', 1, 1)`, id, db.InstantOf(evening), db.InstantOf(evening.Add(4*time.Hour)),
		capacity)
}

// party registers a guest of the gala; people 0: who declines.
func (w *world) party(name string, people int64) int64 {
	w.Helper()
	r, _, _, err := w.RSVP.EnterForGuest(w.Context(), rosalie, "gala",
		rsvp.Answer{Name: name, Email: name + "@example.com", People: people}, false)
	if err != nil {
		w.Fatal(err)
	}
	return r.ID
}

// partyWith registers a guest of the gala with a companion.
func (w *world) partyWith(name, companion string) {
	w.Helper()
	a := rsvp.Answer{Name: name, Email: name + "@example.com", People: 2, Details: rsvp.Details{Companions: []string{companion}}}
	if _, _, _, err := w.RSVP.EnterForGuest(w.Context(), rosalie, "gala", a, false); err != nil {
		w.Fatal(err)
	}
}

var keys int

// newKey returns a key that no tap has used.
func newKey() string {
	keys++
	return fmt.Sprint("key-", keys)
}

// taps counts people in; the test stops if it is refused.
func (w *world) taps(by auth.Actor, id, people int64) Result {
	w.Helper()
	x, err := w.Count(w.Context(), by, "gala", Tap{Registration: id, People: people, Key: newKey()})
	if err != nil {
		w.Fatal(err)
	}
	return x
}

// there fails unless so many of a party are there.
func (w *world) there(id, want int64) {
	w.Helper()
	r, err := w.RSVP.Get(w.Context(), "gala", id)
	if err != nil {
		w.Fatal(err)
	}
	if r.Arrived != want {
		w.Errorf("%d of the party are there, want %d", r.Arrived, want)
	}
}

// browser opens the page as a person.
func (w *world) browser(by auth.Actor) *featuretest.Client {
	return featuretest.New(w, featuretest.Options{By: by, Now: w.now}, func(r *httpx.Router) {
		API(r, w.Service)
		Pages(r, w.Service, time.UTC, func(_ context.Context, id string, _ layout.EventTab) (layout.EventHead, error) {
			return layout.EventHead{Title: id, When: "Thursday"}, nil
		})
	})
}
