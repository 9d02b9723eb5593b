package demo

import (
	"context"

	"presence/app/platform/i18n"
	"presence/app/workforce/activities"
	"presence/app/workforce/customers"
	"presence/db"
)

// addCustomers makes the payroll customers for whom two of the crews work.
func (m *builder) addCustomers(ctx context.Context) error {
	s := customers.NewService(m.DB, m.now, i18n.FR)
	for i, n := range []customers.New{
		{FirstName: "Clinique", LastName: "Beauport", Email: "travaux@clinique-beauport.example", Residence: "Québec"},
		{FirstName: "Coopérative", LastName: "des Érables", Email: "entretien@coop-erables.example", Residence: "Lévis"},
		{FirstName: "Harbour", LastName: "Logistics", Email: "site@harbour-logistics.example", Residence: "Montréal"},
		{FirstName: "Hôtel", LastName: "Vieux-Quai", Email: "technique@vieux-quai.example", Residence: "Rimouski"},
	} {
		n.PhoneNumber, n.InvoiceID = 4185550140+int64(i), 71_001+int64(i)
		c, err := s.Add(ctx, m.clerk, n)
		if err != nil {
			return err
		}
		m.customers = append(m.customers, c.ID)
	}
	return nil
}

// addActivities makes the activities that two of the crews work for, and sets what an hour of each employee costs.
func (m *builder) addActivities(ctx context.Context) error {
	s := activities.NewService(m.DB, m.now)
	for _, n := range []activities.New{{Code: "INST", NameFR: "Installation", NameEN: "Installation"},
		{Code: "ENTR", NameFR: "Entretien", NameEN: "Maintenance"}, {Code: "URG", NameFR: "Réparation urgente", NameEN: "Emergency repair"}} {
		a, err := s.Create(ctx, m.clerk, n)
		if err != nil {
			return err
		}
		m.activities = append(m.activities, a.ID)
	}
	from := db.DayOf(m.now().In(m.Zone))
	for i, p := range m.staff {
		cost := activities.HourlyCost{From: from, Cents: 3_600 + 150*int64(i%9)}
		if _, err := s.SetCost(ctx, m.clerk, p.actor.EmployeeID, cost); err != nil {
			return err
		}
	}
	return nil
}

// jobOf returns what a shift is for: calls in the evening are repairs, and the crews change between the other activities every other day.
// Each crew works for two of the customers, a week for each; on Fridays it maintains its own shop.
func (m *builder) jobOf(p *person, w work) (j activities.Job) {
	switch {
	case p.crew != 1 && p.crew != 2:
		return j
	case w.code == "emergency":
		j.ActivityID = m.activities[2]
	default:
		j.ActivityID = m.activities[(p.crew+w.day/2)%2]
	}
	if w.day%7 != 5 {
		j.CustomerID = m.customers[2*(p.crew-1)+w.day/7]
	}
	return j
}

// expenseJob returns for whom an expense is: for the customer of the crew in that week.
func (m *builder) expenseJob(p *person, s spending) (j activities.Job) {
	if p.crew == 1 || p.crew == 2 {
		j.CustomerID = m.customers[2*(p.crew-1)+s.day/7]
	}
	return j
}
