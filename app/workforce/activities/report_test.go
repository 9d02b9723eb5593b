package activities_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/timetest"
	"presence/app/platform/httpx"
	"presence/app/workforce/activities"
	"presence/db"
	"presence/db/dbtest"
)

// reportWorld has Ann's and Cid's shifts and an expense for a customer and under an activity.
func reportWorld(w *timetest.World) *activities.Service {
	w.Helper()
	s := activities.NewService(w.DB, w.Now)
	setup, err := s.Create(w.Context(), w.Payroll, activities.New{Code: "INST", NameFR: "Installation", NameEN: "Setup"})
	w.OK(err)
	w.Exec(`INSERT INTO customers (id, user_id, first_name, last_name, email, phone_number, sort_name, created_at, updated_at)
		SELECT 1, user_id, 'Luc', 'Roy', 'luc@example.com', 5145550100, 'roy luc', 1, 1 FROM employees WHERE id = $1`, w.Boss.EmployeeID)
	add := func(of auth.Actor, day int, job activities.Job) {
		n := w.EightHours(w.Sheet(of).ID, day)
		n.Job = job
		_, err := w.Shifts.Create(w.Context(), w.Admin, n)
		w.OK(err)
	}
	add(w.Ann, 1, activities.Job{CustomerID: 1, ActivityID: setup.ID})
	add(w.Ann, 2, activities.Job{CustomerID: 1})
	add(w.Ann, 3, activities.Job{})
	add(w.Cid, 1, activities.Job{ActivityID: setup.ID})
	meal := w.Meal(w.Sheet(w.Ann).ID)
	meal.Job = activities.Job{CustomerID: 1}
	_, err = w.Expenses.Create(w.Context(), w.Admin, meal)
	w.OK(err)
	return s
}

func TestService_Report(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		s := reportWorld(w)
		first := db.MustDay("2026-11-16") // the day of the first shifts
		_, err := s.SetCost(t.Context(), w.Payroll, w.Ann.EmployeeID, activities.HourlyCost{From: first.Add(-30), Cents: 3000})
		w.OK(err)
		_, err = s.SetCost(t.Context(), w.Payroll, w.Ann.EmployeeID, activities.HourlyCost{From: first.Add(1), Cents: 4050})
		w.OK(err)
		w.Exec("UPDATE bank_codes SET modifier = 15000 WHERE id = $1", w.Crew.Regular)
		for _, x := range []struct {
			name string
			by   auth.Actor
			f    activities.ReportFilter
			want string // of each line: customer, activity, hours, hours without a cost, cost, expenses; then the totals
		}{
			{"by customer", w.Payroll, activities.ReportFilter{By: activities.ByCustomer},
				"[Luc Roy  16 0 84600 MEAL][  8 8 0 0] 24 8 84600 MEAL of 2"},
			{"by activity", w.Payroll, activities.ReportFilter{By: activities.ByActivity},
				"[ INST 16 8 36000 0][  8 0 48600 MEAL] 24 8 84600 MEAL of 2"},
			{"by both", w.Admin, activities.ReportFilter{By: activities.ByBoth},
				"[Luc Roy INST 8 0 36000 0][Luc Roy  8 0 48600 MEAL][ INST 8 8 0 0] 24 8 84600 MEAL of 3"},
			{"a page has the totals of all", w.Payroll, activities.ReportFilter{By: activities.ByBoth, Skip: 2, Rows: 1},
				"[ INST 8 8 0 0] 24 8 84600 MEAL of 3"},
			{"a supervisor adds up their people alone, without costs", w.Deputy, activities.ReportFilter{By: activities.ByActivity},
				"[ INST 8 0 0 0] 8 0 0 0 of 1"},
			{"other days have nothing", w.Payroll, activities.ReportFilter{By: activities.ByBoth, From: first.Add(100), To: first.Add(101)}, " 0 0 0 0 of 0"},
		} {
			t.Run(x.name, func(t *testing.T) {
				if x.f.From.IsZero() {
					x.f.From, x.f.To = first.Add(-20), first.Add(20)
				}
				if x.f.Rows == 0 {
					x.f.Rows = 100
				}
				r, err := s.Report(t.Context(), x.by, x.f)
				w.In(t).OK(err)
				spent := func(cents int64) string {
					if cents == 0 {
						return "0"
					}
					return "MEAL"
				}
				got := ""
				for _, l := range r.Lines {
					got += fmt.Sprintf("[%s %s %d %d %d %s]", l.Customer.Name, l.Activity.Code, l.Minutes/60, l.Unpriced/60, l.Cost, spent(l.Spent))
				}
				got += fmt.Sprintf(" %d %d %d %s of %d", r.Total.Minutes/60, r.Total.Unpriced/60, r.Total.Cost, spent(r.Total.Spent), r.All)
				if got != x.want {
					t.Errorf("got  %s\nwant %s", got, x.want)
				}
			})
		}
		t.Run("a line is the shifts and expenses that it adds up", func(t *testing.T) {
			customer := int64(1)
			list, all, err := s.JobLines(t.Context(), w.Boss, activities.JobFilter{From: first.Add(-20), To: first.Add(20), CustomerID: &customer, Rows: 2})
			if err != nil || all != 3 || len(list) != 2 {
				t.Errorf("%+v, %d, %v", list, all, err)
			}
			none := int64(0)
			list, all, err = s.JobLines(t.Context(), w.Payroll, activities.JobFilter{From: first.Add(-20), To: first.Add(20), CustomerID: &none, Rows: 9})
			if err != nil || all != 1 || len(list) != 1 || !list[0].Shift || list[0].Minutes != 480 {
				t.Errorf("without a customer: %+v, %d, %v", list, all, err)
			}
		})
	})
}

// Each line is rounded to the cent, and the total is what the lines shown add up to, whatever they stand for: in the report, the JSON answer
// and the page, with what names neither.
func TestService_Report_totals_are_the_sums_of_the_lines(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		s := activities.NewService(w.DB, w.Now)
		w.Exec(`INSERT INTO customers (id, user_id, first_name, last_name, email, phone_number, sort_name, created_at, updated_at)
			SELECT id, user_id, 'Luc', 'Roy', 'luc@example.com', 5145550100, 'roy luc', 1, 1 FROM employees`)
		customers := []int64{w.Ann.EmployeeID, w.Cid.EmployeeID, w.Boss.EmployeeID, 0}
		var jobs []activities.Job
		for _, id := range customers {
			jobs = append(jobs, activities.Job{CustomerID: id})
		}
		for _, code := range []string{"INST", "SURV"} {
			a, err := s.Create(w.Context(), w.Payroll, activities.New{Code: code, NameFR: code, NameEN: code})
			w.OK(err)
			for _, id := range customers {
				jobs = append(jobs, activities.Job{CustomerID: id, ActivityID: a.ID})
			}
		}
		sheet := w.Sheet(w.Ann).ID
		for n, job := range jobs { // a minute each, which costs 50.4 cents
			hour := fmt.Sprintf("2026-11-16T%02d:", 8+n)
			x := w.ShiftAt(sheet, hour+"00", hour+"01")
			x.Job = job
			_, err := w.Shifts.Create(w.Context(), w.Admin, x)
			w.OK(err)
		}
		_, err := s.SetCost(t.Context(), w.Payroll, w.Ann.EmployeeID, activities.HourlyCost{From: db.MustDay("2026-01-01"), Cents: 3024})
		w.OK(err)
		client := featuretest.New(t, featuretest.Options{By: w.Payroll, Now: w.Now, Zone: w.Zone}, func(r *httpx.Router) {
			period := func() (from, to db.Day) { return db.MustDay("2026-11-15"), db.MustDay("2026-11-28") }
			activities.API(r, s, period)
			activities.Pages(r, s, period)
		})
		for _, group := range []activities.Grouping{activities.ByCustomer, activities.ByActivity, activities.ByBoth} {
			t.Run(string(group), func(t *testing.T) {
				r, err := s.Report(t.Context(), w.Payroll, activities.ReportFilter{From: db.MustDay("2026-11-15"), To: db.MustDay("2026-11-28"), By: group,
					Rows: 100})
				var sum int64
				for _, l := range r.Lines {
					sum += l.Cost
				}
				if err != nil || r.Total.Cost != sum || sum != 11*50 {
					t.Errorf("the lines add up to %d, the total is %d (%v)", sum, r.Total.Cost, err)
				}
				answer := client.On(t).Get("/activities/report?by=" + string(group)).Want(200).Body
				if !strings.Contains(answer, `"total":{"hours":0.1833,"cost":5.5,`) {
					t.Errorf("JSON: %s", answer)
				}
				var shown []string
				client.On(t).Get("/staff/activities/report?by=" + string(group)).Want(200).Doc().Find("table tr").Each(func(_ int, row *goquery.Selection) {
					shown = append(shown, strings.TrimSpace(row.Find("td").Eq(1).Text()))
				})
				last := len(shown) - 1
				if cents(shown[:last]...) != 12*50 || cents(shown[last]) != 12*50 {
					t.Errorf("the page shows %q", shown)
				}
			})
		}
	})
}

// cents adds up the digits of amounts.
func cents(amounts ...string) (sum int64) {
	for _, x := range amounts {
		digits := strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return -1
			}
			return r
		}, x)
		n, _ := strconv.ParseInt(digits, 10, 64)
		sum += n
	}
	return sum
}

func TestAPI_report(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		s := reportWorld(w)
		api := func(by auth.Actor) *featuretest.Client {
			return featuretest.New(t, featuretest.Options{By: by, Now: w.Now, Zone: w.Zone}, func(r *httpx.Router) {
				activities.API(r, s, func() (from, to db.Day) { return db.MustDay("2026-11-15"), db.MustDay("2026-11-28") })
			})
		}
		cost := fmt.Sprintf("/employees/%d/hourly-costs", w.Ann.EmployeeID)
		for _, x := range []struct {
			name         string
			by           auth.Actor
			method, path string
			body         string
			status       int
			has          string
		}{
			{"a cost is set from a day on", w.Payroll, http.MethodPost, cost, `{"from_day":"2026-01-01","amount":36.5}`, 201, `{"from_day":"2026-01-01","amount":36.5}`},
			{"a later one comes first", w.Payroll, http.MethodPost, cost, `{"from_day":"2026-06-01","amount":38}`, 201,
				`[{"from_day":"2026-06-01","amount":38},{"from_day":"2026-01-01","amount":36.5}]`},
			{"null takes it back", w.Payroll, http.MethodPost, cost, `{"from_day":"2026-06-01","amount":null}`, 201,
				`[{"from_day":"2026-01-01","amount":36.5}]`},
			{"too much is refused", w.Payroll, http.MethodPost, cost, `{"from_day":"2026-06-01","amount":10000.01}`, 400, `"code":"hourly_cost"`},
			{"of nobody there are none", w.Payroll, http.MethodGet, "/employees/999/hourly-costs", "", 400, `"code":"not_found"`},
			{"payroll sees what it cost", w.Payroll, http.MethodGet, "/activities/report?from=2026-11-01&to=2026-12-20&by=customer", "", 200, `"cost":`},
			{"a supervisor does not", w.Boss, http.MethodGet, "/activities/report?from=2026-11-01&to=2026-12-20&by=customer", "", 200,
				`{"customer_id":1,"customer_name":"Luc Roy","hours":16,"expenses":`},
			{"nor the hourly costs", w.Boss, http.MethodGet, cost, "", 403, `"code":"not_allowed"`},
			{"days in the wrong order", w.Payroll, http.MethodGet, "/activities/report?from=2026-11-02&to=2026-11-01", "", 400, `"code":"before_first"`},
		} {
			t.Run(x.name, func(t *testing.T) {
				if a := api(x.by).On(t).Do(x.method, x.path, x.body).Want(x.status); !strings.Contains(a.Body, x.has) {
					t.Errorf("%s lacks %s", a.Body, x.has)
				}
			})
		}
	})
}

// The page opens on the current pay period, or on the one before as long as the current one has nothing for a customer or an activity.
func TestPages_report_opens_on_the_newest_period_that_has_something(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		s := reportWorld(w) // all of it is from 2026-11-15 to 2026-11-28
		for _, x := range []struct {
			name    string
			current string // its first day
			by      auth.Actor
			query   string
			want    string // the days that the links lead to
			file    string
		}{
			{"the current one, which has something", "2026-11-15", w.Payroll, "", "from=2026-11-15&to=2026-11-28", "Luc Roy"},
			{"the previous one on the first days of the next", "2026-11-29", w.Payroll, "", "from=2026-11-15&to=2026-11-28", "Luc Roy"},
			{"for a supervisor it is that of their people", "2026-11-29", w.Deputy, "", "from=2026-11-15&to=2026-11-28", ",8,0.00"},
			{"the current one if neither has anything", "2026-12-13", w.Payroll, "", "from=2026-12-13&to=2026-12-26", ""},
			{"days that are asked for stay", "2026-11-29", w.Payroll, "from=2026-11-29&to=2026-12-12", "from=2026-11-29&to=2026-12-12", ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				first := db.MustDay(x.current)
				pages := featuretest.New(t, featuretest.Options{By: x.by, Now: w.Now, Zone: w.Zone}, func(r *httpx.Router) {
					activities.Pages(r, s, func() (from, to db.Day) { return first, first.Add(13) })
				})
				page := pages.Do(http.MethodGet, "/staff/activities/report?"+x.query, "").Want(200)
				if want := strings.ReplaceAll(x.want, "&", "&amp;"); !strings.Contains(page.Body, want) {
					t.Errorf("no link of the page has %s", x.want)
				}
				file := pages.Do(http.MethodGet, "/staff/activities/report?as=csv&"+x.query, "").Want(200)
				if days := strings.NewReplacer("from=", "", "&to=", "-").Replace(x.want); !strings.Contains(file.Header.Get("Content-Disposition"), days) {
					t.Errorf("the file is %s, not of %s", file.Header.Get("Content-Disposition"), days)
				}
				if !strings.Contains(file.Body, x.file) || (x.file == "") != (strings.Count(file.Body, "\n") == 1) {
					t.Errorf("the file is\n%s", file.Body)
				}
			})
		}
	})
}

// The report is read from indexes that have nothing but shifts and expenses with a customer or an activity.
func TestReport_is_read_from_its_indexes(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		reportWorld(w)
		query, args := activities.ReportQuery(w.Payroll, activities.ReportFilter{From: db.MustDay("2026-11-15"), To: db.MustDay("2026-11-28"),
			By: activities.ByBoth, Rows: 75})
		w.OK(w.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			dbtest.OnlyIndexes(ctx, t, tx, "shifts")
			for _, statement := range []string{`INSERT INTO shifts (timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes,
					created_at, updated_at) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
					SELECT timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, 1, 1
					FROM shifts, n WHERE customer_id IS NULL AND activity_id IS NULL`, "ANALYZE shifts"} { // for few rows any index will do
				if _, err := tx.Exec(ctx, statement); err != nil {
					return err
				}
			}
			plan := dbtest.Plan(ctx, t, tx, query, args...)
			for _, index := range []string{"shifts_job", "expenses_job"} {
				if !strings.Contains(plan, index) || strings.Contains(plan, "USING INDEX "+index) { // where SQLite would read the table as well
					t.Errorf("without %s:\n%s", index, plan)
				}
			}
			return nil
		}))
	})
}

// What names neither a customer nor an activity is what the shifts and expenses say one by one, whatever the days, the hourly costs, the
// multipliers and the jobs are.
func TestService_Rest(t *testing.T) {
	timetest.Each(t, func(t *testing.T, w *timetest.World) {
		s := reportWorld(w)
		random := rand.New(rand.NewPCG(11, 15))
		first, days := db.MustDay("2026-11-15"), 35
		w.Exec("UPDATE bank_codes SET modifier = 15025 WHERE id = $1", w.Crew.Regular)
		for _, of := range []auth.Actor{w.Ann, w.Cid, w.Boss} {
			sheet := w.Sheet(of).ID
			for n := 4; n < days; n++ { // the days before have those of reportWorld
				x := w.EightHours(sheet, n)
				x.End -= db.Instant(random.IntN(400) * 60_000)
				if random.IntN(3) == 0 {
					x.Job.CustomerID = 1
				}
				_, err := w.Shifts.Create(t.Context(), w.Admin, x)
				w.OK(err)
			}
			for range 3 {
				_, err := s.SetCost(t.Context(), w.Payroll, of.EmployeeID,
					activities.HourlyCost{From: first.Add(random.IntN(days)), Cents: int64(2000 + random.IntN(3000))})
				w.OK(err)
			}
			w.Expense(w.Admin, sheet, 1111)
		}
		w.Exec("UPDATE expenses SET day = $1, week = $2 WHERE amount = 1111 AND employee_id = $3", first.Add(20), first.Add(20).Week(), w.Cid.EmployeeID)
		deleted := w.Shift(w.Admin, w.Sheet(w.Cid).ID, days+1)
		_, err := w.Shifts.Delete(t.Context(), w.Admin, deleted.ID, nil)
		w.OK(err)
		costs := map[int64][]activities.HourlyCost{}
		for _, of := range []auth.Actor{w.Ann, w.Cid, w.Boss} {
			_, list, err := s.Costs(t.Context(), w.Payroll, of.EmployeeID)
			w.OK(err)
			costs[of.EmployeeID] = list
		}
		for range 40 {
			from := first.Add(random.IntN(days + 4))
			to := from.Add(random.IntN(20))
			for who, by := range map[string]auth.Actor{"payroll": w.Payroll, "a supervisor": w.Boss} {
				t.Run(fmt.Sprint(who, " from ", from, " to ", to), func(t *testing.T) {
					want := restOneByOne(t, w, by, costs, from, to)
					got, err := s.Rest(t.Context(), by, from, to)
					if err != nil || got != want {
						t.Errorf("%+v, %v, want %+v", got, err, want)
					}
				})
			}
		}
	})
}

// restOneByOne adds up the shifts and expenses that name neither, as Rest.
func restOneByOne(t *testing.T, w *timetest.World, by auth.Actor, costs map[int64][]activities.HourlyCost, from, to db.Day) (s activities.Sums) {
	t.Helper()
	visible, args := by.Visible("x.employee_id", 3)
	args = append([]any{from, to}, args...)
	lines := func(table, columns string, scan func(db.Row) error) {
		rows, err := w.DB.Query(t.Context(), "SELECT "+columns+" FROM "+table+` x JOIN bank_codes b ON b.id = x.bank_code_id
			WHERE x.archived_at IS NULL AND x.customer_id IS NULL AND x.activity_id IS NULL AND x.day BETWEEN $1 AND $2 AND `+visible, args...)
		if err == nil {
			err = db.ForEachRow(rows, func() error { return scan(rows) })
		}
		w.In(t).OK(err)
	}
	var cost int64
	lines("shifts", "x.employee_id, x.day, x.minutes, b.modifier", func(r db.Row) error {
		var employee, minutes, modifier int64
		var day db.Day
		err := r.Scan(&employee, &day, &minutes, &modifier)
		s.Minutes += minutes
		if !by.SeesAll() {
			return err
		}
		for _, c := range costs[employee] {
			if !day.Before(c.From) {
				cost += minutes * c.Cents * modifier
				return err
			}
		}
		s.Unpriced += minutes
		return err
	})
	s.Cost = (cost + 300_000) / 600_000
	lines("expenses", "x.amount", func(r db.Row) error {
		var cents int64
		err := r.Scan(&cents)
		s.Spent += cents
		return err
	})
	return s
}

// What names neither is found without reading the shifts that name neither, nor those of other days.
func TestRest_is_read_from_the_totals_of_weeks(t *testing.T) {
	d := dbtest.OpenSQLite(t)
	from, to := db.MustDay("2026-11-15"), db.MustDay("2026-11-28")
	for _, x := range []struct {
		name, want string
		query      func(auth.Actor, db.Day, db.Day) (string, []any)
	}{
		{"all shifts", "SEARCH x USING PRIMARY KEY (week>? AND week<?)", activities.WeeksQuery},
		{"those with a job", "SEARCH x USING COVERING INDEX shifts_job (day>? AND day<?)", activities.JobSumsQuery},
		{"expenses", "SEARCH x USING INDEX expenses_week (week>? AND week<?)", activities.SpentOnNoneQuery},
	} {
		t.Run(x.name, func(t *testing.T) {
			query, _ := x.query(auth.Actor{Role: auth.Payroll}, from, to)
			if plan := dbtest.GenericPlan(t, d, query); !strings.Contains(plan, x.want) {
				t.Error(plan)
			}
		})
	}
}
