package imports

import (
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/platform/typed"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/expenses"
	"presence/db"
)

// expenseColumns are the columns of a file of expenses.
var expenseColumns = []Column{
	employeeColumn,
	dayColumn(column("date", i18n.ImpDay, true, i18n.ImpSampleWorkDay, "day", "expense date", "jour", "date de la depense",
		"date de depense")),
	column("amount", i18n.ImpAmount, true, i18n.ImpSampleAmount, "dollars", "total", "cost", "price", "montant", "cout", "prix"),
	codeColumn(i18n.ImpSampleExpenseCode),
	column("description", i18n.ImpDescription, true, i18n.ImpSampleExpense, "note", "details", "comment", "motif", "commentaire"),
}

// expenseSource reads files of expenses.
func expenseSource(p Parts, zone *time.Location, today func() db.Day) source {
	return timeKind[expenses.New]{columns: expenseColumns, category: bankcodes.ForExpense, past: true, zone: zone, today: today,
		period: p.Period, read: readExpense,
		open: func(by auth.Actor) (timeBulk[expenses.New], error) { return p.Expenses.NewBulk(by, p.Period) }}.source()
}

func readExpense(c *cells, code int64, _ *time.Location) (n expenses.New, first, last db.Day) {
	n = expenses.New{BankCodeID: code, Description: c.or("description")}
	if d := c.day("date"); d != nil {
		n.Day = *d
	}
	if text := strings.Trim(strings.Join(strings.Fields(c.or("amount")), ""), "$"); text == "" {
		c.faults.Add("amount", "required", "This field is required.")
	} else if dollars, ok := typed.Decimal(text); ok {
		n.Amount = expenses.Cents(dollars)
	} else {
		c.faults.Add("amount", "amount", "Expected an amount in dollars.")
	}
	return n, n.Day, n.Day
}
