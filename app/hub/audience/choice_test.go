package audience

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/platform/contact"
	"presence/db"
	"presence/db/dbtest"
)

// crowd returns customers of all kinds, many of whom share an address.
func crowd(r *rand.Rand, n int) (list []someone) {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	for i := range n {
		c := someone{number: fmt.Sprintf("N%03d", i), name: pick("Elise", "Marc", "Zoe") + " " + pick("Cote", "Cote-Roy", "Roy", "Gagnon"),
			kind:   pick("Individual", "Company"),
			status: pick("active", "active", "resiliated"), city: pick("Quebec", "Laval", "")}
		c.names = strings.ToLower(c.name) + pick("", "\nconstruction coteau")
		if r.IntN(4) > 0 {
			c.email = fmt.Sprintf("%s%d@example.com", pick("a", "A"), r.IntN(n))
		}
		for range r.IntN(3) {
			c.subscriptions = append(c.subscriptions, int64(1000*r.IntN(5)))
		}
		list = append(list, c)
	}
	return list
}

// fits reports whether a customer matches the filters.
func (f Filters) fits(c someone) bool {
	var monthly int64
	for _, cents := range c.subscriptions {
		monthly += cents
	}
	return !(f.ActiveSubscription && (len(c.subscriptions) == 0 || monthly < f.MinMonthly) ||
		f.CustomerType == Residential && c.kind != "Individual" || f.CustomerType == Commercial && c.kind != "Company" ||
		!strings.Contains(c.names, contact.Fold(f.Name)) || !strings.Contains(strings.ToLower(c.city), contact.Fold(f.City)))
}

// plainly computes the preview of filters customer by customer; listed are the addresses that are on the list already.
func plainly(list []someone, f Filters, listed []string) (p Preview) {
	var seen []string
	for _, c := range list {
		key := strings.ToLower(c.email)
		switch {
		case !f.fits(c):
		case c.status == "resiliated" && !f.includesLeft():
			p.Left++
		case key == "":
			p.noAddress(NoAddress{c.number, c.name})
		case slices.Contains(seen, key):
			p.Duplicates++
		default:
			seen = append(seen, key)
			if p.Count++; len(p.Sample) < sampleSize {
				p.Sample = append(p.Sample, Entry{CustomerID: c.number})
			}
			if slices.Contains(listed, key) {
				p.AlreadyListed++
			}
		}
	}
	return p
}

func (p Preview) String() string {
	var sample []string
	for _, e := range p.Sample {
		sample = append(sample, e.CustomerID)
	}
	return fmt.Sprint(p.Stats, sample)
}

// clearedBatch adds a batch that was cleared, whose entry is not deleted yet, with the address of a customer who is not on the list.
func clearedBatch(t *testing.T, d *db.DB) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO audience_sources (event_id, kind, label, state, entries, seen_at, created_at, created_by)
			VALUES ($1, 'csv', '{}', 'dead', 1, 1, 1, 'x')`, party)
		if err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `INSERT INTO audience_entries (event_id, source_id, email, email_key, created_at)
			SELECT $1, (SELECT MAX(id) FROM audience_sources), MIN(c.email), MIN(c.email_key), 1 FROM directory_customers c
			WHERE c.email_key <> '' AND NOT EXISTS (SELECT 1 FROM audience_entries a WHERE a.event_id = $1 AND a.email_key = c.email_key)`, party)
		if err == nil && n != 1 {
			err = fmt.Errorf("%d entries", n)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestService_Preview_says_what_the_filters_mean compares the previews of many filters with those of plainly.
func TestService_Preview_says_what_the_filters_mean(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	list := crowd(r, 150)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := NewService(d, func() time.Time { return time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC) }, Options{})
		mirror(t, d, list...)
		var listed []string
		for round := range 200 {
			if round == 100 {
				if _, err := s.AddFilters(t.Context(), by, party, Filters{Name: "roy"}); err != nil {
					t.Fatal(err)
				}
				for _, e := range all(t, s, party) {
					listed = append(listed, e.key)
				}
			}
			if round == 150 {
				clearedBatch(t, d)
			}
			f := Filters{ActiveCustomers: r.IntN(2) == 0, ActiveSubscription: r.IntN(2) == 0, MinMonthly: int64(1000 * r.IntN(5)),
				IncludeLeft:  r.IntN(2) == 0,
				CustomerType: []CustomerType{Residential, Commercial, AllTypes}[r.IntN(3)], Name: []string{"", "Côté", "e c", "cote-"}[r.IntN(4)],
				City: []string{"", "Québec", "a"}[r.IntN(3)]}
			got, err := s.Preview(t.Context(), party, f)
			if err != nil {
				t.Fatal(err)
			}
			want := plainly(list, f, listed)
			if got.String() != want.String() {
				t.Fatalf("%+v gives\n%v, want\n%v", f, got, want)
			}
			for _, sizes := range []readSizes{{0, 1000}, {0, 7}, {1000, 7}, {0, 1}} { // as for many customers, and in blocks
				var p Preview
				if err := p.read(t.Context(), d, party, f, sizes); err != nil || p.String() != want.String() {
					t.Fatalf("%+v gives, with %+v,\n%v, want\n%v, %v", f, sizes, p, want, err)
				}
			}
		}
	})
}
