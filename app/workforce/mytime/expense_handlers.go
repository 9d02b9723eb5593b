package mytime

import (
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
	return p.addLine(c, timesheets.KindExpense, func(t Target, form *openForm) (message string, err error) {
		day := form.day
		n, err := p.readExpense(c, day)
		if err != nil {
			return "", err
		}
		if n.Job, err = p.jobOf(c, form, activities.Job{}); err != nil {
			return "", err
		}
		actor := auth.From(c.Request.Context())
		x, err := p.s.AddExpense(c.Request.Context(), actor, t, n)
		return actor.Language.F(i18n.TimeSpentAdded, actor.Language.DayWeek(day), actor.Language.Dollars(x.Amount)), err
	})
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
	if n.Amount = parseAmount(&faults, amount, codes[n.BankCodeID]); len(faults) == 0 {
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
	l, old, err := p.expense(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	return p.changeLine(c, l, old.TimesheetID, openForm{day: old.Day, kind: timesheets.KindExpense, id: old.ID}, func(form *openForm) error {
		n, err := p.readExpense(c, old.Day)
		if err != nil {
			return err
		}
		if n.Job, err = p.jobOf(c, form, old.Job); err != nil {
			return err
		}
		_, err = p.s.Expenses.Update(c.Request.Context(), auth.From(c.Request.Context()), old.ID, httpx.FormVersion(c),
			expenses.Changes{BankCodeID: &n.BankCodeID, CustomerID: &n.Job.CustomerID, ActivityID: &n.Job.ActivityID, Amount: &n.Amount, Description: &n.Description})
		return err
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
	l, old, err := p.expense(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	return p.deleteLine(c, l, old.TimesheetID, func() (db.Day, ui.Toast, error) {
		actor := auth.From(c.Request.Context())
		x, err := p.s.Expenses.Delete(c.Request.Context(), actor, old.ID, httpx.FormVersion(c))
		return x.Day, ui.Toast{
			Tone: ui.Info, Text: actor.Language.F(i18n.TimeSpentDeleted, actor.Language.DayWeek(x.Day)), Undo: l.grid.RestoreExpense(),
			Hidden: l.hidden(
				ui.Hidden{Name: "timesheet_id", Value: formatID(x.TimesheetID)}, ui.Hidden{Name: "bank_code_id", Value: formatID(x.BankCodeID)},
				ui.Hidden{Name: "date", Value: x.Day.String()},
				ui.Hidden{Name: "cents", Value: formatID(x.Amount)}, ui.Hidden{Name: "description", Value: x.Description},
				ui.Hidden{Name: "customer_id", Value: formatID(x.Job.CustomerID)}, ui.Hidden{Name: "activity_id", Value: formatID(x.Job.ActivityID)}),
		}, err
	})
}

// restoreExpense adds a deleted expense again.
func (p pages) restoreExpense(c *gin.Context) error {
	return p.restoreLine(c, func(t Target, day db.Day) error {
		_, err := p.s.AddExpense(c.Request.Context(), auth.From(c.Request.Context()), t, expenses.New{
			BankCodeID: httpx.ID(c.PostForm("bank_code_id")), Day: day, Amount: httpx.ID(c.PostForm("cents")),
			Description: c.PostForm("description"), Job: postedJob(c),
		})
		return err
	})
}
