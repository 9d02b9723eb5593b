package mytime

import (
	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/workforce/expenses"
	"presence/db"
	"presence/views/ui"
)

// amountOf reads the amount and the code of a form, for a code may turn kilometres into dollars.
func (p pages) amountOf(c *gin.Context) (cents, code int64, err error) {
	codes, err := p.s.Codes(c.Request.Context())
	if err != nil {
		return 0, 0, err
	}
	code = httpx.ID(c.PostForm("bank_code_id"))
	var faults errs.Fields
	cents = parseAmount(&faults, c.PostForm("amount"), codes[code])
	return cents, code, faults.Err()
}

// addExpense keeps an expense that was typed in its day.
func (p pages) addExpense(c *gin.Context) error {
	pl, err := p.location(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	day, err := postedDay(c, pl)
	o := openForm{day: day, kind: "expense", values: postedValues(c)}
	if err != nil {
		return p.renderRefused(c, pl, o, err)
	}
	n := expenses.New{TimesheetID: 1, Day: day, Description: c.PostForm("description")}
	if n.Amount, n.BankCodeID, err = p.amountOf(c); err != nil {
		return p.renderRefused(c, pl, o, mergeErrors(err, &n))
	}
	before, err := p.isSubmitted(c, pl)
	if err != nil {
		return err
	}
	actor := auth.From(c.Request.Context())
	x, err := p.s.AddExpense(c.Request.Context(), actor, pl.target(), n)
	if err != nil {
		return p.renderRefused(c, pl, o, err)
	}
	lang := actor.Language
	said := ui.Toast{Text: lang.F(i18n.TimeSpentAdded, lang.DayWeek(day), lang.Dollars(x.Amount))}
	return p.renderEntry(c, pl, []db.Day{day}, db.Day{}, p.withReopenedToast(c, before, said)...)
}

// mergeErrors adds what else is wrong with an expense to the fault of its amount, so that all is said at once.
func mergeErrors(err error, n *expenses.New) error {
	faults := errs.FieldsOf(err)
	if faults == nil {
		return err
	}
	for _, f := range n.Validate() {
		if f.Field != "amount" {
			faults = append(faults, f)
		}
	}
	return faults.Err()
}

// changeExpense keeps the changes of one expense. It stays on its day.
func (p pages) changeExpense(c *gin.Context) error {
	pl, old, err := p.expense(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	o := openForm{day: old.Day, kind: "expense", id: old.ID, values: postedValues(c)}
	description := c.PostForm("description")
	cents, code, err := p.amountOf(c)
	if err != nil {
		return p.renderRefused(c, pl, o, mergeErrors(err, &expenses.New{TimesheetID: 1, BankCodeID: code, Day: old.Day,
			Description: description}))
	}
	before, err := p.isSubmitted(c, pl)
	if err != nil {
		return err
	}
	actor := auth.From(c.Request.Context())
	changes := expenses.Changes{BankCodeID: &code, Amount: &cents, Description: &description}
	if _, err := p.s.Expenses.Update(c.Request.Context(), actor, old.ID, httpx.FormVersion(c), changes); err != nil {
		return p.renderRefused(c, pl, o, err)
	}
	said := ui.Toast{Text: actor.Language.F(i18n.TimeSaved, actor.Language.DayWeek(old.Day))}
	return p.renderEntry(c, pl, []db.Day{old.Day}, db.Day{}, p.withReopenedToast(c, before, said)...)
}

// expense is the one that the address names, in a place that shows it.
func (p pages) expense(c *gin.Context) (pl gridLocation, x expenses.Expense, err error) {
	if pl, err = p.location(c); err != nil {
		return pl, x, err
	}
	x, err = p.s.Expenses.Get(c.Request.Context(), auth.From(c.Request.Context()), httpx.ID(c.Param("line")))
	if err == nil && !pl.holds(x.EmployeeID, x.TimesheetID, x.Day) {
		err = errs.NotFound("expense")
	}
	return pl, x, err
}

// deleteExpense moves an expense to the archive, and offers to put it back.
func (p pages) deleteExpense(c *gin.Context) error {
	pl, _, err := p.expense(c)
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	before, err := p.isSubmitted(c, pl)
	if err != nil {
		return err
	}
	actor := auth.From(c.Request.Context())
	x, err := p.s.Expenses.Delete(c.Request.Context(), actor, httpx.ID(c.Param("line")), httpx.FormVersion(c))
	if err != nil {
		return httpx.Reload(c, auth.Lang(c), err)
	}
	said := ui.Toast{Tone: ui.Info, Text: actor.Language.F(i18n.TimeSpentDeleted, actor.Language.DayWeek(x.Day)),
		Undo: pl.grid.RestoreExpense(), Hidden: pl.hidden(
			ui.Hidden{Name: "timesheet_id", Value: formatID(x.TimesheetID)}, ui.Hidden{Name: "bank_code_id", Value: formatID(x.BankCodeID)},
			ui.Hidden{Name: "date", Value: x.Day.String()},
			ui.Hidden{Name: "cents", Value: formatID(x.Amount)}, ui.Hidden{Name: "description", Value: x.Description})}
	return p.renderEntry(c, pl, []db.Day{x.Day}, db.Day{}, p.withReopenedToast(c, before, said)...)
}

// restoreExpense keeps a deleted expense again.
func (p pages) restoreExpense(c *gin.Context) error {
	n := expenses.New{BankCodeID: httpx.ID(c.PostForm("bank_code_id")), Amount: httpx.ID(c.PostForm("cents")),
		Description: c.PostForm("description")}
	return p.restore(c, func(actor auth.Actor, t Target, day db.Day) error {
		n.Day = day
		_, err := p.s.AddExpense(c.Request.Context(), actor, t, n)
		return err
	})
}
