package workforce_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
	"presence/db"
)

// plan publishes a shift of the colleague on December 11, 2026.
func plan(t *testing.T, a *apptest.App, start, end string) {
	t.Helper()
	boss := a.Browser("supervisor")
	empty := a.World.Fill("/staff/schedule/shifts/new?from=2026-12-06&employee_id={colleague}&day=2026-12-11")
	v := htmltest.Values(htmltest.One(t, boss.On(t).Get(empty).Want(http.StatusOK).Doc(), "[data-shift-form]"))
	v.Set("start_time", start)
	v.Set("end_time", end)
	boss.On(t).Form("/staff/schedule/shifts", v.Encode()).Want(http.StatusSeeOther)
	form := htmltest.One(t, boss.On(t).Get("/staff/schedule?from=2026-12-06").Want(http.StatusOK).Doc(), `form[action$="/publish"]`)
	boss.On(t).Form("/staff/schedule/publish", htmltest.Values(form).Encode()).Want(http.StatusSeeOther)
}

// Who should be at work and is not stands first on the page of who is working, and Today counts them.
func TestPresentPage_NotIn(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		a.Clock.Set(time.Date(2026, 12, 11, 13, 30, 0, 0, time.UTC))
		boss := a.Browser("supervisor")
		boss.On(t).Get("/staff/present").Want(http.StatusOK).HasNot("Not in yet")
		plan(t, a, "9:00", "12:00")
		a.Clock.Advance(55 * time.Minute)
		page := boss.On(t).Get("/staff/present").Want(http.StatusOK).Has("1 not in yet").Doc()
		first := htmltest.One(t, page, "#present tbody:first-of-type#late tr:not(.group)")
		text := strings.ReplaceAll(htmltest.Text(first), nbsp, " ")
		if !strings.Contains(text, "9:00 a.m. – 12:00 p.m.") || !strings.Contains(text, "25 min") {
			t.Errorf("the first row says %s", text)
		}
		boss.On(t).Get("/staff/").Has("0 people working · 1 not in yet")
	})
}

// The page of who is working answers who should be here: the scheduled times stand beside the real ones, those without a shift are said to have
// none once somebody has one, and those on leave and those who come later have lists of their own.
func TestPresentPage_groups(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		a.Clock.Set(time.Date(2026, 12, 11, 13, 30, 0, 0, time.UTC))
		boss := a.Browser("supervisor")
		a.Browser("employee").On(t).Form("/staff/clock/in", strings.TrimPrefix(regular, "&")).Want(http.StatusSeeOther)
		text := func(t *testing.T, query string) string {
			t.Helper()
			found := boss.On(t).Get("/staff/present").Want(http.StatusOK).Doc().Find(query)
			return strings.ReplaceAll(strings.Join(strings.Fields(htmltest.Text(found)), " "), nbsp, " ")
		}
		t.Run("nobody is said to be unscheduled while nobody has a shift", func(t *testing.T) {
			if got := text(t, "#working"); !strings.Contains(got, "Working · 1") || strings.Contains(got, "Not scheduled") {
				t.Errorf("got %q", got)
			}
		})
		plan(t, a, "13:00", "15:00")
		t.Run("who comes later is listed, and who works without a shift is said to", func(t *testing.T) {
			if got := text(t, "details[open] #later"); !strings.Contains(got, "Théophile Ganache 1:00 p.m. – 3:00 p.m.") {
				t.Errorf("later: %q", got)
			}
			if got := text(t, "#working"); !strings.Contains(got, "Not scheduled") || !strings.Contains(got, "In at 8:30 a.m. · 0 min") {
				t.Errorf("working: %q", got)
			}
			to := boss.On(t).Get("/staff/present").Doc().Find("#working .row-actions a").AttrOr("href", "")
			boss.On(t).Get(to).Want(http.StatusOK).Has("Maëlle Trudelle")
		})
		t.Run("what the page reads again has those who come later beside the list", func(t *testing.T) {
			page := boss.On(t).Do(http.MethodGet, "/staff/present", "", htmxOn, "true").Want(http.StatusOK).Doc()
			htmltest.One(t, page, "#later[hx-swap-oob=innerHTML] tbody tr")
			htmltest.One(t, page, "#later-sum[hx-swap-oob]")
		})
		t.Run("who is on leave is listed without the type, and no longer expected", func(t *testing.T) {
			a.Browser("colleague").On(t).Form(leavePage, asks(a, "start_date", "2026-12-10", "end_date", "2026-12-14", "comment", "asked")).Want(http.StatusSeeOther)
			if err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE leave_requests SET approval_status = 'True' WHERE comment = 'asked'")
				return err
			}); err != nil {
				t.Fatal(err)
			}
			if got := text(t, "#on-leave"); !strings.Contains(got, "On leave today · 1") ||
				!strings.Contains(got, "Théophile Ganache until Monday, December 14") || strings.Contains(got, "Vacation") {
				t.Errorf("on leave: %q", got)
			}
			boss.On(t).Get("/staff/present").Has("1 person working", "1 on leave").HasNot("Also scheduled today")
		})
	})
}

// The clock stands on Today: in, break, back, another task and out, each with one button; the shift stands on My time with its times rounded to a
// quarter of an hour and the stamped ones.
func TestClock(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		a.Clock.Advance(2 * time.Minute)
		c := a.Browser("employee")
		clock := func(t *testing.T) string {
			t.Helper()
			return strings.ReplaceAll(htmltest.Text(htmltest.One(t, c.On(t).Get("/staff/").Want(http.StatusOK).Doc(), ".clock")), nbsp, " ")
		}
		press := func(t *testing.T, label, fields, says string) {
			t.Helper()
			var form string
			page := c.On(t).Get("/staff/").Doc()
			page.Find(".clock button").Each(func(_ int, b *goquery.Selection) {
				if htmltest.Text(b) == label {
					form = b.AttrOr("formaction", b.Closest("form").AttrOr("action", ""))
				}
			})
			if form == "" {
				t.Fatalf("no button %q: %s", label, clock(t))
			}
			c.On(t).Form(form, fields).Want(http.StatusSeeOther)
			if text := clock(t); !strings.Contains(text, says) {
				t.Errorf("after %s: %s", label, text)
			}
		}
		t.Run("clocks in", func(t *testing.T) {
			press(t, "Clock in", strings.TrimPrefix(regular, "&"), "Working since 8:02 a.m.")
		})
		t.Run("in twice is refused with a message", func(t *testing.T) {
			c.On(t).Form("/staff/clock/in", "").Want(http.StatusSeeOther)
			c.On(t).Get("/staff/").Has("You’ve already clocked in.")
		})
		a.Clock.Advance(4 * time.Hour)
		t.Run("pauses", func(t *testing.T) { press(t, "Start a break", "", "On break since 12:02 p.m.") })
		t.Run("the supervisor sees who is on a break, when they came and on which task", func(t *testing.T) {
			row := htmltest.One(t, a.Browser("supervisor").On(t).Get("/staff/present").Doc(), "#on-break tr:not(.group)")
			text := strings.ReplaceAll(htmltest.Text(row), nbsp, " ")
			for _, want := range []string{"On break since 12:02 p.m. · 0 min", "in at 8:02 a.m.", "Regular · "} {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in %s", want, text)
				}
			}
		})
		a.Clock.Advance(30 * time.Minute)
		t.Run("the card shows how long the break is", func(t *testing.T) {
			c.On(t).Get("/staff/").Has(`data-elapsed="18`, ">30"+nbsp+"min<")
		})
		t.Run("goes on", func(t *testing.T) { press(t, "End the break", "", "Working since 8:02 a.m.") })
		t.Run("the supervisor sees who works", func(t *testing.T) {
			boss := a.Browser("supervisor").On(t)
			boss.Get("/staff/").Has(`href="/staff/present"`)
			boss.Get("/staff/present").Has("Working", "8:02"+nbsp+"a.m.", "4"+nbsp+"h"+nbsp+"30"+nbsp+"min", "1 person working").HasNot("on break")
			a.Browser("employee").On(t).Get("/staff/present").Want(http.StatusForbidden)
		})
		a.Clock.Advance(4 * time.Hour)
		t.Run("the card shows how long they have worked, without the break", func(t *testing.T) {
			c.On(t).Get("/staff/").Has(">8" + nbsp + "h<")
		})
		t.Run("the address of the clock's forms leads to Today", func(t *testing.T) {
			if to := c.On(t).Get("/staff/clock").Want(http.StatusSeeOther).Header.Get("Location"); to != "/staff/" {
				t.Errorf("leads to %q", to)
			}
		})
		t.Run("clocks out", func(t *testing.T) { press(t, "Clock out", "", "Clock in") })
		t.Run("the shift stands on My time, with the stamped times", func(t *testing.T) {
			text := strings.ReplaceAll(htmltest.Text(htmltest.One(t, c.On(t).Get(time25+"?day=2026-11-20&open=day").Doc(), "#d-2026-11-20")), nbsp, " ")
			for _, want := range []string{"8:00 a.m. – 4:30 p.m.", "clocked 8:02 a.m. – 4:32 p.m.", "break 12:00 p.m. – 12:30 p.m.", "8 h"} {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in %s", want, text)
				}
			}
		})
		t.Run("its times are corrected with a reason, which the audit log has", func(t *testing.T) {
			edit := c.On(t).Get(time25+"?day=2026-11-20&open=day").Doc().Find(`#d-2026-11-20 a.line-main`).AttrOr("href", "")
			form := htmltest.One(t, c.On(t).Get(edit).Doc(), "form.entry")
			values, path := htmltest.Values(form), form.AttrOr("action", "")
			swap(c.On(t), path, values.Encode()).Want(http.StatusOK) // nothing is corrected
			values = htmltest.Values(htmltest.One(t, c.On(t).Get(edit).Doc(), "form.entry"))
			values.Set("end_time", "17")
			htmltest.One(t, swap(c.On(t), path, values.Encode()).Want(http.StatusUnprocessableEntity).Doc(), "[name=reason][aria-invalid=true]")
			values.Set("reason", "fermeture du chantier")
			swap(c.On(t), path, values.Encode()).Want(http.StatusOK)
			if n := a.Count("audit_log", "kind = 'shift' AND action = 'updated' AND changes LIKE '%fermeture du chantier%'"); n != 1 {
				t.Errorf("the trail has the reason %d times", n)
			}
		})
		t.Run("it is not moved in the picture of the week, which takes no reason", func(t *testing.T) {
			box := htmltest.One(t, c.On(t).Get(time25+"?view=week").Doc(), "#d-2026-11-20 .wk-shift")
			body := "start=" + box.AttrOr("data-start", "") + "&end=" + box.AttrOr("data-end", "") + "&version=" + box.AttrOr("data-version", "")
			swap(c.On(t), box.AttrOr("data-move", ""), body+"&view=week").Want(http.StatusUnprocessableEntity).
				Has("These are clock times. Open the shift to correct them and give a reason.")
		})
	})
}

// A clocking that nobody ended is settled on its own page, with a reason.
func TestClock_forgotten(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		a.As("employee").On(t).Post("/clock/in", `{}`).Want(http.StatusCreated)
		a.Clock.Advance(17 * time.Hour)
		c := a.Browser("employee")
		page := c.On(t).Get("/staff/").Has("You didn’t clock out").Doc()
		if n := page.Find(".clock form").Length(); n != 0 {
			t.Errorf("%d forms stamp", n)
		}
		path := htmltest.One(t, page, ".clock .banner a[href*=clockings]").AttrOr("href", "")
		form := htmltest.Values(htmltest.One(t, c.On(t).Get(path).Doc(), "form:has([name=end_time])"))
		form.Set("end_time", "16h")
		t.Run("needs a reason", func(t *testing.T) {
			doc := c.On(t).Form(path, form.Encode()).Want(http.StatusUnprocessableEntity).Doc()
			if end := htmltest.One(t, doc, "[name=end_time]").AttrOr("value", ""); end != "16h" {
				t.Errorf("what was typed is %q", end)
			}
			htmltest.One(t, doc, "[name=reason][aria-invalid=true]")
		})
		form.Set("reason", "oubli")
		t.Run("a stranger may not", func(t *testing.T) {
			a.Browser("stranger").On(t).Form(path, form.Encode()).Want(http.StatusNotFound)
		})
		t.Run("becomes a shift with the end that is told", func(t *testing.T) {
			c.On(t).Form(path, form.Encode()).Want(http.StatusSeeOther)
			c.On(t).Get("/staff/").Has("Added to hours", "Clock in")
			c.On(t).Get(path).Has("These times have been resolved")
		})
	})
}

// What a device hands over says so wherever it is shown: that there was no network, and that the clock of the device was wrong.
func TestClock_offline(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		a.Clock.Advance(6 * time.Hour)
		now := a.Clock.Now().UTC()
		c := a.Browser("employee")
		at := func(ago time.Duration) string { return now.Add(12*time.Minute - ago).Format(time.RFC3339) }
		body := fmt.Sprintf(`{"employee_id":%d,"sent_at":%q,"stamps":[{"stamp_id":"key-in-01","act":"in","at":%q},
			{"stamp_id":"key-out-1","act":"out","at":%q},{"stamp_id":"key-back1","act":"back","at":%q},{"stamp_id":"key-in-02","act":"in","at":%q}]}`,
			a.World.IDs["employee"], at(0), at(5*time.Hour), at(time.Hour), at(50*time.Minute), at(40*time.Minute))
		for range 2 {
			c.On(t).Post("/clock/stamps", body).Want(http.StatusOK).Has("clock_not_running")
		}
		text := func(t *testing.T, doc *goquery.Selection, selector string) string {
			t.Helper()
			return strings.ReplaceAll(htmltest.Text(htmltest.One(t, doc, selector)), nbsp, " ")
		}
		t.Run("on Today", func(t *testing.T) {
			clock := text(t, c.On(t).Get("/staff/").Doc(), ".clock")
			for _, want := range []string{"Working since 1:20 p.m.", "3 clock times recorded offline, sent at 2:00 p.m.",
				"The device’s clock was 12 minutes ahead: the times were corrected.", "Break ended, Nov 20, 2026 at 1:10 p.m.: not clocked in at the time."} {
				if !strings.Contains(clock, want) {
					t.Errorf("no %q in %s", want, clock)
				}
			}
		})
		t.Run("on My time", func(t *testing.T) {
			day := text(t, c.On(t).Get(time25+"?day=2026-11-20&open=day").Doc(), "#d-2026-11-20")
			for _, want := range []string{"clocked 9:00 a.m. – 1:00 p.m.", "clocked offline, sent at 2:00 p.m.", "the device’s clock was 12 minutes ahead"} {
				if !strings.Contains(day, want) {
					t.Errorf("no %q in %s", want, day)
				}
			}
		})
		boss := a.Browser("supervisor")
		var path string
		t.Run("to the supervisor, who settles what was refused", func(t *testing.T) {
			page := boss.On(t).Get("/staff/present").Has("offline").Doc()
			path = page.Find(`#present .banner:contains("1:10") a`).AttrOr("href", "")
			boss.On(t).Get(path).Has("Clocked offline", "12")
			boss.On(t).Form(path, "reason=").Want(http.StatusUnprocessableEntity)
			a.Browser("stranger").On(t).Get(path).Want(http.StatusNotFound)
			a.Browser("stranger").On(t).Form(path, "reason=x").Want(http.StatusNotFound)
			boss.On(t).Form(path, "reason=no+break").Want(http.StatusSeeOther)
			boss.On(t).Get(path).Has("These times have been resolved")
		})
		t.Run("in the audit log", func(t *testing.T) {
			if n := a.Count("audit_log", "kind = 'clocking' AND changes LIKE '%handed_over_at%' AND changes LIKE '%720%'"); n != 3 {
				t.Errorf("%d entries say it", n)
			}
		})
	})
}

// The staff pages can be installed, in the language of their reader.
func TestClock_installable(t *testing.T) {
	t.Parallel()
	a := apptest.New(t)
	page := a.Browser("employee").On(t).Get("/staff/").Doc()
	manifest := htmltest.One(t, page, "link[rel=manifest]").AttrOr("href", "")
	htmltest.One(t, page, "link[rel=apple-touch-icon]")
	var said struct {
		Start   string `json:"start_url"`
		Display string `json:"display"`
		Lang    string `json:"lang"`
		Icons   []struct{ Src, Sizes, Purpose string }
	}
	answer := a.As(apptest.Anonymous).On(t).Get(manifest).Want(http.StatusOK)
	answer.JSON(&said)
	if said.Start != "/staff/" || said.Display != "standalone" || said.Lang != "en" || len(said.Icons) != 4 {
		t.Errorf("got %+v", said)
	}
	for _, icon := range said.Icons {
		a.As(apptest.Anonymous).On(t).Get(icon.Src).Want(http.StatusOK)
	}
	t.Run("the page without a network says nothing about anybody", func(t *testing.T) {
		mine, nobodys := a.Browser("employee").On(t).Get("/clock/offline?lang=fr"), a.As(apptest.Anonymous).On(t).Get("/clock/offline?lang=fr")
		if string(mine.Body) != string(nobodys.Body) {
			t.Error("it depends on who asks for it")
		}
		mine.Has("Pointage hors ligne")
	})
	t.Run("other pages are not installable", func(t *testing.T) {
		if n := a.As(apptest.Anonymous).On(t).Get("/auth/v1/login").Doc().Find("link[rel=manifest]").Length(); n != 0 {
			t.Error("the sign-in page has a manifest")
		}
	})
}
