package payperiods

import (
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/db"
)

// The last day of each period is a whole day, also where the clocks change on it.
func TestCalendarEntries(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		t.Fatal(err)
	}
	at := func(day string) db.Instant {
		y, m, d := db.MustDay(day).Date()
		return db.InstantOf(time.Date(y, m, d, 0, 0, 0, 0, zone))
	}
	list, err := CalendarEntries(c, zone)(t.Context(), nil, auth.Actor{Language: i18n.EN}, at("2026-02-20"), at("2027-04-01"))
	if err != nil || len(list) < 27 || list[0].Title != "End of pay period 2026-05" || list[0].Start != at("2026-02-21") {
		t.Fatalf("%d, %+v, %v", len(list), list, err)
	}
	for _, e := range list {
		if start, end := e.Start.Time().In(zone), e.End.Time().In(zone); !e.AllDay || start.Weekday() != time.Saturday || end.Weekday() != time.Sunday {
			t.Errorf("%+v", e)
		}
	}
}
