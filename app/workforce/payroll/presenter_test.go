package payroll

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/platform/i18n"
	"presence/app/workforce/payperiods"
	"presence/db"
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
	periods := payperiods.NewService(nil, now, payperiods.Config{Calendar: calendar, Zone: time.UTC, Threshold: 2400})
	return presenter{NewService(nil, periods, time.UTC, now), i18n.EN}, calendar
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
		want       string // the links: older periods, newest periods, recent exports, more exports; and how many exports are shown
	}{
		{"of a company that began now leads nowhere", 25, 25, 25, nil, false, "||||0"},
		{"leads to older periods while there are any", 25, 24, 23, nil, false, "/staff/payroll?from=2026-23||||0"},
		{"ends with the first period", 25, 23, 23, nil, false, "||||0"},
		{"of older periods leads back", 24, 24, 24, nil, false, "|/staff/payroll|||0"},
		{"shows a whole part of exports", 25, 25, 25, exported(exportsPerPage), false, "||||12"},
		{"leads to the exports behind a part", 25, 25, 25, exported(exportsPerPage + 1), true,
			"||/staff/payroll|/staff/payroll?before=89|12"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var list []PeriodStatus
			for n := x.from; n >= x.last; n-- {
				list = append(list, PeriodStatus{Period: period(n)})
			}
			p := d.page(list, period(x.first), x.exports, x.older)
			if got := fmt.Sprintf("%s|%s|%s|%s|%d", p.Older, p.Newest, p.Recent, p.More, len(p.Exports)); got != x.want {
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
		t    PeriodStatus
		want string // note, gauge, its tone, export, whether it is ready, what is to approve first
	}{
		{"without sheets", PeriodStatus{Period: before}, "||||false|"},
		{"with leave alone", PeriodStatus{Period: before, Leave: true}, "||||false|"},
		{"under way", PeriodStatus{Period: now, Sheets: 3}, "in progress|0 of 3|||false|"},
		{"half approved", PeriodStatus{Period: before, Sheets: 3, Approved: 1}, "|1 of 3|||false|2 timesheets to approve"},
		{"under way and approved so far", PeriodStatus{Period: now, Sheets: 3, Approved: 3}, "in progress|3 of 3|good||false|"},
		{"approved", PeriodStatus{Period: before, Sheets: 3, Approved: 3}, "|3 of 3|good||true|"},
		{"handed over", PeriodStatus{Period: before, Sheets: 3, Approved: 3, Export: &Export{Number: 7}}, "|3 of 3|good|Export 7|false|"},
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
			if got := plain(fmt.Sprintf("%s|%s|%s|%s|%v|%s", r.Note, gauge, tone, export, r.Ready, r.Open)); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
			if (r.Ask == "") != (x.t.Export != nil || x.t.Empty()) || r.Nothing != (x.t.Export == nil && x.t.Empty()) {
				t.Errorf("it leads to the export by %q", r.Ask)
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
	rows := d.change(Change{Before: Figures{Minutes: 480, Cents: 3600, Distance: 5000}, Now: Figures{Minutes: 540, Cents: 3600,
		Distance: 2500}})
	if len(rows) != 2 || plain(rows[0].Difference) != "+1 h" || plain(rows[1].Difference) != "−25 km" {
		t.Errorf("a change of the hours and the distance is %+v", rows)
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
		{Part: payperiods.Spent, Type: "per_diem", Cents: 1000},
	} {
		sum.add(l)
	}
	want := Totals{Hours: payperiods.Hours{Regular: 10, Evening: 1, Overtime: 1100}, Leave: 10_000, Cents: 1036, Distance: 50}
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
	const first, second = "2026-11-15", "2026-11-22"
	text := func(list []payperiods.Line) (words []string) {
		for _, l := range list {
			words = append(words, fmt.Sprintf("%s%d %s %d %d %d", l.Employee.Name, l.Employee.ID, l.Week, l.Part, l.CodeID, l.Minutes))
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
		{"columns that there are", Preset{Name: "Paye", Layout: Layout{Kind: Chosen, Columns: []string{"hours", "period"}}}, ""},
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
}
