package demo

import (
	"context"
	"time"

	"presence/app/workforce/clockings"
	"presence/db"
)

// clockIn lets some of the first crew clock in during the last hours; one of them is on break, and one had no network.
func (m *builder) clockIn(ctx context.Context) error {
	var onBreak *person
	for _, p := range m.staff {
		if p.crew != 0 || p.place < 2 || p.place > 5 {
			continue
		}
		at := m.Now.Add(-3*time.Hour + time.Duration(4*p.place)*time.Minute)
		m.at(at)
		if p.place == 5 { // the last, as what is handed over is recorded later
			if err := m.clockInOffline(ctx, p, at); err != nil {
				return err
			}
		} else if _, err := m.clockings.ClockIn(ctx, p.actor, 0); err != nil {
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

// clockInOffline lets a person clock in at a time on a phone without a network and whose clock is behind, which hands that over later.
func (m *builder) clockInOffline(ctx context.Context, p *person, at time.Time) error {
	const behind = 7 * time.Minute
	sent := at.Add(20 * time.Minute)
	m.at(sent)
	_, err := m.clockings.HandOver(ctx, p.actor, clockings.HandOver{EmployeeID: p.actor.EmployeeID, SentAt: db.InstantOf(sent.Add(-behind)),
		Stamps: []clockings.Stamp{{Key: "b7e6a6b2-5a59-4a40-8f0c-3f6f1f0a1c55", Act: clockings.ActIn, DeviceAt: db.InstantOf(at.Add(-behind))}}})
	return err
}
