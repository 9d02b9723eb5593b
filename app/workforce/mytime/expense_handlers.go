package mytime

import (
	"context"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/activities"
	"presence/app/workforce/expenses"
	"presence/app/workforce/timesheets"
	"presence/db"
	"presence/views/ui"
)

// addExpense adds an expense from the form of its day.
func (p pages) addExpense(c *gin.Context) error {
	held, err := p.holdReceipts(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	defer func() { _ = held.Discard() }()
	return p.addLine(c, timesheets.KindExpense, func(t Target, form *openForm) (message string, err error) {
		day := form.day
		n, receipts, err := p.readDocumented(c, day, held)
		if err != nil {
			return "", err
		}
		defer receipts.Release()
		if n.Job, err = p.jobOf(c, form, activities.Job{}); err != nil {
			return "", err
		}
		actor := auth.From(c.Request.Context())
		repeated, err := p.once(c.Request.Context(), c.PostForm(keyField), contentOf(c, held), func(ctx context.Context) error {
			_, err := p.s.AddExpense(ctx, actor, t, n, receipts)
			return err
		})
		if errors.Is(err, httpx.ErrFormReused) {
			form.values.Del(keyField) // the form that is shown again is another one
			err = errs.InvalidField(keyField, "already_saved", "This expense was already saved with other details.")
		}
		if repeated {
			return actor.Language.T(i18n.TimeSpentRepeated), nil
		}
		return actor.Language.F(i18n.TimeSpentAdded, actor.Language.DayWeek(day), actor.Language.Dollars(n.Amount)), chooseAgain(held, err)
	})
}

// keyField is the name of the hidden field with the key of a new expense's form, which is saved once (httpx.Router.FormOnce).
const keyField = "key"

// contentOf returns what a form would save: its fields, without its key and what is to be shown next, and the names and sizes of its files.
func contentOf(c *gin.Context, held httpx.HeldFiles) url.Values {
	content := maps.Clone(postedValues(c))
	delete(content, keyField)
	delete(content, "then")
	for _, file := range held {
		content.Add(receiptsField, file.Name+" "+strconv.FormatInt(file.Size, 10))
	}
	return content
}

// receiptsField is the name of the field for receipts in the form of an expense.
const receiptsField = "file"

// holdReceipts parses the form of an expense, which may come with receipts. It fails before it reads them for a caller who may not open the
// page.
func (p pages) holdReceipts(c *gin.Context) (httpx.HeldFiles, error) {
	if _, _, err := p.ownerOf(c); err != nil {
		return nil, err
	}
	return httpx.HoldForm(c, expenses.MaxReceiptsForm, p.s.Expenses.TempDir(), receiptsField, expenses.MaxReceipts)
}

// readDocumented parses the form of an expense with its receipts, which the caller releases.
func (p pages) readDocumented(c *gin.Context, day db.Day, held httpx.HeldFiles) (n expenses.New, r *expenses.Receipts, err error) {
	if n, err = p.readExpense(c, day); err == nil {
		r, err = expenses.PrepareReceipts(c.Request.Context(), auth.From(c.Request.Context()).PersonID, expenses.UploadsOf(held)...)
	}
	return n, r, chooseAgain(held, err)
}

// chooseAgain adds to the errors of a form that its receipts must be chosen again: a page cannot send files back.
func chooseAgain(held httpx.HeldFiles, err error) error {
	fields := errs.FieldsOf(err)
	if len(held) == 0 || len(fields) == 0 || fields.Has(receiptsField) {
		return err
	}
	fields = slices.Clone(fields)
	fields.Add(receiptsField, "choose_again", "Choose the receipts again.")
	return fields.Err()
}

// readExpense parses the form. If the amount is invalid, the error also contains the errors of the other fields.
func (p pages) readExpense(c *gin.Context, day db.Day) (n expenses.New, err error) {
	codes, err := p.s.Codes(c.Request.Context()) // needed to convert kilometres of a mileage code to dollars
	if err != nil {
		return n, err
	}
	n = expenses.New{BankCodeID: httpx.ID(c.PostForm("bank_code_id")), Day: day, Description: c.PostForm("description")}
	var faults errs.Fields
	amount := c.PostForm("amount")
	if c.PostForm("unit") == "km" && strings.TrimSpace(amount) != "" && !strings.ContainsAny(strings.ToLower(amount), "k$") {
		amount += " km" // the unit stands beside the field
	}
	n.Amount = parseAmount(&faults, amount, codes[n.BankCodeID])
	n.Taxes = expenses.Taxes{GST: parseTax(&faults, c, "gst"), QST: parseTax(&faults, c, "qst")}
	if len(faults) == 0 {
		return n, nil
	}
	for _, f := range n.Validate() {
		if f.Field != "amount" && f.Field != "timesheet_id" {
			faults = append(faults, f)
		}
	}
	return n, faults.Err()
}

// changeExpense saves the changes of one expense.
func (p pages) changeExpense(c *gin.Context) error {
	held, err := p.holdReceipts(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	defer func() { _ = held.Discard() }()
	l, old, err := p.expense(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	return p.changeLine(c, l, old.TimesheetID, openForm{day: old.Day, kind: timesheets.KindExpense, id: old.ID}, func(form *openForm) error {
		n, receipts, err := p.readDocumented(c, old.Day, held)
		if err != nil {
			return err
		}
		defer receipts.Release()
		if n.Job, err = p.jobOf(c, form, old.Job); err != nil {
			return err
		}
		changes := expenses.Changes{BankCodeID: &n.BankCodeID, CustomerID: &n.Job.CustomerID, ActivityID: &n.Job.ActivityID, Amount: &n.Amount,
			Description: &n.Description}
		if _, asked := c.GetPostForm("gst"); asked { // the form of a distance asks for no taxes
			changes.GST, changes.QST = &n.Taxes.GST, &n.Taxes.QST
		}
		err = p.s.ChangeExpense(c.Request.Context(), auth.From(c.Request.Context()), old.ID, httpx.FormVersion(c), changes, receipts)
		return chooseAgain(held, err)
	})
}

// expense reads the expense in the address, which must belong to the location.
func (p pages) expense(c *gin.Context) (l gridLocation, x expenses.Expense, err error) {
	if l, err = p.location(c); err != nil {
		return l, x, err
	}
	x, err = p.s.Expenses.Get(c.Request.Context(), auth.From(c.Request.Context()), httpx.ID(c.Param("line")))
	if err == nil && !l.contains(x.EmployeeID, x.TimesheetID, x.Day) {
		err = errs.NotFound("expense")
	}
	return l, x, err
}

// deleteExpense moves an expense to the archive.
func (p pages) deleteExpense(c *gin.Context) error {
	held, err := p.holdReceipts(c) // its button is in the form that receipts are chosen in
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	defer func() { _ = held.Discard() }()
	l, old, err := p.expense(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	return p.deleteLine(c, l, old.TimesheetID, func() (db.Day, ui.Toast, error) {
		actor := auth.From(c.Request.Context())
		x, err := p.s.Expenses.Delete(c.Request.Context(), actor, old.ID, httpx.FormVersion(c))
		return x.Day, ui.Toast{
			Tone: ui.Info, Text: actor.Language.F(i18n.TimeSpentDeleted, actor.Language.DayWeek(x.Day)), Undo: l.grid.RestoreExpense(),
			Hidden: l.hidden(ui.Hidden{Name: "timesheet_id", Value: formatID(x.TimesheetID)}, ui.Hidden{Name: "date", Value: x.Day.String()},
				ui.Hidden{Name: "id", Value: formatID(x.ID)}),
		}, err
	})
}

// restoreExpense puts a deleted expense back, with its receipts.
func (p pages) restoreExpense(c *gin.Context) error {
	return p.restoreLine(c, func(Target, db.Day) error {
		_, err := p.s.Expenses.Restore(c.Request.Context(), auth.From(c.Request.Context()), httpx.ID(c.PostForm("id")), nil)
		return err
	})
}

// removeReceipt removes a receipt of an expense.
func (p pages) removeReceipt(c *gin.Context) error {
	l, old, err := p.expense(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	return p.deleteLine(c, l, old.TimesheetID, func() (db.Day, ui.Toast, error) {
		actor := auth.From(c.Request.Context())
		err := p.s.Expenses.RemoveReceipt(c.Request.Context(), actor, old.ID, httpx.ID(c.Param("receipt")), httpx.FormVersion(c))
		return old.Day, ui.Toast{Tone: ui.Info, Text: actor.Language.T(i18n.ReceiptRemoved)}, err
	})
}
