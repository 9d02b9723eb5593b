package payperiods

import (
	"testing"

	"presence/db"
)

func TestPeriod_Remindable(t *testing.T) {
	p := Period{Start: db.MustDay("2026-11-01"), End: db.MustDay("2026-11-14")}
	for _, x := range []struct {
		name, today string
		want        bool
	}{
		{"the day before it begins is too early", "2026-10-31", false},
		{"its first day", "2026-11-01", true},
		{"four weeks after its end", "2026-12-12", true},
		{"a day later is too late", "2026-12-13", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := p.Remindable(db.MustDay(x.today)); got != x.want {
				t.Errorf("%s: %t", x.today, got)
			}
		})
	}
}
