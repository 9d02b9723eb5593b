package workforce_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
)

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
			press(t, "Clock in", strings.TrimPrefix(regular, "&"), "Clocked in since 8:02 a.m.")
		})
		t.Run("in twice is refused with a message", func(t *testing.T) {
			c.On(t).Form("/staff/clock/in", "").Want(http.StatusSeeOther)
			c.On(t).Get("/staff/").Has("You’ve already clocked in.")
		})
		a.Clock.Advance(4 * time.Hour)
		t.Run("pauses", func(t *testing.T) { press(t, "Start a break", "", "On break since 12:02 p.m.") })
		a.Clock.Advance(30 * time.Minute)
		t.Run("goes on", func(t *testing.T) { press(t, "End the break", "", "Clocked in since 8:02 a.m.") })
		t.Run("the supervisor sees who works", func(t *testing.T) {
			boss := a.Browser("supervisor").On(t)
			boss.Get("/staff/").Has(`href="/staff/present"`)
			boss.Get("/staff/present").Has("Working", "8:02")
			a.Browser("employee").On(t).Get("/staff/present").Want(http.StatusForbidden)
		})
		a.Clock.Advance(4 * time.Hour)
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
		path := htmltest.One(t, page, ".clock .banner a").AttrOr("href", "")
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
			c.On(t).Get(path).Has("These times are sorted out")
		})
	})
}
