package customers

import (
	"net/url"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/layout"
	"presence/views/ui"
	views "presence/views/workforce/customers"
)

// presenter builds the view models in one language.
type presenter struct{ lang i18n.Lang }

// pageRows is the number of rows on a page of the list.
const pageRows = 50

// viewState is the state of the list in the query of its URL.
type viewState struct {
	text string
	page int64 // from 1
}

// parseViewState parses the query. Invalid parameters are ignored, because a bookmark may be old.
func parseViewState(q url.Values) viewState {
	v := viewState{text: httpx.SearchText(q.Get("q")), page: 1}
	if n := httpx.ID(q.Get("page")); n > 0 && n < 1_000_000 {
		v.page = n
	}
	return v
}

func (v viewState) search() Search {
	return Search{Text: v.text, Skip: (v.page - 1) * pageRows, Rows: pageRows}
}

// address returns the address of a page of the same list.
func (v viewState) address(page int64) string {
	q := url.Values{}
	if v.text != "" {
		q.Set("q", v.text)
	}
	if page > 1 {
		q.Set("page", number(page))
	}
	if len(q) == 0 {
		return paths.Customers()
	}
	return paths.Customers() + "?" + q.Encode()
}

func (d presenter) list(by auth.Actor, v viewState, found SearchResult) views.List {
	p := views.List{Count: d.lang.N(int(found.All), i18n.CustCount),
		Filter: ui.Filters{Action: paths.Customers(), Search: &ui.Search{Label: d.lang.T(i18n.CustSearch), Value: v.text, Target: ui.ListTarget}}}
	if by.SeesAll() {
		p.Tabs, p.Add = layout.PayrollTabs(d.lang, paths.Customers()), paths.NewCustomer()
		p.Import = paths.ImportsOf("customers")
	}
	for _, c := range found.List {
		key, _ := contact.PhoneKey(number(c.PhoneNumber))
		r := views.Row{Name: c.Name(), Residence: c.Residence, Email: c.Email, Phone: contact.Phone(number(c.PhoneNumber)), Tel: key}
		if c.InvoiceID != 0 {
			r.Invoice = number(c.InvoiceID)
		}
		if by.SeesAll() {
			r.Href = paths.Customer(c.ID)
		}
		p.Rows = append(p.Rows, r)
	}
	p.Pages = ui.NumberedPages(d.lang, v.page, pageRows, found.All, v.address)
	p.Empty = ui.Empty{Icon: ui.IconUsers, Title: d.lang.T(i18n.CustNone), Text: d.lang.T(i18n.CustNoneRead)}
	switch {
	case v.text != "":
		p.Empty = ui.Empty{Icon: ui.IconSearch, Title: d.lang.T(i18n.TeamNobody), Text: d.lang.T(i18n.CustNoMatch)}
		p.Clear = paths.Customers()
	case p.Add != "":
		p.Empty.Text = d.lang.T(i18n.CustNoneText)
	}
	return p
}

func (d presenter) crumbs() []ui.Crumb {
	return []ui.Crumb{{Label: d.lang.T(i18n.Cust), Href: paths.Customers()}}
}

// newForm returns the form for a new record.
func (d presenter) newForm(values url.Values, faults errs.Fields) views.Form {
	f := views.Form{Title: d.lang.T(i18n.CustAdd), Crumbs: d.crumbs(), Action: paths.Customers(), Save: d.lang.T(i18n.EmpCreate)}
	f.Fields, f.Faults = d.fields(values, faults, d.lang.T(i18n.EmpEmailHint))
	return f
}

// form returns the form of a record, with its person and the button that archives it.
func (d presenter) form(by auth.Actor, c Customer, owner Account, values url.Values, faults errs.Fields) views.Form {
	f := views.Form{Title: d.lang.F(i18n.EmpEditOf, c.Name()), Crumbs: d.crumbs(), Action: paths.Customer(c.ID), Save: d.lang.T(i18n.EmpSave),
		Hidden: version(c.Version), Delete: paths.DeleteCustomer(c.ID)}
	f.Fields, f.Faults = d.fields(values, faults, d.lang.T(i18n.CustEmailHint))
	f.Account = owner.Email
	if owner.Name != "" {
		f.Account = owner.Name + " · " + owner.Email
	}
	if by.Role == auth.Admin {
		f.AccountHref = paths.Person(owner.ID)
	}
	return f
}

// fields returns the inputs of the form in their order, with values and errors.
func (d presenter) fields(values url.Values, faults errs.Fields, emailHint string) (inputs []ui.Field, list ui.Faults) {
	input := func(name string, label i18n.Text, f ui.Field) {
		f.Name, f.Label, f.Value = name, d.lang.T(label), values.Get(name)
		for _, x := range faults {
			if x.Field == name {
				list.Add(d.lang, name, f.Label, x.Code, x.Detail)
			}
		}
		f.Error = list.Of(name)
		f.AutoComplete = "off" // the values are another person's
		inputs = append(inputs, f)
	}
	input("first_name", i18n.EmpFirstName, ui.Field{Required: true, MaxLength: maxName})
	input("last_name", i18n.EmpLastName, ui.Field{Required: true, MaxLength: maxName})
	input("email", i18n.EmpEmail, ui.Field{Type: "email", Required: true, MaxLength: 254, Hint: emailHint})
	input("phone_number", i18n.EmpPhone, ui.Field{Type: "tel", Required: true, Hint: d.lang.T(i18n.EmpPhoneHint), MaxLength: 24})
	input("residence", i18n.EmpResidence, ui.Field{Optional: d.lang.T(i18n.Optional), MaxLength: maxResidence})
	input("invoice_id", i18n.CustInvoice, ui.Field{Optional: d.lang.T(i18n.Optional), InputMode: "numeric", MaxLength: 20})
	return inputs, list
}

// formValues returns the form values of a record.
func formValues(c Customer) url.Values {
	v := url.Values{"first_name": {c.FirstName}, "last_name": {c.LastName}, "email": {c.Email},
		"phone_number": {contact.Phone(number(c.PhoneNumber))}, "residence": {c.Residence}}
	if c.InvoiceID != 0 {
		v.Set("invoice_id", number(c.InvoiceID))
	}
	return v
}

// version returns the hidden input by which a form says which version of a record it was filled from.
func version(n int64) []ui.Hidden { return []ui.Hidden{{Name: "version", Value: number(n)}} }

func number(n int64) string { return strconv.FormatInt(n, 10) }
