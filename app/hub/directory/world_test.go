package directory

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"presence/db"
)

// clock is a clock that a test moves.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func newClock() *clock { return &clock{at: time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// fixed is a source with the records that a test sets.
type fixed struct {
	mark      string
	customers []Customer
	items     []Item // after the customers
	partial   bool
	err       error
	at        func(n int) error // before each record
}

func (f *fixed) Name() string { return "fixed" }

func (f *fixed) Each(_ context.Context, since string, to RecordWriter) (Listing, error) {
	if f.mark != "" && f.mark == since {
		return Listing{Cursor: since, Unchanged: true}, nil
	}
	to.SetTotal(int64(len(f.customers) + len(f.items)))
	items := make([]Item, 0, len(f.customers))
	for i, c := range f.customers {
		items = append(items, Item{Place: fmt.Sprint("record ", i+1), Customer: c})
	}
	for i, item := range append(items, f.items...) {
		if f.at != nil {
			if err := f.at(i); err != nil {
				return Listing{}, err
			}
		}
		if err := to.Write(item); err != nil {
			return Listing{}, err
		}
	}
	return Listing{Cursor: f.mark, Partial: f.partial}, f.err
}

var (
	testFirst = []string{"Élise", "Marie-Ève", "Jean-François", "Luc", "Anne", "Théophile", "Gisèle", "Noé", "Zoé", "Maxime", "Étienne",
		"Chloé"}
	testLast = []string{"Tremblay", "Côté", "Bélanger", "Lévesque", "Ouellet", "Gagné", "D’Amours", "Saint-Pierre", "Desjardins",
		"Vadeboncœur", "Roy", "Larivée"}
	testCities = []string{"Québec", "Lévis", "Trois-Rivières", "Saint-Jérôme", "Montréal"}
)

// testCustomer returns the n-th customer of an invented directory, with an address, a number and one or two subscriptions.
func testCustomer(n int) Customer {
	name := testFirst[n%12] + " " + testLast[n/12%12] + fmt.Sprintf(" %c%c", 'a'+n/144%26, 'a'+n/3744%26)
	c := Customer{ID: fmt.Sprintf("C-%06d", n), Name: name, AccountID: fmt.Sprintf("A-%06d", n), AccountName: name, AccountStatus: Active,
		Type:   Individual,
		Emails: []string{fmt.Sprintf("client%d@example.com", n)}, Phones: []string{fmt.Sprintf("418 %03d-%04d", 200+n/10000%700, n%10000)},
		City: testCities[n%5], Language: "fr",
		Subscriptions: []Subscription{{Active, 4995}}}
	if n%2 == 0 {
		c.Subscriptions = append(c.Subscriptions, Subscription{"cancelled", 2000})
	}
	return c
}

func testCustomers(n int) []Customer {
	list := make([]Customer, n)
	for i := range list {
		list[i] = testCustomer(i)
	}
	return list
}

// asJSON returns a customer in the format of a source.
func asJSON(c Customer) []byte {
	type subscription struct {
		Status string  `json:"status"`
		Price  float64 `json:"monthly_price"`
	}
	var subscriptions []subscription
	for _, s := range c.Subscriptions {
		subscriptions = append(subscriptions, subscription{s.Status, float64(s.MonthlyCents) / 100})
	}
	b, err := json.Marshal(map[string]any{
		"customer_id": c.ID, "name": c.Name, "account_id": c.AccountID, "account_name": c.AccountName, "account_status": c.AccountStatus,
		"type": c.Type, "mandatary": c.Mandatary,
		"legacy_contact": c.LegacyContact, "emails": c.Emails, "phones": c.Phones, "city": c.City, "language": c.Language,
		"subscriptions": subscriptions})
	if err != nil {
		panic(err)
	}
	return b
}

// writeLines writes customers to a file, one a line.
func writeLines(t testing.TB, dir, name string, list []Customer) {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	for _, c := range list {
		w.Write(asJSON(c))
		w.WriteByte('\n')
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func serviceOf(d *db.DB, s Source) (*Service, *clock) {
	c := newClock()
	return NewService(d, c.now, Config{Source: s, Every: 15 * time.Minute}), c
}

func mustSync(t testing.TB, s *Service, how SyncOptions) Run {
	t.Helper()
	r, err := s.Sync(t.Context(), how)
	if err != nil {
		t.Fatalf("sync: %v (%s)", err, r.Problem)
	}
	return r
}

// beginRun begins a run, and does none of its work.
func beginRun(t testing.TB, s *Service) (run Run, held *db.Lock, err error) {
	err = s.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		run, held, err = s.begin(ctx, tx, SyncOptions{})
		return err
	})
	return run, held, err
}
