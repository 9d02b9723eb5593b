package kiosks_test

import (
	"testing"

	"presence/app/workforce/kiosks"
)

// lock tries five wrong PINs of a badge number on a kiosk.
func (w world) lock(k kiosks.Kiosk, number string) {
	w.Helper()
	for range 5 {
		if _, err := w.open(k, number, "9999"); err == nil {
			w.Fatal("a wrong PIN is right")
		}
	}
}

func TestService_Revoke_unlocks(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		stolen, _ := w.kiosk("Quai")
		other, _ := w.kiosk("Quai") // of the same name
		w.badge(w.Ann.EmployeeID, "A-7", "2580")
		w.badge(w.Cid.EmployeeID, "C-12", "1379")
		w.lock(stolen, "A-7")
		w.lock(other, "C-12")
		w.OK(w.s.Revoke(t.Context(), w.Admin, stolen.ID, nil))
		if _, err := w.open(other, "A-7", "2580"); err != nil {
			t.Errorf("a lock of the revoked kiosk stands: %v", err)
		}
		_, err := w.open(other, "C-12", "1379")
		w.Refused(err, kiosks.PINLocked)
		if n := w.Count(`SELECT COUNT(*) FROM audit_log WHERE kind = 'badge' AND action = 'updated' AND changes LIKE '%"locked_until"%'`); n != 1 {
			t.Errorf("%d entries of the audit log", n)
		}
	})
}

func TestService_SetBadge_unlocks(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		k, _ := w.kiosk("Quai")
		w.badge(w.Ann.EmployeeID, "A-7", "2580")
		w.lock(k, "A-7")
		if _, err := w.s.SetBadge(t.Context(), w.Ann, w.Ann.EmployeeID, nil, kiosks.BadgeChanges{Unlock: true}); err != nil {
			t.Fatal(err)
		}
		_, err := w.open(k, "A-7", "2580")
		w.Refused(err, kiosks.PINLocked)
		b, err := w.s.SetBadge(t.Context(), w.Payroll, w.Ann.EmployeeID, nil, kiosks.BadgeChanges{Unlock: true})
		if err != nil || b.LockedUntil == 0 || b.Version != 2 {
			t.Fatalf("who does not say which version they have seen: %+v, %v", b, err)
		}
		b, err = w.s.SetBadge(t.Context(), w.Payroll, w.Ann.EmployeeID, &b.Version, kiosks.BadgeChanges{Unlock: true})
		if err != nil || b.LockedUntil != 0 {
			t.Fatalf("%+v, %v", b, err)
		}
		if _, err := w.open(k, "A-7", "2580"); err != nil {
			t.Errorf("the PIN is not taken: %v", err)
		}
		if n := w.Count(`SELECT COUNT(*) FROM audit_log WHERE kind = 'badge' AND action = 'updated' AND changes LIKE '%"locked_until"%'`); n != 1 {
			t.Errorf("%d entries of the audit log", n)
		}
	})
}
