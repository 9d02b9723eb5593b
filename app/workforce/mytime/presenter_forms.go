package mytime

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/activities"
	"presence/app/workforce/worktime"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
)

// openForm is the form that is open in the grid, with the values that were typed in it and their errors.
type openForm struct {
	day    db.Day
	kind   string   // "shift", "expense", "mileage" for a new expense by its distance, "day" for no form; empty: the day is closed
	id     int64    // of the line being changed; 0: a new one
	drawn  NewTimes // of a new shift that was drawn in the picture of a week
	values url.Values
	faults errs.Fields

	customers []activities.Customer // the choices for the customer, in place of a text
}

// parseOpenForm parses the query: day=2026-11-20 and open=day, shift, expense, mileage, shift-7 or expense-7; with shift, also the instants
// start and end. For any other value the day is closed.
func parseOpenForm(q url.Values) (o openForm) {
	o.day, _ = db.ParseDay(q.Get("day"))
	kind, id, numbered := strings.Cut(q.Get("open"), "-")
	switch {
	case kind == "shift" || kind == "expense":
		if n, err := strconv.ParseInt(id, 10, 64); numbered == (err == nil) {
			o.kind, o.id = kind, n
		}
	case !numbered && (kind == "day" || kind == "mileage"):
		o.kind = kind
	}
	o.drawn = NewTimes{Start: db.Instant(httpx.ID(q.Get("start"))), End: db.Instant(httpx.ID(q.Get("end")))}
	return o
}

// form returns the form that is open in its day; nil if there is none.
func (d *presenter) form() *views.Form {
	switch d.open.kind {
	case "shift":
		return d.shiftForm()
	case "expense", "mileage":
		return d.expenseForm()
	}
	return nil
}

// lineForm is the form of a line that is being made.
type lineForm struct {
	*views.Form
	values url.Values // of the line, or those that are proposed for a new one
	hidden []ui.Hidden
	job    activities.Job
}

// newLine begins the form of a line of the open day.
func (d *presenter) newLine(form views.Form) lineForm {
	return lineForm{Form: &form, values: url.Values{}, hidden: []ui.Hidden{{Name: "date", Value: d.open.day.String()}}}
}

// fillForm sets the values and errors of the fields: values that were typed and had errors replace those of the
// line. The first field with an error gets the focus, else the first field.
func (d *presenter) fillForm(line lineForm, fields []ui.Field) {
	o, form := d.open, line.Form
	form.Hidden, form.Save, form.Cancel = d.location.hidden(line.hidden...), d.lang.T(i18n.Save), d.location.dayHref(o.day, "", "")
	values := line.values
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
	for _, x := range fields {
		if x.Name != "customer" && x.Name != "activity_id" {
			form.Fields = append(form.Fields, x)
			continue
		}
		if form.Details == nil {
			form.Details = &views.Details{Title: d.lang.T(i18n.TimeMoreDetails)}
		}
		form.Details.Open = form.Details.Open || x.Value != "" || x.Error != ""
		form.Details.Fields = append(form.Details.Fields, x)
	}
	for _, f := range o.faults {
		if f.Field != receiptsField && !slices.ContainsFunc(fields, func(x ui.Field) bool { return x.Name == f.Field }) {
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
	"choose_again": i18n.ReceiptsAgain, "stamped": i18n.WeekStamped,
}

func (d *presenter) errorText(f errs.Field) string {
	if f.Field == "supervisor_comment" && f.Code == "required" {
		return d.lang.T(i18n.QueueNoteNeeded)
	}
	if t, known := formMessages[f.Code]; known {
		return d.lang.T(t)
	}
	if f.Field == receiptsField && f.Other != "" { // which of several files
		return f.Other + d.lang.Colon() + d.lang.T(i18n.Fault(f.Code, f.Detail))
	}
	return d.lang.T(i18n.Fault(f.Code, f.Detail))
}

// shiftCodes lists the live bank codes of shifts, regular time first, and the selected one even when it is archived.
func (d *presenter) shiftCodes(selected string) []ui.Option {
	return d.codesOf("shift", selected, func(string) bool { return true })
}

// codesOf lists the live codes of a category whose kind fits, regular time first, and the selected one even when it is archived
// or does not fit.
func (d *presenter) codesOf(category, selected string, fits func(kind string) bool) []ui.Option {
	list := []Code{}
	for _, c := range d.view.Codes {
		if c.Category == category && (c.Live && fits(c.Kind) || formatID(c.ID) == selected) {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b Code) int {
		return cmp.Or(cmp.Compare(worktime.ColumnOf(a.Kind), worktime.ColumnOf(b.Kind)), cmp.Compare(a.ID, b.ID))
	})
	options := make([]ui.Option, len(list))
	for i, c := range list {
		options[i] = ui.Option{Value: formatID(c.ID), Label: d.codeName(c.ID)}
	}
	return options
}

// dollars formats cents for the input field; parseAmount can parse it.
func dollars(lang i18n.Lang, cents int64) string {
	s := strconv.FormatFloat(float64(cents)/100, 'f', 2, 64)
	if lang == i18n.EN {
		return s
	}
	return strings.Replace(s, ".", ",", 1)
}
