// Package calendars lets calendar programs read what concerns a person at secret addresses, which each person makes and revokes: their
// shifts and leave, the leave of their team, pay periods, events. What an address holds follows from the rights of its person at each
// reading. It holds as little as can be: no pay code, rate, type or reason of leave, and no comment (ADR 65).
package calendars

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	ics "github.com/arran4/golang-ical"
	"golang.org/x/text/unicode/norm"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// Joined returns a source with the entries of several.
func Joined(sources ...Source) Source {
	return func(ctx context.Context, q db.Queryer, by auth.Actor, from, to db.Instant) (list []Entry, err error) {
		for _, s := range sources {
			more, err := s(ctx, q, by, from, to)
			if err != nil {
				return nil, err
			}
			list = append(list, more...)
		}
		return list, nil
	}
}

// Content is a part of what a calendar holds.
type Content string

// The contents.
const (
	Shifts  Content = "shifts"  // own shifts
	Leave   Content = "leave"   // own leave, approved and requested
	Team    Content = "team"    // who of the people below is absent
	Periods Content = "periods" // the last days of pay periods
	Events  Content = "events"
)

// Contents are all contents, in the order in which they are listed.
var Contents = []Content{Shifts, Leave, Team, Periods, Events}

// offered reports whether the actor may have the content.
func (c Content) offered(by auth.Actor) bool {
	switch c {
	case Shifts, Leave, Periods:
		return by.EmployeeID != 0
	case Team:
		return by.Supervises || len(by.StandsInFor) > 0
	case Events:
		return by.RunsEvents()
	}
	return false
}

// Calendar is a secret address. The secret is shown once and not stored.
type Calendar struct {
	ID        int64
	Name      string
	Contents  []Content
	CreatedAt db.Instant
	ReadAt    db.Instant // to the hour; 0: never

	person string
}

// Entry is something in a calendar.
type Entry struct {
	UID        string // the same at each reading, within the installation
	Start, End db.Instant
	AllDay     bool // the days from Start up to the one before End
	Tentative  bool
	Title      string
	ChangedAt  db.Instant
}

// Source reads the entries of one kind that overlap a span of time and that the actor may see, with titles in the actor's language. The
// condition on what the actor may see belongs in its SQL.
type Source func(ctx context.Context, q db.Queryer, by auth.Actor, from, to db.Instant) ([]Entry, error)

const (
	maxCalendars = 20 // of one person
	maxName      = 60 // characters
	daysBefore   = 60
	daysAfter    = 400
)

// New is the input for a new calendar.
type New struct {
	Name     string
	Contents []Content
}

// normalize trims the name, sorts the contents, and returns the faults of both.
func (n *New) normalize(by auth.Actor) errs.Fields {
	var faults errs.Fields
	n.Name = strings.Join(strings.Fields(norm.NFC.String(n.Name)), " ")
	switch {
	case n.Name == "":
		faults.Add("name", "required", "Say which program reads the calendar.")
	case utf8.RuneCountInString(n.Name) > maxName || strings.ContainsFunc(n.Name, errs.Unreadable):
		faults.Add("name", "too_long", "The name of a calendar has at most 60 characters.")
	}
	wanted := n.Contents
	n.Contents = nil
	for _, c := range Contents {
		if slices.Contains(wanted, c) && c.offered(by) {
			n.Contents = append(n.Contents, c)
		}
	}
	if len(n.Contents) == 0 || slices.ContainsFunc(wanted, func(c Content) bool { return !c.offered(by) }) {
		faults.Add("contents", "calendar_contents", "Choose at least one of what the caller may see.")
	}
	return faults
}

// file returns the entries as iCalendar (RFC 5545). Times are in UTC, so that they are right before and after the clocks change without
// the rules of a zone; days have no time.
func file(list []Entry, name string, l i18n.Lang, zone *time.Location, host string) []byte {
	c := ics.NewCalendarFor("Presence")
	c.SetProductId("-//Presence//Calendars//" + strings.ToUpper(string(l)))
	c.SetMethod(ics.MethodPublish)
	c.SetCalscale("GREGORIAN")
	c.SetXWRCalName(name)
	c.SetRefreshInterval("PT1H")
	for _, e := range list {
		v := c.AddEvent(e.UID + "@" + host)
		v.SetDtStampTime(e.ChangedAt.Time())
		if e.AllDay {
			v.SetAllDayStartAt(e.Start.Time().In(zone))
			v.SetAllDayEndAt(e.End.Time().In(zone))
			v.SetTimeTransparency(ics.TransparencyTransparent)
		} else {
			v.SetStartAt(e.Start.Time())
			v.SetEndAt(e.End.Time())
		}
		v.SetSummary(e.Title)
		if e.Tentative {
			v.SetStatus(ics.ObjectStatusTentative)
		}
	}
	return []byte(c.Serialize(ics.WithNewLine("\r\n")))
}

// tag returns the ETag of a file, without rendering it.
func tag(list []Entry, name string, l i18n.Lang) string {
	h := sha256.New()
	fmt.Fprintf(h, "1\n%s\n%s\n", name, l)
	for _, e := range list {
		fmt.Fprintf(h, "%s %d %d %t %t %d %s\n", e.UID, e.Start, e.End, e.AllDay, e.Tentative, e.ChangedAt, e.Title)
	}
	return `"` + hex.EncodeToString(h.Sum(nil)[:16]) + `"`
}

// NewEntry returns an entry from one instant to another. If both are midnights of zone, it is of whole days.
func NewEntry(uid, title string, start, end, changed db.Instant, zone *time.Location) Entry {
	midnight := func(at db.Instant) bool {
		t := at.Time().In(zone)
		return t.Equal(time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, zone))
	}
	return Entry{UID: uid, Start: start, End: end, AllDay: midnight(start) && midnight(end), Title: title, ChangedAt: changed}
}
