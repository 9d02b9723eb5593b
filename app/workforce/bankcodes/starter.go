package bankcodes

import (
	"context"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

// StarterSet names a set of pay codes for a company that has none.
type StarterSet string

// The sets. Their codes differ in their names; companies change them to those of their payroll system.
const (
	Quebec StarterSet = "quebec"
	Canada StarterSet = "canada"
)

// starterCode is a code of the sets.
type starterCode struct {
	kind           string
	category       Category
	modifier       Modifier
	quebec, canada string // its name in each set
}

// starterCodes are the codes of the sets. The rate per kilometre is the first one of Canada's reasonable allowance rates for 2025.
var starterCodes = []starterCode{
	{"regular", ForShift, 10_000, "REG", "REG"},
	{"evening", ForShift, 10_000, "SOIR", "EVE"},
	{"overtime", ForShift, 15_000, "SUP", "OT"},
	{"vacation", ForLeave, 10_000, "VAC", "VAC"},
	{"statutory_holiday", ForLeave, 10_000, "FER", "STAT"},
	{"sick", ForLeave, 10_000, "MAL", "SICK"},
	{"bereavement", ForLeave, 10_000, "DEUIL", "BRV"},
	{"unpaid", ForLeave, 0, "SS", "UNP"},
	{Mileage, ForExpense, 7_200, "KM", "KM"},
	{"expense", ForExpense, 10_000, "DEP", "EXP"},
	{"meal", ForExpense, 10_000, "REPAS", "MEAL"},
}

// AddStarter creates the codes of a set. If there is a code already, it does nothing.
func (s *Service) AddStarter(ctx context.Context, by auth.Actor, set StarterSet) error {
	if set != Quebec && set != Canada {
		return errs.InvalidField("codes", "not_allowed", "Expected one of quebec, canada.")
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := tx.SerializeBy(ctx, "bank_codes"); err != nil {
			return err
		}
		exists := false
		if err := list(ctx, tx, Filter{Rows: 1}, func(BankCode) error { exists = true; return nil }); err != nil || exists {
			return err
		}
		for _, c := range starterCodes {
			n := New{Type: c.kind, Category: c.category, Modifier: c.modifier, Code: c.quebec}
			if set == Canada {
				n.Code = c.canada
			}
			if _, err := s.Create(ctx, by, n); err != nil {
				return err
			}
		}
		return nil
	})
}
