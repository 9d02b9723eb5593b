package shifts

import (
	"testing"
	"time"

	"presence/app/platform/errs"
	"presence/db"
)

var toronto = func() *time.Location {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		panic(err)
	}
	return zone
}()

func TestTypedTimes(t *testing.T) {
	at := func(s string) db.Instant {
		x, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return db.InstantOf(x)
	}
	for name, c := range map[string]struct {
		day, start, end string
		stands          Shift
		from, to        string // of the two instants
		faults          string
	}{
		"a day": {day: "2026-11-20", start: "8", end: "1630", from: "2026-11-20T13:00:00Z",
			to: "2026-11-20T21:30:00Z"},
		"a night ends on the next day": {day: "2026-11-20", start: "23h", end: "7h", from: "2026-11-21T04:00:00Z",
			to: "2026-11-21T12:00:00Z"},
		"midnight is the end of the day": {day: "2026-11-20", start: "16", end: "0", from: "2026-11-20T21:00:00Z",
			to: "2026-11-21T05:00:00Z"},
		"24:00 is midnight too": {day: "2026-11-20", start: "16", end: "24:00", from: "2026-11-20T21:00:00Z",
			to: "2026-11-21T05:00:00Z"},
		"the same time is a whole day later": {day: "2026-11-20", start: "8", end: "8", from: "2026-11-20T13:00:00Z",
			to: "2026-11-21T13:00:00Z"},
		"the night the clocks go forward has 7 hours": {day: "2026-03-07", start: "23", end: "7", from: "2026-03-08T04:00:00Z",
			to: "2026-03-08T11:00:00Z"},
		"the night the clocks go back has 9 hours": {day: "2026-10-31", start: "23", end: "7", from: "2026-11-01T03:00:00Z",
			to: "2026-11-01T12:00:00Z"},
		"of a time that comes twice the first counts": {day: "2026-10-31", start: "20", end: "1:30", from: "2026-11-01T00:00:00Z",
			to: "2026-11-01T05:30:00Z"},
		"a time that was not touched stays the moment it was": {day: "2026-10-31", start: "21", end: "1:30",
			stands: Shift{End: at("2026-11-01T06:30:00Z")},
			from:   "2026-11-01T01:00:00Z", to: "2026-11-01T06:30:00Z"},
		"a time that was changed is the new moment": {day: "2026-10-31", start: "21", end: "1:45",
			stands: Shift{Start: at("2026-11-01T01:30:00Z"), End: at("2026-11-01T06:30:00Z")},
			from:   "2026-11-01T01:00:00Z", to: "2026-11-01T05:45:00Z"},
		"an end that does not exist after nonsense":   {day: "2026-03-08", start: "morning", end: "2:30", faults: "start_time clock"},
		"a start that does not exist before nonsense": {day: "2026-03-08", start: "2:30", end: "evening", faults: "end_time clock"},
		"a start that does not exist":                 {day: "2026-03-08", start: "2:30", end: "10", faults: "start_time no_such_time"},
		"an end that does not exist":                  {day: "2026-03-07", start: "22", end: "2:30", faults: "end_time no_such_time"},
		"nothing typed":                               {day: "2026-11-20", faults: "start_time required end_time required"},
		"nonsense and nothing":                        {day: "2026-11-20", start: "morning", faults: "start_time clock end_time required"},
	} {
		t.Run(name, func(t *testing.T) {
			var faults errs.Fields
			from, to := TypedTimes(&faults, db.MustDay(c.day), c.start, c.end, c.stands, toronto)
			if got := codesOf(faults); got != c.faults {
				t.Fatalf("faults %q, want %q", got, c.faults)
			}
			if c.faults == "" && (from != at(c.from) || to != at(c.to)) {
				t.Errorf("from %s to %s, want %s to %s", from, to, c.from, c.to)
			}
		})
	}
}

// codesOf is every fault in one line.
func codesOf(faults errs.Fields) (s string) {
	for i, f := range faults {
		if i > 0 {
			s += " "
		}
		s += f.Field + " " + f.Code
	}
	return s
}
