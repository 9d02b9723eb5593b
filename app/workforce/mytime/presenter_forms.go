package mytime

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/typed"
	"presence/app/platform/walltime"
	"presence/app/workforce/activities"
	"presence/app/workforce/clockings"
	"presence/app/workforce/expenses"
	"presence/app/workforce/payperiods"
	"presence/app/workforce/shifts"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
	"presence/views/workforce/review"
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

// shiftForm returns the form of a shift, filled with the bank code that is usual for its day or with the shift being edited; values
// that were typed and had errors replace both.
func (d *presenter) shiftForm() *views.Form {
	o := d.open
	form := &views.Form{Title: d.lang.T(i18n.TimeNewShift), Head: d.lang.F(i18n.TimeShiftOf, d.lang.DayWeek(o.day)),
		Action: d.location.grid.Shifts(),
		Help:   &views.Help{Title: d.lang.T(i18n.TimeShiftHelp), Text: d.lang.T(i18n.TimeShiftHint), Open: len(o.faults) > 0}}
	values := url.Values{"bank_code_id": {formatID(d.view.codeFor(o.day))}}
	if !d.view.Rule.Empty() {
		values.Set("breaks", d.lang.T(i18n.TimeBreaksDefault))
	}
	if x, ok := d.expectedNext(o.day); ok && o.id == 0 && o.drawn == (NewTimes{}) {
		values = url.Values{"start_time": {d.clockText(x.Start)}, "end_time": {d.clockText(x.End)}, "bank_code_id": {formatID(x.BankCodeID)},
			"breaks": {shifts.BreaksText(d.lang, x.Breaks, d.s.zone)}}
		if x.ByRule && !d.view.Rule.Empty() {
			values.Set("breaks", d.lang.T(i18n.TimeBreaksDefault))
		}
	}
	if o.drawn.Start != 0 && o.drawn.End != 0 {
		values.Set("start_time", d.clockText(o.drawn.Start))
		values.Set("end_time", d.clockText(o.drawn.End))
	}
	hidden := []ui.Hidden{{Name: "date", Value: o.day.String()}}
	var job activities.Job
	if o.id != 0 {
		i := slices.IndexFunc(d.view.day(o.day).Shifts, func(s shifts.Shift) bool { return s.ID == o.id })
		if i < 0 {
			return nil
		}
		s := d.view.day(o.day).Shifts[i]
		job = s.Job
		form.Title, form.Action = d.lang.T(i18n.TimeEditShift), d.location.grid.Shift(s.ID)
		values = url.Values{"start_time": {d.clockText(s.Start)}, "end_time": {d.clockText(s.End)},
			"breaks": {shifts.BreaksText(d.lang, s.Breaks, d.s.zone)}, "bank_code_id": {formatID(s.BankCodeID)}}
		hidden = append(hidden, version(s.Version))
		form.Delete = d.deletion(d.location.grid.DeleteShift(s.ID), d.times(s.Start, s.End), s.Day)
	}
	start, end := d.usualTimes(o.day)
	clock := func(name string, label i18n.Text, example string) ui.Field {
		return ui.Field{Name: name, Label: d.lang.T(label), Placeholder: example, InputMode: "numeric", AutoComplete: "off", MaxLength: 12}
	}
	code := ui.Field{Name: "bank_code_id", Label: d.lang.T(i18n.TimeCode), Options: d.shiftCodes(values.Get("bank_code_id"))}
	breaks := ui.Field{Name: "breaks", Label: d.lang.T(i18n.TimeBreaks), Optional: d.lang.T(i18n.Optional),
		Placeholder: d.lang.T(i18n.TimeBreaksExample), AutoComplete: "off", MaxLength: 300}
	if !d.view.Rule.Empty() {
		breaks.Hint = d.lang.F(i18n.TimeBreaksRule, d.view.Rule.Text(d.lang))
	}
	fields := []ui.Field{clock("start_time", i18n.TimeStart, start), clock("end_time", i18n.TimeEnd, end), code, breaks}
	fields = append(fields, d.jobFields(values, job)...)
	if c, stamped := d.view.Stamped[o.id]; stamped {
		form.Hint = d.lang.F(i18n.TimeStampedHint, d.lang.AtKiosks(d.times(c.Start, c.End), c.StartKiosk, c.EndKiosk))
		fields = append(fields, ui.Field{Name: "reason", Label: d.lang.T(i18n.ClockReason), MaxLength: clockings.MaxReason, AutoComplete: "off"})
	}
	d.fillForm(form, hidden, values, fields...)
	if o.id != 0 {
		return form
	}
	form.More = d.lang.T(i18n.TimeSaveMore)
	if next, ok := d.view.next(o.day); ok && d.location.shows(next) {
		form.Next = d.lang.F(i18n.TimeSaveNext, d.lang.Weekday(next))
	}
	return form
}

// expectedNext returns the shift that is planned for a day, or usual on it, after those that the day has; false if there is none.
func (d *presenter) expectedNext(day db.Day) (n shifts.New, ok bool) {
	x := d.view.day(day)
	list, done := d.view.expectedOn(*x), len(x.Shifts)
	if done >= len(list) || done > 0 && list[done].Start < x.Shifts[done-1].End {
		return n, false
	}
	return list[done], true
}

// usualTimes returns the example for a new shift of a day: the times of the shift in the same place of the latest earlier day that has so
// many, else plain ones for the first and the second. It is empty if it would begin before the shifts that the day has are over.
func (d *presenter) usualTimes(day db.Day) (start, end string) {
	list := d.view.day(day).Shifts
	n := len(list)
	known, from := n < 2, time.Date(2026, 1, 1, 8+5*n, 0, 0, 0, d.s.zone)
	to := from.Add(4 * time.Hour)
	for i := 1; ; i++ {
		x := d.view.day(day.Add(-i))
		if x == nil {
			break
		}
		if len(x.Shifts) > n {
			s := x.Shifts[n]
			known, from, to = true, s.Start.Time().In(d.s.zone), s.End.Time().In(d.s.zone)
			break
		}
	}
	if at, _ := walltime.OnDay(day, from.Hour()*60+from.Minute(), d.s.zone); !known || n > 0 && at < list[n-1].End {
		return "", ""
	}
	return d.lang.Clock(from), d.lang.Clock(to)
}

// expenseForm returns the form of an expense: an amount in dollars, or under a mileage code the distance in kilometres. A new one
// begins with the choice between both.
func (d *presenter) expenseForm() *views.Form {
	o := d.open
	form := &views.Form{Title: d.lang.T(i18n.TimeNewExpense), Head: d.lang.F(i18n.TimeExpenseOf, d.lang.DayWeek(o.day)),
		Action: d.location.grid.Expenses(), Expense: true}
	values := url.Values{}
	var job activities.Job
	taxed := d.view.askTaxes
	hidden := []ui.Hidden{{Name: "date", Value: o.day.String()}}
	driven := o.kind == "mileage" || o.values.Get("unit") == "km"
	if o.id != 0 {
		list := d.view.day(o.day).Expenses
		i := slices.IndexFunc(list, func(e expenses.Expense) bool { return e.ID == o.id })
		if i < 0 {
			return nil
		}
		e := list[i]
		job, taxed = e.Job, taxed || !e.Taxes.None()
		form.Title, form.Action = d.lang.T(i18n.TimeEditExpense), d.location.grid.Expense(e.ID)
		values = url.Values{"amount": {dollars(d.lang, e.Amount)}, "bank_code_id": {formatID(e.BankCodeID)}, "description": {e.Description}}
		if !e.Taxes.None() {
			values.Set("gst", dollars(d.lang, e.Taxes.GST))
			values.Set("qst", dollars(d.lang, e.Taxes.QST))
		}
		if km := d.view.distance(e); km != 0 && d.exact(e, km) {
			driven = true
			values.Set("amount", strings.TrimSuffix(dollars(d.lang, km), d.lang.T(i18n.TimeNoCents)))
		}
		hidden = append(hidden, version(e.Version))
		form.Delete = d.deletion(d.location.grid.DeleteExpense(e.ID), d.lang.Dollars(e.Amount), e.Day)
		form.Receipts = d.receipts(e)
		for i, r := range d.view.Receipts[e.ID] {
			form.Receipts.List[i].Remove = &review.Removal{Action: d.location.grid.RemoveReceipt(e.ID, r.ID), Label: d.lang.T(i18n.ReceiptRemove),
				Spoken: d.lang.F(i18n.ReceiptRemoveOf, r.Name), Hidden: d.location.hidden(version(e.Version))}
		}
	} else if len(d.codesOf("expense", "", payperiods.IsMileage)) > 0 {
		form.KindsOf, form.Kinds = d.lang.T(i18n.TimeKinds), []ui.Segment{
			{Label: d.lang.T(i18n.TimeKindAmount), Href: d.location.dayHref(o.day, "open", "expense"), Current: !driven},
			{Label: d.lang.T(i18n.TimeKindMileage), Href: d.location.dayHref(o.day, "open", "mileage"), Current: driven},
		}
	}
	amount := ui.Field{Name: "amount", Label: d.lang.T(i18n.TimeAmount), InputMode: "decimal", AutoComplete: "off", MaxLength: 20, Prefix: "$"}
	selected := values.Get("bank_code_id")
	codes := d.codesOf("expense", selected, func(kind string) bool { return !payperiods.IsMileage(kind) })
	if driven {
		amount.Label, amount.Prefix, amount.Suffix = d.lang.T(i18n.TimeDistance), "", "km"
		codes = d.codesOf("expense", selected, payperiods.IsMileage)
		hidden = append(hidden, ui.Hidden{Name: "unit", Value: "km"})
	}
	fields := []ui.Field{amount, {Name: "bank_code_id", Label: d.lang.T(i18n.TimeCode), Options: codes},
		{Name: "description", Label: d.lang.T(i18n.TimeDescription), MaxLength: 500, AutoComplete: "off"}}
	if taxed && !driven {
		for _, x := range []struct {
			name  string
			label i18n.Text
		}{{"gst", i18n.TaxGST}, {"qst", i18n.TaxQST}} {
			fields = append(fields, ui.Field{Name: x.name, Label: d.lang.T(x.label), Optional: d.lang.T(i18n.Optional), InputMode: "decimal",
				AutoComplete: "off", MaxLength: 20, Prefix: "$"})
		}
	}
	d.fillForm(form, hidden, values, append(fields, d.jobFields(values, job)...)...)
	if driven {
		d.addDrive(form, codes)
	} else {
		form.File = d.receiptsInput()
	}
	return form
}

// receiptsInput returns the field that takes receipts. Its media types are those that are read: for them a phone offers its camera, and
// converts the photos that it keeps in another format.
func (d *presenter) receiptsInput() *ui.Field {
	return &ui.Field{Name: receiptsField, ID: "f-" + receiptsField + "-" + d.open.day.String(), Type: "file", Small: true,
		Label: d.lang.T(i18n.ReceiptsAdd), Hint: d.lang.T(i18n.ReceiptsAddHint), Error: d.fieldError(receiptsField),
		Attrs: map[string]any{"accept": "image/jpeg,image/png,image/webp,application/pdf", "multiple": true}}
}

// addDrive adds to a form with values the amount that the distance pays at the rate of its code, and the rates and texts with
// which the script updates that amount while the user types.
func (d *presenter) addDrive(form *views.Form, codes []ui.Option) {
	if len(codes) == 0 {
		return
	}
	rates := map[string]float64{}
	for _, o := range codes {
		rates[o.Value] = float64(d.view.Codes[httpx.ID(o.Value)].Modifier) / 10_000
	}
	text, _ := json.Marshal(rates, json.Deterministic(true)) // a map of numbers
	form.Drive = &views.Drive{Rates: string(text), Rate: d.lang.F(i18n.TimeKmHint, "%s"), Paid: d.lang.F(i18n.TimeKmPaid, "%s", "%s", "%s")}
	code := cmp.Or(form.Fields[1].Value, codes[0].Value)
	rate, known := rates[code]
	if !known {
		return
	}
	price := d.lang.Dollars(expenses.Cents(rate))
	form.Hint = d.lang.F(i18n.TimeKmHint, price)
	distance := strings.TrimSuffix(strings.ToLower(strings.Join(strings.Fields(form.Fields[0].Value), "")), "km")
	if km, _ := typed.Decimal(distance); km > 0 {
		form.Hint = d.lang.F(i18n.TimeKmPaid, d.lang.Km(km), price, d.lang.Dollars(expenses.Cents(km*rate)))
	}
}

// exact reports whether the amount computed from a distance in 1/100 km is that of the expense, so that it can be edited as a distance.
func (d *presenter) exact(e expenses.Expense, distance int64) bool {
	return expenses.Cents(float64(distance)/100*float64(d.view.Codes[e.BankCodeID].Modifier)/10_000) == e.Amount
}

// fillForm sets the values and errors of the fields. The first field with an error gets the focus, else the first field.
func (d *presenter) fillForm(form *views.Form, hidden []ui.Hidden, stored url.Values, fields ...ui.Field) {
	o := d.open
	form.Hidden, form.Save, form.Cancel = d.location.hidden(hidden...), d.lang.T(i18n.Save), d.location.dayHref(o.day, "", "")
	values := stored
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
		return cmp.Or(cmp.Compare(payperiods.ColumnOf(a.Kind), payperiods.ColumnOf(b.Kind)), cmp.Compare(a.ID, b.ID))
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
