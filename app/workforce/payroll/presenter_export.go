package payroll

import (
	"cmp"
	"encoding/hex"
	"strings"

	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/payperiods"
	"presence/views/ui"
	views "presence/views/workforce/payroll"
)

const (
	rowsShown  = 100 // the maximum number of rows in a table of the manifest
	linesShown = 20  // how many lines of the file the page shows
)

// exportPage returns the page of an export; corrected are the exports that its file corrects, by id.
func (d presenter) exportPage(l ExportDiff, corrected map[int64]Export, asked bool) views.ExportPage {
	e := l.Export
	number := d.lang.Int(e.Number)
	o := views.ExportPage{
		Title:    d.lang.F(i18n.PayOneTitle, number),
		Subtitle: d.lang.F(i18n.PayOneOf, e.Period.Name(), d.lang.Range(e.Period.Start, e.Period.End)) + d.s.periods.PayDayNote(d.lang, e.Period),
		File:     paths.PayrollFile(e.ID), Withdrawn: !e.InForce(), Facts: d.facts(e), Hash: hex.EncodeToString(e.Hash),
	}
	if spent(l.Entries) {
		o.Receipts = paths.PayrollReceipts(e.ID)
	}
	if l.Last {
		o.Ask, o.Withdraw = paths.PayrollExport(e.ID)+"?ask=withdraw", paths.PayrollWithdraw(e.ID)
		o.AskOpen, o.AskTitle = asked, d.lang.F(i18n.PayWithdrawTitle, number)
	}
	for _, c := range l.Changes {
		o.Changes = append(o.Changes, d.change(c)...)
	}
	o.Changes, o.ChangesCut = truncate(d, o.Changes)
	for _, x := range l.Corrections {
		o.Corrections = append(o.Corrections, views.Correction{Person: x.Line.Employee.Name, Week: d.lang.DayShort(x.Line.Week),
			Code:    d.code(x.Line),
			Figures: d.figures(x.Line), Corrects: *d.link(corrected[x.Corrects])})
	}
	o.Corrections, o.CorrectionsCut = truncate(d, o.Corrections)
	d.addTotals(&o, l)
	return o
}

// addTotals adds the totals of the file by pay code and by person, and its first lines.
func (d presenter) addTotals(o *views.ExportPage, l ExportDiff) {
	for _, s := range byCode(l.Entries) {
		o.Codes = append(o.Codes, d.total(d.code(s.line), s.figures))
	}
	people := byPerson(l.Entries)
	for _, s := range people {
		o.People = append(o.People, d.total(s.line.Employee.Name, s.figures))
	}
	o.Codes, _ = truncate(d, o.Codes)
	o.People, o.PeopleNote = truncate(d, o.People)
	o.PeopleNote = cmp.Or(o.PeopleNote, d.lang.N(len(o.People), i18n.BoardPeopleCount))
	size := d.lang.N(int(l.Export.Lines), i18n.PayLinesCount)
	if l.Export.Corrections > 0 {
		size += ", " + d.lang.N(int(l.Export.Corrections), i18n.PayLinesCorr)
	}
	o.Stats = append([]ui.Stat{{Label: d.lang.T(i18n.PayPeople), Value: d.lang.Int(int64(len(people))), Note: size}}, d.stats(l.Export)...)
	for _, e := range l.Entries[:min(linesShown, len(l.Entries))] {
		o.Lines = append(o.Lines, views.Line{Total: d.total(e.Line.Employee.Name, figuresOf(e.Line)), Week: d.lang.DayShort(e.Line.Week),
			Code: d.code(e.Line)})
	}
	o.LinesNote = d.lang.F(i18n.PayFirstLines, d.lang.Int(int64(len(o.Lines))), d.lang.Int(l.Export.Lines))
	if len(o.Lines) == len(l.Entries) {
		o.LinesNote = ""
	}
}

func (d presenter) total(name string, f Figures) views.Total {
	t := views.Total{Name: name}
	if f.Minutes != 0 {
		t.Hours = d.lang.HoursCell(f.Minutes)
	}
	if f.Cents != 0 {
		t.Money = d.lang.DollarsCell(f.Cents)
	}
	if f.Distance != 0 {
		t.Distance = d.km(f.Distance)
	}
	return t
}

func truncate[T any](d presenter, rows []T) ([]T, string) {
	if len(rows) <= rowsShown {
		return rows, ""
	}
	return rows[:rowsShown], d.lang.F(i18n.PayMoreRows, d.lang.Int(rowsShown), d.lang.Int(int64(len(rows))))
}

func (d presenter) facts(e Export) []views.Fact {
	format := ""
	for _, f := range formats {
		if o := e.Options; f.options.Format == o.Format && f.options.Sep == o.Sep {
			format = d.lang.T(f.text)
		}
	}
	return []views.Fact{{Name: d.lang.T(i18n.PayWhen), Value: d.moment(e)}, {Name: d.lang.T(i18n.PayBy), Value: e.By},
		{Name: d.lang.T(i18n.PresetUsed), Value: cmp.Or(e.Options.Preset, d.lang.T(i18n.PresetGeneric))},
		{Name: d.lang.T(i18n.PayFormat), Value: format}}
}

func (d presenter) stats(e Export) []ui.Stat {
	t := e.Totals
	hours := func(text i18n.Text, minutes int64) ui.Stat {
		return ui.Stat{Label: d.lang.T(text), Value: d.lang.HoursPlain(minutes), Unit: "h"}
	}
	worked := hours(i18n.BoardHours, t.Hours.Total())
	worked.Note = d.lang.F(i18n.BoardEveningNote, d.lang.Hours(t.Hours.Evening), d.lang.Hours(t.Hours.Emergency))
	money := ui.Stat{Label: d.lang.T(i18n.PayMoney), Value: d.lang.Dollars(t.Cents), Note: d.lang.T(i18n.BoardNothingSpent)}
	if t.Distance != 0 {
		money.Note = d.lang.F(i18n.BoardKmNote, d.km(t.Distance))
	}
	list := []ui.Stat{worked, hours(i18n.BoardOvertime, t.Hours.Overtime)}
	if t.Leave != 0 {
		list = append(list, hours(i18n.PayOnLeave, t.Leave))
	}
	return append(list, money)
}

// change returns one row for each column that differs.
func (d presenter) change(c Change) (rows []views.Change) {
	row := views.Change{Person: c.Line.Employee.Name, Week: d.lang.DayShort(c.Line.Week), Code: d.code(c.Line), Waits: c.Waits}
	add := func(column i18n.Text, before, now int64, write func(int64) string) {
		if before == now {
			return
		}
		row.Column, row.Before, row.Now, row.Difference = d.lang.T(column), write(before), write(now), plus(now-before)+write(now-before)
		rows = append(rows, row)
	}
	add(i18n.PayColHours, c.Before.Minutes, c.Now.Minutes, d.lang.Hours)
	add(i18n.PayMoney, c.Before.Cents, c.Now.Cents, d.lang.Dollars)
	add(i18n.PayColDistance, c.Before.Distance, c.Now.Distance, d.km)
	return rows
}

func (d presenter) km(distance int64) string { return d.lang.Km(float64(distance) / 100) }

func plus(n int64) string {
	if n > 0 {
		return "+"
	}
	return ""
}

// figures formats the non-zero columns of a correction.
func (d presenter) figures(l payperiods.Line) string {
	var words []string
	for _, x := range []struct {
		n     int64
		write func(int64) string
	}{{l.Minutes, d.lang.Hours}, {l.Cents, d.lang.Dollars}, {l.Distance, d.km}} {
		if x.n != 0 {
			words = append(words, plus(x.n)+x.write(x.n))
		}
	}
	return strings.Join(words, " · ")
}

func (d presenter) code(l payperiods.Line) string {
	kind := d.lang.KindName(l.Type)
	if l.Part == payperiods.FoundOver {
		kind = d.lang.T(i18n.PayOvertime)
	}
	if l.BankCode == "" {
		return kind
	}
	return l.BankCode + " · " + kind
}
