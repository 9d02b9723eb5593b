package mytime

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/workforce/expenses"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
)

// openForm is the form that is open in the grid, with the values that were typed in it and their errors.
type openForm struct {
	day    db.Day
	kind   string // "shift" or "expense"; empty: none
	id     int64  // of the line being changed; 0: a new one
	values url.Values
	faults errs.Fields
}

// parseOpenForm reads the address: day=2026-11-20 and open=shift, expense, shift-7 or expense-7. For any other value no form is open.
func parseOpenForm(q url.Values) (o openForm) {
	o.day, _ = db.ParseDay(q.Get("day"))
	kind, id, numbered := strings.Cut(q.Get("open"), "-")
	if kind != "shift" && kind != "expense" {
		return o
	}
	n, err := strconv.ParseInt(id, 10, 64)
	if numbered == (err == nil) {
		o.kind, o.id = kind, n
	}
	return o
}

// forms returns the form that is open in its day; at least one of the two is nil.
func (d *presenter) forms() (shift, expense *views.Form) {
	switch d.open.kind {
	case "shift":
		return d.shiftForm(), nil
	case "expense":
		return nil, d.expenseForm()
	}
	return nil, nil
}

// shiftForm holds the bank code used last, or the shift being changed; values that were typed and refused replace both.
func (d *presenter) shiftForm() *views.Form {
	o := d.open
	form := &views.Form{Title: d.lang.T(i18n.TimeNewShift), Action: d.location.grid.Shifts(), Hint: d.lang.T(i18n.TimeShiftHint)}
	stands := url.Values{"bank_code_id": {formatID(d.view.LastCode)}}
	hidden := []ui.Hidden{{Name: "date", Value: o.day.String()}}
	if o.id != 0 {
		i := slices.IndexFunc(d.view.day(o.day).Shifts, func(s shifts.Shift) bool { return s.ID == o.id })
		if i < 0 {
			return nil
		}
		s := d.view.day(o.day).Shifts[i]
		form.Title, form.Action = d.lang.T(i18n.TimeEditShift), d.location.grid.Shift(s.ID)
		stands = url.Values{"start_time": {clockText(s.Start, d.s.zone)}, "end_time": {clockText(s.End, d.s.zone)},
			"bank_code_id": {formatID(s.BankCodeID)}}
		hidden = append(hidden, version(s.Version))
	}
	clock := func(name string, label i18n.Text, example string) ui.Field {
		return ui.Field{Name: name, Label: d.lang.T(label), Placeholder: example, InputMode: "numeric", AutoComplete: "off", MaxLength: 12}
	}
	code := ui.Field{Name: "bank_code_id", Label: d.lang.T(i18n.TimeCode), Options: d.codes("shift", stands.Get("bank_code_id"))}
	d.fillForm(form, hidden, stands, clock("start_time", i18n.TimeStart, "8:00"), clock("end_time", i18n.TimeEnd, "16:30"), code)
	if next, ok := d.view.next(o.day); ok && o.id == 0 {
		form.Next = d.lang.F(i18n.TimeSaveNext, d.lang.Weekday(next))
	}
	return form
}

func (d *presenter) expenseForm() *views.Form {
	o := d.open
	form := &views.Form{Title: d.lang.T(i18n.TimeNewExpense), Action: d.location.grid.Expenses(), Hint: d.lang.T(i18n.TimeSpentHint),
		Expense: true}
	stands := url.Values{}
	hidden := []ui.Hidden{{Name: "date", Value: o.day.String()}}
	if o.id != 0 {
		list := d.view.day(o.day).Expenses
		i := slices.IndexFunc(list, func(e expenses.Expense) bool { return e.ID == o.id })
		if i < 0 {
			return nil
		}
		e := list[i]
		form.Title, form.Action = d.lang.T(i18n.TimeEditExpense), d.location.grid.Expense(e.ID)
		stands = url.Values{"amount": {dollars(d.lang, e.Amount)}, "bank_code_id": {formatID(e.BankCodeID)}, "description": {e.Description}}
		hidden = append(hidden, version(e.Version))
	}
	d.fillForm(form, hidden, stands,
		ui.Field{Name: "amount", Label: d.lang.T(i18n.TimeAmount), InputMode: "decimal", AutoComplete: "off", MaxLength: 20, Prefix: "$"},
		ui.Field{Name: "bank_code_id", Label: d.lang.T(i18n.TimeCode), Options: d.codes("expense", stands.Get("bank_code_id"))},
		ui.Field{Name: "description", Label: d.lang.T(i18n.TimeDescription), MaxLength: 500, AutoComplete: "off"})
	return form
}

// fillForm sets the values and errors of the fields. The first field with an error gets the focus, else the first field.
func (d *presenter) fillForm(form *views.Form, hidden []ui.Hidden, stands url.Values, fields ...ui.Field) {
	o := d.open
	form.Hidden, form.Save, form.Cancel = d.location.hidden(hidden...), d.lang.T(i18n.Save), d.location.dayHref(o.day, "", "")
	values := stands
	if o.values != nil {
		values = o.values
	}
	focus := 0
	for i := len(fields) - 1; i >= 0; i-- {
		x := &fields[i]
		x.ID, x.Value, x.Small = "f-"+x.Name+"-"+o.day.String(), values.Get(x.Name), true
		if fault := d.fieldError(x.Name); fault != "" {
			x.Error, focus = fault, i
		}
	}
	fields[focus].AutoFocus = true
	form.Fields = fields
	for _, f := range o.faults {
		if !slices.ContainsFunc(fields, func(x ui.Field) bool { return x.Name == f.Field }) {
			form.Fault = d.errorText(f)
		}
	}
}

func (d *presenter) fieldError(name string) string {
	for _, f := range d.open.faults {
		if f.Field == name {
			return d.errorText(f)
		}
	}
	return ""
}

// formMessages are the messages of error codes that are specific to these forms.
var formMessages = map[string]i18n.Text{
	"clock": i18n.TimeBadClock, "too_long": i18n.TimeTooLong, "amount": i18n.TimeBadAmount, "not_mileage": i18n.TimeNotKm,
}

func (d *presenter) errorText(f errs.Field) string {
	if t, known := formMessages[f.Code]; known {
		return d.lang.T(t)
	}
	return d.lang.T(i18n.Fault(f.Code, f.Detail))
}

// codes lists the live bank codes of a category, regular time first, and the selected one even when it is archived.
func (d *presenter) codes(category, stands string) []ui.Option {
	list := []Code{}
	for _, c := range d.view.Codes {
		if c.Category == category && (c.Live || formatID(c.ID) == stands) {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b Code) int {
		return cmp.Or(cmp.Compare(payperiods.ColumnOf(a.Kind), payperiods.ColumnOf(b.Kind)), cmp.Compare(a.ID, b.ID))
	})
	options := make([]ui.Option, len(list))
	for i, c := range list {
		options[i] = ui.Option{Value: formatID(c.ID), Label: d.codeName(c.ID)}
	}
	return options
}

// dollars is cents as a field shows them, which parseAmount reads.
func dollars(lang i18n.Lang, cents int64) string {
	s := strconv.FormatFloat(float64(cents)/100, 'f', 2, 64)
	if lang == i18n.EN {
		return s
	}
	return strings.Replace(s, ".", ",", 1)
}
