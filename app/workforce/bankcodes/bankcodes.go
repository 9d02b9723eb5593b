// Package bankcodes stores the codes under which shifts, expenses and leave are paid.
package bankcodes

import (
	"math"
	"strings"
	"unicode/utf8"

	"presence/app/platform/audit"
	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/db"
)

// Category says what a code may be used for; the API's field is spelled "categorie".
type Category string

// The categories a code can have.
const (
	ForShift   Category = "shift"
	ForExpense Category = "expense"
	ForLeave   Category = "leave"
)

// Types, as Fold returns them.
const (
	Overtime = "overtime" // of shifts that are overtime, whatever the hours of the week (W3)
	Mileage  = "mileage"  // of the expense codes whose modifier is dollars per kilometre (W4)
)

// BankCode is a code of the payroll system.
type BankCode struct {
	ID        int64
	Type      string // decides the column of the hours, case-insensitively (W3): "regular", "evening", …
	Category  Category
	Modifier  Modifier
	Code      string // in the payroll system: "G1"
	Version   int64
	UpdatedAt db.Instant
}

// AuditFields implements audit.Auditable.
func (b BankCode) AuditFields() audit.Fields {
	return audit.Fields{"id": b.ID, "type": b.Type, "categorie": string(b.Category), "modifier": b.Modifier.Float(), "bank_code": b.Code}
}

// Kind returns the type as Fold does.
func (b BankCode) Kind() string { return Fold(b.Type) }

// Fold returns the type of a bank code as it is compared and named: in lower case, without blanks around it.
func Fold(bankCodeType string) string { return strings.ToLower(strings.TrimSpace(bankCodeType)) }

// FoldSQL is Fold as SQL, for a column with the type of a bank code.
func FoldSQL(column string) string { return "LOWER(TRIM(" + column + "))" }

// Modifier multiplies the salary; for a mileage code it is dollars per kilometre. Its unit is 1/10,000 (C6).
type Modifier int64

// ModifierOf converts and rounds a JSON number.
func ModifierOf(f float64) Modifier { return Modifier(math.Round(f * 10_000)) }

// Float returns the modifier as a JSON number.
func (m Modifier) Float() float64 { return float64(m) / 10_000 }

// New is the input for a new bank code.
type New struct {
	Type     string
	Category Category
	Modifier Modifier
	Code     string
}

// Changes are the new values of a bank code's fields; nil leaves a field as it is.
type Changes struct {
	Type     *string
	Category *Category
	Modifier *Modifier
	Code     *string
}

// Validate cleans n and returns all its errors.
func (n *New) Validate() errs.Fields {
	c := Changes{&n.Type, &n.Category, &n.Modifier, &n.Code}
	faults := c.Validate()
	n.checkMileage(&faults)
	return faults
}

// checkMileage adds an error if a mileage code has no positive modifier: kilometres are the amount divided by it (W4).
func (n *New) checkMileage(faults *errs.Fields) {
	if n.isMileage() && n.Modifier == 0 {
		faults.Add("modifier", "out_of_range", "A mileage code needs its dollars per kilometre, above 0.")
	}
}

func (n New) isMileage() bool { return n.Category == ForExpense && Fold(n.Type) == Mileage }

// perKilometre returns the modifier of a mileage code, by which the amounts of its expenses are divided (W4); 0 for any other code.
func (n New) perKilometre() Modifier {
	if !n.isMileage() {
		return 0
	}
	return n.Modifier
}

// Validate cleans the changed fields and returns the errors of each field by itself.
func (c Changes) Validate() errs.Fields {
	var faults errs.Fields
	cleanText(&faults, "type", c.Type)
	if c.Category != nil {
		checkCategory(&faults, *c.Category)
	}
	if c.Modifier != nil && (*c.Modifier < 0 || *c.Modifier > maxModifier) {
		faults.Add("modifier", "out_of_range", "Expected a number from 0 to 100.")
	}
	cleanText(&faults, "bank_code", c.Code)
	return faults
}

const (
	maxText     = 50        // characters
	maxModifier = 1_000_000 // stands for 100
)

func checkCategory(faults *errs.Fields, c Category) {
	switch c {
	case ForShift, ForExpense, ForLeave:
	case "":
		faults.Add("categorie", "required", "This field is required.")
	default:
		faults.Add("categorie", "not_allowed", "Expected one of shift, expense, leave.")
	}
}

func cleanText(faults *errs.Fields, field string, v *string) {
	if v == nil {
		return
	}
	*v = strings.TrimSpace(*v)
	switch n := utf8.RuneCountInString(*v); {
	case n == 0:
		faults.Add(field, "required", "This field is required.")
	case n > maxText:
		faults.Add(field, "length", "Expected at most 50 characters.")
	default:
		faults.Line(field, *v)
	}
}

// withChanges returns b with the changes, for validation as a whole.
func (b BankCode) withChanges(c Changes) New {
	n := New{b.Type, b.Category, b.Modifier, b.Code}
	change.Set(&n.Type, c.Type)
	change.Set(&n.Category, c.Category)
	change.Set(&n.Modifier, c.Modifier)
	change.Set(&n.Code, c.Code)
	return n
}
