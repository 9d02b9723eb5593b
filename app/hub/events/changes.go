package events

import (
	"regexp"
	"slices"
	"strings"

	"presence/app/platform/errs"
	"presence/db"
)

// Changes are the new values of an event's fields; nil leaves a field as it is.
type Changes struct {
	State            *State
	StartsAt, EndsAt *db.Instant
	Deadline         *db.Instant // 0: none
	Capacity         *int64      // 0: no limit
	Palette          *string
	EmailTemplate    *string
	OfferHold        *int64 // hours
	OfferCutoff      *int64 // hours
	PeopleLimit      *int64
	Companions       *Companions
	Questions        *[]Question // as a whole: those that are missing are archived
	FR, EN           ContentChanges
	Cover            *NewPicture // ignored for a new event
	PictureOf        string      // a new event gets the picture of this one; empty: it has none
	BlocksOf         string      // a new event gets the blocks of this one's invitation; empty: those of the festive one

	restore []int64       // archived questions to ask again
	rules   questionRules // set by the service
}

// drop removes the new value of the field with a name, or of a part of the questions.
func (c *Changes) drop(name string) {
	for _, f := range fields {
		if f.name == name || f.name == questionsName && strings.HasPrefix(name, questionsName) {
			f.drop(c)
		}
	}
}

// ContentChanges are the changes of one language.
type ContentChanges struct{ Title, Intro, Details, Address, ThankYou *string }

const (
	maxCapacity = 100_000
	maxHours    = 14 * 24 // of OfferHold and OfferCutoff
)

var (
	slug     = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)
	template = regexp.MustCompile(`^event-[a-z0-9-]{1,58}$`)
)

// reserved are the ids that would clash with addresses below /events and /staff/events (R2).
var reserved = []string{"new", "campaign-resume"}

// checkID adds an error if the slug of a new event is invalid (R1).
func checkID(faults *errs.Fields, id string) {
	switch {
	case id == "":
		faults.Add("id", "required", "This field is required.")
	case !slug.MatchString(id):
		faults.Add("id", "format", "Expected 1 to 64 small letters without accents, digits and hyphens.")
	case slices.Contains(reserved, id):
		faults.Add("id", "reserved", "This word has another meaning in addresses.")
	}
}

// Validate cleans the changed fields and returns their errors. It does not compare fields with each other.
func (c *Changes) Validate() errs.Fields {
	var faults errs.Fields
	for _, f := range fields {
		f.check(&faults, c)
	}
	return faults
}

// dropUnchangedState drops the change of the state if it is the state that the event has now (StateAt). A client that sends an event
// back as it read it thus changes nothing, even if the event is full, or closed because its deadline has passed (C4).
func (c *Changes) dropUnchangedState(now string) error {
	if c.State != nil && string(*c.State) == now {
		c.State = nil
	}
	if c.State != nil && *c.State == Full {
		return errs.InvalidField("status", "not_allowed",
			"Expected one of draft, open, closed: an event is full by itself, when every place is taken.")
	}
	return nil
}

// apply returns e with the changes, which must be valid.
func (e Event) apply(c Changes) Event {
	for _, f := range fields {
		f.apply(&e, &c)
	}
	return e
}

// check returns the errors that show only in the event as a whole. They may concern fields that were not changed, because an
// old value may not fit a new one.
func (e Event) check() errs.Fields {
	var faults errs.Fields
	if e.Content.FR.Title == "" {
		faults.Add("content.fr.title", "required", "This field is required.")
	}
	if e.StartsAt == 0 {
		faults.Add("starts_at", "required", "This field is required.")
	}
	switch {
	case e.EndsAt == 0:
		faults.Add("ends_at", "required", "This field is required.")
	case e.StartsAt != 0 && e.EndsAt <= e.StartsAt:
		faults.Add("ends_at", "end_before_start", "The end must come after the start.")
	}
	if e.Deadline != 0 && e.StartsAt != 0 && e.Deadline > e.StartsAt {
		faults.Add("rsvp_deadline", "after_start", "RSVPs close when the event starts at the latest.")
	}
	return append(faults, e.countFaults()...)
}
