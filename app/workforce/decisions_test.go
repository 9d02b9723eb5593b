package workforce_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"presence/app/apptest"
	"presence/db"
)

// What was decided in the queue by a slip is taken back by its toast, as if it had not been decided.
func TestQueuePage_Undo(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		handIn(t, a)
		c := a.Browser("supervisor")
		stands := func(table, name string) (s string) {
			columns := map[string]string{"timesheets": "CAST(is_approved AS TEXT) || (submitted_at IS NULL) || (returned_at IS NULL) " +
				"|| supervisor_comment",
				"leave_requests": "approval_status || comment", "expenses": "CAST(is_approved AS TEXT) || supervisor_comment"}
			if err := a.DB.QueryRow(t.Context(), "SELECT "+columns[table]+" FROM "+table+" WHERE id = $1", a.World.IDs[name]).Scan(&s); err != nil {
				t.Fatal(err)
			}
			return s
		}
		for _, x := range []struct{ name, kind, table, record, verb, note string }{
			{"an approved sheet waits again, with the comment it had", "sheet", "timesheets", "employee.timesheet", "approve", "Well done"},
			{"a sheet that was sent back is handed in again", "sheet", "timesheets", "employee.timesheet", "refuse", "Tuesday is missing"},
			{"approved leave waits again", "leave", "leave_requests", "employee.leave", "approve", ""},
			{"refused leave waits again, as it was asked for", "leave", "leave_requests", "employee.leave", "refuse", "Too many away"},
			{"leave that was passed on comes back", "leave", "leave_requests", "employee.leave", "escalate", ""},
			{"an approved expense waits again", "expense", "expenses", "employee.expense", "approve", "Fine"},
			{"a refused expense waits again", "expense", "expenses", "employee.expense", "refuse", "No receipt"},
		} {
			t.Run(x.name, func(t *testing.T) {
				a.Clock.Advance(time.Minute)
				before := stands(x.table, x.record)
				answer := swap(c.On(t), queue, decision(t, a, x.kind, x.table, x.record, x.verb, x.note)).Want(http.StatusOK)
				if stands(x.table, x.record) == before {
					t.Fatal("nothing was decided")
				}
				_, undo := answer.Undo()
				a.Clock.Advance(time.Minute)
				swap(c.On(t), queue+"/undo", undo).Want(http.StatusOK).Has("1 item restored to its previous status.")
				if now := stands(x.table, x.record); now != before {
					t.Errorf("it stands as %q, before the decision as %q", now, before)
				}
				swap(c.On(t), queue+"/undo", undo).Want(http.StatusOK).Has("1 item left unchanged",
					"Someone else changed this in the meantime. Check again.").HasNot("restored to its previous", "Reload the page")
			})
		}
		t.Run("many are taken back together, without a script by the page that follows", func(t *testing.T) {
			a.Clock.Advance(time.Minute)
			ticks := form("items", fmt.Sprintf("sheet-%d-%d", a.World.IDs["employee.timesheet"],
				version(t, a, "timesheets", "employee.timesheet"))) + "&" +
				form("items", fmt.Sprintf("leave-%d-%d", a.World.IDs["employee.leave"], version(t, a, "leave_requests", "employee.leave")))
			_, undo := swap(c.On(t), queue+"/many", ticks+"&confirmed=1").Want(http.StatusOK).Has("2 items approved.").Undo()
			c.On(t).Form(queue+"/undo", undo).Want(http.StatusSeeOther)
			if n := a.Count("timesheets", "is_approved") + a.Count("leave_requests", "approval_status = 'True'"); n != 0 {
				t.Errorf("%d items are still approved", n)
			}
		})
		t.Run("what another decided is not", func(t *testing.T) {
			a.Clock.Advance(time.Minute)
			_, undo := swap(c.On(t), queue, decision(t, a, "sheet", "timesheets", "employee.timesheet", "approve", "")).Want(http.StatusOK).Undo()
			swap(a.Browser("payroll").On(t), queue+"/undo", undo).Want(http.StatusOK).Has("Your decision is no longer the latest change")
			a.Browser("foreman").On(t).Form(queue+"/undo", undo).Want(http.StatusSeeOther)
			if n := a.Count("timesheets", "is_approved"); n != 1 {
				t.Errorf("%d sheets are approved", n)
			}
			c.On(t).Form(queue+"/undo", "items=sheet-1").Want(http.StatusBadRequest)
		})
	})
}

// Who decides about a sheet decides about what they saw: whatever was written on it since makes the decision stale.
func TestApproval_OfWhatWasSeen(t *testing.T) {
	t.Parallel()
	apptest.Each(t, func(t *testing.T, a *apptest.App) {
		handIn(t, a)
		c := a.Browser("supervisor")
		seen := version(t, a, "timesheets", "colleague.timesheet")
		item, ticks := decision(t, a, "sheet", "timesheets", "colleague.timesheet", "approve", ""), form("items",
			fmt.Sprintf("sheet-%d-%d", a.World.IDs["colleague.timesheet"], seen))
		row := form("which", "row", "sheets", fmt.Sprintf("%d-%d", a.World.IDs["colleague.timesheet"], seen), "employee_id",
			fmt.Sprint(a.World.IDs["colleague"]))
		sheet := form("version", fmt.Sprint(seen))
		a.Clock.Advance(time.Minute)
		// it stays handed in
		a.As("payroll").On(t).Patch("/shifts/{colleague.shift}", `{"end_time":"2026-11-16T17:00:00-05:00"}`).Want(http.StatusCreated)
		approved := func(t *testing.T) {
			t.Helper()
			if n := a.Count("timesheets", "is_approved"); n != 0 {
				t.Errorf("%d sheets are approved", n)
			}
		}
		t.Run("one item of the queue", func(t *testing.T) {
			c.On(t).Form(queue, item).Want(http.StatusPreconditionFailed)
			approved(t)
		})
		t.Run("ticked items of the queue", func(t *testing.T) {
			swap(c.On(t), queue+"/many", ticks+"&confirmed=1").Want(http.StatusOK).Has("1 item left unchanged",
				"Someone else changed this in the meantime. Check again.")
			approved(t)
		})
		t.Run("a row of the overview", func(t *testing.T) {
			swap(c.On(t), "/staff/periods/2026/25/approve",
				row).Want(http.StatusOK).Has("Timesheet not approved: Théophile Ganache. It changed after this page loaded.")
			approved(t)
		})
		t.Run("the clean rows of the overview", func(t *testing.T) {
			c.On(t).Form("/staff/periods/2026/25/approve", strings.Replace(row, "which=row", "which=clean", 1)).Want(http.StatusSeeOther)
			approved(t)
			c.On(t).Get("/staff/periods/2026/25").Want(http.StatusOK).Has("Anything that changed after this page loaded wasn’t approved.").
				HasNot("Nothing was approved")
		})
		t.Run("the page of the sheet", func(t *testing.T) {
			c.On(t).Form("/staff/timesheets/{colleague.timesheet}/approve", sheet).Want(http.StatusPreconditionFailed)
			approved(t)
		})
		t.Run("and what stands now is approved", func(t *testing.T) {
			c.On(t).Form(queue, decision(t, a, "sheet", "timesheets", "colleague.timesheet", "approve", "")).Want(http.StatusSeeOther)
			if n := a.Count("timesheets", "is_approved"); n != 1 {
				t.Errorf("%d sheets are approved", n)
			}
		})
	})
}

// Whatever shows how much waits for a person shows the same: the rail, the queue's tab, Today, and the notifications.
func TestOpenDecisions_AgreeEverywhere(t *testing.T) {
	t.Parallel()
	for _, engine := range []db.Dialect{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			a := apptest.NewDemo(t, engine)
			head := a.EnterDemo(t, "supervisor")
			number := func(t *testing.T, page, pattern string) string {
				t.Helper()
				m := regexp.MustCompile(pattern).FindSubmatch(head.On(t).Get(page).Want(http.StatusOK).Body)
				if m == nil {
					t.Fatalf("%s does not say %s", page, pattern)
				}
				return string(m[1])
			}
			total := number(t, queue, `id="count-rail-approvals"[^>]*>(\d+)`)
			sheets, changed, leave := number(t, queue, `Feuilles</span>\s*<span class="chip-count num push">(\d+)`), number(t, queue,
				`Modifiées</span>\s*<span class="chip-count num">(\d+)`), number(t, queue, `Congés</span>\s*<span class="chip-count num push">(\d+)`)
			for _, x := range []struct{ where, says string }{
				{"the line below the queue's title", number(t, queue, `id="subtitle"[^>]*>(?:[^<]|</?(?:span|i|b)[^>]*>)*?(\d+)[\s\x{a0}]+éléments`)},
				{"the tab", number(t, queue, `En attente</span>\s*<span class="chip-count num">(\d+)`)},
				{"the browser's tab", number(t, queue, `<title>Approbations \((\d+)\)`)},
				{"the rail on Today", number(t, "/staff/", `id="count-rail-approvals"[^>]*>(\d+)`)},
				{"Today", number(t, "/staff/", `id="subtitle"[^>]*>(?:[^<]|</?(?:span|i|b)[^>]*>)*?(\d+)[\s\x{a0}]+éléments`)},
			} {
				if x.says != total {
					t.Errorf("%s says %s, the rail %s", x.where, x.says, total)
				}
			}
			if today := number(t, "/staff/", `(\d+)[\s\x{a0}]+demandes? de congé`); today != leave {
				t.Errorf("Today has %s requests, the queue %s", today, leave)
			}
			head.On(t).Get("/notifications/summary").Want(http.StatusOK).Has(`"timesheets":`+sheets, `"leave_requests":`+leave)
			if changed == "0" || !strings.Contains(string(head.On(t).Get(queue).Body), "Modifiée</span>") {
				t.Error("what changed since its approval is not among what waits, or not marked")
			}
			t.Run("and a sheet that changed and was sent back waits for its owner", func(t *testing.T) {
				open := head.On(t).Get(queue + "?tab=changed").Want(http.StatusOK)
				item, v := open.Hidden("item"), open.Hidden("version")
				owner := strings.TrimPrefix(item[0], "sheet-")
				token, err := a.Auth.IssueToken(t.Context(), "payroll@demo.presence.example", time.Hour)
				if err != nil {
					t.Fatal(err)
				}
				payroll := *a.As(apptest.Anonymous).On(t)
				payroll.Bearer = token
				if len(v) == 1 {
					payroll.Do(http.MethodPut, "/timesheets/"+owner+"/submission", "")
				}
				now := head.On(t).Get(queue + "?item=" + item[0]).Hidden("version")
				head.On(t).Form(queue, form("item", item[0], "version", now[0], "decision", "refuse", "note", "À revoir")).Want(http.StatusSeeOther)
				if less := number(t, queue, `id="count-rail-approvals"[^>]*>(\d+)`); less == total {
					t.Errorf("%s decisions wait still", less)
				}
				head.On(t).Get(queue + "?tab=changed").Has("Rien ici")
			})
		})
	}
}
