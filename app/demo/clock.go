package demo

import (
	"context"
	"time"
)

// clockIn lets some of the first crew clock in during the last hours; one of them is on break.
func (m *builder) clockIn(ctx context.Context) error {
	var onBreak *person
	for _, p := range m.staff {
		if p.crew != 0 || p.place < 2 || p.place > 5 {
			continue
		}
		m.at(m.Now.Add(-3*time.Hour + time.Duration(4*p.place)*time.Minute))
		if _, err := m.clockings.ClockIn(ctx, p.actor, 0); err != nil {
			return err
		}
		if p.place == 3 {
			onBreak = p
		}
	}
	m.at(m.Now.Add(-time.Hour))
	_, err := m.clockings.StartBreak(ctx, onBreak.actor)
	return err
}
