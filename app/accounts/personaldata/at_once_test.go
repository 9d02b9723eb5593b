package personaldata

import (
	"context"
	"sync"
	"testing"
	"time"

	"presence/app/platform/personal"
	"presence/db"
	"presence/db/dbtest"
)

// An erasure on request and the sweep of old rows erase the same rows at the same time: each row is counted once.
func TestService_counts_each_row_once(t *testing.T) {
	for name, ids := range map[string]bool{"rows whose ids are erased": true, "rows alone": false} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				const rows = 20 * stepRows
				var all []int64
				err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
					in := db.Insert{Into: "INSERT INTO bank_codes (type, categorie, modifier, bank_code, created_at, updated_at)"}
					for range rows {
						in.Add("due", "shift", 1, "x", 1, 1)
					}
					if _, err = in.Write(ctx, tx); err == nil {
						all, err = db.ReadIDs(tx.Query(ctx, "SELECT id FROM bank_codes"))
					}
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
				const gone = "type = 'gone'"
				s := &Service{db: d, now: time.Now, o: Options{
					Tables: []personal.Table{{Name: "bank_codes", Of: "id IN ({registrations}) AND type = 'due'", Set: gone}},
					OfSubject: func(_ context.Context, _ db.Queryer, of *personal.Subject) error {
						of.Registrations = all
						return nil
					}}}
				rule := personal.Rule{Table: personal.Table{Name: "bank_codes", Of: "type = 'due'", Set: gone}, Group: "type", IDs: ids}
				held, locked, err := d.TryLock(t.Context(), "retention")
				if err != nil || !locked {
					t.Fatal(locked, err)
				}
				defer held.Release()
				var wait sync.WaitGroup
				var asked, swept int64
				var errAsked, errSwept error
				wait.Go(func() {
					asked, errAsked = s.eraseAll(t.Context(), &Erasure{Counts: map[string]int64{}}, personal.Subject{})
				})
				wait.Go(func() { swept, errSwept = s.sweepRule(t.Context(), rule, 1, held) })
				wait.Wait()
				if errAsked != nil || errSwept != nil || asked+swept != rows {
					t.Errorf("%d on request and %d swept, of %d: %v, %v", asked, swept, rows, errAsked, errSwept)
				}
			})
		})
	}
}
