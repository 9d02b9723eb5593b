package workforce_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
	"presence/app/apptest/htmltest"
	"presence/db"
)

// What was planned stands beside what was worked: on My time, where empty days are filled with it, on the approver's page, and in the
// overview of the period.
func TestPlannedBesideWorked(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		c, boss := a.Browser("employee"), a.Browser("supervisor")
		plan := func(day int, from, to time.Duration) {
			start := time.Date(2026, time.November, day, 5, 0, 0, 0, time.UTC)
			err := a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				values := []any{a.World.IDs["employee"], a.World.IDs["regular"], start.Format("2006-01-02"), int64(db.InstantOf(start.Add(from))),
					int64(db.InstantOf(start.Add(to)))}
				var id int64
				err := tx.QueryRow(ctx, `INSERT INTO planned_shifts (employee_id, bank_code_id, day, start_at, end_at, breaks, created_at, updated_at)
					VALUES ($1, $2, $3, $4, $5, '30', 1, 1) RETURNING id`, values...).Scan(&id)
				if err == nil {
					_, err = tx.Exec(ctx, `INSERT INTO published_shifts (employee_id, bank_code_id, day, start_at, end_at, breaks, updated_at, id)
						VALUES ($1, $2, $3, $4, $5, '30', 1, $6)`, append(values, id)...)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		plan(16, 9*time.Hour, 17*time.Hour)  // the employee works from 8 to 16
		plan(19, 9*time.Hour, 17*time.Hour)  // nothing is entered
		plan(27, 10*time.Hour, 18*time.Hour) // ahead
		day := func(t *testing.T, id string) string {
			t.Helper()
			return htmltest.Text(htmltest.One(t, c.On(t).Get(time25).Want(http.StatusOK).Doc(), "#d-2026-11-"+id))
		}
		t.Run("a day that was not worked as planned says what was planned", func(t *testing.T) {
			for id, want := range map[string]bool{"16": true, "17": false, "19": true, "27": true} {
				if has := strings.Contains(day(t, id), "Scheduled: "); has != want {
					t.Errorf("day %s: %s", id, day(t, id))
				}
			}
		})
		t.Run("the week says what is scheduled beside what is worked, in each day and in its strip, and fills its days", func(t *testing.T) {
			doc := c.On(t).Get(week25).Want(http.StatusOK).Doc()
			text := func(selector string) string {
				return strings.ReplaceAll(htmltest.Text(htmltest.One(t, doc, selector)), nbsp, " ")
			}
			for selector, want := range map[string]string{
				"#d-2026-11-16 .wk-total": "Daily total 8 h/ 7.5 h Scheduled: 7.5 h", "#d-2026-11-19 .wk-total": "–/ 7.5 h Scheduled: 7.5 h",
				"#d-2026-11-18 .wk-total": "", `[data-pick="1"] .wk-strip-hours`: "8 h",
				`[data-pick="4"] .wk-strip-hours`: "No hours 7.5 h Scheduled: 7.5 h", "#w-2026-11-15 .week-total dd": "12.05 h/ 15 h Scheduled: 15 h",
				`#d-2026-11-19 form[action$="/usual"]`: "Use scheduled hours",
			} {
				if got := text(selector); got != want {
					t.Errorf("%s says %q, want %q", selector, got, want)
				}
			}
			if n := doc.Find(`.wk-day form[action$="/usual"], .week-head form`).Length(); n != 1 {
				t.Errorf("%d buttons that fill, want that of the one day that is over and empty", n)
			}
		})
		t.Run("the approver sees the differences until today, with the hours planned and worked", func(t *testing.T) {
			page := boss.On(t).Get("/staff/timesheets/{employee.timesheet}").Want(http.StatusOK)
			text := htmltest.Text(page.Doc())
			for _, want := range []string{"Review before approving", "15 h scheduled · 12", "nothing entered (-7.5", "nothing scheduled"} {
				if !strings.Contains(strings.ReplaceAll(text, "−", "-"), want) {
					t.Errorf("no %q in %s", want, text)
				}
			}
		})
		t.Run("the overview says how many hours were planned", func(t *testing.T) {
			boss.On(t).Get("/staff/periods/2026/25").Want(http.StatusOK).Has("15" + nbsp + "h scheduled")
		})
		t.Run("a day is filled as it was scheduled by its own button, none ahead, and never twice", func(t *testing.T) {
			const button = `form[action$="/usual"]:has([name=date])`
			doc := c.On(t).Get(time25).Want(http.StatusOK).Doc()
			if n := doc.Find("#d-2026-11-27 " + button).Length(); n != 0 {
				t.Error("a day ahead has the button")
			}
			if n := doc.Find("#d-2026-11-16 " + button).Length(); n != 0 {
				t.Error("a day with hours has the button")
			}
			form := htmltest.One(t, doc, "#d-2026-11-19 "+button)
			if text := htmltest.Text(form); text != "Use scheduled hours" || doc.Find(`#d-2026-11-19 form[action$="/copy"]`).Length() != 0 {
				t.Errorf("%q, which is to be the one button of the day", text)
			}
			action, values := form.AttrOr("action", ""), htmltest.Values(form)
			filled := func() int {
				return a.Count("shifts", "employee_id = $1 AND day = '2026-11-19' AND minutes = 450 AND archived_at IS NULL", a.World.IDs["employee"])
			}
			answer := swap(c.On(t), action, values.Encode()).Want(http.StatusOK).Has("1 shift added.")
			if filled() != 1 {
				t.Error("the day is not filled, or not without the break")
			}
			c.On(t).Form(action, values.Encode()).Want(http.StatusSeeOther)
			if filled() != 1 {
				t.Errorf("it is filled %d times", filled())
			}
			undo, fields := answer.Undo()
			c.On(t).Form(undo, fields).Want(http.StatusSeeOther)
			if filled() != 0 {
				t.Error("it is not taken back")
			}
			c.On(t).Form(time25+"/submit", "").Want(http.StatusSeeOther)
			c.On(t).Form(action, values.Encode()).Want(http.StatusSeeOther)
			if n := c.On(t).Get(time25).Doc().Find(button).Length(); n != 0 || filled() != 0 {
				t.Errorf("submitted time has %d buttons, and the day is filled %d times", n, filled())
			}
			c.On(t).Form(time25+"/withdraw", "").Want(http.StatusSeeOther)
			values.Set("date", "2026-11-27")
			c.On(t).Form(action, values.Encode()).Want(http.StatusSeeOther)
			if n := a.Count("shifts", "employee_id = $1 AND day = '2026-11-27' AND archived_at IS NULL", a.World.IDs["employee"]); n != 0 {
				t.Error("a day ahead is filled")
			}
		})
		t.Run("a scheduled day ahead offers neither its schedule nor a copy of the day before", func(t *testing.T) {
			plan(20, 9*time.Hour, 17*time.Hour)
			plan(23, 9*time.Hour, 17*time.Hour)
			c.On(t).Form(time25+"/usual", "date=2026-11-20").Want(http.StatusSeeOther)
			row := htmltest.One(t, c.On(t).Get(time25).Doc(), "#d-2026-11-23")
			if !strings.Contains(htmltest.Text(row), "Scheduled: ") || row.Find("form").Length() != 0 {
				t.Errorf("the day ahead says %s", htmltest.Text(row))
			}
		})
		t.Run("a single day that can be filled has the one button for it", func(t *testing.T) {
			page := c.On(t).Get(time25).Doc()
			htmltest.One(t, page, `#d-2026-11-19 form[action$="/usual"]`)
			if page.Find(`.week-head form[action$="/usual"]`).Length() != 0 {
				t.Error("the week has another one")
			}
			plan(18, 9*time.Hour, 17*time.Hour)
		})
		t.Run("one tap fills the days that are over with what was planned, and none ahead", func(t *testing.T) {
			button := htmltest.One(t, c.On(t).Get(time25).Doc(), `.week-head form[action$="/usual"]`)
			if text := htmltest.Text(button); strings.ReplaceAll(text, nbsp, " ") != "Use scheduled hours: 2 days" {
				t.Error(text)
			}
			swap(c.On(t), button.AttrOr("action", ""), htmltest.Values(button).Encode()).Want(http.StatusOK)
			if n := a.Count("shifts", "employee_id = $1 AND day = '2026-11-19' AND minutes = 450 AND archived_at IS NULL", a.World.IDs["employee"]); n != 1 {
				t.Error("the day is not filled, or not without the break")
			}
			if n := a.Count("shifts", "employee_id = $1 AND day = '2026-11-27' AND archived_at IS NULL", a.World.IDs["employee"]); n != 0 {
				t.Error("a day ahead is filled")
			}
			c.On(t).Form(time25+"/usual", "view=week&week=2026-11-15").Want(http.StatusSeeOther).HasHeader("Location", week25)
			if text := day(t, "19"); strings.Contains(text, "Scheduled: ") {
				t.Errorf("worked as planned: %s", text)
			}
		})
	})
}
