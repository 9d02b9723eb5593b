package app_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest"
	"presence/app/platform/paths"
	"presence/db"
)

// TestSystemPage shows the state of an installation on both engines, and a request that has just failed.
func TestSystemPage(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			t.Parallel()
			a := apptest.New(t, apptest.On(engine), apptest.Faulty())
			b := a.Browser("admin").On(t)
			page := b.Get(paths.System()).Want(http.StatusOK).Has(engine.Name(), "audit_log", "No errors since startup")
			if n := page.Doc().Find("#checks .system-passed dt").Length(); n < 3 {
				t.Errorf("%d checks are well", n)
			}
			before := page.Doc().Find(".system-verdict a").Length()
			page.Doc().Find(".system-verdict a").Each(func(_ int, link *goquery.Selection) {
				if part := link.AttrOr("href", ""); part == "" || page.Doc().Find(part).Length() != 1 {
					t.Errorf("%s leads to %q", link.Text(), part)
				}
			})
			err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "DROP TABLE rsvp_tallies")
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			failed := a.As(apptest.Anonymous).On(t).Do("GET", "/rsvp/fete-clients-2026", nil)
			later := b.Get(paths.System()).Want(http.StatusOK).Has(" attention", "1 request has failed since startup").Doc()
			if n := later.Find(".system-verdict a[href]").Length(); n != before+1 {
				t.Errorf("%d things need attention, %d before", n, before)
			}
			row := later.Find("#failures tbody tr").Text()
			for _, said := range []string{"/rsvp/:event_id", failed.Header.Get("X-Request-Id")} {
				if failed.Status < 500 || said == "" || !strings.Contains(row, said) {
					t.Errorf("%d: %q has no %q", failed.Status, row, said)
				}
			}
		})
	}
}
