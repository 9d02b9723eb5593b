package payroll

import (
	"context"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/payperiods"
	"presence/views/ui"
	views "presence/views/workforce/payroll"
)

// presenter builds the props of the payroll pages, in one language.
type presenter struct {
	s    *Service
	lang i18n.Lang
}

// page shows periods and exports. first is the first period of the company; older says that the newest exports are not
// shown.
func (d presenter) page(periods []PeriodStatus, first payperiods.Period, exports []Export, older bool) views.Page {
	var page views.Page
	for _, t := range periods {
		page.Periods = append(page.Periods, d.periodRow(t))
	}
	last := periods[len(periods)-1].Period
	if before := d.s.periods.Calendar().Previous(last); !before.Start.Before(first.Start) {
		page.Older = paths.Payroll() + "?from=" + before.Name()
	}
	if periods[0].Period != d.s.periods.Current() {
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

func (d presenter) periodRow(t PeriodStatus) views.Period {
	p := t.Period
	row := views.Period{Name: p.Name(), Range: d.lang.Range(p.Start, p.End), Href: paths.Period(p.Year, p.Number),
		HrefFor: d.lang.F(i18n.PayOverviewOf, p.Name())}
	if d.s.isCurrent(p) {
		row.Note = d.lang.T(i18n.PayUnderWay)
	}
	if t.Sheets > 0 {
		row.Gauge = &ui.Gauge{Label: d.lang.T(i18n.PaySheetsCol), Text: d.lang.F(i18n.PaySheetsOf, d.lang.Int(t.Approved), d.lang.Int(t.Sheets)),
			Value: float64(t.Approved), Max: float64(t.Sheets), Hide: true}
		if t.Approved == t.Sheets {
			row.Gauge.Tone = ui.Good
		}
	}
	if t.Export != nil {
		row.Export = d.link(*t.Export)
		return row
	}
	row.Ready = t.Approved > 0
	row.Ask, row.AskFor = paths.PayrollAsk(p.Year, p.Number), d.lang.F(i18n.PayExportOf, p.Name())
	return row
}

func (d presenter) link(e Export) *views.File {
	return &views.File{Label: d.lang.F(i18n.PayExportNumber, d.lang.Int(e.Number)), Href: paths.PayrollExport(e.ID)}
}

func (d presenter) exportRow(e Export) views.Export {
	number := d.lang.Int(e.Number)
	return views.Export{
		Label: d.lang.F(i18n.PayExportNumber, number), Href: paths.PayrollExport(e.ID), Period: e.Period.Name(),
		When: d.moment(e), By: e.By, Lines: d.lang.Int(e.Lines), Hours: d.lang.HoursCell(e.Totals.Hours.Total() + e.Totals.Leave),
		Money: d.lang.DollarsCell(e.Totals.Cents), Withdrawn: !e.Stands(), Compare: d.lang.F(i18n.PayCompareOf, number),
		File: paths.PayrollFile(e.ID), Downloaded: d.lang.F(i18n.PayDownloadOf, number),
	}
}

func (d presenter) moment(e Export) string { return d.lang.Moment(e.At.Time().In(d.s.zone)) }

// exportDialog is nil for a period that cannot be exported (any more).
func (d presenter) exportDialog(ctx context.Context, by auth.Actor, p payperiods.Period) (*views.ExportDialog, error) {
	periods, err := d.s.PeriodStatuses(ctx, by, p, 1)
	if err != nil || periods[0].Export != nil || p.Start.After(d.s.periods.Today()) {
		return nil, err
	}
	a := &views.ExportDialog{Title: d.lang.F(i18n.PayExportOf, p.Name()), Action: paths.PayrollExports(),
		Hidden:  []ui.Hidden{{Name: "period", Value: p.Name()}},
		Formats: ui.Field{Name: "format", Label: d.lang.T(i18n.PayFormat), Value: formats[0].word}}
	if d.s.isCurrent(p) {
		a.Notes = append(a.Notes, d.lang.T(i18n.PayAskUnderWay))
	}
	if open := periods[0].Sheets - periods[0].Approved; open > 0 {
		a.Notes = append(a.Notes, d.lang.N(int(open), i18n.PayAskPending))
	}
	a.Notes = append(a.Notes, d.lang.T(i18n.PayAskCorrections))
	saved, err := d.s.Presets(ctx, by)
	if err != nil {
		return nil, err
	}
	a.Presets = ui.Field{Name: "preset", Label: d.lang.T(i18n.PresetUsed), Options: []ui.Option{{Label: d.lang.T(i18n.PresetGeneric)}}}
	for _, x := range saved {
		a.Presets.Options = append(a.Presets.Options, ui.Option{Value: strconv.FormatInt(x.ID, 10), Label: x.Name})
	}
	for _, f := range formats {
		a.Formats.Options = append(a.Formats.Options, ui.Option{Value: f.word, Label: d.lang.T(f.text)})
	}
	return a, nil
}

func (d presenter) comparison(l ExportDiff) views.Comparison {
	if len(l.Changes) == 0 {
		return views.Comparison{Same: true, Text: d.lang.T(i18n.PaySame)}
	}
	return views.Comparison{Text: d.lang.N(len(l.Changes), i18n.PayDiffers)}
}

// faultText is what the code of a refusal reads as.
func faultText(l i18n.Lang, err error) string {
	e, ok := errs.Of(err)
	if !ok {
		return ""
	}
	return l.T(i18n.Fault(e.Code, e.Detail))
}
