// Package events stores what guests are invited to: the built-in events, those that staff saved or created, and the files
// attached to their invitations (R1–R3).
package events

import (
	"context"
	"time"

	"presence/app/platform/errs"
	"presence/app/platform/palette"
	"presence/db"
)

// Source says where an event comes from.
type Source string

// The sources.
const (
	BuiltIn Source = "built-in" // ships with the program, never saved
	Saved   Source = "saved"    // saved by staff; it hides a built-in one with the same id
)

// State is what staff set. Whether an open event is full follows from its headcount (StateAt).
type State string

// The states.
const (
	Draft  State = "draft"  // visible to staff, not to guests
	Open   State = "open"   // guests may answer until the deadline
	Closed State = "closed" // guests can see it, but no longer answer
)

// Full is what StateAt returns for an open event without free places. Staff cannot set it.
const Full = "full"

// Content are the texts for guests in one language. Title and Address are one line; the others are Markdown (see HTML).
type Content struct{ Title, Intro, Details, Address, ThankYou string }

// Contents are the texts in both languages. Where an English text is empty, the French one is used (see Event.Text).
type Contents struct{ FR, EN Content }

// Event is what guests are invited to.
type Event struct {
	ID               string // the slug, which is part of every link
	Source           Source
	State            State
	StartsAt, EndsAt db.Instant
	Deadline         db.Instant // the last moment to answer; 0: until the event starts
	Capacity         *int64     // people; nil: no limit
	Palette          string     // a name in package palette
	EmailTemplate    string     // the name of its invitation's template, or BlocksTemplate; empty: the festive one
	Content          Contents   // as written, without the fallback to French
	OfferHold        int64      // hours for which a place is held that is offered to the waiting list
	OfferCutoff      int64      // hours before the start from which on nothing is offered to the waiting list
	PeopleLimit      int64      // people of one answer of a guest, 1 to 20
	Companions       Companions
	Questions        []Question // in their order, then those that are archived
	Version          int64      // 0 for a built-in event
	UpdatedAt        db.Instant // 0 for a built-in event
	Picture          Picture
}

// BlocksTemplate is the EmailTemplate of an event whose invitation is its list of blocks.
const BlocksTemplate = "blocks"

// ByID reads the saved event with that id within q, else the built-in one; errs.NotFound when there is neither.
func ByID(ctx context.Context, q db.Queryer, id string) (Event, error) { return byID(ctx, q, id) }

// Titles returns a function that returns the title of an event in a language, "fr" or "en", and reads each event once. The title of a
// deleted event is its id.
func Titles(ctx context.Context, q db.Queryer, lang string) func(id string) (string, error) {
	known := map[string]string{}
	return func(id string) (string, error) {
		title, ok := known[id]
		if ok {
			return title, nil
		}
		e, err := ByID(ctx, q, id)
		switch {
		case errs.KindOf(err) == errs.KindNotFound:
			title = id
		case err != nil:
			return "", err
		default:
			title = e.Text(lang).Title
		}
		known[id] = title
		return title, nil
	}
}

// Changed is the signal (db.Tx.Signal) that is sent with every change of an event or of its attachments.
const Changed = "events"

// Text returns the texts in a language, "fr" or "en", with the French one for each empty English text (R1).
func (e Event) Text(lang string) Content {
	c := e.Content.FR
	if lang != "en" {
		return c
	}
	en := e.Content.EN
	for _, f := range []struct{ to, from *string }{{&c.Title, &en.Title}, {&c.Intro, &en.Intro}, {&c.Details, &en.Details},
		{&c.Address, &en.Address}, {&c.ThankYou, &en.ThankYou}} {
		if *f.from != "" {
			*f.to = *f.from
		}
	}
	return c
}

// Started reports whether the event has begun.
func (e Event) Started(now time.Time) bool { return db.InstantOf(now) >= e.StartsAt }

// Offers reports whether free places are offered to the waiting list: until the last hours before the start (OfferCutoff), as long as
// guests may answer.
func (e Event) Offers(now time.Time) bool {
	return e.State == Open && !e.ClosedAt(now) && db.InstantOf(now) < e.OffersEnd()
}

// OfferUntil returns the moment until which a place is held that is offered now: OfferHold later, at most until offers end. Places that
// staff offer after that moment are held until the event starts at most.
func (e Event) OfferUntil(now time.Time) db.Instant {
	until, end := db.InstantOf(now.Add(time.Duration(e.OfferHold)*time.Hour)), e.OffersEnd()
	if end <= db.InstantOf(now) {
		end = e.StartsAt
	}
	return min(until, end)
}

// OffersEnd returns the moment from which on nothing is offered to the waiting list.
func (e Event) OffersEnd() db.Instant {
	end := e.StartsAt.Add(-time.Duration(e.OfferCutoff) * time.Hour)
	if e.Deadline != 0 {
		end = min(end, e.Deadline)
	}
	return end
}

// On reports whether now is on the day of the event in zone, or later while the event lasts. Guests see no draft, and come to none.
func (e Event) On(now time.Time, zone *time.Location) bool {
	first := db.DayOf(e.StartsAt.Time().In(zone))
	return e.State != Draft && !db.DayOf(now.In(zone)).Before(first) && db.InstantOf(now) <= e.EndsAt
}

// ClosedAt reports whether answers are no longer taken: staff closed the event, the deadline has passed, or without a deadline
// the event has begun. It ignores free places, and returns false for a draft, which guests do not see.
func (e Event) ClosedAt(now time.Time) bool {
	switch {
	case e.State == Closed:
		return true
	case e.Deadline != 0:
		return db.InstantOf(now) > e.Deadline
	}
	return e.Started(now)
}

// StateAt returns the state of the event at a moment (R1): draft, open, full or closed. taken are the places of guests who are coming,
// and those that are held for the waiting list.
func (e Event) StateAt(taken int64, now time.Time) string {
	switch {
	case e.State == Draft:
		return string(Draft)
	case e.ClosedAt(now):
		return string(Closed)
	case e.Capacity != nil && taken >= *e.Capacity:
		return Full
	}
	return string(Open)
}

// How places are offered to the waiting list unless staff say otherwise, in hours.
const (
	defaultHold   = 24
	defaultCutoff = 3
)

// blank returns a new event with default values.
func blank(id string) Event {
	return Event{ID: id, Source: Saved, State: Open, Palette: palette.Default, OfferHold: defaultHold, OfferCutoff: defaultCutoff,
		PeopleLimit: MaxPeopleLimit, Companions: CompanionsNo}
}
