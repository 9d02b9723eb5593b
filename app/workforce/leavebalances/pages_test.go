package leavebalances_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/leavebalances"
	"presence/app/workforce/leaverequests"
	"presence/db"
)

func TestPages(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		client := featuretest.New(t, featuretest.Options{Now: func() time.Time { return w.Clock }, Zone: w.Zone}, func(r *httpx.Router) {
			leavebalances.API(r, w.balances)
			leavebalances.Pages(r, w.balances)
			leaverequests.Pages(r, w.Leave, w.Zone, leaverequests.Around{Balances: w.balances,
				Holidays: func(_, _ db.Day) map[db.Day]i18n.Text { return nil }})
		})
		w.rule(byHand)
		w.enter("Vacation", "2026-06-01", leavebalances.Opening, 2.5)
		w.leave("Vacation", "Pending", "2026-12-01", "2026-12-01")
		ann := "/staff/employees/" + number(w.Ann.EmployeeID) + "/leave-ledger"
		const vacation = "/leave-rules/Vacation"
		for _, x := range []struct {
			name         string
			by           auth.Actor
			method, path string
			body         string
			status       int
			has          string
		}{
			{"everyone on a day", w.Payroll, "GET", "/staff/leave-balances?date=2026-12-31", "", 200, "Balances as of December 31, 2026"},
			{"the only kind, with what it is made of", w.Payroll, "GET", "/staff/leave-balances?date=2026-12-31", "", 200, `data-label="Opening balance" class="num">2.50<`},
			{"those below zero, of whom there are none", w.Payroll, "GET", "/staff/leave-balances?below=zero", "", 200, "No results"},
			{"a day that is none", w.Payroll, "GET", "/staff/leave-balances?date=2026-02-30", "", 422, "f-date"},
			{"a file", w.Payroll, "GET", "/staff/leave-balances?as=csv&q=Member5&date=2026-12-31", "", 200,
				"Élise Member5,Vacation,2026-12-31,0,20,0,0,0,0,8,20,0"},
			{"one's own ledger", w.Ann, "GET", ann, "", 200, "My leave balances"},
			{"the ledger of an employee, among the pages of payroll", w.Payroll, "GET", ann, "", 200, `href="/staff/payroll" aria-current="page"`},
			{"the ledger of others", w.Stranger, "GET", ann, "", 404, "not_found"},
			{"an entry without a reason", w.Payroll, "POST", ann, "leave_type=Vacation&entry=adjusted&day=2026-11-20&minutes=-1", 422, "f-note"},
			{"an entry that is no number", w.Payroll, "POST", ann, "leave_type=Vacation&entry=adjusted&day=2026-11-20&minutes=x&note=a", 422, "f-minutes"},
			{"an entry", w.Payroll, "POST", ann, "leave_type=Vacation&entry=adjusted&day=2026-11-20&minutes=-0,5&note=Paid+out", 303, ""},
			{"what is left after it", w.Ann, "GET", "/staff/leave?ask=1&leave_type=Vacation&start_date=2026-12-07&end_date=2026-12-09", "", 200,
				"1 day left on December 7, 2026; −2 after this request"},
			{"one's own balances on the page of leave", w.Ann, "GET", "/staff/leave", "", 200, "My leave balances"},
			{"the presets", w.Payroll, "GET", "/staff/leave-rules?open=Vacation&preset=quebec", "", 200, `value="4"`},
			{"a rule that is none", w.Payroll, "POST", "/staff/leave-rules", "leave_type=Sick&earns=year&minutes=x&year_start=01-01", 422, "f-minutes"},
			{"a rule", w.Payroll, "POST", "/staff/leave-rules",
				"leave_type=Sick&earns=year&minutes=10&paid_minutes=2&paid_after_months=3&year_start=01-01&carry_limit=0&from_day=2026-01-01&version=0", 303, ""},
			{"a rule that somebody else has made meanwhile", w.Payroll, "POST", "/staff/leave-rules",
				"leave_type=Sick&earns=year&minutes=5&year_start=01-01&from_day=2026-01-01&version=0", 412, "stale"},
			{"of several kinds what is left, and what was requested of it", w.Payroll, "GET", "/staff/leave-balances?date=2026-12-31", "", 200,
				`<span class="muted small">1 requested</span>`},
			{"one of several kinds, with what it is made of", w.Payroll, "GET", "/staff/leave-balances?date=2026-12-31&type=Sick", "", 200,
				`data-label="Earned" class="num">10.00<`},
			{"what it gives", w.Ann, "GET", ann, "", 200, "2 of them paid"},
			{"balances as JSON", w.Ann, "GET", "/leave-balances?leave_type=Vacation&date=2026-12-31", "", 200, `"left_minutes":960`},
			{"the ledger as JSON", w.Ann, "GET", "/employees/" + number(w.Ann.EmployeeID) + "/leave-ledger", "", 200, `"entry":"asked"`},
			{"a rule as JSON", w.Ann, "GET", vacation, "", 200, `"carry_limit":null`},
			{"a rule that is set by a program", w.Payroll, "PUT", vacation,
				`{"from_day":"2026-05-01","earns":"worked","rate":4.5,"year_start":"05-01","carry_limit":2400}`, 200, `"rate":4.5`},
			{"a rule with a share that is none", w.Payroll, "PUT", vacation, `{"from_day":"2026-05-01","earns":"worked","rate":101,"year_start":"05-01"}`,
				400, "rate"},
			{"a rule whose carry-over would expire after the next has come", w.Payroll, "PUT", vacation,
				`{"from_day":"2026-05-01","earns":"worked","year_start":"05-01","carry_months":12}`, 400, "carry_months"},
			{"a rule from long ago", w.Payroll, "PUT", vacation, `{"from_day":"1999-12-31","earns":"worked","year_start":"05-01"}`, 400, "from_day"},
			{"an entry by a program", w.Payroll, "POST", "/employees/" + number(w.Ann.EmployeeID) + "/leave-ledger",
				`{"leave_type":"Vacation","day":"2026-11-20","entry":"opening","minutes":60,"note":"a"}`, 201, `"minutes":60`},
		} {
			t.Run(x.name, func(t *testing.T) {
				x.by.Language = i18n.EN
				c := client.On(t).As(x.by)
				var r *featuretest.Answer
				if x.method == "POST" && strings.HasPrefix(x.path, "/staff/") {
					form, err := url.ParseQuery(x.body)
					w.OK(err)
					r = c.Form(x.path, form)
				} else {
					r = c.Do(x.method, x.path, x.body)
				}
				if body := strings.ReplaceAll(r.Body, "\u00a0", " "); r.Status != x.status || !strings.Contains(body, x.has) {
					t.Errorf("answered %d, want %d and %q: %s", r.Status, x.status, x.has, body)
				}
			})
		}
	})
}

func number(id int64) string { return strconv.FormatInt(id, 10) }
