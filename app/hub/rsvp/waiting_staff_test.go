package rsvp

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest/htmltest"
)

// TestWaitingStaffPages_of_a_long_list looks at a list of 1,000 parties, of which the first is offered places, and every tenth has left.
func TestWaitingStaffPages_of_a_long_list(t *testing.T) {
	eachWaitingFixture(t, func(t *testing.T, d waitingFixture) {
		const list = "/staff/events/gala/waiting-list"
		d.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
			INSERT INTO waiting_parties (event_id, position, state, name, email, email_key, people, language, offered_until, created_at, changed_at)
			SELECT 'gala', i, CASE WHEN i = 1 THEN 'offered' WHEN i % 10 = 0 THEN 'left' ELSE 'waiting' END,
				CASE WHEN i = 777 THEN 'Zoé Hébert' ELSE 'Guest ' || CAST(i AS TEXT) END, 'g' || CAST(i AS TEXT) || '@example.org',
				'g' || CAST(i AS TEXT) || '@example.org', 1, 'fr', 4000000000000, 1, 1 FROM n`)
		d.exec("INSERT INTO rsvp_tallies (event_id, headcount, registrations, held, waiting) VALUES ('gala', 9, 1, 1, 899)")
		names := func(page *goquery.Selection) string {
			return strings.Join(page.Find("tbody .person-name").Map(func(_ int, s *goquery.Selection) string { return s.Text() }), ", ")
		}
		places := func(page *goquery.Selection) string {
			return strings.Join(page.Find("tbody .num:first-child").Map(func(_ int, s *goquery.Selection) string { return htmltest.Text(s) }), " ")
		}
		t.Run("a page has 50 parties and at most 200 KB", func(t *testing.T) {
			a := d.send(http.MethodGet, list, "").Want(http.StatusOK)
			if n := a.Doc().Find("tbody tr").Length(); n != 50 || len(a.Body) > 200_000 {
				t.Errorf("%d rows, %d bytes", n, len(a.Body))
			}
		})
		t.Run("the filters have the counts of the whole list", func(t *testing.T) {
			got := htmltest.Text(d.page(list).Find(".chips"))
			if want := "All 1,000On the list 899Offered 1Off the list 100"; got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
		t.Run("the places go on from page to page", func(t *testing.T) {
			second := d.page(list + "?page=2")
			if got := places(second); !strings.HasPrefix(got, "51 52 ") || !strings.HasSuffix(got, " 100") {
				t.Error(got)
			}
			if got := htmltest.Text(second.Find(".pagination")); !strings.Contains(got, "51–100 of 1,000") {
				t.Error(got)
			}
			if got := second.Find(`[value="up"][disabled], [value="down"][disabled]`).Length(); got != 0 {
				t.Errorf("%d parties in the middle cannot move", got)
			}
		})
		t.Run("only the first that waits cannot move up, and only the last cannot move down", func(t *testing.T) {
			first, last := d.page(list), d.page(list+"?page=18")
			if got := htmltest.Text(first.Find(`tr:has([value="up"][disabled]) .person-name`)); got != "Guest 2" {
				t.Errorf("%q cannot move up", got)
			}
			if got := htmltest.Text(last.Find(`tr:has([value="down"][disabled]) .person-name`)); got != "Guest 999" {
				t.Errorf("%q cannot move down", got)
			}
		})
		t.Run("a search finds a name without its accents, with its place", func(t *testing.T) {
			found := d.page(list + "?q=zoe+hebert")
			if names(found) != "Zoé Hébert" || places(found) != "700" || found.Find(".pagination").Length() != 0 {
				t.Errorf("%s in place %s", names(found), places(found))
			}
			if got := names(d.page(list + "?q=g777@example.org")); got != "Zoé Hébert" {
				t.Error(got)
			}
			if got := htmltest.Text(d.page(list + "?q=nobody").Find("#listed")); !strings.Contains(got, "No results") {
				t.Error(got)
			}
		})
		t.Run("a state filters the list", func(t *testing.T) {
			left := d.page(list + "?state=left")
			if got := names(left); !strings.HasPrefix(got, "Guest 10, Guest 20, ") || left.Find("tbody tr").Length() != 50 || places(left) != "" {
				t.Error(got)
			}
			if got := names(d.page(list + "?state=none")); !strings.HasPrefix(got, "Guest 1, Guest 2, ") {
				t.Error(got)
			}
		})
		t.Run("a page after the last one shows the last one", func(t *testing.T) {
			if got := names(d.page(list + "?page=99")); !strings.HasSuffix(got, "Guest 1000") {
				t.Error(got)
			}
		})
		t.Run("a button leads back to the same part of the list", func(t *testing.T) {
			form := hidden(d.page(list + "?state=waiting&q=guest&page=3").Find("tbody form").First())
			form.Set("do", "left")
			id := d.count("SELECT id FROM waiting_parties WHERE name = 'Guest 112'")
			d.post(fmt.Sprint(list, "/", id), form).RedirectsTo(list + "?page=3&q=guest&state=waiting")
			toast := d.page("/staff/events/gala/rsvps").Find(".toast form")
			undo := hidden(toast)
			d.post(toast.AttrOr("action", ""), undo).RedirectsTo(list + "?page=3&q=guest&state=waiting")
			d.post(fmt.Sprint(list, "/", id), url.Values{"do": {"up"}}).RedirectsTo(list)
		})
	})
}
