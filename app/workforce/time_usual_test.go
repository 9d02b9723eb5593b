package workforce_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
)

// A supervisor enters an employee's usual week; the employee fills the empty days of a period with it, and can undo that.
func TestUsualWeek(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		boss, c := a.Browser("supervisor"), a.Browser("employee")
		page := a.World.Fill("/staff/employees/{employee}/usual-week")
		count := func() int {
			return a.Count("shifts", "archived_at IS NULL AND employee_id = $1", a.World.IDs["employee"])
		}
		form := func(t *testing.T, query string) url.Values {
			t.Helper()
			return htmltest.Values(htmltest.One(t, boss.On(t).Get(page+query).Want(http.StatusOK).Doc(), "form[data-guard]"))
		}
		row := func(v url.Values, week, weekday string) string {
			for name := range v {
				if prefix, found := strings.CutSuffix(name, ".week"); found && v.Get(name) == week && v.Get(prefix+".weekday") == weekday {
					return prefix
				}
			}
			t.Fatalf("no row of week %s, day %s", week, weekday)
			return ""
		}
		t.Run("what cannot be read is refused beside it, with what was typed", func(t *testing.T) {
			v := form(t, "")
			tuesday := row(v, "1", "2")
			v.Set(tuesday+".start", "morning")
			v.Set(tuesday+".end", "16")
			doc := boss.On(t).Form(page, v.Encode()).Want(http.StatusUnprocessableEntity).Doc()
			if x := htmltest.One(t, doc, `[name="`+tuesday+`.start"]`); x.AttrOr("value", "") != "morning" || x.AttrOr("aria-invalid", "") != "true" {
				t.Errorf("%v", x.Nodes[0].Attr)
			}
			v.Set(tuesday+".start", "8")
			v.Set(tuesday+".breaks", "9 h")
			doc = boss.On(t).Form(page, v.Encode()).Want(http.StatusUnprocessableEntity).Doc()
			htmltest.One(t, doc, `[name="`+tuesday+`.breaks"][aria-invalid="true"]`)
		})
		t.Run("Monday is copied to the days until Friday, of a form that is not saved", func(t *testing.T) {
			v := form(t, "?weeks=2")
			monday := row(v, "1", "1")
			v.Set(monday+".start", "8")
			v.Set(monday+".end", "16")
			v.Set(row(v, "1", "3")+".start", "9")
			v.Set(row(v, "1", "6")+".start", "10")
			v.Set(row(v, "2", "2")+".start", "11") // of a week whose Monday is empty
			v.Set("copy", "1")
			got := htmltest.Values(htmltest.One(t, boss.On(t).Form(page, v.Encode()).Want(http.StatusOK).Doc(), "form[data-guard]"))
			var starts []string
			for _, week := range []string{"1", "2"} {
				for day := range 7 {
					starts = append(starts, got.Get(row(got, week, strconv.Itoa(day))+".start"))
				}
			}
			if list := strings.Join(starts, ","); list != ",8,8,8,8,8,10,,,11,,,," || got.Get("version") != v.Get("version") || got.Get("weeks") != "2" {
				t.Errorf("%s, version %s, %s weeks", list, got.Get("version"), got.Get("weeks"))
			}
			if saved := form(t, ""); saved.Get(row(saved, "1", "1")+".start") != "" {
				t.Error("it was saved")
			}
		})
		t.Run("it is saved from the form, two weeks that alternate", func(t *testing.T) {
			v := form(t, "?weeks=2")
			v.Set("first_day", "2026-11-15")
			for _, x := range []struct{ week, weekday, start, end string }{{"1", "1", "8", "16"}, {"1", "3", "8", "16"}, {"1", "4", "22", "6"},
				{"2", "2", "9", "17:30"}, {"2", "5", "9", "12"}} {
				prefix := row(v, x.week, x.weekday)
				v.Set(prefix+".start", x.start)
				v.Set(prefix+".end", x.end)
				v.Set(prefix+".breaks", "30")
			}
			to := boss.On(t).Form(page, v.Encode()).Want(http.StatusSeeOther).Header.Get("Location")
			doc := boss.On(t).Get(to).Has("Usual week saved.", `value="5:30`+nbsp+`p.m."`, `value="30`+nbsp+`min"`).Doc()
			var idle []string
			doc.Find(".usual-week").First().Find("details.usual-idle summary .usual-day").Each(func(_ int, x *goquery.Selection) { idle = append(idle, x.Text()) })
			if want := []string{"Sunday", "Tuesday", "Friday", "Saturday"}; !slices.Equal(idle, want) {
				t.Errorf("folded are %q, want %q, which have no shifts", idle, want)
			}
			boss.On(t).Form(page, v.Encode()).Want(http.StatusPreconditionFailed)
		})
		t.Run("the employee reads it, without a form", func(t *testing.T) {
			doc := c.On(t).Get(page).Want(http.StatusOK).Has("My usual week").Doc()
			if text := htmltest.Text(doc.Find("table")); doc.Find("main form[data-guard]").Length() != 0 || !strings.Contains(text, "Thursday") {
				t.Error(text)
			}
			c.On(t).Form(page, "weeks=1&first_day=2026-11-15").Want(http.StatusForbidden)
			a.Browser("stranger").On(t).Get(page).Want(http.StatusNotFound)
		})
		var undo, fields string
		before := count()
		t.Run("one tap fills an empty day", func(t *testing.T) {
			doc := c.On(t).Get(time25).Doc()
			form := htmltest.One(t, doc, `#d-2026-11-18 form[action$="/usual"]`)
			if text := strings.ReplaceAll(htmltest.Text(form), nbsp, " "); !strings.HasPrefix(text, "As usual: 8") {
				t.Error(text)
			}
			if n := doc.Find(`#d-2026-11-27 form[action$="/usual"]`).Length(); n != 0 {
				t.Error("a day ahead has the button")
			}
			answer := swap(c.On(t), form.AttrOr("action", ""), htmltest.Values(form).Encode()).Want(http.StatusOK).Has("1 shift added.")
			if n := count() - before; n != 1 {
				t.Fatalf("%d shifts were added", n)
			}
			c.On(t).Form(answer.Undo()).Want(http.StatusSeeOther)
			if n := count() - before; n != 0 {
				t.Errorf("%d are left", n)
			}
		})
		t.Run("one tap fills the empty days of the period: not those with hours", func(t *testing.T) {
			button := htmltest.One(t, c.On(t).Get(time25).Doc(), `.week-head form[action$="/usual"]`)
			answer := swap(c.On(t), button.AttrOr("action", ""), htmltest.Values(button).Encode()).Want(http.StatusOK)
			made := count() - before
			if made == 0 || made > 5 {
				t.Fatalf("%d shifts were added", made)
			}
			if taken := a.Count("shifts", "archived_at IS NULL AND employee_id = $1 AND day = '2026-11-16'", a.World.IDs["employee"]); taken != 1 {
				t.Errorf("the day that had hours has %d shifts", taken)
			}
			if n := a.Count("shifts", "archived_at IS NULL AND employee_id = $1 AND day = '2026-11-24' AND minutes = 480", a.World.IDs["employee"]); n != 1 {
				t.Error("the break of the usual shift is not in it")
			}
			undo, fields = answer.Undo()
			if c.On(t).Get(time25).Doc().Find(`form[action$="/usual"]`).Length() != 0 {
				t.Error("the button stays, with nothing to fill")
			}
		})
		t.Run("it is taken back at once, but for what was changed since", func(t *testing.T) {
			made := count() - before
			a.As("employee").On(t).Patch("/shifts/"+strings.Split(strings.Fields(mustQuery(t, fields).Get("made"))[0], "-")[0], `{"end_time":"2026-11-18T17:00"}`)
			c.On(t).Form(undo, fields).Want(http.StatusSeeOther)
			if left := count() - before; left != 1 || made < 2 {
				t.Errorf("%d of %d are left", left, made)
			}
			c.On(t).Form(undo, fields).Want(http.StatusSeeOther)
			c.On(t).Get(time25).Want(http.StatusOK).Has("No shifts removed: they have changed since then.")
		})
	})
}

func mustQuery(t *testing.T, text string) url.Values {
	t.Helper()
	v, err := url.ParseQuery(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
