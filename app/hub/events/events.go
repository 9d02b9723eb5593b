// Package events keeps what guests are invited to: events that ship with the program, what staff saved of them or made
// anew, and the files that go along with an invitation (R1–R3).
package events

import (
	"context"
	"time"

	"presence/app/platform/palette"
	"presence/db"
)

// Source says where an event's configuration comes from.
type Source string

// The sources.
const (
	BuiltIn Source = "built-in" // ships in the program; nobody saved anything of it
	Saved   Source = "saved"    // kept by staff; it shadows a built-in one of the same id
)

// State is what staff decided. Whether an open event is full follows from its headcount (Status).
type State string

// The states.
const (
	Draft  State = "draft"  // staff see it, guests do not
	Open   State = "open"   // guests may answer, until the deadline
	Closed State = "closed" // guests see it and can no longer answer
)

// Full is the status of an event that is open and has no place left.
const Full = "full"

// Content is what guests read, in one language. Title and Address are one line; the others are Markdown (see HTML).
type Content struct{ Title, Intro, Details, Address, ThankYou string }

// Contents are both languages. Empty English fields are read in French (see Event.Text).
type Contents struct{ FR, EN Content }

// Event is what guests are invited to.
type Event struct {
	ID               string // the slug in every link
	Source           Source
	State            State
	StartsAt, EndsAt db.Instant
	Deadline         db.Instant // the last moment to answer; 0: until the event starts
	Capacity         *int64     // people; nil: no limit
	Palette          string     // a name of package palette
	EmailTemplate    string     // the template of its invitation; empty: the festive one
	Content          Contents   // as it was written, without fallback
	Version          int64      // 0 for a built-in event
	UpdatedAt        db.Instant // 0 for a built-in event
}

// ByID reads an event within q: as it was saved, else as it ships; errs.NotFound when there is neither.
func ByID(ctx context.Context, q db.Queryer, id string) (Event, error) { return byID(ctx, q, id) }

// Changed is the name that is signalled (db.Tx.Signal) with every change of an event or of its attachments.
const Changed = "events"

// Text is the content in a language, "fr" or "en"; where English is empty it is the French, field by field (R1).
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

// ClosedAt reports whether answers are no longer taken: staff closed it, the deadline has passed, or, without one, the
// event has begun. It knows nothing of places, and a draft, which guests do not see at all, is not closed.
func (e Event) ClosedAt(now time.Time) bool {
	switch {
	case e.State == Closed:
		return true
	case e.Deadline != 0:
		return db.InstantOf(now) > e.Deadline
	}
	return e.Started(now)
}

// Status is the state as everybody sees it at a moment (R1): draft, open, full or closed.
func (e Event) Status(headcount int64, now time.Time) string {
	switch {
	case e.State == Draft:
		return string(Draft)
	case e.ClosedAt(now):
		return string(Closed)
	case e.Capacity != nil && headcount >= *e.Capacity:
		return Full
	}
	return string(Open)
}

// blank is a new event before anything is said of it.
func blank(id string) Event {
	return Event{ID: id, Source: Saved, State: Open, Palette: palette.Default}
}
