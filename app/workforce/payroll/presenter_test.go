package payroll

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/worktime"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/payroll"
)

// present is a presenter whose service has no database, on Friday, November 20, 2026, in period 2026-25.
func present(t *testing.T) (presenter, payperiods.Calendar) {
	t.Helper()
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC) }
	periods := payperiods.NewService(nil, now, payperiods.Config{Calendar: calendar, Zone: time.UTC})
	return presenter{NewService(nil, now, time.UTC, periods), i18n.EN}, calendar
}

func plain(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }

func TestPresenter_page(t *testing.T) {
	d, calendar := present(t)
	period := func(n int) payperiods.Period {
		p, _ := calendar.Number(2026, n)
		return p
	}
	exported := func(n int) (list []Export) {
		for i := range n {
			list = append(list, Export{ID: int64(i), Number: int64(100 - i), Period: period(20)})
		}
		return list
	}
	for _, x := range []struct {
		name       string
		from, last int // periods, down
		first      int // of the company
		exports    []Export
		older      bool
		sheets     int64  // in the last of the periods
		want       string // the links: older periods, newest periods, recent exports, more exports; how many exports; if it is empty
	}{
		{"of a company that began now leads nowhere", 25, 25, 25, nil, false, 0, "||||0|true"},
		{"is not empty with a timesheet in its last period", 25, 24, 24, nil, false, 1, "||||0|false"},
		{"is not empty with a timesheet in its only period", 25, 25, 25, nil, false, 1, "||||0|false"},
		{"leads to older periods while there are any", 25, 24, 23, nil, false, 0, "/staff/payroll?from=2026-23||||0|false"},
		{"ends with the first period", 25, 23, 23, nil, false, 0, "||||0|true"},
		{"of older periods leads back", 24, 24, 24, nil, false, 0, "|/staff/payroll|||0|false"},
		{"shows a whole part of exports", 25, 25, 25, exported(exportsPerPage), false, 0, "||||12|false"},
		{"of older exports leads back, even if there are none", 25, 25, 25, nil, true, 0, "||/staff/payroll||0|false"},
		{"leads to the exports behind a part", 25, 25, 25, exported(exportsPerPage + 1), true, 0,
			"||/staff/payroll|/staff/payroll?before=89|12|false"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var list []PeriodState
			for n := x.from; n >= x.last; n-- {
				list = append(list, PeriodState{Period: period(n)})
			}
			list[len(list)-1].Sheets = x.sheets
			p := d.page(list, period(x.first), x.exports, x.older)
			got := fmt.Sprintf("%s|%s|%s|%s|%d|%t", p.Older, p.Newest, p.Recent, p.More, len(p.Exports), p.Empty)
			if got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func TestPresenter_periodRow(t *testing.T) {
	d, calendar := present(t)
	now, before := calendar.At(db.MustDay("2026-11-20")), calendar.At(db.MustDay("2026-11-10"))
	for _, x := range []struct {
		name string
		t    PeriodState
		want string // note, gauge, its tone, export, whether it is ready, the items to approve first
	}{
		{"without sheets", PeriodState{Period: before}, "||||false|"},
		{"with leave alone", PeriodState{Period: before, Away: true}, "||||true|"},
		{"under way", PeriodState{Period: now, SheetCounts: SheetCounts{Sheets: 3}}, "|0 of 3|||false|"},
		{"half approved, the rest for its approver", PeriodState{Period: before, SheetCounts: SheetCounts{Sheets: 3, Approved: 1, Waiting: 2}},
			"|1 of 3|||false|2 to approve"},
		{"half approved, the rest not submitted", PeriodState{Period: before, SheetCounts: SheetCounts{Sheets: 3, Approved: 1, Unsent: 2}},
			"|1 of 3|||false|2 not submitted"},
		{"with sheets in every state", PeriodState{Period: before, SheetCounts: SheetCounts{Sheets: 57, Approved: 3, Waiting: 49, Unsent: 4}},
			"|3 of 57|||false|49 to approve · 4 not submitted · your own timesheet"},
		{"with people who have entered nothing", PeriodState{Period: before, SheetCounts: SheetCounts{Sheets: 3, Approved: 3, Missing: 47}},
			"|3 of 50|good||true|"},
		{"handed over without them", PeriodState{Period: before, SheetCounts: SheetCounts{Sheets: 3, Approved: 3, Missing: 47},
			Export: &Export{Number: 7}}, "|3 of 50|good|Export 7|false|"},
		{"under way and approved so far", PeriodState{Period: now, SheetCounts: SheetCounts{Sheets: 3, Approved: 3}},
			"|3 of 3|good||false|"},
		{"approved", PeriodState{Period: before, SheetCounts: SheetCounts{Sheets: 3, Approved: 3}}, "|3 of 3|good||true|"},
		{"handed over", PeriodState{Period: before, SheetCounts: SheetCounts{Sheets: 3, Approved: 3}, Export: &Export{Number: 7}},
			"|3 of 3|good|Export 7|false|"},
	} {
		t.Run(x.name, func(t *testing.T) {
			r := d.periodRow(x.t)
			gauge, tone, export := "", "", ""
			if r.Gauge != nil {
				gauge, tone = r.Gauge.Text, string(r.Gauge.Tone)
			}
			if r.Export != nil {
				export = r.Export.Label
			}
			var open, links []string
			for _, f := range r.Open {
				open, links = append(open, f.Label), append(links, f.Href)
			}
			if got := plain(fmt.Sprintf("|%s|%s|%s|%v|%s", gauge, tone, export, r.Ready, strings.Join(open, " · "))); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
			if want := []string{"/staff/periods/2026/24", "/staff/periods/2026/24?state=incomplete", "/staff/time/2026-24"}; len(links) == 3 &&
				!slices.Equal(links, want) {
				t.Errorf("they lead to %q", links)
			}
			if warned := r.Missing != nil; warned != (x.t.Missing > 0 && x.t.Export == nil) || warned && (r.Missing.Label !=
				"47 people haven’t entered anything" || r.Missing.Href != "/staff/periods/2026/24?state=incomplete") {
				t.Errorf("people who have entered nothing: %+v", r.Missing)
			}
			if (r.Ask == "") != (x.t.Export != nil || x.t.Empty()) || r.Nothing != (x.t.Export == nil && x.t.Empty()) {
				t.Errorf("it leads to the export by %q", r.Ask)
			}
		})
	}
}

func TestPresenter_periodRow_Holds(t *testing.T) {
	d, calendar := present(t)
	before := calendar.At(db.MustDay("2026-11-10"))
	for _, x := range []struct {
		name string
		sums Sums
		of   SheetCounts
		want string
	}{
		{"of a period that is ready", Sums{People: 59, Minutes: 4424 * 60, Cents: 227237}, SheetCounts{Sheets: 59, Approved: 59},
			"59 people · 4,424 h · $2,272.37"},
		{"of one that is not", Sums{People: 1, Minutes: 90, OnLeave: 4}, SheetCounts{Sheets: 3, Approved: 1}, "Approved so far: 1 person · 1.5 h · 4 on leave"},
		{"with leave alone", Sums{OnLeave: 2}, SheetCounts{Sheets: 1}, "Approved so far: 2 on leave"},
		{"of nothing", Sums{}, SheetCounts{Sheets: 1}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := plain(d.periodRow(PeriodState{Period: before, SheetCounts: x.of, Sums: x.sums}).Holds); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestTruncate(t *testing.T) {
	d, _ := present(t)
	if rows, cut := truncate(d, make([]int, rowsShown)); len(rows) != rowsShown || cut != "" {
		t.Errorf("of a full table %d rows are shown, %q", len(rows), cut)
	}
	if rows, cut := truncate(d, make([]int, rowsShown+1)); len(rows) != rowsShown || !strings.Contains(cut, "101") {
		t.Errorf("of one row more %d are shown, %q", len(rows), cut)
	}
}

func TestPresenter_figures(t *testing.T) {
	d, _ := present(t)
	for _, x := range []struct {
		line payperiods.Line
		want string
	}{
		{payperiods.Line{Minutes: 90}, "+1.5 h"},
		{payperiods.Line{Minutes: -480, Cents: 1250}, "−8 h · +$12.50"},
		{payperiods.Line{Cents: -3600, Distance: -5000}, "−$36.00 · −50 km"},
		{payperiods.Line{}, ""},
	} {
		if got := plain(d.figures(x.line)); got != x.want {
			t.Errorf("%+v is %q, want %q", x.line, got, x.want)
		}
	}
}

func TestPresenter_change(t *testing.T) {
	d, _ := present(t)
	before := Figures{Minutes: 480, Cents: 3600, Distance: 5000}
	for _, x := range []struct {
		name string
		now  Figures
		want []string
	}{
		{"nothing has changed", before, nil},
		{"hours and distance have changed", Figures{540, 3600, 2500}, []string{"Hours: 8 h, 9 h, +1 h", "Mileage: 50 km, 25 km, −25 km"}},
		{"the amount has changed", Figures{480, 3601, 5000}, []string{"Expenses: $36.00, $36.01, +$0.01"}},
		{"the line is gone", Figures{}, []string{"Hours: 8 h, 0 h, −8 h", "Expenses: $36.00, $0.00, −$36.00", "Mileage: 50 km, 0 km, −50 km"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, r := range d.change(Change{Before: before, Now: x.now}) {
				got = append(got, plain(fmt.Sprintf("%s: %s, %s, %s", r.Column, r.Before, r.Now, r.Difference)))
			}
			if !slices.Equal(got, x.want) {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPresenter_total(t *testing.T) {
	d, _ := present(t)
	for _, x := range []struct {
		name    string
		figures Figures
		want    string // hours, money, distance
	}{
		{"zeros are blank", Figures{}, "||"},
		{"hours alone", Figures{Minutes: 90}, "1.50||"},
		{"money alone", Figures{Cents: -250}, "|−$2.50|"},
		{"a distance alone", Figures{Distance: 5000}, "||50 km"},
	} {
		t.Run(x.name, func(t *testing.T) {
			o := d.total("Ann", x.figures)
			if got := plain(o.Hours + "|" + o.Money + "|" + o.Distance); got != x.want || o.Name != "Ann" {
				t.Errorf("%s %s, want %s", o.Name, got, x.want)
			}
		})
	}
}

func TestPresenter_facts(t *testing.T) {
	d, _ := present(t)
	for _, x := range []struct {
		name    string
		options Options
		want    string // the layout and the format of the file
	}{
		{"with commas", Options{Format: "csv"}, "Generic, CSV"},
		{"for a French Excel", Options{Format: "csv", BOM: true, Sep: ";"}, "Generic, CSV with semicolons and decimal commas"},
		{"a workbook in a layout of the company", Options{Format: "xlsx", Preset: "Nomina"}, "Nomina, Excel workbook"},
		{"a format that there was once", Options{Format: "pdf"}, "Generic, "},
	} {
		t.Run(x.name, func(t *testing.T) {
			facts := d.facts(Export{By: "Paye", Options: x.options})
			if got := facts[2].Value + ", " + facts[3].Value; got != x.want || facts[1].Value != "Paye" {
				t.Errorf("%s by %s, want %s", got, facts[1].Value, x.want)
			}
		})
	}
}

func TestPresenter_stats(t *testing.T) {
	d, _ := present(t)
	for _, x := range []struct {
		name   string
		totals Totals
		want   string // hours, overtime, leave unless it is 0, money, each with its note
	}{
		{"hours of every kind", Totals{Hours: worktime.Hours{Regular: 600, Evening: 60, Emergency: 30, Overtime: 90}, Leave: 480},
			"13 evening 1 h · emergency 0.5 h, 1.5 , 8 , $0.00 " + i18n.EN.T(i18n.BoardNothingSpent)},
		{"money with a distance", Totals{Cents: 3600, Distance: 5000}, "0 evening 0 h · emergency 0 h, 0 , $36.00 50 km driven"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, s := range d.stats(Export{Totals: x.totals}) {
				got = append(got, plain(s.Value+" "+s.Note))
			}
			if text := strings.Join(got, ", "); text != x.want {
				t.Errorf("%s, want %s", text, x.want)
			}
		})
	}
}

func TestPresenter_exportRow(t *testing.T) {
	d, calendar := present(t)
	e := Export{ID: 3, Number: 7, Period: calendar.At(db.MustDay("2026-11-10")), By: "Paye", Lines: 1200,
		Totals: Totals{Hours: worktime.Hours{Regular: 600, Overtime: 60}, Leave: 480, Cents: 1805}}
	r := d.exportRow(e)
	got := plain(fmt.Sprintf("%s|%s|%s|%s|%s|%s|%s|%s|%t", r.Label, r.Href, r.Period, r.By, r.Lines, r.Hours, r.Leave, r.Money, r.Withdrawn))
	if want := "Export 7|/staff/payroll/exports/3|2026-24|Paye|1,200|11.00|8.00|$18.05|false"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if e.WithdrawnAt = 1; !d.exportRow(e).Withdrawn {
		t.Error("a withdrawn export is not marked")
	}
}

func TestPresenter_comparison(t *testing.T) {
	d, _ := present(t)
	for n, want := range []views.Comparison{{Same: true, Text: "No differences"},
		{Tone: ui.Neutral, Text: "1 change", Href: "/staff/payroll/exports/3", Spoken: "1 change — Export 7"},
		{Tone: ui.Neutral, Text: "2 changes", Href: "/staff/payroll/exports/3", Spoken: "2 changes — Export 7"}} {
		got := d.comparison(ExportDiff{Export: Export{ID: 3, Number: 7}, Changes: make([]Change, n)})
		got.Spoken = plain(got.Spoken)
		if got.Text = plain(got.Text); got != want {
			t.Errorf("%d changes: %+v, want %+v", n, got, want)
		}
	}
	got := d.comparison(ExportDiff{Export: Export{ID: 3, Number: 7}, Changes: []Change{{Waits: true}, {}}})
	if got.Tone != ui.Info || plain(got.Text) != "1 change" || !strings.HasPrefix(plain(got.Spoken), "1 change, in the next export") {
		t.Errorf("what the next export corrects: %+v", got)
	}
}

func TestMarkMain(t *testing.T) {
	for _, x := range []struct {
		name    string
		periods []views.Period
		want    int // the number of the main one; -1: none
	}{
		{"nothing is ready", []views.Period{{Ask: "x"}, {Ask: "y"}}, -1},
		{"a ready one", []views.Period{{Ask: "x"}, {Ask: "y", Ready: true}, {Ask: "z"}}, 1},
		{"the oldest ready one", []views.Period{{Ask: "x", Ready: true}, {Ask: "y", Ready: true}, {}}, 1},
	} {
		t.Run(x.name, func(t *testing.T) {
			markMain(x.periods)
			for i, p := range x.periods {
				if p.Main != (i == x.want) {
					t.Errorf("row %d: %t", i, p.Main)
				}
			}
		})
	}
}

func TestPresenter_sums(t *testing.T) {
	d, _ := present(t)
	v := Preview{People: 2, Lines: 3, Totals: Totals{Hours: worktime.Hours{Regular: 600, Evening: 30}, Leave: 480, Cents: 1805}}
	for n, note := range []string{"", "including 1 correction", "including 2 corrections"} {
		v.Corrections = int64(n)
		var got []string
		for _, f := range d.sums(v) {
			got = append(got, plain(strings.TrimSpace(f.Name+" "+f.Value+" "+f.Note)))
		}
		want := strings.TrimSpace("People 2, Hours worked 10.5 h, Leave 8 h, Expenses $18.05, Lines 3 " + note)
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%d corrections: %s, want %s", n, text, want)
		}
	}
	v.Corrected = Totals{Hours: worktime.Hours{Regular: -180, Emergency: 240, Overtime: 30}, Cents: -5}
	var got []string
	for _, f := range d.sums(v) {
		if f.Note != "" {
			got = append(got, plain(f.Name+" "+f.Value+" "+f.Note))
		}
	}
	const want = "Hours worked 10.5 h including +1.5 h of corrections, Overtime 0 h including +0.5 h of corrections, " +
		"Expenses $18.05 including −$0.05 of corrections, Lines 3 including 2 corrections"
	if text := strings.Join(got, ", "); text != want {
		t.Errorf("%s, want %s", text, want)
	}
}

func TestPresenter_notice(t *testing.T) {
	d, calendar := present(t)
	p := calendar.At(db.MustDay("2026-11-20"))
	const ends = "This period ends on Nov 28."
	for _, x := range []struct {
		name        string
		view        Preview
		faults      errs.Fields
		title, text string
		fault       bool
	}{
		{"the period is not over", Preview{InProgress: true}, nil, ends, "", false},
		{"one timesheet is not approved", Preview{Pending: 1}, nil, "1 timesheet hasn’t been approved yet.", "", false},
		{"both", Preview{Pending: 2, InProgress: true}, nil, "2 timesheets haven’t been approved yet.", ends, false},
		{"it was not confirmed", Preview{Pending: 1}, errs.Fields{{Field: "preset", Code: "not_found"}, {Field: "partial", Code: "unfinished"}},
			"1 timesheet hasn’t been approved yet.", "", true},
		{"another field is wrong", Preview{Pending: 1}, errs.Fields{{Field: "preset", Code: "not_found"}}, "1 timesheet hasn’t been approved yet.",
			"", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			x.view.Period = p
			n := d.notice(x.view, x.faults)
			if plain(n.Title) != x.title || plain(n.Text) != x.text || (n.Tick.Error != "") != x.fault {
				t.Errorf("%q, %q, the fault of the box is %q", n.Title, n.Text, n.Tick.Error)
			}
		})
	}
}

func TestPreview_checkComplete(t *testing.T) {
	for _, x := range []struct {
		name    string
		view    Preview
		partial bool
		refused bool
	}{
		{"a finished period", Preview{}, false, false},
		{"one timesheet is not approved", Preview{Pending: 1}, false, true},
		{"the period is not over", Preview{InProgress: true}, false, true},
		{"one timesheet is not approved, which was confirmed", Preview{Pending: 1}, true, false},
		{"the period is not over, which was confirmed", Preview{InProgress: true}, true, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if x.view.Unfinished() != (x.refused || x.partial) {
				t.Errorf("unfinished: %t", x.view.Unfinished())
			}
			faults := errs.FieldsOf(x.view.checkComplete(Options{Partial: x.partial}))
			if refused := len(faults) == 1 && faults[0].Field == "partial" && faults[0].Code == "unfinished"; refused != x.refused {
				t.Errorf("%+v", faults)
			}
		})
	}
}

func TestPeriodState_Empty(t *testing.T) {
	for _, x := range []struct {
		name   string
		status PeriodState
		want   bool
	}{
		{"without timesheets and leave", PeriodState{}, true},
		{"with leave alone", PeriodState{Away: true}, false},
		{"with a timesheet alone", PeriodState{SheetCounts: SheetCounts{Sheets: 1}}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.status.Empty(); got != x.want {
				t.Errorf("%t", got)
			}
		})
	}
}

func TestFaultText(t *testing.T) {
	if got := faultText(i18n.EN, errExported()); got == "" || got != i18n.EN.T(i18n.Fault("period_exported", "")) {
		t.Errorf("a conflict is %q", got)
	}
	if got := faultText(i18n.EN, errors.New("no storage")); got != "" {
		t.Errorf("an internal error is shown: %q", got)
	}
}

func TestMoveColumn(t *testing.T) {
	for _, x := range []struct{ name, move, want string }{
		{"up", "up.hours", "hours week amount"},
		{"down", "down.hours", "week amount hours"},
		{"the second one up", "up.amount", "week amount hours"},
		{"the first one down", "down.week", "hours week amount"},
		{"the first one does not move up", "up.week", "week hours amount"},
		{"the last one does not move down", "down.amount", "week hours amount"},
		{"a column that there is not does not move", "down.wage", "week hours amount"},
		{"nor does it move up", "up.wage", "week hours amount"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := strings.Join(moveColumn([]string{"week", "hours", "amount"}, x.move), " "); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

func TestChosenColumns(t *testing.T) {
	all := columnOrder(nil)
	for _, x := range []struct {
		name          string
		order, ticked []string
		want          string
	}{
		{"in the order of the rows", []string{"hours", "week", "period"}, []string{"period", "week", "hours"}, "hours week period"},
		{"only those that are ticked", []string{"hours", "week", "period"}, []string{"week"}, "week"},
		{"a row that is there twice gives one column", []string{"hours", "week", "hours"}, []string{"hours", "week"}, "hours week"},
		{"a column that there is not is left out", []string{"wage", "hours"}, []string{"wage", "hours"}, "hours"},
		{"in the usual order if no rows are sent", nil, []string{"status", "period"}, "period status"},
		{"none is ticked", all, nil, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := strings.Join(chosenColumns(url.Values{"order": x.order, "column": x.ticked}), " "); got != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
	if got := columnOrder([]string{"hours"}); got[0] != "hours" || len(got) != len(all) {
		t.Errorf("the other columns do not follow the one named: %q", got)
	}
}

func TestSample(t *testing.T) {
	if got, want := sample([]string{"hours", "mileage_km"}), "hours,mileage_km\n38.5,\n,50"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := samplesOf("amount"); !slices.Equal(got, []string{"", "36.00"}) {
		t.Errorf("the values of one column are %q", got)
	}
}

func TestPresenter_code(t *testing.T) {
	d, _ := present(t)
	for _, x := range []struct {
		line payperiods.Line
		want string
	}{
		{payperiods.Line{BankCode: "G1", Type: "regular"}, "G1 · Regular"},
		{payperiods.Line{Type: "regular"}, "Regular"},
		{payperiods.Line{BankCode: "X", Type: "shoveling"}, "X · shoveling"},
		{payperiods.Line{BankCode: "G4", Type: "overtime", Part: payperiods.FoundOver}, "G4 · " + i18n.EN.T(i18n.PayOvertime)},
		{payperiods.Line{Type: "overtime", Part: payperiods.FoundOver}, i18n.EN.T(i18n.PayOvertime)},
	} {
		if got := d.code(x.line); got != x.want {
			t.Errorf("%+v is %q, want %q", x.line, got, x.want)
		}
	}
}

func TestTotals_add(t *testing.T) {
	var sum Totals
	for _, l := range []payperiods.Line{
		{Part: payperiods.Worked, Type: "evening", Minutes: 1}, {Part: payperiods.Worked, Type: "regular", Minutes: 10},
		{Part: payperiods.Worked, Type: "overtime", Minutes: 100}, {Part: payperiods.FoundOver, Type: "overtime", Minutes: 1000},
		{Part: payperiods.OnLeave, Type: "vacation", Minutes: 10_000}, {Part: payperiods.Spent, Type: "mileage", Cents: 36, Distance: 50},
		{Part: payperiods.Spent, Type: "per_diem", Cents: 1000}, {Part: payperiods.Spent, Type: "mileage", Cents: 72, Distance: 100},
	} {
		sum.add(l)
	}
	want := Totals{Hours: worktime.Hours{Regular: 10, Evening: 1, Overtime: 1100}, Leave: 10_000, Cents: 1108, Distance: 150}
	if sum != want {
		t.Errorf("%+v, want %+v", sum, want)
	}
}

func TestLayout_slot(t *testing.T) {
	l := Layout{Kind: ADP, Codes: []Code{{"G9", "STBY"}}}
	for _, x := range []struct {
		name string
		line payperiods.Line
		want adpSlot
	}{
		{"regular time", payperiods.Line{Type: "regular", BankCode: "G1"}, adpRegular},
		{"time of a type without a column of its own", payperiods.Line{Type: "training", BankCode: "G8"}, adpRegular},
		{"regular time under a code that ADP knows", payperiods.Line{Type: "regular", BankCode: "G9"}, adpHours},
		{"evening time", payperiods.Line{Type: "evening", BankCode: "G2"}, adpHours},
		{"overtime entered as such", payperiods.Line{Type: "overtime", BankCode: "G4"}, adpOvertime},
		{"overtime found", payperiods.Line{Type: "overtime", Part: payperiods.FoundOver}, adpOvertime},
		{"leave", payperiods.Line{Type: "regular", BankCode: "C1", Part: payperiods.OnLeave}, adpHours},
		{"an expense under a code that ADP knows", payperiods.Line{Type: "per_diem", BankCode: "G9", Part: payperiods.Spent}, adpEarnings},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := l.slot(x.line); got != x.want {
				t.Errorf("%d, want %d", got, x.want)
			}
		})
	}
}

func TestDiffLines(t *testing.T) {
	line := func(name string, id int64, week string, part payperiods.Part, code, minutes int64) payperiods.Line {
		return payperiods.Line{Employee: payperiods.Employee{ID: id, Name: name}, Week: db.MustDay(week), Part: part, CodeID: code,
			Minutes: minutes}
	}
	spent := func(cents, distance int64) []payperiods.Line {
		l := line("Ann", 1, "2026-11-15", payperiods.Spent, 6, 0)
		l.Cents, l.Distance = cents, distance
		return []payperiods.Line{l}
	}
	const first, second = "2026-11-15", "2026-11-22"
	text := func(list []payperiods.Line) (words []string) {
		for _, l := range list {
			word := fmt.Sprintf("%s%d %s %d %d %d", l.Employee.Name, l.Employee.ID, l.Week, l.Part, l.CodeID, l.Minutes)
			if l.CodeID == 6 {
				word = fmt.Sprintf("%d cents, %d", l.Cents, l.Distance)
			}
			words = append(words, word)
		}
		return words
	}
	for _, x := range []struct {
		name        string
		before, now []payperiods.Line
		want        []string
	}{
		{"nothing has changed", []payperiods.Line{line("Ann", 1, first, 0, 1, 480)}, []payperiods.Line{line("Ann", 1, first, 0, 1, 480)}, nil},
		{"minutes were taken away", []payperiods.Line{line("Ann", 1, first, 0, 1, 480)}, []payperiods.Line{line("Ann", 1, first, 0, 1, 450)},
			[]string{"Ann1 2026-11-15 0 1 -30"}},
		{"a line is gone", []payperiods.Line{line("Ann", 1, first, 0, 1, 480)}, nil, []string{"Ann1 2026-11-15 0 1 -480"}},
		{"an amount and its distance are higher", spent(1805, 2507), spent(3610, 5014), []string{"1805 cents, 2507"}},
		{"an amount alone is lower", spent(1805, 2507), spent(1800, 2507), []string{"-5 cents, 0"}},
		{"a distance alone is another", spent(1805, 2507), spent(1805, 2500), []string{"0 cents, -7"}},
		{"overtime found goes to another code for overtime", []payperiods.Line{line("Ann", 1, first, payperiods.FoundOver, 4, 60)},
			[]payperiods.Line{line("Ann", 1, first, payperiods.FoundOver, 5, 60)}, nil},
		{"work goes to another code", []payperiods.Line{line("Ann", 1, first, payperiods.Worked, 4, 60)},
			[]payperiods.Line{line("Ann", 1, first, payperiods.Worked, 5, 60)},
			[]string{"Ann1 2026-11-15 0 4 -60", "Ann1 2026-11-15 0 5 60"}},
		{"lines come by name, person, week, part and code", nil, []payperiods.Line{line("Bo", 1, first, 0, 1, 1), line("Ann", 3, first, 0, 1, 1),
			line("Ann", 2, second, 0, 1, 1), line("Ann", 2, first, 2, 1, 1), line("Ann", 2, first, 0, 2, 1), line("Ann", 2, first, 0, 1, 1)},
			[]string{"Ann2 2026-11-15 0 1 1", "Ann2 2026-11-15 0 2 1", "Ann2 2026-11-15 2 1 1", "Ann2 2026-11-22 0 1 1",
				"Ann3 2026-11-15 0 1 1", "Bo1 2026-11-15 0 1 1"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := text(diffLines(x.before, x.now)); !slices.Equal(got, x.want) {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestPreset_Validate(t *testing.T) {
	adp := func(change func(*Layout)) Preset {
		p := Preset{Name: "Paye", Layout: Layout{Kind: ADP}}
		change(&p.Layout)
		return p
	}
	for _, x := range []struct {
		name   string
		preset Preset
		want   string
	}{
		{"a name of 60 characters", Preset{Name: strings.Repeat("é", 60), Layout: Layout{Kind: ADP}}, ""},
		{"a name of 61", Preset{Name: strings.Repeat("é", 61), Layout: Layout{Kind: ADP}}, "name too_long"},
		{"no name", Preset{Name: " ", Layout: Layout{Kind: ADP}}, "name required"},
		{"no columns", Preset{Name: "Paye", Layout: Layout{Kind: Chosen}}, "columns required"},
		{"a column that there is not", Preset{Name: "Paye", Layout: Layout{Kind: Chosen, Columns: []string{"hours", "wage"}}}, "columns unknown"},
		{"a name of two lines", Preset{Name: "Paye\nNomina", Layout: Layout{Kind: ADP}}, "name format"},
		{"a batch of two lines", adp(func(l *Layout) { l.Batch = "A\nB" }), "batch format"},
		{"columns that there are", Preset{Name: "Paye", Layout: Layout{Kind: Chosen, Columns: []string{"hours", "period"}}}, ""},
		{"the first column alone", Preset{Name: "Paye", Layout: Layout{Kind: Chosen, Columns: []string{"period"}}}, ""},
		{"the plain layout", Preset{Name: "Paye"}, "kind not_allowed"},
		{"three characters of a company", adp(func(l *Layout) { l.Company = " ABC " }), ""},
		{"four", adp(func(l *Layout) { l.Company = "ABCD" }), "company too_long"},
		{"eight characters of a batch", adp(func(l *Layout) { l.Batch = "12345678" }), ""},
		{"nine", adp(func(l *Layout) { l.Batch = "123456789" }), "batch too_long"},
		{"a code of ten characters", adp(func(l *Layout) { l.Codes = []Code{{"G1", strings.Repeat("é", 10)}} }), ""},
		{"a code of eleven", adp(func(l *Layout) { l.Codes = []Code{{"G1", strings.Repeat("é", 11)}} }), "codes format"},
		{"a code without a name", adp(func(l *Layout) { l.Codes = []Code{{"G1", ""}} }), "codes format"},
		{"a name without a code", adp(func(l *Layout) { l.Codes = []Code{{"", "VAC"}} }), "codes format"},
		{"a code twice", adp(func(l *Layout) { l.Codes = []Code{{"G1", "A"}, {"G2", "A"}, {"G1", "B"}} }), "codes taken"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, f := range x.preset.Validate() {
				got = append(got, f.Field+" "+f.Code)
			}
			if strings.Join(got, ", ") != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
		})
	}
}

func TestParseCodes(t *testing.T) {
	got := parseCodes(" G1 = VAC \n\nG2\n")
	if want := []Code{{"G1", "VAC"}, {"G2", ""}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if text := formatCodes([]Code{{"G1", "VAC"}, {"G2", "SICK"}}); text != "G1=VAC\nG2=SICK" {
		t.Errorf("they are written as %q", text)
	}
}

func TestOptions_csv(t *testing.T) {
	if o := (Options{Format: "csv", BOM: true, Sep: ";"}).csv(); o.Sep != ';' || !o.BOM {
		t.Errorf("%+v", o)
	}
	if o := (Options{Format: "xlsx"}).csv(); o.Sep != 0 || o.BOM {
		t.Errorf("%+v", o)
	}
}

func TestPresenter_addTotals(t *testing.T) {
	d, _ := present(t)
	line := func(name string, id int64, part payperiods.Part, code string, minutes, cents int64) Entry {
		return Entry{Line: payperiods.Line{Employee: payperiods.Employee{ID: id, Name: name}, Part: part, BankCode: code, Type: "regular",
			Minutes: minutes, Cents: cents}}
	}
	entries := []Entry{line("Bo", 2, payperiods.Spent, "D1", 0, 700), line("Bo", 2, payperiods.Worked, "G1", 480, 0),
		line("Ann", 1, payperiods.Worked, "G1", 60, 0), line("Bo", 3, payperiods.Worked, "G1", -30, 0)}
	for range linesShown {
		entries = append(entries, line("Ann", 1, payperiods.FoundOver, "G1", 60, 0))
	}
	var o views.ExportPage
	d.addTotals(&o, ExportDiff{Export: Export{Lines: int64(len(entries)), Corrections: 1}, Entries: entries})
	text := func(list []views.Total) string {
		var words []string
		for _, x := range list {
			words = append(words, x.Name+" "+x.Hours+" "+x.Money)
		}
		return strings.Join(words, "; ")
	}
	if got, want := text(o.Codes), "G1 · Regular 8.50 ; G1 · Overtime 20.00 ; D1 · Regular  $7.00"; got != want {
		t.Errorf("by code %q, want %q", got, want)
	}
	if got, want := text(o.People), "Bo 8.00 $7.00; Ann 21.00 ; Bo -0.50 "; strings.ReplaceAll(got, "−", "-") != want {
		t.Errorf("by person %q, want %q", got, want)
	}
	if len(o.Lines) != linesShown || o.LinesNote != "The first 20 of 24. The file has them all." || o.Stats[0].Value != "3" ||
		o.Stats[0].Note != "24 lines, including 1 correction" {
		t.Errorf("%d lines, %q, %+v", len(o.Lines), o.LinesNote, o.Stats[0])
	}
	for i := range entries[:2] {
		entries[i].Line.Distance = 250
	}
	o = views.ExportPage{}
	if d.addTotals(&o, ExportDiff{Export: Export{Lines: int64(len(entries))}, Entries: entries}); plain(o.People[0].Distance) != "5 km" ||
		o.Stats[0].Note != "24 lines" {
		t.Errorf("the distances of a person add up to %q; %q", o.People[0].Distance, o.Stats[0].Note)
	}
}

func TestPresenter_addTotals_of_few_lines(t *testing.T) {
	d, _ := present(t)
	for n, note := range map[int]string{linesShown: "", linesShown + 1: "The first 20 of 21. The file has them all."} {
		var o views.ExportPage
		d.addTotals(&o, ExportDiff{Export: Export{Lines: int64(n)}, Entries: make([]Entry, n)})
		if len(o.Lines) != linesShown || o.LinesNote != note {
			t.Errorf("of %d lines %d are shown, %q", n, len(o.Lines), o.LinesNote)
		}
	}
}

// Periods stand in groups by what is to be done, those to export from the oldest; a single group needs no title.
func TestPresenter_groups(t *testing.T) {
	d, _ := present(t)
	ready := func(name string) views.Period { return views.Period{Name: name, Ready: true, Over: true, Ask: "x"} }
	says := func(list ...views.Period) (text string) {
		for _, g := range d.groups(list) {
			text += g.Title + ":"
			for _, p := range g.Periods {
				text += " " + p.Name
			}
			text += "; "
		}
		return text
	}
	got := says(views.Period{Name: "27", Nothing: true}, views.Period{Name: "26", Ask: "x"}, views.Period{Name: "25", Over: true, Ask: "x"}, ready("24"), ready("23"),
		views.Period{Name: "22", Over: true, Nothing: true}, views.Period{Name: "21", Export: &views.File{}})
	if want := "To export: 23 24; Awaiting approval: 25; In progress: 27 26; Exported: 22 21; "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := says(ready("24")); got != ": 24; " {
		t.Errorf("a single group: %q", got)
	}
}
