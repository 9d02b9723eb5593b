package mytime_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest"
)

// choices returns the checkboxes of the page of a sheet.
func choices(page *goquery.Selection) (items []string) {
	page.Find(`#lines input[type="checkbox"]`).Each(func(_ int, x *goquery.Selection) { items = append(items, x.AttrOr("value", "")) })
	return items
}

// body encodes pairs of a name and a value; a name may occur several times.
func body(pairs ...string) string {
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		q.Add(pairs[i], pairs[i+1])
	}
	return q.Encode()
}

func TestPages_decideLines(t *testing.T) {
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		boss := a.Browser("supervisor").On(t)
		open := func(t *testing.T) *goquery.Selection {
			t.Helper()
			return boss.On(t).Get(sheet + "?lines=1").Want(http.StatusOK).Doc()
		}
		decide := func(t *testing.T, who string, pairs ...string) string {
			t.Helper()
			b := a.Browser(who).On(t)
			b.Form(sheet+"/lines", body(pairs...)).Want(http.StatusSeeOther)
			return messages(b.Get(sheet + "?lines=1").Want(http.StatusOK))
		}
		t.Run("the list is shown when it is asked for", func(t *testing.T) {
			page := boss.On(t).Get(sheet).Want(http.StatusOK).Doc()
			if got := page.Find("#lines a").AttrOr("href", ""); !strings.Contains(got, "lines=1") || len(choices(page)) != 0 {
				t.Error(got)
			}
		})
		all := choices(open(t))
		if len(all) < 3 {
			t.Fatalf("%v: the sheet has shifts and expenses", all)
		}
		t.Run("nothing is ticked", func(t *testing.T) {
			if got := decide(t, "supervisor"); got != "Select at least one line." {
				t.Error(got)
			}
			if got := decide(t, "supervisor", "items", "leave-1-1", "items", "shift-x-1", "items",
				"shift-1"); got != "Select at least one line." {
				t.Error(got)
			}
		})
		t.Run("of more than 200 none is decided about", func(t *testing.T) {
			many := []string{"items", all[0]}
			for i := range 200 {
				many = append(many, "items", fmt.Sprintf("shift-%d-1", 1_000_000+i))
			}
			if got := decide(t, "supervisor", many...); got != "Select up to 200 lines at a time." || a.Count("shifts", "is_approved") != 0 {
				t.Error(got)
			}
		})
		t.Run("the ticked lines are approved, with the name of who did it", func(t *testing.T) {
			if got := decide(t, "supervisor", "items", all[0], "items", all[len(all)-1], "items", all[0]); !strings.HasPrefix(got,
				"2 lines approved.") {
				t.Error(got)
			}
			page := open(t)
			if left := choices(page); len(left) != len(all)-2 {
				t.Errorf("%v are left of %v", left, all)
			}
			if n := strings.Count(page.Find("#lines").Text(), "Approved by "); n != 2 {
				t.Errorf("%d lines say who approved them", n)
			}
			if n := a.Count("shifts", "is_approved") + a.Count("expenses", "is_approved"); n != 2 {
				t.Errorf("%d lines are approved", n)
			}
		})
		t.Run("an old version is skipped with the reason", func(t *testing.T) {
			if got := decide(t, "supervisor", "items", all[0]); !strings.Contains(got, "1 line skipped.") || !strings.Contains(got, "changed") {
				t.Error(got)
			}
		})
		t.Run("the approval of one line is withdrawn from its menu", func(t *testing.T) {
			item := open(t).Find(`#lines form:has([value="withdraw"]) [name="items"]`).First().AttrOr("value", "")
			if got := decide(t, "supervisor", "items", item, "decision", "withdraw"); !strings.HasPrefix(got, "Approval removed from 1 line.") {
				t.Error(got)
			}
			if left := choices(open(t)); len(left) != len(all)-1 {
				t.Errorf("%v", left)
			}
		})
		t.Run("the message undoes a decision", func(t *testing.T) {
			b := a.Browser("supervisor").On(t)
			b.Form(sheet+"/lines", body("items", choices(open(t))[0])).Want(http.StatusSeeOther)
			undo := b.Get(sheet + "?lines=1").Doc().Find(`[data-toast] form[action$="/lines"]`)
			item, decision := undo.Find(`[name="items"]`).AttrOr("value", ""), undo.Find(`[name="decision"]`).AttrOr("value", "")
			if decision != "withdraw" {
				t.Fatalf("%s %s", decision, item)
			}
			if got := decide(t, "supervisor", "items", item, "decision", decision); !strings.HasPrefix(got, "Approval removed from 1 line.") {
				t.Error(got)
			}
		})
		t.Run("an administrator decides as well, also about the own lines", func(t *testing.T) {
			item := choices(open(t))[0]
			if got := decide(t, "admin", "items", item); got != "1 line approved." {
				t.Error(got)
			}
		})
		t.Run("a line of another sheet is missing", func(t *testing.T) {
			if got := decide(t, "admin", "items", a.World.Fill("shift-{stranger.shift}-1")); !strings.Contains(got, "1 line skipped.") {
				t.Error(got)
			}
			if n := a.Count("shifts", a.World.Fill("id = {stranger.shift} AND is_approved")); n != 0 {
				t.Error("it was approved")
			}
		})
		t.Run("nobody decides about the own lines, nor those of another team", func(t *testing.T) {
			a.Browser("employee").On(t).Form(sheet+"/lines", body("items", all[1])).Want(http.StatusForbidden)
			a.Browser("foreman").On(t).Form(sheet+"/lines", body("items", all[1])).Want(http.StatusNotFound)
			if a.Browser("employee").On(t).Get(sheet).Doc().Find("#lines").Length() != 0 {
				t.Error("the owner sees the list")
			}
			own := a.World.Fill("/staff/timesheets/{supervisor.timesheet}/lines")
			b := a.Browser("supervisor").On(t)
			b.Form(own, body("items", a.World.Fill("shift-{supervisor.shift}-1"))).Want(http.StatusSeeOther)
			if n := a.Count("shifts", a.World.Fill("id = {supervisor.shift} AND is_approved")); n != 0 {
				t.Error("a supervisor approved an own line")
			}
		})
		t.Run("an approved sheet locks its lines", func(t *testing.T) {
			boss.On(t).Form(sheet+"/approve", "").Want(http.StatusSeeOther)
			page := open(t)
			if len(choices(page)) != 0 || page.Find("#lines .menu, #lines-form").Length() != 0 ||
				!strings.Contains(page.Find("#lines").Text(), "All lines are approved with the timesheet.") {
				t.Error(page.Find("#lines").Text())
			}
		})
	})
}
