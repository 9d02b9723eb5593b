package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
)

// lists are the collections (C7), and one write to one of their records.
var lists = map[string][2]string{
	"/employees":      {"/employees/{colleague}", `{"residence":"Rimouski"}`},
	"/bank-codes":     {"/bank-codes/{evening}", `{"bank_code":"G44"}`},
	"/timesheets":     {"/timesheets/{foreman.timesheet}", `{"is_approved":true}`},
	"/shifts":         {"/shifts/{colleague.shift}", `{"date":"2026-11-17"}`},
	"/Expenses":       {"/Expenses/{colleague.expense}", `{"amount":1}`},
	"/leave-requests": {"/leave-requests/{colleague.leave}", `{"comment":"Enfin"}`},
}

var nextLink = regexp.MustCompile(`^<([^>]+)>; rel="next"$`)

func TestLists(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		admin := a.As("admin")
		for path, change := range lists {
			t.Run(path+" is a bare array in the order of ids", func(t *testing.T) {
				r := admin.On(t).Get(path)
				var rows []map[string]any
				r.JSON(&rows)
				if got := r.IDs(); len(got) < 5 || !slices.IsSorted(got) {
					t.Errorf("C7: the ids are %v", got)
				}
			})
			t.Run(path+" walked page by page gives each record once", func(t *testing.T) {
				whole := admin.On(t).Get(path).IDs()
				for _, limit := range []int{1, 2, len(whole) - 1, len(whole), len(whole) + 1} {
					walked, pages := walk(t, admin, fmt.Sprintf("%s?limit=%d", path, limit))
					if !slices.Equal(walked, whole) {
						t.Errorf("C7: pages of %d give %v, want %v", limit, walked, whole)
					}
					if want := (len(whole) + limit - 1) / limit; pages != want {
						t.Errorf("C7: pages of %d: %d of them, want %d", limit, pages, want)
					}
				}
			})
			t.Run(path+" knows what changed since", func(t *testing.T) {
				a := apptest.New(t, apptest.On(a.DB.Dialect())) // an approval changes what its shifts answer, too
				admin := a.As("admin")
				since := apptest.Start.Add(time.Minute)
				at := path + "?modified_since=" + url.QueryEscape(since.Format(time.RFC3339))
				if got := admin.On(t).Get(at).IDs(); len(got) != 0 {
					t.Errorf("C7: %v are said to have changed", got)
				}
				a.Clock.Set(since)
				id := admin.On(t).Patch(change[0], change[1]).ID()
				if got := admin.On(t).Get(at).IDs(); !slices.Equal(got, []int64{id}) {
					t.Errorf("C7: %v are said to have changed, want %d", got, id)
				}
				if got := admin.On(t).Get(path + "?modified_since=2026-11-20T08:01:00").IDs(); !slices.Equal(got, []int64{id}) {
					t.Errorf("C5: without an offset it is the company's clock: %v, want %d", got, id)
				}
			})
			t.Run(path+" refuses paging that cannot be", func(t *testing.T) {
				for _, query := range []string{"limit=0", "limit=-1", "limit=1001", "limit=x", "limit=1.5", "after=-1", "after=x",
					"after=9223372036854775808", "modified_since=yesterday", "modified_since=2026-03-08T02:30:00", "Limit=1", "limit[]=1"} {
					r := admin.On(t).Get(path + "?" + query)
					if r.Status != http.StatusBadRequest {
						t.Errorf("C7: ?%s is answered %d: %.100s", query, r.Status, r.Body)
						continue
					}
					name, _, _ := strings.Cut(query, "=")
					if faults := r.Faults(); !slices.Equal(faults, []string{name}) {
						t.Errorf("C3: ?%s: the faults are %q", query, faults)
					}
				}
				if got := admin.On(t).Get(path + "?after=9223372036854775807").IDs(); len(got) != 0 {
					t.Errorf("C7: after the last id come %v", got)
				}
			})
		}
	})
}

// walk follows the Link headers from a first page.
func walk(t *testing.T, c *apptest.Client, path string) (ids []int64, pages int) {
	t.Helper()
	for path != "" && pages < 100 {
		r := c.On(t).Get(path)
		ids = append(ids, r.IDs()...)
		pages, path = pages+1, ""
		if link := r.Header.Get("Link"); link != "" {
			m := nextLink.FindStringSubmatch(link)
			if m == nil {
				t.Fatalf("C7: the Link header is %q", link)
			}
			path = m[1]
		}
	}
	return ids, pages
}

// TestLists_OfThePayCalendar has periods, not records: it is whole, and narrowed by year only.
func TestLists_OfThePayCalendar(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	c := a.As(apptest.Anonymous)
	var periods []struct {
		Number int    `json:"period_number"`
		Year   int    `json:"year"`
		Start  string `json:"start_date"`
		End    string `json:"end_date"`
		Label  string `json:"label"`
	}
	c.On(t).Get("/pay-periods").Want(http.StatusOK).JSON(&periods)
	if len(periods) != 3*26 || periods[0].Year != 2025 || periods[77].Year != 2027 {
		t.Errorf("W1: %d periods from %d to %d, want last year's through next year's", len(periods), periods[0].Year,
			periods[len(periods)-1].Year)
	}
	for i := 1; i < len(periods); i++ {
		end, err := time.Parse(time.DateOnly, periods[i-1].End)
		if err != nil || end.AddDate(0, 0, 1).Format(time.DateOnly) != periods[i].Start {
			t.Errorf("W1: %s is followed by %s", periods[i-1].Label, periods[i].Label)
		}
	}
	var one json.RawMessage
	c.On(t).Get("/pay-periods/2026/25").Want(http.StatusOK).JSON(&one).Has(`"start_date":"2026-11-15"`, `"end_date":"2026-11-28"`,
		`"label":"2026-11-15 → 2026-11-28"`)
	c.On(t).Get("/pay-periods/date/2026-11-28").Want(http.StatusOK).Has(string(one))
	c.On(t).Get("/pay-periods/bundle/current-and-all").Want(http.StatusOK).Has(`{"current":` + strings.TrimSpace(string(one)) + `,"periods":[`)
	for _, path := range []string{"/pay-periods/2026/0", "/pay-periods/2026/27", "/pay-periods/2026/x", "/pay-periods/x/1",
		"/pay-periods/date/2026-02-30", "/pay-periods/date/today", "/pay-periods/2026/25.0", "/pay-periods/99999/1"} {
		if p := c.On(t).Get(path).Want(http.StatusNotFound).Problem(); p.Code != "not_found" {
			t.Errorf("W1: %s: code %q", path, p.Code)
		}
	}
}
