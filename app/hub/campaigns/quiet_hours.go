package campaigns

import (
	"errors"
	"strings"
	"time"

	"presence/app/platform/walltime"
	"presence/db"
)

// QuietHours are the hours of each night in which no campaign sends (ADR 41). The zero value: there are none.
type QuietHours struct {
	From, To int // minutes after midnight in the company's zone; with To before From they end on the next day
}

// maxQuiet is the maximum length of quiet hours, in minutes, so that eight hours of each day are left for campaigns.
const maxQuiet = 16 * 60

var errQuietHours = errors.New("expected two times such as 21:00-08:00, at most 16 hours apart; leave empty for none")

// ParseQuietHours parses "21:00-08:00". Spaces around the times and an en dash are accepted, as people type them; "" is none.
func ParseQuietHours(text string) (QuietHours, error) {
	if text == "" {
		return QuietHours{}, nil
	}
	from, to, _ := strings.Cut(strings.ReplaceAll(text, "–", "-"), "-")
	h := QuietHours{int(readClock(strings.TrimSpace(from))), int(readClock(strings.TrimSpace(to)))}
	if h.From < 0 || h.To < 0 || h.From == h.To || h.minutes() > maxQuiet {
		return QuietHours{}, errQuietHours
	}
	return h, nil
}

// String returns the text that ParseQuietHours parses.
func (h QuietHours) String() string {
	if h == (QuietHours{}) {
		return ""
	}
	return clockOf(int64(h.From)) + "-" + clockOf(int64(h.To))
}

// minutes returns how long the quiet hours are on a day without a change of the clocks.
func (h QuietHours) minutes() int { return (h.To - h.From + 24*60) % (24 * 60) }

// around returns the beginning and the end of the quiet hours that contain an instant; within is false if none do. The instant
// of their end does not belong to them. They are instants, not readings of a clock: when the clocks go back over their end, they
// end once, at the first of the two.
func (h QuietHours) around(at db.Instant, zone *time.Location) (from, to db.Instant, within bool) {
	if h == (QuietHours{}) {
		return 0, 0, false
	}
	today := db.DayOf(at.Time().In(zone))
	for _, day := range []db.Day{today.Add(-1), today} {
		last := day
		if h.To < h.From {
			last = day.Add(1)
		}
		from, to = clockAt(day, h.From, zone), clockAt(last, h.To, zone)
		if from <= at && at < to {
			return from, to, true
		}
	}
	return 0, 0, false
}

// clockAt returns the instant of a time of day, in minutes after midnight. If the time occurs twice, because the clocks go back,
// it is the first one; if the clocks skip it, it is an hour later.
func clockAt(d db.Day, minutes int, zone *time.Location) db.Instant {
	at, exists := walltime.OnDay(d, minutes, zone)
	if !exists {
		at, _ = walltime.OnDay(d, minutes+60, zone)
	}
	return at
}

// QuietUntil returns when the quiet hours end that contain an instant; 0 if none do.
func (s *Service) QuietUntil(at db.Instant) db.Instant {
	_, until, _ := s.o.Quiet.around(at, s.o.Zone)
	return until
}

// HeldUntil returns when a campaign that is being sent goes on, if it waits for the end of quiet hours; 0 if it does not.
func (s *Service) HeldUntil(c Campaign) db.Instant {
	if c.State != Sending {
		return 0
	}
	return s.QuietUntil(s.at())
}

// dueWindow returns the instants between which the start of a scheduled campaign must lie for it to begin now. A start before
// missed is too late. A start within quiet hours is due at their end, so that within them none begins: last is then before missed.
func (s *Service) dueWindow() (missed, last db.Instant) {
	last, missed = s.at(), db.InstantOf(s.now().Add(-maxDelay))
	if from, _, within := s.o.Quiet.around(missed, s.o.Zone); within {
		missed = from
	}
	if from, _, within := s.o.Quiet.around(last, s.o.Zone); within {
		missed = min(missed, from)
		last = missed - 1
	}
	return missed, last
}
