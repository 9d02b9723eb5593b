package demo

import (
	"context"

	"presence/app/workforce/leavebalances"
	"presence/db"
)

// addLeaveRules makes the rules of vacation and of sick and family leave, and enters what everyone had left of vacation until then.
func (m *builder) addLeaveRules(ctx context.Context) error {
	m.at(m.Now.AddDate(0, -5, 0))
	s := leavebalances.NewService(m.DB, m.now, leavebalances.Options{Zone: m.Zone, Periods: m.Calendar.Ends, Holidays: m.Norm.Holidays})
	begins := db.DayOf(m.now().In(m.Zone))
	for _, rule := range []leavebalances.Rule{leavebalances.QuebecVacation, leavebalances.QuebecSick} {
		rule.From = begins
		if _, err := s.SetRule(ctx, m.clerk, nil, rule); err != nil {
			return err
		}
	}
	for i, p := range m.staff {
		days, by := int64(4+i%7), m.clerk
		if p.actor.EmployeeID == by.EmployeeID { // their own are entered by an administrator
			by = m.admin
		}
		if _, err := s.Add(ctx, by, p.actor.EmployeeID, leavebalances.New{LeaveType: leavebalances.QuebecVacation.LeaveType, Day: begins,
			Kind: leavebalances.Opening, Minutes: days * leavebalances.DayMinutes, Note: "Solde de l’ancien système"}); err != nil {
			return err
		}
	}
	return nil
}
