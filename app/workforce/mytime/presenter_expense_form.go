package mytime

import (
	"cmp"
	"crypto/rand"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/typed"
	"presence/app/workforce/expenses"
	"presence/app/workforce/payperiods"
	"presence/views/ui"
	views "presence/views/workforce/mytime"
	"presence/views/workforce/review"
)

// expenseForm returns the form of an expense: an amount in dollars, or under a mileage code the distance in kilometres. A new one
// begins with the choice between both. It is nil if there is no such expense.
func (d *presenter) expenseForm() *views.Form {
	o := d.open
	x := expenseLine{taxed: d.view.askTaxes, driven: o.kind == "mileage" || o.values.Get("unit") == "km"}
	x.lineForm = d.newLine(views.Form{Title: d.lang.T(i18n.TimeNewExpense), Head: d.lang.F(i18n.TimeExpenseOf, d.lang.DayWeek(o.day)),
		Action: d.location.grid.Expenses(), Expense: true})
	if o.id == 0 {
		x.hidden = append(x.hidden, ui.Hidden{Name: keyField, Value: cmp.Or(o.values.Get(keyField), rand.Text())})
	}
	switch {
	case o.id != 0:
		if !d.editExpense(&x) {
			return nil
		}
	case len(d.codesOf("expense", "", payperiods.IsMileage)) > 0:
		x.KindsOf, x.Kinds = d.lang.T(i18n.TimeKinds), []ui.Segment{
			{Label: d.lang.T(i18n.TimeKindAmount), Href: d.location.dayHref(o.day, "open", "expense"), Current: !x.driven},
			{Label: d.lang.T(i18n.TimeKindMileage), Href: d.location.dayHref(o.day, "open", "mileage"), Current: x.driven},
		}
	}
	codes := d.codesOf("expense", x.values.Get("bank_code_id"), func(kind string) bool { return payperiods.IsMileage(kind) == x.driven })
	if x.driven {
		x.hidden = append(x.hidden, ui.Hidden{Name: "unit", Value: "km"})
	}
	d.fillForm(x.lineForm, append(d.expenseFields(x, codes), d.jobFields(x.values, x.job)...))
	if x.driven {
		d.addDrive(x.Form, codes)
	} else {
		x.File = d.receiptsInput()
	}
	return x.Form
}

// expenseLine is the form of an expense.
type expenseLine struct {
	lineForm
	driven bool // of a distance
	taxed  bool // asks for the taxes
}

// editExpense makes the form that of the open expense; false if the day has no such expense.
func (d *presenter) editExpense(x *expenseLine) bool {
	list := d.view.day(d.open.day).Expenses
	i := slices.IndexFunc(list, func(e expenses.Expense) bool { return e.ID == d.open.id })
	if i < 0 {
		return false
	}
	e := list[i]
	x.Title, x.Action, x.job = d.lang.T(i18n.TimeEditExpense), d.location.grid.Expense(e.ID), e.Job
	x.values = url.Values{"amount": {dollars(d.lang, e.Amount)}, "bank_code_id": {formatID(e.BankCodeID)}, "description": {e.Description}}
	if !e.Taxes.None() {
		x.taxed = true
		x.values.Set("gst", dollars(d.lang, e.Taxes.GST))
		x.values.Set("qst", dollars(d.lang, e.Taxes.QST))
	}
	if km := d.view.distance(e); km != 0 && d.exact(e, km) {
		x.driven = true
		x.values.Set("amount", strings.TrimSuffix(dollars(d.lang, km), d.lang.T(i18n.TimeNoCents)))
	}
	x.hidden = append(x.hidden, version(e.Version))
	x.Delete = d.deletion(d.location.grid.DeleteExpense(e.ID), d.lang.Dollars(e.Amount), e.Day)
	x.Receipts = d.receipts(e)
	for i, r := range d.view.Receipts[e.ID] {
		x.Receipts.List[i].Remove = &review.Removal{Action: d.location.grid.RemoveReceipt(e.ID, r.ID), Label: d.lang.T(i18n.ReceiptRemove),
			Spoken: d.lang.F(i18n.ReceiptRemoveOf, r.Name), Hidden: d.location.hidden(version(e.Version))}
	}
	return true
}

// expenseFields returns the fields of an expense, with the bank codes to choose from.
func (d *presenter) expenseFields(x expenseLine, codes []ui.Option) []ui.Field {
	money := ui.Field{InputMode: "decimal", AutoComplete: "off", MaxLength: 20, Prefix: "$"}
	amount := money
	amount.Name, amount.Label = "amount", d.lang.T(i18n.TimeAmount)
	if x.driven {
		amount.Label, amount.Prefix, amount.Suffix = d.lang.T(i18n.TimeDistance), "", "km"
	}
	fields := []ui.Field{amount, {Name: "bank_code_id", Label: d.lang.T(i18n.TimeCode), Options: codes},
		{Name: "description", Label: d.lang.T(i18n.TimeDescription), MaxLength: 500, AutoComplete: "off"}}
	if x.taxed && !x.driven {
		gst, qst := money, money
		gst.Name, gst.Label, gst.Optional = "gst", d.lang.T(i18n.TaxGST), d.lang.T(i18n.Optional)
		qst.Name, qst.Label, qst.Optional = "qst", d.lang.T(i18n.TaxQST), d.lang.T(i18n.Optional)
		fields = append(fields, gst, qst)
	}
	return fields
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
	code := cmp.Or(valueOf(form.Fields, "bank_code_id"), codes[0].Value)
	rate, known := rates[code]
	if !known {
		return
	}
	price := d.lang.Dollars(expenses.Cents(rate))
	form.Hint = d.lang.F(i18n.TimeKmHint, price)
	distance := strings.TrimSuffix(strings.ToLower(strings.Join(strings.Fields(valueOf(form.Fields, "amount")), "")), "km")
	if km, _ := typed.Decimal(distance); km > 0 {
		form.Hint = d.lang.F(i18n.TimeKmPaid, d.lang.Km(km), price, d.lang.Dollars(expenses.Cents(km*rate)))
	}
}

// valueOf returns the value of the field with a name; empty if there is none.
func valueOf(fields []ui.Field, name string) string {
	if i := slices.IndexFunc(fields, func(f ui.Field) bool { return f.Name == name }); i >= 0 {
		return fields[i].Value
	}
	return ""
}

// exact reports whether the amount computed from a distance in 1/100 km is that of the expense, so that it can be edited as a distance.
func (d *presenter) exact(e expenses.Expense, distance int64) bool {
	return expenses.Cents(float64(distance)/100*float64(d.view.Codes[e.BankCodeID].Modifier)/10_000) == e.Amount
}
