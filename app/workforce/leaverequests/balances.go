package leaverequests

import (
	"context"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/workforce/leaverequests"
)

// Balance is what an employee has of a kind of leave on a day. Amounts are minutes.
type Balance struct {
	LeaveType string
	Terms     [6]int64 // which add up to Left, with their signs, in the order of i18n.BalanceTerms
	Asked     int64    // not decided
	Left      int64    // Asked is not deducted from it
	PaidLeft  int64    // the part of Left that is paid; 0 if the rule does not count paid days apart
}

// Balances reads balances. Package leavebalances, which has them, depends on this one.
type Balances interface {
	// Own returns the balances of the actor on a day, in the order of the kinds of leave.
	Own(ctx context.Context, by auth.Actor, day db.Day) ([]Balance, error)
	// On returns the balance of an employee in the actor's scope; known is false if the kind of leave has none.
	On(ctx context.Context, by auth.Actor, employee int64, leaveType string, day db.Day) (b Balance, known bool, err error)
}

// Sum says what the balance is added up from, how much of what is left is paid, and what is asked for.
func (b Balance) Sum(l i18n.Lang) string {
	sum := l.BalanceSum(b.Terms[:]...)
	if b.PaidLeft > 0 {
		sum = strings.TrimPrefix(sum+", "+l.PaidDays(b.PaidLeft), ", ")
	}
	if b.Asked > 0 {
		sum = strings.TrimPrefix(sum+" · "+l.F(i18n.BalanceWaiting, l.DaysPlain(b.Asked)), " · ")
	}
	return i18n.Capital(sum)
}

// checkBalance fails if the company refuses a request for more than is left. old is the request before; empty for a new or restored one.
func (s *Service) checkBalance(ctx context.Context, tx *db.Tx, old, r LeaveRequest) error {
	if s.Refuses == nil || !claimsTime(r.ApprovalStatus) || !takesMore(old, r) {
		return nil
	}
	refuses, err := s.Refuses(ctx, tx, r)
	if err == nil && refuses {
		err = errs.InvalidField("start_date_time", "leave_balance", "There is not enough of this leave left.")
	}
	return err
}

// takesMore reports whether a change may take more leave: time outside the old one, another kind or person, or leave that did not count
// before. A decision about what was asked for does not, nor does less of it.
func takesMore(old, r LeaveRequest) bool {
	return r.Start < old.Start || r.End > old.End || old.LeaveType != r.LeaveType || old.EmployeeID != r.EmployeeID ||
		old.BankCodeID != r.BankCodeID || !claimsTime(old.ApprovalStatus)
}

// previewBalance adds to the preview what is left on the first day of a request, and after it. What is asked for already is deducted.
func (p pages) previewBalance(c *gin.Context, s *presenter, n New) error {
	if p.Balances == nil {
		return nil
	}
	first, _ := LeaveRequest{Start: n.Start, End: n.End}.Days(s.zone)
	b, known, err := p.Balances.On(c.Request.Context(), s.actor, n.EmployeeID, n.LeaveType, first)
	if err != nil || !known {
		return err
	}
	left := b.Left - b.Asked
	after := left - s.taken(LeaveRequest{BankCodeID: n.BankCodeID, Start: n.Start, End: n.End}).Minutes
	s.preview.Balance = s.lang.F(i18n.BalanceBefore, s.lang.Days(left), s.lang.Day(first), s.lang.DaysPlain(after))
	if after < 0 {
		s.preview.Short = s.lang.T(i18n.BalanceShort)
	}
	return nil
}

// ownBalances returns the table of the user's own balances; nil if there are none.
func (s *presenter) ownBalances() *views.Balances {
	if len(s.balances) == 0 {
		return nil
	}
	v := &views.Balances{Href: paths.LeaveLedger(s.actor.EmployeeID), On: s.lang.F(i18n.BalancesOn, s.lang.Day(s.today))}
	for _, b := range s.balances {
		x := views.Balance{Kind: s.lang.T(i18n.LeaveNames[b.LeaveType]), Left: s.lang.F(i18n.BalanceLeftDays, s.lang.Days(b.Left)),
			Below: b.Left < 0, Sum: b.Sum(s.lang)}
		v.Rows = append(v.Rows, x)
	}
	return v
}
