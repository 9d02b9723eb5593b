package demo

import (
	"context"

	"presence/app/workforce/activities"
	"presence/db"
)

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
func (m *builder) jobOf(p *person, w work) (j activities.Job) {
	switch {
	case p.crew != 1 && p.crew != 2:
	case w.code == "emergency":
		j.ActivityID = m.activities[2]
	default:
		j.ActivityID = m.activities[(p.crew+w.day/2)%2]
	}
	return j
}
