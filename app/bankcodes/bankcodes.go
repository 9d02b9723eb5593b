// Package bankcodes keeps the codes under which shifts, expenses and leave are paid.
package bankcodes

import (
	"math"
	"strings"
	"unicode/utf8"

	"presence/app/errs"
	"presence/db"
)

// Category is what a code may be used for; the document spells the field "categorie".
type Category string

// The categories a code can have.
const (
	ForShift   Category = "shift"
	ForExpense Category = "expense"
	ForLeave   Category = "leave"
)

// Mileage is the type of the expense codes whose modifier is dollars per kilometre (W4).
const Mileage = "mileage"

// BankCode is a code of the pay system.
type BankCode struct {
	ID        int64
	Type      string // decides the column of the hours, case-insensitively (W3): "regular", "evening", …
	Category  Category
	Modifier  Modifier
	Code      string // as the bank spells it: "G1"
	Version   int64
	UpdatedAt db.Instant
}

// Kind is the type as rules compare it.
func (b BankCode) Kind() string { return strings.ToLower(b.Type) }

// Modifier multiplies the salary, or is the dollars per kilometre of a mileage code, in 1/10 000 (C6).
type Modifier int64

// ModifierOf rounds a JSON number once, at the edge.
func ModifierOf(f float64) Modifier { return Modifier(math.Round(f * 10_000)) }

// Float is the modifier as JSON shows it.
func (m Modifier) Float() float64 { return float64(m) / 10_000 }

// New is what a bank code is made of.
type New struct {
	Type     string
	Category Category
	Modifier Modifier
	Code     string
}

// Changes names the fields to change; nil leaves one as it is.
type Changes struct {
	Type     *string
	Category *Category
	Modifier *Modifier
	Code     *string
}

// Validate finds every fault of n.
func (n *New) Validate() errs.Fields {
	var faults errs.Fields
	n.Type, n.Code = strings.TrimSpace(n.Type), strings.TrimSpace(n.Code)
	text(&faults, "type", n.Type)
	text(&faults, "bank_code", n.Code)
	switch n.Category {
	case ForShift, ForExpense, ForLeave:
	case "":
		faults.Add("categorie", "required", "This field is required.")
	default:
		faults.Add("categorie", "not_allowed", "Expected one of shift, expense, leave.")
	}
	if n.Modifier < 0 || n.Modifier > 1_000_000 {
		faults.Add("modifier", "out_of_range", "Expected a number from 0 to 100.")
	}
	if n.Category == ForExpense && strings.EqualFold(n.Type, Mileage) && n.Modifier == 0 {
		faults.Add("modifier", "out_of_range", "A mileage code needs its dollars per kilometre, above 0.")
	}
	return faults
}

func text(faults *errs.Fields, field, v string) {
	switch n := utf8.RuneCountInString(v); {
	case n == 0:
		faults.Add(field, "required", "This field is required.")
	case n > 50:
		faults.Add(field, "length", "Expected at most 50 characters.")
	}
}

// with is b with the changes, ready to be validated whole.
func (b BankCode) with(c Changes) New {
	n := New{b.Type, b.Category, b.Modifier, b.Code}
	set(&n.Type, c.Type)
	set(&n.Category, c.Category)
	set(&n.Modifier, c.Modifier)
	set(&n.Code, c.Code)
	return n
}

func set[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}
