package schedule

import (
	"time"

	"presence/app/platform/walltime"
	"presence/db"
)

// on returns the plan on another day, at the same times of day; false if the clocks skip one of them.
func (p Plan) on(d db.Day, zone *time.Location) (Plan, bool) {
	at := func(x db.Instant) (db.Instant, bool) {
		t := x.Time().In(zone)
		return walltime.OnDay(d.Add(db.DayOf(t).Sub(p.Day)), t.Hour()*60+t.Minute(), zone)
	}
	start, okStart := at(p.Start)
	end, okEnd := at(p.End)
	p.Day, p.Start, p.End = d, start, end
	return p, okStart && okEnd && start < end
}
