package rsvp

import (
	"cmp"
	"context"
	"fmt"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/contact"
	"presence/app/platform/i18n"
	"presence/db"
	"presence/db/dbtest"
)

// world is a service with an event, "gala", and the directory that a test puts customers into.
type world struct {
	*Service
	testing.TB
	DB    *db.DB
	clock time.Time
}

var secret = []byte("thirty-two bytes for tests only!")

var began = time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)

// starts is when every event of a test starts; it ends four hours later.
var starts = time.Date(2026, 12, 17, 22, 0, 0, 0, time.UTC)

var staff = auth.Actor{PersonID: "00000000-0000-4000-8000-00000000000e", Name: "Rosalie", Role: auth.Events}

func eachWorld(t *testing.T, fn func(t *testing.T, w *world)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, newWorld(t, d)) })
}

func newWorld(t testing.TB, d *db.DB) *world {
	t.Helper()
	w := &world{TB: t, DB: d, clock: began}
	w.Service = NewService(d, func() time.Time { return w.clock }, secret, MailOptions{})
	w.event("gala", "open", 0)
	w.exec(`INSERT INTO people (id, email, name, role, created_at, updated_at) VALUES ($1, 'rosalie@example.org', 'Rosalie', 'events', 1, 1)`,
		staff.PersonID)
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
	if err := w.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_,
			err := tx.Exec(ctx, sql, args...)
		return err
	}); err != nil {
		w.Fatal(err)
	}
}

func (w *world) count(sql string, args ...any) (n int64) {
	w.Helper()
	if err := w.DB.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		w.Fatal(err)
	}
	return n
}

// event makes one; capacity 0 is no limit.
func (w *world) event(id, state string, capacity int64) {
	w.Helper()
	w.exec(`INSERT INTO events (id, state, starts_at, ends_at, capacity, palette, title_fr, title_en, created_at, updated_at)
		VALUES ($1, $2, $3, $4, NULLIF($5, CAST(0 AS BIGINT)), 'festive', 'Gala des clients', 'Customer gala', 1, 1)`,
		id, state, db.InstantOf(starts), db.InstantOf(starts.Add(4*time.Hour)), capacity)
}

// customer is one of the directory; what is empty it does not have.
type customer struct {
	id, account, name, accountName, mandatary, legacy string
	emails, phones                                    []string
}

func (w *world) knows(list ...customer) {
	w.Helper()
	ctx := context.Background()
	err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, c := range list {
			var id int64
			err := tx.QueryRow(ctx, `INSERT INTO directory_customers (from_gen, digest, customer_id, number_key, name, account_id, account_name, account_status, type,
					mandatary, legacy_contact, subscribed, monthly_cents, names_folded, city_folded)
				VALUES (0, $1, $2, $3, $4, $5, $6, 'active', 'Individual', $7, $8, FALSE, 0, '', '') RETURNING id`,
				[]byte{1}, c.id, contact.NumberKey(c.id), c.name, c.account, c.accountName, c.mandatary, c.legacy).Scan(&id)
			if err != nil {
				return err
			}
			for i, e := range c.emails {
				key, err := contact.EmailKey(e)
				if err != nil {
					return err
				}
				if _, err := tx.Exec(ctx, "INSERT INTO directory_emails (customer, position, email, email_key) VALUES ($1, $2, $3, $4)", id, i, e,
					key); err != nil {
					return err
				}
			}
			for i, p := range c.phones {
				key, _ := contact.PhoneKey(p)
				if _, err := tx.Exec(ctx, "INSERT INTO directory_phones (customer, position, phone, phone_key, local_key) VALUES ($1, $2, $3, $4, '')",
					id, i, p, key); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		w.Fatal(err)
	}
}

// link issues a personal link to the gala.
func (w *world) link(token, name, email, customerID string) {
	w.Helper()
	err := w.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		return IssueLinks(ctx, tx, 1, []Link{{Token: token, EventID: "gala", Name: name, Email: email, Language: i18n.EN, CustomerID: customerID,
			RecipientID: 7}})
	})
	if err != nil {
		w.Fatal(err)
	}
}

var visitors int

// newIP returns an address that no test has used, so that no limit counts.
func newIP() string {
	visitors++
	return fmt.Sprintf("10.%d.%d.%d", visitors>>16&255, visitors>>8&255, visitors&255)
}

// answer submits to the gala from a new IP address.
func (w *world) answer(a Answer, token string) (Outcome, error) {
	return w.Submit(context.Background(), "gala", Submission{Answer: a, Token: token}, Visitor{IP: newIP()})
}

// answers is answer that has to be taken; it gives the registration as it is kept.
func (w *world) answers(a Answer, token string) RSVP {
	w.Helper()
	a.People = cmp.Or(a.People, 1)
	o, err := w.answer(a, token)
	if err != nil {
		w.Fatal(err)
	}
	r, err := w.Get(context.Background(), "gala", o.ID)
	if err != nil {
		w.Fatal(err)
	}
	return r
}

// registrations of an event, which have to agree with its tally.
func (w *world) registrations(event string) (list []RSVP) {
	w.Helper()
	ctx := context.Background()
	if err := w.Each(ctx, event, Query{}, func(r RSVP) error { list = append(list, r); return nil }); err != nil {
		w.Fatal(err)
	}
	taken, err := w.Seats(ctx, event)
	if err != nil {
		w.Fatal(err)
	}
	var people, declined int64
	for _, r := range list {
		if people += r.People; r.Declines() {
			declined++
		}
	}
	if taken.Headcount != people || taken.Registrations != int64(len(list)) || taken.Declined != declined {
		w.Errorf("the tally says %+v, the rows %d people in %d registrations", taken, people, len(list))
	}
	return list
}

func readEvent(w *world, id string) (events.Event, error) {
	return events.ByID(context.Background(), w.DB, id)
}

// must stops the test on an error.
func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}
