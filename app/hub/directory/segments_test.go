package directory

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

func TestService_Used(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		plain := testCustomers(3)
		for i := range plain {
			plain[i].Subscriptions = nil
		}
		source := &fixed{customers: plain}
		s, _ := serviceOf(d, source)
		for i, x := range []struct {
			name   string
			change func()
			want   Used
		}{
			{"nothing of customers of a shop", func() {}, Used{}},
			{"subscriptions, once a customer has one", func() { plain[1].Subscriptions = []Subscription{{Active, 100}} }, Used{Subscriptions: true}},
			{"cancelled accounts, once there is one", func() { plain[2].AccountStatus = HasLeft }, Used{true, true}},
		} {
			t.Run(x.name, func(t *testing.T) {
				x.change()
				source.mark = fmt.Sprint(i)
				mustSync(t, s, SyncOptions{Force: true})
				if got, err := s.Used(t.Context()); err != nil || got != x.want {
					t.Errorf("%+v %v, want %+v", got, err, x.want)
				}
			})
		}
	})
}

func TestService_Segment(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		list := testCustomers(130)
		for i := range list {
			list[i].City = "Sept-Îles"
		}
		list[3].City, list[4].Type, list[5].AccountStatus, list[6].Subscriptions = "Gaspé", Company, HasLeft, nil
		s, _ := serviceOf(d, &fixed{customers: list})
		mustSync(t, s, SyncOptions{})
		t.Run("a segment is as large as it says", func(t *testing.T) {
			segments, recent, err := s.Overview(t.Context())
			if err != nil || len(recent) != shownRecent || len(segments) != 7 {
				t.Fatalf("%+v, %d recent, %v", segments, len(recent), err)
			}
			for _, x := range segments {
				seen, before := map[string]bool{}, int64(0)
				for {
					page, next, err := s.Segment(t.Context(), x, before)
					if err != nil || len(page) > segmentLimit {
						t.Fatalf("%+v: %d customers, %v", x, len(page), err)
					}
					for _, m := range page {
						seen[m.ID] = true
					}
					if before = next; next == 0 {
						break
					}
				}
				if int64(len(seen)) != x.Size {
					t.Errorf("%+v has %d customers", x, len(seen))
				}
			}
		})
		t.Run("a segment without customers is not listed", func(t *testing.T) {
			d := dbtest.Open(t, d.Dialect())
			few, _ := serviceOf(d, &fixed{customers: []Customer{{ID: "A", Name: "A", Type: Company}}})
			mustSync(t, few, SyncOptions{})
			if got, _, err := few.Overview(t.Context()); err != nil || !slices.Equal(got, []Segment{{Kind: Companies, Size: 1},
				{Kind: NoSubscription, Size: 1}}) {
				t.Errorf("%+v, %v", got, err)
			}
		})
		t.Run("a customer who changes comes first, and once", func(t *testing.T) {
			list[0].City = "Gaspé"
			mustSync(t, s, SyncOptions{})
			segments, recent, err := s.Overview(t.Context())
			if err != nil || recent[0].ID != list[0].ID {
				t.Fatalf("first comes %+v, %v", recent[0].Customer, err)
			}
			if i := slices.IndexFunc(segments, func(x Segment) bool { return x.City == "Gaspé" }); i < 0 || segments[i].Size != 2 {
				t.Errorf("the segments are still %+v", segments)
			}
			gaspe, _, err := s.Segment(t.Context(), Segment{Kind: cityKind, City: "gaspe"}, 0)
			if err != nil || len(gaspe) != 2 || gaspe[0].ID != list[0].ID {
				t.Errorf("%+v, %v", gaspe, err)
			}
		})
		t.Run("each is read along an index", func(t *testing.T) {
			for kind, index := range map[string]string{cityKind: "directory_customers_city", Companies: "directory_customers_companies",
				Left: "directory_customers_left", NoSubscription: "directory_customers_unsubscribed"} {
				if plan := planOf(t, d, kind); !strings.Contains(plan, index) || strings.Contains(strings.ToUpper(plan), "SORT") ||
					strings.Contains(plan, "TEMP B-TREE") {
					t.Errorf("%s: %s", kind, plan)
				}
			}
		})
	})
}

// planOf returns how the database reads a segment, where it may not go over the whole table or sort.
func planOf(t *testing.T, d *db.DB, kind string) string {
	t.Helper()
	query := "SELECT c.id FROM directory_customers c WHERE c.id < 9000 AND c.from_gen <= 1 AND c.to_gen > 1 AND " +
		strings.ReplaceAll(segmentConditions[kind], "$4", "'gaspe'") + " ORDER BY c.id DESC LIMIT 50"
	var plan string
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		dbtest.OnlyIndexes(ctx, t, tx, "directory_customers")
		plan = dbtest.Plan(ctx, t, tx, query)
		return errRollback
	})
	if !errors.Is(err, errRollback) {
		t.Fatal(err)
	}
	return plan
}

var errRollback = fmt.Errorf("nothing is kept")

func TestSegmentCache(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s, _ := serviceOf(d, &fixed{customers: testCustomers(3)})
		mustSync(t, s, SyncOptions{})
		var v segmentCache
		first, err := v.get(t.Context(), d, 1)
		if err != nil || len(first) == 0 {
			t.Fatalf("%+v, %v", first, err)
		}
		if again, err := v.get(t.Context(), nil, 1); err != nil || len(again) != len(first) { // nothing is read
			t.Errorf("the same generation is read again: %+v, %v", again, err)
		}
		kind := func(s Segment) bool { return s.Kind != cityKind } // cities are those of the published generation
		if next, err := v.get(t.Context(), d, 0); err != nil || !slices.ContainsFunc(first, kind) || slices.ContainsFunc(next, kind) {
			t.Errorf("another generation is not read: %+v, %v", next, err)
		}
	})
}
