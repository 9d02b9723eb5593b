package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"presence/app/apptest"
	"presence/db"
)

// pagedList is a list that always answers in pages.
type pagedList struct {
	as, path string
	within   string // the member of the answer that contains the list; "": the answer is the list
	key      string // the member of a record that identifies it
	add      func(t *testing.T, a *apptest.App, n int)
}

// sqlOf returns a pagedList.add that inserts a row; %d in the statement is the number of the row.
func sqlOf(statement string) func(t *testing.T, a *apptest.App, n int) {
	return func(t *testing.T, a *apptest.App, n int) {
		if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, strings.ReplaceAll(statement, "%d", fmt.Sprint(n)))
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// postOf returns a pagedList.add that sends a request; %d in the body is the number of the row.
func postOf(as, path, body string) func(t *testing.T, a *apptest.App, n int) {
	return func(t *testing.T, a *apptest.App, n int) {
		a.As(as).On(t).Post(path, strings.ReplaceAll(body, "%d", fmt.Sprint(n))).Want(http.StatusCreated)
	}
}

var pagedLists = []pagedList{
	{"events", "/campaigns/suppressions?q=paged", "", "email", postOf("events", "/campaigns/suppressions", `{"email":"paged%d@example.com"}`)},
	{"events", "/campaigns/bouncing-addresses", "", "email", sqlOf(`INSERT INTO soft_bounces (email_key, in_a_row, campaign_id, recipient_id,
		cause, diagnostic, last_at) SELECT 'paged%d@example.com', 3, MIN(id), %d, 'mailbox_full', '', 1 FROM campaigns`)},
	{"admin", "/auth/v1/people", "", "id", postOf("admin", "/auth/v1/people", `{"email":"paged%d@example.com"}`)},
	{"events", "/directory/syncs", "", "id",
		sqlOf(`INSERT INTO directory_syncs (generation, source, started_at, seen_at, status) VALUES (%d, 'feed', 1, 1, 'done')`)},
	{"payroll", "/payroll/exports", "", "number", sqlOf(`INSERT INTO payroll_exports (number, period_start, made_at, made_by, made_by_name, options,
		line_count, corrections, regular, evening, emergency, overtime, on_leave, cents, distance, sha256, file, withdrawn_at)
		SELECT 100 + %d, '2026-01-11', 1, MIN(id), 'Payroll', '{}', 0, 0, 0, 0, 0, 0, 0, 0, 0, '', '', 1 FROM people`)},
	{"payroll", "/imports", "", "id", sqlOf(`INSERT INTO imports (kind, file_name, status, created_at, created_by, created_by_name)
		VALUES ('employees', '%d', 'checked', 1, '', '')`)},
	{"events", "/events/{event}/check-in", "parties", "rsvp_id",
		postOf("events", "/events/{event}/rsvps", `{"name":"Paged %d","email":"paged%d@example.com","people":1}`)},
}

// TestLists_InPages adds records while a program follows the links of a list: it gets each record that was there at its beginning
// once.
func TestLists_InPages(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		for _, x := range pagedLists {
			t.Run(x.path, func(t *testing.T) {
				for n := range 3 {
					x.add(t, a, n)
				}
				all, _ := x.page(t, a, x.path)
				for n, limit := range []int{1, 2} {
					var walked []string
					sep := map[bool]string{true: "&", false: "?"}[strings.Contains(x.path, "?")]
					for next := fmt.Sprintf("%s%slimit=%d", x.path, sep, limit); next != ""; {
						var page []string
						if page, next = x.page(t, a, next); len(page) > limit || len(page) == 0 {
							t.Fatalf("a page of %d has %q", limit, page)
						}
						if len(walked) == 0 {
							x.add(t, a, 10+n)
						}
						if walked = append(walked, page...); len(walked) > 2*len(all)+10 {
							t.Fatalf("C7: pages of %d do not end: %q", limit, walked)
						}
					}
					seen := map[string]int{}
					for _, id := range walked {
						seen[id]++
					}
					for _, id := range all {
						if seen[id] != 1 {
							t.Errorf("C7: pages of %d give %s %d times: %q", limit, id, seen[id], walked)
						}
					}
					if len(seen) != len(walked) {
						t.Errorf("C7: pages of %d repeat a record: %q", limit, walked)
					}
				}
			})
		}
	})
}

// page returns the keys of one page, and the address of the next.
func (x pagedList) page(t *testing.T, a *apptest.App, path string) (keys []string, next string) {
	t.Helper()
	r := a.As(x.as).On(t).Get(path).Want(http.StatusOK)
	body := r.Body
	if x.within != "" {
		var object map[string]json.RawMessage
		r.JSON(&object)
		body = object[x.within]
	}
	var rows []map[string]json.RawMessage
	if err := json.Unmarshal(body, &rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		keys = append(keys, string(row[x.key]))
	}
	if link := r.Header.Get("Link"); link != "" {
		next = nextLink.FindStringSubmatch(link)[1]
	}
	return keys, next
}

// TestLists_PageInOneWay finds operations that page in another way than with limit, after and the Link header.
func TestLists_PageInOneWay(t *testing.T) {
	t.Parallel()
	var d struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ Name, In string }
			Responses  map[string]struct{ Headers map[string]any }
		}
	}
	apptest.New(t).As(apptest.Anonymous).On(t).Get("/openapi.json").JSON(&d)
	found := 0
	for path, methods := range d.Paths {
		for method, o := range methods {
			names := map[string]bool{}
			for _, p := range o.Parameters {
				names[p.Name] = p.In == "query"
			}
			for _, other := range []string{"page", "offset", "before", "cursor", "skip"} {
				if names[other] {
					t.Errorf("C7: %s %s pages with %s", method, path, other)
				}
			}
			if !names["limit"] {
				continue
			}
			found++
			linked := slices.ContainsFunc(slices.Collect(maps.Values(o.Responses)), func(r struct{ Headers map[string]any }) bool {
				return r.Headers["Link"] != nil
			})
			if !names["after"] || !linked {
				t.Errorf("C7: %s %s has a limit; after: %v, Link: %v", method, path, names["after"], linked)
			}
		}
	}
	if found < 20 {
		t.Errorf("%d operations have a limit", found)
	}
}
