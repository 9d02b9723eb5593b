package payperiods

import (
	"slices"
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
	s := NewService(nil, time.Now, Config{Calendar: c, Zone: zone})
	list, err := s.CalendarEntries()(t.Context(), nil, auth.Actor{Language: i18n.EN}, at("2026-02-20"), at("2027-04-01"))
	if err != nil || len(list) < 27 || list[0].Title != "End of pay period 2026-05" || list[0].Start != at("2026-02-21") {
		t.Fatalf("%d, %+v, %v", len(list), list, err)
	}
	for _, e := range list {
		if start, end := e.Start.Time().In(zone), e.End.Time().In(zone); !e.AllDay || start.Weekday() != time.Saturday || end.Weekday() != time.Sunday {
			t.Errorf("%+v", e)
		}
	}
}

// With a company that pays on Thursdays, each period has a pay day, also those that ended before the span.
func TestCalendarEntries_pay_days(t *testing.T) {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		t.Fatal(err)
	}
	at := func(day string) db.Instant { return db.InstantOf(db.MustDay(day).In(zone)) }
	s := NewService(nil, time.Now, Config{Calendar: c, Zone: zone, PayDayAfter: 12})
	list, err := s.CalendarEntries()(t.Context(), nil, auth.Actor{Language: i18n.FR}, at("2026-11-27"), at("2026-12-26"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range list {
		got = append(got, e.UID+" "+e.Title+" "+e.Start.Time().In(zone).Format(time.DateOnly))
	}
	want := []string{"period-2026-25 Fin de la période de paie 2026-25 2026-11-28", "pay-day-2026-25 Jour de paie (2026-25) 2026-12-10",
		"period-2026-26 Fin de la période de paie 2026-26 2026-12-12", "pay-day-2026-26 Jour de paie (2026-26) 2026-12-24"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
