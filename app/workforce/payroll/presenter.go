package payroll

import (
	"cmp"
	"slices"
	"strings"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/payperiods"
	"presence/views/ui"
	views "presence/views/workforce/payroll"
)

// presenter builds the view models of the payroll pages in one language.
type presenter struct {
	s    *Service
	lang i18n.Lang
}

// page returns the page with periods and exports. first is the company's first period. older: exports does not begin with the
// newest one.
func (d presenter) page(periods []PeriodState, first payperiods.Period, exports []Export, older bool) views.Page {
	page := views.Page{Empty: len(exports) == 0 && !older}
	rows := make([]views.Period, 0, len(periods))
	for _, t := range periods {
		page.Empty = page.Empty && t.Empty()
		rows = append(rows, d.periodRow(t))
	}
	markMain(rows)
	page.Periods = d.groups(rows)
	last := periods[len(periods)-1].Period
	if before := d.s.periods.Calendar().Previous(last); !before.Start.Before(first.Start) {
		page.Empty = false
		page.Older = paths.Payroll() + "?from=" + before.Name()
	}
	if periods[0].Period != d.s.periods.Current() {
		page.Empty = false
		page.Newest = paths.Payroll()
	}
	if older {
		page.Recent = paths.Payroll()
	}
	if len(exports) > exportsPerPage {
		exports = exports[:exportsPerPage]
		page.More = paths.PayrollBefore(exports[exportsPerPage-1].Number)
	}
	for _, e := range exports {
		page.Exports = append(page.Exports, d.exportRow(e))
	}
	return page
}

func (d presenter) periodRow(t PeriodState) views.Period {
	p := t.Period
	row := views.Period{Name: p.Name(), Range: d.lang.RangeNear(p.Start, p.End, d.s.periods.Today()), Href: paths.Period(p.Year, p.Number),
		HrefFor: d.lang.F(i18n.PayOverviewOf, p.Name())}
	if t.Sheets > 0 {
		due := t.Due()
		row.Gauge = &ui.Gauge{Label: d.lang.T(i18n.PaySheetsCol), Text: d.lang.F(i18n.PaySheetsOf, d.lang.Int(t.Approved), d.lang.Int(due)),
			Value: float64(t.Approved), Max: float64(due), Hide: true}
		if t.Approved == t.Sheets {
			row.Gauge.Tone = ui.Good
		}
	}
	if t.Export != nil {
		row.Export = d.link(*t.Export)
		return row
	}
	row.Over = p.End.Before(d.s.periods.Today())
	if row.Nothing = t.Empty(); row.Nothing {
		return row
	}
	row.Ready = t.Approved == t.Sheets && row.Over
	if row.Over && !row.Ready {
		row.Open = d.unapproved(p, t.SheetCounts)
	} else {
		row.Missing = d.missing(p, t.Missing)
	}
	row.Ask, row.AskFor = paths.PayrollAsk(p.Year, p.Number), d.lang.F(i18n.PayExportOf, p.Name())
	if row.Holds = t.Sums.Text(d.lang); row.Holds != "" && !row.Ready {
		row.Holds = d.lang.T(i18n.PaySoFar) + d.lang.Colon() + row.Holds
	}
	return row
}

// Text returns the sums in a line, without those that are zero: "59 people · 4,424 h · $2,272.37 · 2 on leave". It is empty if all
// are.
func (x Sums) Text(l i18n.Lang) string {
	var list []string
	if x.People > 0 {
		list = append(list, l.N(int(x.People), i18n.BoardPeopleCount))
	}
	if x.Minutes != 0 {
		list = append(list, l.Hours(x.Minutes))
	}
	if x.Cents != 0 {
		list = append(list, l.Dollars(x.Cents))
	}
	if x.OnLeave > 0 {
		list = append(list, l.N(int(x.OnLeave), i18n.PayLeaveCount))
	}
	return strings.Join(list, " · ")
}

// missing says how many employees have entered nothing in a period, with a link to them and to their reminder; nil: none.
func (d presenter) missing(p payperiods.Period, n int64) *views.File {
	if n == 0 {
		return nil
	}
	return &views.File{Label: d.lang.N(int(n), i18n.PayMissing), Href: payperiods.IncompletePath(p)}
}

// unapproved says what the sheets that are not approved wait for, each with a link to them: those that were not begun wait for their
// owners.
func (d presenter) unapproved(p payperiods.Period, c SheetCounts) (list []views.File) {
	for _, x := range []struct {
		n    int64
		text i18n.Count
		href string
	}{{c.Waiting, i18n.PayToApprove, paths.Period(p.Year, p.Number)}, {c.NotSubmitted(), i18n.PayUnsent, payperiods.IncompletePath(p)},
		{c.Own(), i18n.PayOwn, paths.TimeIn(p.Year, p.Number)}} {
		if x.n > 0 {
			list = append(list, views.File{Label: d.lang.N(int(x.n), x.text), Href: x.href})
		}
	}
	return list
}

// markMain makes the export of a ready period the page's main button: of the oldest, whose corrections the others contain.
func markMain(periods []views.Period) {
	for i := range slices.Backward(periods) {
		if periods[i].Ready && periods[i].Ask != "" {
			periods[i].Main = true
			return
		}
	}
}

// groups groups the periods, given the newest first, by what is to be done: those to export, of which the oldest is the first, those whose
// sheets are not all approved, the one under way, and those of which nothing is left to do. A single group has no title.
func (d presenter) groups(periods []views.Period) (list []views.Group) {
	titles := [...]i18n.Text{i18n.PayToExport, i18n.PayAwaiting, i18n.PayInProgress, i18n.PayDone}
	var byState [len(titles)][]views.Period
	for _, p := range periods {
		n := 1
		switch {
		case p.Ready && p.Ask != "":
			n = 0
		case !p.Over && p.Export == nil:
			n = 2
		case p.Ask == "":
			n = 3
		}
		byState[n] = append(byState[n], p)
	}
	slices.Reverse(byState[0])
	for n, of := range byState {
		if len(of) > 0 {
			list = append(list, views.Group{Title: d.lang.T(titles[n]), Periods: of})
		}
	}
	if len(list) == 1 {
		list[0].Title = ""
	}
	return list
}

func (d presenter) link(e Export) *views.File {
	return &views.File{Label: d.lang.F(i18n.PayExportNumber, d.lang.Int(e.Number)), Href: paths.PayrollExport(e.ID)}
}

func (d presenter) exportRow(e Export) views.Export {
	number := d.lang.Int(e.Number)
	return views.Export{
		Label: d.lang.F(i18n.PayExportNumber, number), Href: paths.PayrollExport(e.ID), Period: e.Period.Name(),
		When: d.moment(e), By: e.By, Lines: d.lang.Int(e.Lines), Hours: d.lang.HoursCell(e.Totals.Hours.Total()),
		Leave: d.lang.HoursCell(e.Totals.Leave),
		Money: d.lang.DollarsCell(e.Totals.Cents), Withdrawn: !e.InForce(), Compare: d.lang.F(i18n.PayCompareOf, number),
		File: paths.PayrollFile(e.ID), Downloaded: d.lang.F(i18n.PayDownloadOf, number),
	}
}

func (d presenter) moment(e Export) string { return d.lang.Moment(e.At.Time().In(d.s.zone)) }

func (d presenter) comparison(l ExportDiff) views.Comparison {
	if len(l.Changes) == 0 {
		return views.Comparison{Same: true, Text: d.lang.T(i18n.PaySame)}
	}
	waits := 0
	for _, c := range l.Changes {
		if c.Waits {
			waits++
		}
	}
	x := views.Comparison{Tone: ui.Neutral, Text: d.lang.N(len(l.Changes), i18n.PayDiffers), Href: paths.PayrollExport(l.Export.ID)}
	spoken := ""
	if waits > 0 { // nothing is to be done about them
		x.Tone, x.Text, spoken = ui.Info, d.lang.N(waits, i18n.PayDiffers), d.lang.N(waits, i18n.PayDiffersNext)
	}
	x.Spoken = cmp.Or(spoken, x.Text) + " — " + d.lang.F(i18n.PayExportNumber, d.lang.Int(l.Export.Number))
	return x
}

// faultText returns the text for the code of an error.
func faultText(l i18n.Lang, err error) string {
	e, ok := errs.Of(err)
	if !ok {
		return ""
	}
	return l.T(i18n.Fault(e.Code, e.Detail))
}
