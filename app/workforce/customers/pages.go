package customers

import (
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/contact"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
	views "presence/views/workforce/customers"
)

// pages handles the requests of the pages of payroll customers.
type pages struct{ s *Service }

// list shows one page of the customers. A page after the last one, such as one whose rows have been deleted, leads to the first.
func (p pages) list(c *gin.Context) error {
	by, v := auth.From(c.Request.Context()), parseViewState(c.Request.URL.Query())
	found, err := p.s.Search(c.Request.Context(), v.search())
	if err != nil {
		return err
	}
	if len(found.List) == 0 && found.All > 0 {
		return httpx.SeeOther(c, v.address(1))
	}
	return frame.Page(c, http.StatusOK, views.ListPage, presenter{by.Language}.list(by, v, found))
}

func (p pages) newForm(c *gin.Context) error {
	return frame.Page(c, http.StatusOK, views.FormPage, presenter{auth.Lang(c)}.newForm(nil, nil))
}

func (p pages) edit(c *gin.Context) error {
	old, err := p.s.Get(c.Request.Context(), httpx.ID(c.Param("id")))
	if err != nil {
		return err
	}
	return p.form(c, http.StatusOK, old, formValues(old), nil)
}

// form shows the form of a record, with its person.
func (p pages) form(c *gin.Context, status int, old Customer, values url.Values, faults errs.Fields) error {
	owner, err := p.s.Account(c.Request.Context(), old.ID)
	if err != nil {
		return err
	}
	by := auth.From(c.Request.Context())
	return frame.Page(c, status, views.FormPage, presenter{by.Language}.form(by, old, owner, values, faults))
}

// create saves a new record; if it is invalid, it shows the form with the errors (422).
func (p pages) create(c *gin.Context) error {
	changes, faults := readForm(c)
	saved, err := Customer{}, faults.Err()
	if err == nil {
		saved, err = p.s.Add(c.Request.Context(), auth.From(c.Request.Context()), Customer{}.withChanges(changes))
	}
	if fields := formErrors(err, changes); fields != nil {
		return frame.Page(c, http.StatusUnprocessableEntity, views.FormPage, presenter{auth.Lang(c)}.newForm(c.Request.PostForm, fields))
	}
	if err != nil {
		return err
	}
	return p.done(c, saved.ID, i18n.EmpCreated)
}

func (p pages) update(c *gin.Context) error {
	old, err := p.s.Get(c.Request.Context(), httpx.ID(c.Param("id")))
	if err != nil {
		return err
	}
	changes, faults := readForm(c)
	if err = faults.Err(); err == nil {
		_, err = p.s.Update(c.Request.Context(), auth.From(c.Request.Context()), old.ID, httpx.FormVersion(c), changes)
	}
	if fields := formErrors(err, changes); fields != nil {
		return p.form(c, http.StatusUnprocessableEntity, old, c.Request.PostForm, fields)
	}
	if err != nil {
		return err
	}
	return p.done(c, old.ID, i18n.EmpSaved)
}

// delete archives a record and redirects to the list, where a message offers to undo it.
func (p pages) delete(c *gin.Context) error {
	old, err := p.s.Delete(c.Request.Context(), auth.From(c.Request.Context()), httpx.ID(c.Param("id")), httpx.FormVersion(c))
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).F(i18n.CustDeleted, old.Name()), Undo: paths.RestoreCustomer(old.ID),
		Hidden: version(old.Version + 1)})
	return httpx.SeeOther(c, paths.Customers())
}

func (p pages) restore(c *gin.Context) error {
	saved, err := p.s.Restore(c.Request.Context(), auth.From(c.Request.Context()), httpx.ID(c.Param("id")), httpx.FormVersion(c))
	if err != nil {
		return err
	}
	return p.done(c, saved.ID, i18n.EmpRestored)
}

// done redirects to the form of a record, where message is shown.
func (p pages) done(c *gin.Context, id int64, message i18n.Text) error {
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).T(message)})
	return httpx.SeeOther(c, paths.Customer(id))
}

// readForm reads the fields in a form. Missing fields are not changed; the person of a record is no field of the form.
func readForm(c *gin.Context) (changes Changes, faults errs.Fields) {
	changes = Changes{FirstName: httpx.FormText(c, "first_name"), LastName: httpx.FormText(c, "last_name"), Email: httpx.FormText(c, "email"),
		PhoneNumber: httpx.FormDigits(c, &faults, "phone_number", contact.PhonePunctuation), Residence: httpx.FormText(c, "residence"),
		InvoiceID: httpx.FormDigits(c, &faults, "invoice_id", " \u00a0")}
	if changes.InvoiceID != nil && *changes.InvoiceID == 0 && *httpx.FormText(c, "invoice_id") != "" {
		faults.Add("invoice_id", "out_of_range", "Expected a number of at least 1.")
	}
	return changes, faults
}

// formErrors returns the errors to show in the form: those of the fields, the first of each, or that the person with that e-mail
// address has a record already.
func formErrors(err error, changes Changes) errs.Fields {
	if errs.HasCode(err, "customer_taken") {
		return errs.Fields{{Field: "email", Code: "customer_taken"}}
	}
	if errs.KindOf(err) != errs.KindInvalid {
		return nil
	}
	return append(errs.FieldsOf(err), changes.Validate()...).FirstPerField() // the parse errors come first
}
