package rsvp

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"presence/app/hub/events"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/hub/rsvp"
)

// CalendarFile returns the event as iCalendar (RFC 5545). The UID of an event never changes, so that a calendar replaces the
// event when it reads a newer file. Times are given in zone, whose rules the file contains as VTIMEZONE.
func CalendarFile(e events.Event, lang i18n.Lang, zone *time.Location, host string) []byte {
	c, _ := newCalendar(e, lang, zone, host)
	return serialize(c)
}

func serialize(c *ics.Calendar) []byte { return []byte(c.Serialize(ics.WithNewLine("\r\n"))) }

// sequenceAt returns the SEQUENCE of an event that was changed at an instant. Calendars ignore a file with a smaller one than they know.
// It is a time, and no count of changes, because it counts the changes of the event and of a guest's answer together, and must not tell a
// guest whether there was an earlier answer. It fits into 31 bits until 2088.
func sequenceAt(at db.Instant) int { return int(max(0, int64(at)/1000-sequenceEpoch)) }

// sequenceEpoch is the beginning of 2020 in seconds of Unix time.
const sequenceEpoch = 1577836800

// newCalendar returns a calendar with the event, to be published.
func newCalendar(e events.Event, lang i18n.Lang, zone *time.Location, host string) (*ics.Calendar, *ics.VEvent) {
	t := e.Text(string(lang))
	from, to := e.StartsAt.Time().In(zone), e.EndsAt.Time().In(zone)
	stamp := e.UpdatedAt
	if stamp == 0 { // a built-in event has no time of change
		stamp = e.StartsAt
	}
	c := ics.NewCalendarFor("Presence")
	c.SetProductId("-//Presence//RSVP//" + strings.ToUpper(string(lang)))
	c.SetMethod(ics.MethodPublish)
	c.SetCalscale("GREGORIAN")
	c.AddVTimezone(zoneRules(zone, from, to))
	event := ics.NewEvent(e.ID + "@" + host)
	event.SetDtStampTime(stamp.Time())
	event.SetSequence(sequenceAt(e.UpdatedAt))
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
	return c, event
}

// calendars returns the links that add the event to the calendar of a guest with a check-in code: pages of Google and Microsoft,
// and the file, which alone contains the code.
func (v presenter) calendars(code string) []views.Calendar {
	t, l := v.e.Text(string(v.lang)), v.lang
	from, to, text := v.e.StartsAt.Time().UTC(), v.e.EndsAt.Time().UTC(), events.Plain(t.Details)
	if r := []rune(text); len(r) > longestNote {
		text = string(r[:longestNote]) + "…"
	}
	google := url.Values{"action": {"TEMPLATE"}, "text": {t.Title}, "dates": {from.Format(utcTime) + "/" + to.Format(utcTime)},
		"location": {t.Address}, "details": {text}}
	outlook := url.Values{"path": {"/calendar/action/compose"}, "rru": {"addevent"}, "subject": {t.Title},
		"startdt": {from.Format(time.RFC3339)},
		"enddt":   {to.Format(time.RFC3339)}, "location": {t.Address}, "body": {text}}
	file := paths.RsvpCalendar(v.e.ID, string(l))
	if code != "" {
		file = paths.RsvpCalendarOf(v.e.ID, string(l), code)
	}
	return []views.Calendar{
		{Name: "Google", Href: "https://calendar.google.com/calendar/render?" + google.Encode()},
		{Name: "Outlook", Href: "https://outlook.live.com/calendar/0/deeplink/compose?" + outlook.Encode()},
		{Name: l.T(i18n.RsvpCalendarFile), Href: file, File: true},
	}
}

const (
	longestNote = 500 // characters in a link: longer ones are refused somewhere
	utcTime     = "20060102T150405Z"
)

const wallTime = "20060102T150405"

// zoneRules returns the UTC offsets of zone that apply from from to to, each with the time from which it applies.
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
	start := "19700101T000000" // a zone that never changes
	if !begin.IsZero() {
		_, before = begin.Add(-time.Second).Zone()
		start = begin.UTC().Add(time.Duration(before) * time.Second).Format(wallTime) // RFC 5545 wants the local time before the change
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
