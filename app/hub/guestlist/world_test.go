package guestlist

import (
	"context"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/hub/rsvp"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// world is an open event, "gala", with a client of a person of staff who reads English.
type world struct {
	testing.TB
	db     *db.DB
	rsvps  *rsvp.Service
	client *featuretest.Client
}

var began = time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)

var staff = auth.Actor{PersonID: "00000000-0000-4000-8000-00000000000e", Name: "Rosalie", Role: auth.Events, Language: i18n.EN}

func eachWorld(t *testing.T, fn func(t *testing.T, w *world)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		now := func() time.Time { return began }
		w := &world{TB: t, db: d, rsvps: rsvp.NewService(d, now, []byte("thirty-two bytes for tests only!"), rsvp.MailOptions{})}
		w.client = featuretest.New(t, featuretest.Options{By: staff, Now: now}, func(r *httpx.Router) {
			API(r, w.rsvps)
			Pages(r, w.rsvps)
		})
		w.event("gala")
		w.exec(`INSERT INTO people (id, email, name, role, created_at, updated_at) VALUES ($1, 'rosalie@example.org', 'Rosalie', 'events', 1, 1)`,
			staff.PersonID)
		fn(t, w)
	})
}

// on is w, failing t.
func (w *world) on(t testing.TB) *world {
	same := *w
	same.TB, same.client = t, w.client.On(t)
	return &same
}

func (w *world) exec(sql string, args ...any) {
	w.Helper()
	if err := w.db.Write(w.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, sql, args...)
		return err
	}); err != nil {
		w.Fatal(err)
	}
}

func (w *world) event(id string) {
	w.Helper()
	w.exec(`INSERT INTO events (id, state, starts_at, ends_at, palette, title_fr, title_en, created_at, updated_at)
		VALUES ($1, 'open', $2, $2, 'festive', 'Gala des clients', 'Customer gala', 1, 1)`, id, db.InstantOf(began.AddDate(0, 1, 0)))
}

// many stores n registrations of the gala with ids from 1 on, in the order of their names.
func (w *world) many(n int) {
	w.Helper()
	w.exec(`INSERT INTO rsvps (event_id, identity, name, people, language, confidence, created_at, responded_at)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
		SELECT 'gala', 'name:' || i, 'Guest ' || (10000 + i), 1, 'fr', 'none', 1, 1 FROM n`, n)
	w.exec("INSERT INTO rsvp_tallies (event_id, headcount, registrations) VALUES ('gala', $1, $1)", n)
}

// asks sets the questions of the gala: a meal for each person, the parking places of a party, songs, a text, and one that is not asked
// any more.
func (w *world) asks() {
	w.Helper()
	w.exec("UPDATE events SET companions = 'asked', people_limit = 12, questions = $1, version = version + 1 WHERE id = 'gala'", `[
	{"id":11,"kind":"choice","per":"person","required":true,"text":{"fr":"Plat","en":"Meal"},
		"options":[{"id":1,"text":{"fr":"Poulet","en":"Chicken"}},{"id":2,"text":{"fr":"Poisson","en":"Fish"}},{"id":3,"text":{"fr":"Tofu","en":""},"archived":true}]},
	{"id":12,"kind":"number","per":"party","required":true,"text":{"fr":"Stationnements","en":"Parking"}},
	{"id":13,"kind":"several","per":"party","required":false,"text":{"fr":"Musique","en":"Music"},
		"options":[{"id":1,"text":{"fr":"Valse","en":"Waltz"}},{"id":2,"text":{"fr":"Rock","en":"Rock"}}]},
	{"id":14,"kind":"text","per":"party","required":false,"text":{"fr":"Mot","en":"Note"}},
	{"id":15,"kind":"text","per":"party","required":true,"text":{"fr":"Ancienne","en":"Old"},"archived":true}]`)
}

// enters has staff enter an answer for a guest.
func (w *world) enters(event string, a rsvp.Answer) {
	w.Helper()
	if a.Language == "" {
		a.Language = i18n.EN
	}
	if _, _, _, err := w.rsvps.EnterForGuest(w.Context(), staff, event, a, false); err != nil {
		w.Fatal(err)
	}
}

func eats(person, option int64) rsvp.Reply {
	return rsvp.Reply{Question: 11, Person: person, Options: []int64{option}}
}

func parks(n int64) rsvp.Reply { return rsvp.Reply{Question: 12, Number: new(n)} }

// three is a whole answer of a guest with two companions.
func three() rsvp.Answer {
	return rsvp.Answer{Name: "Zoé Roy", Email: "zoe@example.com", People: 3, Details: rsvp.Details{Companions: []string{"Luc", ""},
		Answers: []rsvp.Reply{eats(0, 1), eats(1, 2), eats(2, 2), parks(2), {Question: 13, Options: []int64{2, 1}}, {Question: 14, Text: "=1+1"}}}}
}
