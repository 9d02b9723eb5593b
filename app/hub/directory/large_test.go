package directory

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

// TestLarge measures what the bench promises, by hand: LARGE=100000 go test ./app/hub/directory -run TestLarge -v
func TestLarge(t *testing.T) {
	if os.Getenv("LARGE") == "" {
		t.Skip("LARGE is not set")
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		dir := t.TempDir()
		writeLines(t, dir, "a.ndjson", testCustomers(100_000))
		s, _ := serviceOf(d, Files{dir})
		for _, what := range []string{"first", "unchanged", "forced"} {
			start := time.Now()
			r := mustSync(t, s, SyncOptions{Force: what == "forced"})
			t.Logf("%s: %v %+v", what, time.Since(start), r)
		}
		for _, q := range []string{"tremblay", "elise trembley", "ma", "gisele desjardin", "418 200", "client5", "c-0001", "vadboncoeur zoe",
			"tr", "saint pierre luc ab", "xxxxxx"} {
			var took []time.Duration
			var got []Match
			for range 50 {
				start := time.Now()
				var err error
				if got, err = s.Search(t.Context(), q); err != nil {
					t.Fatal(err)
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			names := []string{}
			for _, m := range got[:min(3, len(got))] {
				names = append(names, m.ID+" "+m.Name)
			}
			t.Logf("%-22s %d found, p50 %v p95 %v max %v: %s", q, len(got), took[25], took[47], took[49], strings.Join(names, ", "))
		}
	})
}
