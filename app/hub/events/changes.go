package events

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/app/platform/palette"
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

// ContentChanges are the changes of one language.
type ContentChanges struct{ Title, Intro, Details, Address, ThankYou *string }

// field describes one text of an event: its JSON name below content, how to find it, its maximum length and whether it may have
// several lines. Even the longest texts together stay well below the size limit of a page.
type field struct {
	name    string
	content func(*Content) *string
	change  func(*ContentChanges) **string
	max     int // characters
	lines   bool
}

var fields = []field{
	{"title", func(c *Content) *string { return &c.Title }, func(w *ContentChanges) **string { return &w.Title }, 120, false},
	{"intro", func(c *Content) *string { return &c.Intro }, func(w *ContentChanges) **string { return &w.Intro }, 2000, true},
	{"details", func(c *Content) *string { return &c.Details }, func(w *ContentChanges) **string { return &w.Details }, 6000, true},
	{"address", func(c *Content) *string { return &c.Address }, func(w *ContentChanges) **string { return &w.Address }, 200, false},
	{"thank_you", func(c *Content) *string { return &c.ThankYou }, func(w *ContentChanges) **string { return &w.ThankYou }, 1000, true},
}

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
	if c.State != nil && !slices.Contains([]State{Draft, Open, Closed, Full}, *c.State) {
		faults.Add("status", "not_allowed", "Expected one of draft, open, closed.")
	}
	if c.Capacity != nil && (*c.Capacity < 0 || *c.Capacity > maxCapacity) {
		faults.Add("capacity", "out_of_range", "Expected a whole number from 1 to 100000, or null for no limit.")
	}
	if c.OfferHold != nil && (*c.OfferHold < 1 || *c.OfferHold > maxHours) {
		faults.Add("offer_hold_hours", "out_of_range", "Expected a whole number from 1 to 336.")
	}
	if c.OfferCutoff != nil && (*c.OfferCutoff < 0 || *c.OfferCutoff > maxHours) {
		faults.Add("offer_cutoff_hours", "out_of_range", "Expected a whole number from 0 to 336.")
	}
	if c.PeopleLimit != nil && (*c.PeopleLimit < 1 || *c.PeopleLimit > MaxPeopleLimit) {
		faults.Add("people_limit", "out_of_range", "Expected a whole number from 1 to 20.")
	}
	if c.Companions != nil && !slices.Contains([]Companions{CompanionsNo, CompanionsAsked, CompanionsRequired}, *c.Companions) {
		faults.Add("companions", "not_allowed", "Expected one of no, asked, required.")
	}
	if c.Questions != nil {
		validateQuestions(&faults, *c.Questions)
	}
	if c.Palette != nil && !palette.Known(*c.Palette) {
		faults.Add("palette", "not_allowed", "Expected one of "+strings.Join(palette.Names(), ", ")+".")
	}
	if c.EmailTemplate != nil && *c.EmailTemplate != "" && *c.EmailTemplate != BlocksTemplate && !template.MatchString(*c.EmailTemplate) {
		faults.Add("email_template", "format",
			"Expected the name of a template, which begins with event-, or nothing for the festive invitation.")
	}
	for _, w := range []struct {
		lang  string
		words *ContentChanges
	}{{"fr", &c.FR}, {"en", &c.EN}} {
		for _, f := range fields {
			if v := *f.change(w.words); v != nil {
				f.clean(&faults, "content."+w.lang+"."+f.name, v)
			}
		}
	}
	return faults
}

// clean trims a text, normalizes its line endings, and adds an error for characters that are not allowed. Characters that could
// break a header or change the direction of the text after them are always removed.
func (f field) clean(faults *errs.Fields, name string, v *string) {
	if *v = strings.TrimSpace(*v); f.lines {
		*v = errs.CleanLines(*v)
	}
	switch n := utf8.RuneCountInString(*v); {
	case !utf8.ValidString(*v):
		faults.Add(name, "format", "Expected valid UTF-8.")
	case n > f.max:
		faults.Add(name, "length", "Expected at most "+strconv.Itoa(f.max)+" characters.")
	case f.lines && TooComplex(faults, name, *v):
	case f.lines:
		faults.Lines(name, *v)
	default:
		faults.Line(name, *v)
	}
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
	change.Set(&e.State, c.State)
	change.Set(&e.StartsAt, c.StartsAt)
	change.Set(&e.EndsAt, c.EndsAt)
	change.Set(&e.Deadline, c.Deadline)
	change.Set(&e.Palette, c.Palette)
	change.Set(&e.EmailTemplate, c.EmailTemplate)
	change.Set(&e.OfferHold, c.OfferHold)
	change.Set(&e.OfferCutoff, c.OfferCutoff)
	change.Set(&e.PeopleLimit, c.PeopleLimit)
	change.Set(&e.Companions, c.Companions)
	if c.Questions != nil {
		rules := c.rules
		rules.list, rules.restore = *c.Questions, c.restore
		e.Questions = rules.merge(e.Questions)
	}
	if c.Capacity != nil {
		e.Capacity = nil
		if *c.Capacity > 0 {
			e.Capacity = new(*c.Capacity)
		}
	}
	for _, f := range fields {
		change.Set(f.content(&e.Content.FR), *f.change(&c.FR))
		change.Set(f.content(&e.Content.EN), *f.change(&c.EN))
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
		faults.Add("rsvp_deadline", "after_start", "Answers are taken until the event starts at the latest.")
	}
	return append(faults, e.countFaults()...)
}
