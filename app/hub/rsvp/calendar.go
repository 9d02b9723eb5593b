package rsvp

import (
	"fmt"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"presence/app/hub/events"
	"presence/app/platform/i18n"
)

// CalendarFile is the event as iCalendar (RFC 5545). Its UID never changes, so that a second file replaces the first;
// its times stand in the zone of the event, which is told along with them.
func CalendarFile(e events.Event, lang i18n.Lang, zone *time.Location, host string) []byte {
	t := e.Text(string(lang))
	from, to := e.StartsAt.Time().In(zone), e.EndsAt.Time().In(zone)
	stamp := e.UpdatedAt
	if stamp == 0 { // a built-in event was never changed
		stamp = e.StartsAt
	}
	c := ics.NewCalendarFor("Presence")
	c.SetProductId("-//Presence//RSVP//" + strings.ToUpper(string(lang)))
	c.SetMethod(ics.MethodPublish)
	c.SetCalscale("GREGORIAN")
	c.AddVTimezone(zoneRules(zone, from, to))
	event := ics.NewEvent(e.ID + "@" + host)
	event.SetDtStampTime(stamp.Time())
	event.SetSequence(int(e.Version))
	event.SetProperty(ics.ComponentPropertyDtStart, from.Format(wallTime), ics.WithTZID(zone.String()))
	event.SetProperty(ics.ComponentPropertyDtEnd, to.Format(wallTime), ics.WithTZID(zone.String()))
	language := &ics.KeyValues{Key: "LANGUAGE", Value: []string{string(lang)}}
	event.SetSummary(t.Title, language)
	if t.Address != "" {
		event.SetLocation(t.Address, language)
	}
	if text := events.Plain(t.Details); text != "" {
		event.SetDescription(text, language)
	}
	c.AddVEvent(event)
	return []byte(c.Serialize(ics.WithNewLine("\r\n")))
}

const wallTime = "20060102T150405"

// zoneRules are the offsets that hold from the start to the end, each from when it began.
func zoneRules(zone *time.Location, from, to time.Time) *ics.VTimezone {
	z := ics.NewTimezone(zone.String())
	for at := from; ; {
		begin, end := at.ZoneBounds()
		z.Components = append(z.Components, zoneRule(at, begin))
		if end.IsZero() || end.After(to) {
			return z
		}
		at = end.In(zone)
	}
}

func zoneRule(at, begin time.Time) ics.Component {
	name, offset := at.Zone()
	before := offset
	start := "19700101T000000" // where the zone never changes
	if !begin.IsZero() {
		_, before = begin.Add(-time.Second).Zone()
		start = begin.UTC().Add(time.Duration(before) * time.Second).Format(wallTime) // told in the offset that ends
	}
	rule := ics.ComponentBase{}
	rule.SetProperty(ics.ComponentPropertyDtStart, start)
	rule.SetProperty(ics.ComponentProperty(ics.PropertyTzoffsetfrom), offsetText(before))
	rule.SetProperty(ics.ComponentProperty(ics.PropertyTzoffsetto), offsetText(offset))
	rule.SetProperty(ics.ComponentProperty(ics.PropertyTzname), name)
	if at.IsDST() {
		return &ics.Daylight{ComponentBase: rule}
	}
	return &ics.Standard{ComponentBase: rule}
}

func offsetText(seconds int) string {
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	return fmt.Sprintf("%c%02d%02d", sign, seconds/3600, seconds/60%60)
}
