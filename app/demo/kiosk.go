package demo

import (
	"context"
	"fmt"

	"presence/app/workforce/kiosks"
)

// demoPIN is the PIN of those who have one. README.md names it.
const demoPIN = "2580"

// withPIN is how many of the first crew have a badge number and a PIN.
const withPIN = 6

// addKiosk adds a kiosk, and gives some of the first crew badge numbers from F-101 on and a PIN. To try it, an administrator adds another.
func (m *builder) addKiosk(ctx context.Context) error {
	m.at(m.Now.AddDate(0, -5, 0))
	s := kiosks.NewService(m.DB, kiosks.Options{Accounts: m.Auth, Clockings: m.clockings, Zone: m.Zone, Now: m.now})
	token, _, err := s.Create(ctx, m.admin, "Entrepôt")
	if err != nil {
		return err
	}
	if _, _, err = s.Enrol(ctx, token, m.admin); err != nil {
		return err
	}
	for _, p := range m.staff {
		if p.crew != 0 || p.place >= withPIN {
			continue
		}
		number, pin := fmt.Sprintf("F-%d", 101+p.place), demoPIN
		if _, err := s.SetBadge(ctx, m.clerk, p.actor.EmployeeID, nil, kiosks.BadgeChanges{Number: &number, PIN: &pin}); err != nil {
			return err
		}
	}
	return nil
}
