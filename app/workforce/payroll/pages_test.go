package payroll_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"presence/app/apptest/featuretest"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/payroll"
	"presence/db"
	"presence/db/dbtest"
)

// browser is the browser of an office's payroll clerk on the pages.
type browser struct {
	*office
	client *featuretest.Client
}

func (o *office) browser() *browser {
	o.Helper()
	o.by.Language = i18n.EN
	return &browser{o, featuretest.New(o, featuretest.Options{By: o.by, Now: o.now}, func(r *httpx.Router) { payroll.Pages(r, o.payroll) })}
}

func (d *browser) page(t *testing.T, path string) *goquery.Selection {
	t.Helper()
	return d.client.On(t).Get(path).Want(http.StatusOK).Doc()
}

// post sends a form and returns the answer, and its result.
func (d *browser) post(t *testing.T, path, form string) (a *featuretest.Answer, result string) {
	t.Helper()
	a = d.client.On(t).Do(http.MethodPost, path, form, "Content-Type", "application/x-www-form-urlencoded")
	return a, a.Result()
}

// texts are the texts of the elements that the selector finds, each without the space around words.
func texts(page *goquery.Selection, selector string) string {
	var list []string
	page.Find(selector).Each(func(_ int, s *goquery.Selection) {
		list = append(list, strings.ReplaceAll(strings.Join(strings.Fields(s.Text()), " "), "\u00a0", " "))
	})
	return strings.Join(list, ", ")
}

// values are the values of an attribute of the elements that the selector finds.
func values(page *goquery.Selection, selector, name string) string {
	var list []string
	page.Find(selector).Each(func(_ int, s *goquery.Selection) { list = append(list, s.AttrOr(name, "")) })
	return strings.Join(list, ", ")
}

const home = "/staff/payroll"

// busyBrowser has approved hours in 2026-23 and 2026-24, where one timesheet is not approved.
func busyBrowser(t *testing.T) (d *browser, shift int64) {
	o := newOffice(t, dbtest.OpenSQLite(t))
	sheet, late := o.sheet(o.crew.Ann, true), o.sheet(o.crew.Cid, false)
	shift = o.shift(o.crew.Ann, sheet, o.crew.Regular, "2026-10-20", 480)
	o.expense(o.crew.Ann, sheet, o.crew.Mileage, "2026-10-21", 1805)
	o.shift(o.crew.Ann, sheet, o.crew.Regular, "2026-11-03", 480)
	o.shift(o.crew.Cid, late, o.crew.Regular, "2026-11-05", 300)
	return o.browser(), shift
}

func TestPages_overview(t *testing.T) {
	d, _ := busyBrowser(t)
	const rows = "#periods tbody th a"
	t.Run("begins with the period that is asked for, the one to export first", func(t *testing.T) {
		for query, want := range map[string]string{"": "2026-23, 2026-24, 2026-26, 2026-25", "?from=2026-24": "2026-23, 2026-24",
			"?from=2026-26": "2026-23, 2026-24, 2026-26, 2026-25", "?from=2027-01": "2026-23, 2026-24, 2026-26, 2026-25",
			"?from=x": "2026-23, 2026-24, 2026-26, 2026-25", "?from=2026-20": "2026-20"} {
			if got := texts(d.page(t, home+query), rows); got != want {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
		}
	})
	t.Run("says which period is ready, and makes its export the main button", func(t *testing.T) {
		page := d.page(t, home)
		if got, want := texts(page, "#periods td .badge"), "Ready, Not ready yet"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if got := texts(page, "#periods .badge-neutral") + ", " + texts(page, "#periods .badge-good"); got != "Not ready yet, Ready" {
			t.Errorf("in its tone: %s", got)
		}
		if got := values(page, "main .btn-primary", "aria-label"); got != "Export period 2026-23" {
			t.Errorf("the main buttons are %q", got)
		}
		if got := texts(page, "#periods .pay-open, #periods .pay-why a, #periods .row-actions a"); got != "7 people haven’t entered anything, Export…, "+
			"7 not submitted, Export what’s approved…" {
			t.Errorf("the links are %s", got)
		}
	})
	t.Run("says what each export would have", func(t *testing.T) {
		if got, want := texts(d.page(t, home), "#periods .pay-holds"), "1 person · 8 h · $18.05, Approved so far: 1 person · 8 h"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
	t.Run("leads back to the newest exports only from older ones", func(t *testing.T) {
		for query, want := range map[string]bool{"": false, "?before=0": false, "?before=x": false, "?before=1": true} {
			if got := strings.Contains(d.client.On(t).Get(home+query).Body, i18n.EN.T(i18n.PayNewestExports)); got != want {
				t.Errorf("%s: %t", query, got)
			}
		}
	})
	t.Run("opens the dialog of the period that is asked for", func(t *testing.T) {
		for query, want := range map[string]string{"": "", "?export=x": "", "?export=2026-23": "Export period 2026-23",
			"?export=2026-25": "Export period 2026-25", "?export=2027-01": ""} {
			if got := texts(d.page(t, home+query), "dialog#export h2"); got != want {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
	})
	t.Run("says in the dialog what the file would have", func(t *testing.T) {
		dialog := d.page(t, home+"?export=2026-23").Find("dialog#export")
		if got := texts(dialog, "dd"); got != "1, 8 h, $18.05, 2" {
			t.Errorf("the figures are %s", got)
		}
		if got := values(dialog, "option[selected]", "value"); got != ", csv" || dialog.Find("input[name=partial]").Length() != 0 {
			t.Errorf("%q is selected, %d boxes", got, dialog.Find("input[name=partial]").Length())
		}
		if n := d.page(t, home+"?export=2026-24").Find("dialog#export input[name=partial]").Length(); n != 1 {
			t.Errorf("an unfinished period has %d boxes", n)
		}
		if n := d.page(t, home+"?export=2026-25").Find("dialog#export form[action]").Length(); n != 0 {
			t.Error("an empty period can be exported")
		}
	})
}

func TestPages_export(t *testing.T) {
	d, shift := busyBrowser(t)
	layout, err := d.payroll.SavePreset(t.Context(), d.by, payroll.Preset{Name: "Nomina", Layout: payroll.Layout{Kind: payroll.Chosen,
		Columns: []string{"hours", "mileage_km"}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	const exports = home + "/exports"
	t.Run("refuses a form with a fault", func(t *testing.T) {
		for _, x := range []struct{ form, want, code string }{
			{"period=2026-27&format=csv", "400", "period not_found"},
			{"period=2026-23&format=pdf", "400", "format not_allowed"},
			{"period=2026-23", "400", "format not_allowed"},
			{"period=2026-23&format=csv&preset=99", "400", "preset not_found"},
			{"period=2026-23&format=csv&preset=x", "400", "preset not_found"},
		} {
			a, got := d.post(t, exports, x.form)
			if _, code := a.Refused(); got != x.want || code != x.code {
				t.Errorf("%s: %s, %s", x.form, got, code)
			}
		}
	})
	t.Run("asks again, with what was entered, until an unfinished period is confirmed", func(t *testing.T) {
		for _, partial := range []string{"", "&partial=false"} {
			a, got := d.post(t, exports, fmt.Sprintf("period=2026-24&format=csv-fr&preset=%d%s", layout.ID, partial))
			dialog := a.Doc().Find("dialog#export")
			if got != "422" || values(dialog, "option[selected]", "value") != fmt.Sprintf("%d, csv-fr", layout.ID) ||
				dialog.Find("input[name=partial][aria-invalid=true]").Length() != 1 {
				t.Errorf("%s with %s selected", got, values(dialog, "option[selected]", "value"))
			}
		}
	})
	t.Run("has nothing to export", func(t *testing.T) {
		if _, got := d.post(t, exports, "period=2026-25&format=csv"); !strings.HasPrefix(got, "303 /staff/payroll [{") ||
			!strings.Contains(got, "warn") {
			t.Error(got)
		}
	})
	t.Run("exports a period and leads to the export", func(t *testing.T) {
		if _, got := d.post(t, exports, "period=2026-23&format=csv-fr"); !strings.HasPrefix(got, "303 /staff/payroll/exports/1 ") ||
			!strings.Contains(got, "Period 2026-23 exported (export 1).") {
			t.Error(got)
		}
		if n := d.page(t, home+"?export=2026-23").Find("dialog#export").Length(); n != 0 {
			t.Error("an exported period can be exported again")
		}
	})
	t.Run("serves the file", func(t *testing.T) {
		a := d.client.On(t).Get(exports + "/1?as=file")
		h := a.Header
		if got := h.Get("Content-Disposition") + " " + h.Get("Cache-Control") + " " + h.Get("Content-Type"); got !=
			"attachment; filename=presence-2026-23-export-1.csv private, no-store text/csv; charset=utf-8; header=present" {
			t.Error(got)
		}
		if got := a.Body; !strings.HasPrefix(got, "\ufeffperiod;company_code;") ||
			!strings.HasSuffix(got, ";18,05;25,07;approved\r\n") {
			t.Error(got)
		}
	})
	t.Run("compares the export with the current lines", func(t *testing.T) {
		badge := func() string { return d.client.On(t).Get(exports+"/1", "HX-Request", "true").Body }
		if got := badge(); !strings.Contains(got, "No differences") || strings.Contains(got, "<html") {
			t.Error(got)
		}
		d.run(`UPDATE shifts SET minutes = 450 WHERE id = $1 RETURNING id`, shift)
		d.run(`UPDATE expenses SET amount = 3610 WHERE amount = 1805 RETURNING id`)
		if got := badge(); !strings.Contains(got, ">2 changes<") || !strings.Contains(got, `href="`+exports+`/1"`) ||
			!strings.Contains(got, `aria-label="2 changes, in the next export — Export 1"`) || strings.Contains(got, "<html") {
			t.Error(got)
		}
		if got := texts(d.page(t, home+"?export=2026-24"), "dialog#export dl"); !strings.Contains(got, "3 including 2 corrections") {
			t.Errorf("the dialog of the next period says %q", got)
		}
		got := texts(d.page(t, exports+"/1"), "tr:has(td[data-label=Difference]) td.num")
		if want := "8 h → 7.5 h, −0.5 h, $18.05 → $36.10, +$18.05, 25.1 km → 50.1 km, +25.1 km"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
	t.Run("exports the chosen columns, with corrections", func(t *testing.T) {
		_, got := d.post(t, exports, fmt.Sprintf("period=2026-24&format=csv&partial=true&preset=%d", layout.ID))
		if !strings.Contains(got, "/staff/payroll/exports/2 ") {
			t.Fatal(got)
		}
		if got := d.client.On(t).Get(exports + "/2?as=file").Body; got != "hours,mileage_km\r\n8,\r\n-0.5,\r\n,25.07\r\n" {
			t.Errorf("%q", got)
		}
		page := d.page(t, exports+"/2")
		if got := values(page, "table a[href='/staff/payroll/exports/1']", "href"); strings.Count(got, "/1") != 2 {
			t.Errorf("the corrections lead to %s", got)
		}
		if got := texts(page, "main table tbody th"); !strings.Contains(got, "G-regular · Regular, G-mileage · Mileage, Élise Member5, ") {
			t.Errorf("the totals are of %s", got)
		}
	})
	t.Run("asks before the newest export is withdrawn", func(t *testing.T) {
		for path, want := range map[string]int{"/2?ask=withdraw": 1, "/2": 0, "/2?ask=x": 0} {
			if n := d.page(t, exports+path).Find("dialog#withdraw").Length(); n != want {
				t.Errorf("%s has %d dialogs", path, n)
			}
		}
		for path, want := range map[string]int{"/1": 0, "/2": 1} {
			if n := d.page(t, exports+path).Find("a[href$='?ask=withdraw']").Length(); n != want {
				t.Errorf("%s has %d links to the question", path, n)
			}
		}
	})
	t.Run("withdraws the newest export only", func(t *testing.T) {
		if _, got := d.post(t, exports+"/1/withdraw", ""); !strings.HasPrefix(got, "303 /staff/payroll/exports/1 ") ||
			!strings.Contains(got, "warn") {
			t.Error(got)
		}
		if _, got := d.post(t, exports+"/2/withdraw", ""); !strings.HasPrefix(got, "303 /staff/payroll/exports/2 ") ||
			!strings.Contains(got, "Export 2 voided.") {
			t.Error(got)
		}
		for _, x := range []string{"9", "x"} {
			a, got := d.post(t, exports+"/"+x+"/withdraw", "")
			if _, code := a.Refused(); got != "404" || code != "not_found" {
				t.Errorf("%s: %s %s", x, got, code)
			}
		}
	})
	t.Run("knows no other export", func(t *testing.T) {
		for _, path := range []string{"/9", "/x", "/9?as=file"} {
			if a := d.client.On(t).Get(exports + path); a.Status != http.StatusNotFound {
				t.Errorf("%s: %d", path, a.Status)
			}
		}
	})
}

func TestPages_presets(t *testing.T) {
	const presets = home + "/presets"
	d := newOffice(t, dbtest.OpenSQLite(t)).browser()
	form := func(a *featuretest.Answer) *goquery.Selection { return a.Doc().Find("dialog#preset form[action]") }
	faults := func(f *goquery.Selection) string { return values(f, "a[href^='#f-']", "href") }
	t.Run("opens the form of a new one", func(t *testing.T) {
		for query, want := range map[string]string{"": "", "?open=columns": "Custom columns", "?open=adp": "ADP paydata",
			"?open=9": "", "?open=x": ""} {
			if got := texts(d.page(t, presets+query), "dialog#preset h2"); got != want {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
		f := form(d.client.On(t).Get(presets + "?open=columns"))
		if f.AttrOr("action", "") != presets || values(f, "input[name=kind]", "value") != "columns" ||
			f.Find("button[formaction]").Length() != 0 ||
			f.Find("input[name=column][checked]").Length() != 11 || f.Find("[name=company]").Length() != 0 {
			t.Errorf("the form of columns is %s", texts(f, "label"))
		}
		f = form(d.client.On(t).Get(presets + "?open=adp"))
		if f.Find("input[name=column]").Length() != 0 || f.Find("[name=company]").Length() != 1 {
			t.Errorf("the form of ADP is %s", texts(f, "label"))
		}
	})
	t.Run("shows the errors and keeps the values entered", func(t *testing.T) {
		for _, x := range []struct{ form, faults string }{
			{"kind=columns&name=&column=hours", "#f-name"},
			{"kind=columns&name=x", "#f-columns"},
			{"kind=adp&name=x&company=ABCD&batch=123456789&codes=G1", "#f-company, #f-batch, #f-codes"},
		} {
			a, got := d.post(t, presets, x.form)
			if f := form(a); got != "422" || faults(f) != x.faults {
				t.Errorf("%s: %s with %s", x.form, got, faults(f))
			}
		}
		a, _ := d.post(t, presets, "kind=columns&name=&column=hours")
		if got := values(form(a), "input[name=column][checked]", "value"); got != "hours" {
			t.Errorf("%s is ticked", got)
		}
		a, got := d.post(t, presets, "kind=excel&name=x")
		if _, code := a.Refused(); got != "400" || code != "kind not_allowed" {
			t.Errorf("another kind: %s %s", got, code)
		}
	})
	t.Run("moves a column by a button", func(t *testing.T) {
		a, got := d.post(t, presets, "kind=columns&name=Nom&order=week&order=hours&column=hours&column=week&move=up.hours")
		f := form(a)
		if order := values(f, "input[name=order]", "value"); got != "200" || !strings.HasPrefix(order, "hours, week, period") {
			t.Errorf("%s, the order is %s", got, order)
		}
		if focus := values(f, "button[autofocus]", "value"); focus != "up.hours" || values(f, "input[name=name]", "value") != "Nom" {
			t.Errorf("the focus is on %q", focus)
		}
	})
	t.Run("saves one of each kind", func(t *testing.T) {
		for _, x := range []struct{ form, want string }{
			{"kind=columns&name=Nomina&order=week&order=hours&column=hours&column=week", "Format Nomina saved."},
			{"kind=adp&name=Paie&company=7QX&batch=B&codes=G1%3DREG", "Format Paie saved."},
		} {
			if _, got := d.post(t, presets, x.form); !strings.HasPrefix(got, "303 "+presets+" ") || !strings.Contains(got, x.want) {
				t.Error(got)
			}
		}
		if got := texts(d.page(t, presets), "tbody th"); got != "Generic, Nomina, Paie" {
			t.Error(got)
		}
		if a, got := d.post(t, presets, "kind=adp&name=Nomina"); got != "422" || faults(form(a)) != "#f-name" {
			t.Errorf("a second of the same name: %s", got)
		}
	})
	t.Run("opens the form of a saved one", func(t *testing.T) {
		f := form(d.client.On(t).Get(presets + "?open=1"))
		if f.AttrOr("action", "") != presets+"/1" || values(f, "[name=version]", "value") != "1" || f.Find("[name=kind]").Length() != 0 ||
			values(f, "button[formaction]", "formaction") != presets+"/1/delete" || values(f, "[name=name]", "value") != "Nomina" {
			t.Errorf("the form is %s", texts(f, "label"))
		}
		if got := values(f, "input[name=column][checked]", "value"); got != "week, hours" || f.Find("button[autofocus]").Length() != 0 {
			t.Errorf("%s are ticked", got)
		}
		if got := texts(form(d.client.On(t).Get(presets+"?open=2")), "textarea"); got != "G1=REG" {
			t.Errorf("the codes are %s", got)
		}
	})
	t.Run("changes one in the version that was shown", func(t *testing.T) {
		if a, got := d.post(t, presets+"/1", "version=1&name=&column=hours"); got != "422" || faults(form(a)) != "#f-name" {
			t.Error(got)
		}
		if _, got := d.post(t, presets+"/1", "version=1&name=Nomina+2&column=hours"); !strings.Contains(got, "Format Nomina 2 saved.") {
			t.Error(got)
		}
		a, got := d.post(t, presets+"/1", "version=1&name=Nomina+3&column=hours")
		if _, code := a.Refused(); got != "412" || code != "stale" {
			t.Errorf("%s %s", got, code)
		}
		for _, id := range []string{"9", "x"} {
			if _, got := d.post(t, presets+"/"+id, "name=x"); got != "404" {
				t.Errorf("%s: %s", id, got)
			}
		}
	})
	t.Run("archives one", func(t *testing.T) {
		a, got := d.post(t, presets+"/1/delete", "version=1")
		if _, code := a.Refused(); got != "412" || code != "stale" {
			t.Errorf("%s %s", got, code)
		}
		if _, got := d.post(t, presets+"/1/delete", "version=2"); !strings.HasPrefix(got, "303 "+presets+" ") ||
			!strings.Contains(got, "Format Nomina 2 archived.") {
			t.Error(got)
		}
		if _, got := d.post(t, presets+"/1/delete", ""); got != "404" {
			t.Errorf("a second time: %s", got)
		}
	})
}

func TestService_PeriodStates(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		sheet := o.sheet(o.crew.Ann, true)
		o.shift(o.crew.Ann, sheet, o.crew.Regular, "2026-10-20", 480)
		o.shift(o.crew.Ann, sheet, o.crew.Regular, "2026-11-17", 480)
		o.shift(o.crew.Cid, o.sheet(o.crew.Cid, false), o.crew.Regular, "2026-11-18", 300)
		o.run(`INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at, approval_status, created_at, updated_at)
			VALUES ($1, $2, 'Vacation', $3, $4, 'True', 1, 1) RETURNING id`, o.crew.Ann.EmployeeID, o.crew.Vacation,
			int64(db.InstantOf(db.MustDay("2026-11-03").In(o.zone))), int64(db.InstantOf(db.MustDay("2026-11-04").In(o.zone))))
		o.run(`INSERT INTO holiday_pay (employee_id, bank_code_id, day, minutes, counted, version, created_at, updated_at) VALUES ($1, $2, '2026-10-12', 480, 480, 1, 1, 1),
			($1, $2, '2026-09-28', 0, 0, 1, 1, 1) RETURNING id`, o.crew.Ann.EmployeeID, o.crew.Regular)
		o.run(`INSERT INTO holiday_pay (employee_id, bank_code_id, day, minutes, counted, unpaid, version, created_at, updated_at)
			VALUES ($1, $2, '2026-09-29', 480, 480, TRUE, 1, 1, 1) RETURNING id`, o.crew.Ann.EmployeeID, o.crew.Regular)
		o.export(23)
		for _, x := range []struct {
			name    string
			from, n int
			want    string // period, approved of all, whether absence is paid, export
		}{
			{"ends with the first period that has something", 26, 9, "2026-26 0/0, 2026-25 1/2, 2026-24 0/0 away, 2026-23 1/1 export 1"},
			{"gives no more than asked for", 25, 2, "2026-25 1/2, 2026-24 0/0 away"},
			{"knows the pay of a holiday", 22, 1, "2026-22 0/0 away"},
			{"knows that a holiday is not paid", 21, 1, "2026-21 0/0"},
			{"gives one", 23, 1, "2026-23 1/1 export 1"},
			{"gives a period before the first alone", 20, 9, "2026-20 0/0"},
		} {
			t.Run(x.name, func(t *testing.T) {
				list, err := o.payroll.PeriodStates(t.Context(), o.by, o.period(x.from), x.n)
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, s := range list {
					text := fmt.Sprintf("%s %d/%d", s.Period.Name(), s.Approved, s.Sheets)
					if s.Away {
						text += " away"
					}
					if s.Export != nil {
						text += fmt.Sprintf(" export %d", s.Export.Number)
					}
					got = append(got, text)
				}
				if text := strings.Join(got, ", "); text != x.want {
					t.Errorf("%s, want %s", text, x.want)
				}
			})
		}
	})
}

// What is approved in a period adds up to what its export would have, without the corrections of other periods.
func TestService_PeriodStates_sums(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		instant := func(day string) int64 { return int64(db.InstantOf(db.MustDay(day).In(o.zone))) }
		away := func(m dbtest.Member, status, from, to string) {
			o.run(`INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at, approval_status, created_at, updated_at)
				VALUES ($1, $2, 'Vacation', $3, $4, $5, 1, 1) RETURNING id`, m.EmployeeID, o.crew.Vacation, instant(from), instant(to), status)
		}
		sheet := o.sheet(o.crew.Ann, true)
		for _, day := range []string{"2026-11-01", "2026-11-09", "2026-11-14"} {
			o.shift(o.crew.Ann, sheet, o.crew.Regular, day, 480)
		}
		o.expense(o.crew.Ann, sheet, o.crew.Mileage, "2026-11-10", 1805)
		o.shift(o.crew.Ann, sheet, o.crew.Regular, "2026-11-15", 60) // of the next period
		o.expense(o.crew.Boss, o.sheet(o.crew.Boss, true), o.crew.Mileage, "2026-11-03", 200)
		waiting := o.sheet(o.crew.Cid, false)
		o.shift(o.crew.Cid, waiting, o.crew.Regular, "2026-11-05", 300)
		o.expense(o.crew.Cid, waiting, o.crew.Mileage, "2026-11-05", 9900)
		away(o.crew.Ann, "True", "2026-11-03", "2026-11-04") // she has hours too
		away(o.crew.Cid, "True", "2026-11-10", "2026-11-12")
		away(o.crew.Cid, "True", "2026-11-12", "2026-11-13")
		away(o.crew.Payroll, "Pending", "2026-11-10", "2026-11-12")
		away(o.crew.Payroll, "True", "2026-11-16", "2026-11-17") // of the next period
		sums := func(number int) payroll.Sums {
			t.Helper()
			list, err := o.payroll.PeriodStates(t.Context(), o.by, o.period(26), 9)
			i := slices.IndexFunc(list, func(s payroll.PeriodState) bool { return s.Period == o.period(number) })
			if err != nil || i < 0 {
				t.Fatalf("%+v, %v", list, err)
			}
			return list[i].Sums
		}
		t.Run("count hours and expenses of approved timesheets, and people with leave alone", func(t *testing.T) {
			if got, want := sums(24), (payroll.Sums{People: 2, Minutes: 1440, Cents: 2005, OnLeave: 1}); got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
		})
		t.Run("are what the export would have", func(t *testing.T) {
			for _, number := range []int{24, 25} {
				v, err := o.payroll.Preview(t.Context(), o.by, o.period(number))
				if err != nil {
					t.Fatal(err)
				}
				if x := sums(number); x.People+x.OnLeave != int64(v.People) || x.Minutes != v.Totals.Hours.Total() || x.Cents != v.Totals.Cents {
					t.Errorf("%d: %+v, the export has %+v", number, x, v)
				}
			}
		})
		t.Run("count people whose statutory holiday is paid", func(t *testing.T) {
			before := sums(24)
			o.run(`INSERT INTO holiday_pay (employee_id, bank_code_id, day, minutes, counted, version, created_at, updated_at)
				VALUES ($1, $2, '2026-11-14', 480, 480, 1, 1, 1) RETURNING id`, o.crew.Payroll.EmployeeID, o.crew.Regular)
			if before.OnLeave++; sums(24) != before {
				t.Errorf("%+v, want %+v", sums(24), before)
			}
			o.run("UPDATE holiday_pay SET unpaid = TRUE RETURNING id")
			if before.OnLeave--; sums(24) != before {
				t.Errorf("unpaid: %+v, want %+v", sums(24), before)
			}
		})
		t.Run("are none of a period that is exported", func(t *testing.T) {
			o.export(24)
			if x := sums(24); x != (payroll.Sums{}) || sums(25) == x {
				t.Errorf("%+v, and of the next period %+v", x, sums(25))
			}
		})
	})
}

// Employees who have entered nothing in a period are counted, unless they were not employed on a weekday of it, not known yet, or on leave.
func TestService_PeriodStates_of_people_without_hours(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		missing := func() int64 {
			t.Helper()
			list, err := o.payroll.PeriodStates(t.Context(), o.by, o.period(25), 1)
			if err != nil {
				t.Fatal(err)
			}
			return list[0].Missing
		}
		instant := func(day string) int64 { return int64(db.InstantOf(db.MustDay(day).In(o.zone))) }
		all := missing()
		sheet := o.sheet(o.crew.Ann, true)
		o.shift(o.crew.Ann, sheet, o.crew.Regular, "2026-11-28", 480)
		o.expense(o.crew.Cid, o.sheet(o.crew.Cid, false), o.crew.Regular, "2026-11-15", 100)
		if n := missing(); all < 4 || n != all-2 {
			t.Fatalf("of %d, %d have entered nothing", all, n)
		}
		if v, err := o.payroll.Preview(t.Context(), o.by, o.period(25)); err != nil || v.Missing != all-2 {
			t.Errorf("before the export: %d, %v", v.Missing, err)
		}
		boss := o.crew.Boss.EmployeeID
		for _, x := range []struct {
			name, change string
			args         []any
			counts       int64
		}{
			{"one who begins on the last weekday is counted", `UPDATE employees SET first_work_day = '2026-11-27' WHERE id = $1`, nil, 2},
			{"one who begins on the Saturday after it is not", `UPDATE employees SET first_work_day = '2026-11-28' WHERE id = $1`, nil, 3},
			{"one who left on the Sunday of the first day is not",
				`UPDATE employees SET first_work_day = '2020-01-01', last_work_day = '2026-11-15' WHERE id = $1`, nil, 3},
			{"one who left on the first weekday is counted", `UPDATE employees SET last_work_day = '2026-11-16' WHERE id = $1`, nil, 2},
			{"one whose record is of later is not", `UPDATE employees SET last_work_day = NULL, created_at = $2 WHERE id = $1`,
				[]any{instant("2026-11-29")}, 3},
			{"one whose record is of the period is counted", `UPDATE employees SET created_at = $2 WHERE id = $1`,
				[]any{instant("2026-11-29") - 1}, 2},
			{"one on leave for a day is counted", `INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at,
				approval_status, created_at, updated_at) VALUES ($1, $2, 'Vacation', $3, $4, 'True', 1, 1)`, []any{o.crew.Vacation,
				instant("2026-11-16"), instant("2026-11-17")}, 2},
			{"one on leave on all working days is not", `UPDATE leave_requests SET end_at = $2 WHERE employee_id = $1`,
				[]any{instant("2026-11-28")}, 3},
			{"one whose leave is not decided is not", `UPDATE leave_requests SET approval_status = 'Pending' WHERE employee_id = $1`, nil, 3},
			{"one whose leave is declined is counted", `UPDATE leave_requests SET approval_status = 'Denied' WHERE employee_id = $1`, nil, 2},
			{"one with a weekday between two leaves is counted", `UPDATE leave_requests SET approval_status = 'True', end_at = $2 WHERE employee_id = $1`,
				[]any{instant("2026-11-20")}, 2},
			{"one whose leave follows on the next weekday is not", `INSERT INTO leave_requests (employee_id, bank_code_id, leave_type, start_at, end_at,
				approval_status, created_at, updated_at) VALUES ($1, $2, 'Sick', $3, $4, 'True', 1, 1)`, []any{o.crew.Vacation,
				instant("2026-11-20"), instant("2026-11-28")}, 3},
			{"one who is archived is not", `UPDATE employees SET archived_at = 1 WHERE id = $1`, nil, 3},
		} {
			t.Run(x.name, func(t *testing.T) {
				o.run(x.change, append([]any{boss}, x.args...)...)
				if n := missing(); n != all-x.counts {
					t.Errorf("%d of %d", n, all)
				}
			})
		}
	})
}

// A statement writes fifty lines: of a hundred, none is lost, and their order is that of the file.
func TestService_DiffExport_of_many_lines(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := newOffice(t, d)
		sheet := o.sheet(o.crew.Ann, true)
		o.run(`INSERT INTO bank_codes (type, categorie, modifier, bank_code, created_at, updated_at)
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
			SELECT 'per_diem', 'expense', 10000, 'E' || i, 1, 1 FROM n`)
		for i, day := range []string{"2026-10-20", "2026-10-27"} {
			o.run(`INSERT INTO expenses (timesheet_id, employee_id, bank_code_id, day, week, amount, description, created_at, updated_at)
				SELECT $1, $2, id, $3, $4, id * 10 + $5, 'x', 1, 1 FROM bank_codes WHERE bank_code LIKE 'E%'`,
				sheet, o.crew.Ann.EmployeeID, db.MustDay(day), db.MustDay(day).Week(), i)
		}
		e := o.export(23)
		diff, err := o.payroll.DiffExport(t.Context(), o.by, e.ID)
		if err != nil || len(diff.Entries) != 100 || len(diff.Changes) != 0 {
			t.Fatalf("%d lines, %d changes, %v", len(diff.Entries), len(diff.Changes), err)
		}
		for i, row := range o.rows(e.ID) {
			l := diff.Entries[i].Line
			if got := fmt.Sprintf("%s %s %d.%02d", l.Week, l.BankCode, l.Cents/100, l.Cents%100); got != row[4]+" "+row[5]+" "+row[8] {
				t.Fatalf("line %d is %s, in the file %q", i+1, got, row)
			}
		}
	})
}

func TestService_Exports(t *testing.T) {
	o := newOffice(t, dbtest.OpenSQLite(t))
	sheet := o.sheet(o.crew.Ann, true)
	for _, day := range []string{"2026-10-20", "2026-11-03", "2026-11-17"} {
		o.shift(o.crew.Ann, sheet, o.crew.Regular, day, 480)
	}
	for n := 23; n <= 25; n++ {
		o.export(n)
	}
	for _, x := range []struct {
		name   string
		before int64
		limit  int
		want   string
	}{
		{"all, the newest first", 0, 9, "[3 2 1]"},
		{"no more than asked for", 0, 2, "[3 2]"},
		{"those before one", 3, 9, "[2 1]"},
		{"a negative number means all", -1, 9, "[3 2 1]"},
		{"none before the first", 1, 9, "[]"},
	} {
		t.Run(x.name, func(t *testing.T) {
			list, err := o.payroll.Exports(t.Context(), o.by, x.before, x.limit)
			numbers := []int64{}
			for _, e := range list {
				numbers = append(numbers, e.Number)
			}
			if got := fmt.Sprint(numbers); err != nil || got != x.want {
				t.Errorf("%s, want %s: %v", got, x.want, err)
			}
		})
	}
	t.Run("there is no other preset", func(t *testing.T) {
		_, err := o.payroll.Preset(t.Context(), o.by, 99)
		o.refused(err, "not_found")
	})
}

// An address that a clerk keeps leads to the period that is the next to export; one of a period that was exported says so.
func TestPages_kept_address(t *testing.T) {
	d, _ := busyBrowser(t)
	page := d.page(t, home+"?export=ready")
	if got := values(page, "dialog[open] [name=period]", "value"); got != "2026-23" {
		t.Errorf("the next to export is %q", got)
	}
	if a, _ := d.post(t, home+"/exports", "period=2026-23&format=csv"); a.Status != http.StatusSeeOther {
		t.Fatalf("%d", a.Status)
	}
	page = d.page(t, home+"?export=ready")
	if got := texts(page, ".banner"); page.Find("dialog[open]").Length() != 0 || !strings.Contains(got, "There’s no completed, fully approved pay period") {
		t.Errorf("while a timesheet of the other is not approved: %q", got)
	}
	page = d.page(t, home+"?export=2026-23")
	if got := texts(page, ".banner"); !strings.Contains(got, "Period 2026-23 has already been exported") ||
		values(page, ".banner a", "href") != home+"/exports/1" {
		t.Errorf("of a period that was exported: %q", got)
	}
}
