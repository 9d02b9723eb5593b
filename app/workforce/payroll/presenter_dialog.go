package payroll

import (
	"context"
	"net/url"
	"slices"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/workforce/payperiods"
	"presence/views/ui"
	views "presence/views/workforce/payroll"
)

// askedExport is the state of the dialog that is shown before a period is exported: the values entered so far and their errors.
type askedExport struct {
	period payperiods.Period
	ready  bool // the period is the one that is the next to export
	values url.Values
	faults errs.Fields
}

// addDialog adds the dialog to export the period that was asked for, or says why there is none.
func (d presenter) addDialog(ctx context.Context, by auth.Actor, page *views.Page, x askedExport, periods []PeriodState) (err error) {
	if x.ready {
		for _, t := range slices.Backward(periods) {
			if t.Export == nil && d.isReady(t) {
				x.period, x.ready = t.Period, false
				break
			}
		}
	}
	if x.ready {
		page.Note = d.lang.T(i18n.PayNoneReady)
		return nil
	}
	if page.Dialog, err = d.exportDialog(ctx, by, x); err != nil || page.Dialog != nil {
		return err
	}
	asked, err := d.s.PeriodStates(ctx, by, x.period, 1)
	if err == nil && asked[0].Export != nil {
		page.Note, page.NoteLink = d.lang.F(i18n.PayExportedAlready, x.period.Name()), d.link(*asked[0].Export)
	}
	return err
}

// isReady reports whether a period is over and wholly approved.
func (d presenter) isReady(t PeriodState) bool {
	return !t.Empty() && t.Approved == t.Sheets && t.Period.End.Before(d.s.periods.Today())
}

// exportDialog returns the dialog to export a period; nil if the period is exported or has not begun.
func (d presenter) exportDialog(ctx context.Context, by auth.Actor, x askedExport) (*views.ExportDialog, error) {
	a := &views.ExportDialog{Title: d.lang.F(i18n.PayExportOf, x.period.Name()),
		Text:   d.lang.F(i18n.PayAskText, d.lang.Range(x.period.Start, x.period.End)),
		Action: paths.PayrollExports(), Hidden: []ui.Hidden{{Name: "period", Value: x.period.Name()}}}
	v, err := d.s.Preview(ctx, by, x.period)
	switch {
	case errs.HasCode(err, "nothing_to_export"):
		a.Nothing = faultText(d.lang, err)
		return a, nil
	case errs.KindOf(err) == errs.KindConflict:
		return nil, nil
	case err != nil:
		return nil, err
	}
	saved, err := d.s.Presets(ctx, by)
	if err != nil {
		return nil, err
	}
	a.Sums, a.Do = d.sums(v), d.lang.N(int(v.Lines), i18n.PayExportLines)
	a.Presets = ui.Field{Name: "preset", Label: d.lang.T(i18n.PresetUsed), Value: x.values.Get("preset"),
		Options: []ui.Option{{Label: d.lang.T(i18n.PresetGeneric)}}}
	for _, p := range saved {
		a.Presets.Options = append(a.Presets.Options, ui.Option{Value: strconv.FormatInt(p.ID, 10), Label: p.Name})
	}
	a.Formats = ui.Field{Name: "format", Label: d.lang.T(i18n.PayFormat), Value: formats[0].word}
	if asked := x.values.Get("format"); asked != "" {
		a.Formats.Value = asked
	}
	for _, f := range formats {
		a.Formats.Options = append(a.Formats.Options, ui.Option{Value: f.word, Label: d.lang.T(f.text)})
	}
	a.Missing = d.missing(x.period, v.Missing)
	if v.Unfinished() {
		a.Notice = d.notice(v, x.faults)
	}
	return a, nil
}

// sums are the figures of what would be exported, under the names that they have on the pages of the period and of the export, without
// hours or money where there are none. A figure to which corrections of earlier periods add says how much, so that the rest is what the
// page of the period says.
func (d presenter) sums(v Preview) []views.Fact {
	lines := views.Fact{Name: d.lang.T(i18n.PayLines), Value: d.lang.Int(v.Lines)}
	if v.Corrections > 0 {
		lines.Note = d.lang.N(int(v.Corrections), i18n.PayLinesCorr)
	}
	list := []views.Fact{{Name: d.lang.T(i18n.PayPeople), Value: d.lang.Int(int64(v.People))}}
	for _, x := range []struct {
		name    i18n.Text
		minutes func(Totals) int64
	}{
		{i18n.BoardHours, func(t Totals) int64 { return t.Hours.Total() }},
		{i18n.BoardOvertime, func(t Totals) int64 { return t.Hours.Overtime }},
		{i18n.PayOnLeave, func(t Totals) int64 { return t.Leave }},
	} {
		list = d.addSum(list, x.name, d.lang.Hours, x.minutes(v.Totals), x.minutes(v.Corrected))
	}
	list = d.addSum(list, i18n.PayMoney, d.lang.Dollars, v.Totals.Cents, v.Corrected.Cents)
	return append(list, lines)
}

// addSum adds a figure that is not 0, with what corrections add to it.
func (d presenter) addSum(list []views.Fact, name i18n.Text, format func(int64) string, sum, corrected int64) []views.Fact {
	if sum == 0 && corrected == 0 {
		return list
	}
	f := views.Fact{Name: d.lang.T(name), Value: format(sum)}
	if corrected != 0 {
		f.Note = d.lang.F(i18n.PaySumCorr, plus(corrected)+format(corrected))
	}
	return append(list, f)
}

// notice returns the notice of what an export made now would lack, with the checkbox that confirms it.
func (d presenter) notice(v Preview, faults errs.Fields) *views.Notice {
	n := &views.Notice{Title: d.lang.F(i18n.PayAskUnderWay, d.lang.DayShort(v.Period.End)),
		Tick: ui.Field{Name: "partial", Label: d.lang.T(i18n.PayAskPartial), Required: true}}
	if v.Pending > 0 {
		if v.InProgress {
			n.Text = n.Title
		}
		n.Title = d.lang.N(int(v.Pending), i18n.PayAskPending)
	}
	for _, f := range faults {
		if f.Field == n.Tick.Name {
			n.Tick.Error = d.lang.T(i18n.Fault(f.Code, f.Detail))
		}
	}
	return n
}
