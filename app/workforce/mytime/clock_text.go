package mytime

import (
	"time"

	"presence/db"
)

// clockText formats a time for the input field; shifts.TypedTimes can parse it.
func clockText(at db.Instant, zone *time.Location) string { return at.Time().In(zone).Format("15:04") }
