package events

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/db"
)

// field is a field of an event with all that is done with it, whatever it contains. A new field needs an item in fields, its column in
// store.go, its place in the bodies of api.go and its input in the form.
type field struct {
	name string // in JSON, in the form, in errors and in the audit log

	check  func(*errs.Fields, *Changes)      // cleans the new value, if there is one, and adds its errors
	apply  func(*Event, *Changes)            // sets the new value, if there is one
	drop   func(*Changes)                    // removes the new value
	logged func(Event) any                   // the value for the audit log
	shown  func(d presenter, e Event) string // the value for people
}

// fields are the fields of an event, in the order of the editor, without the cover picture, which is changed in picture.go.
var fields = slices.Concat(textFields(), []field{
	instant("starts_at", func(e *Event) *db.Instant { return &e.StartsAt }, func(c *Changes) **db.Instant { return &c.StartsAt }),
	instant("ends_at", func(e *Event) *db.Instant { return &e.EndsAt }, func(c *Changes) **db.Instant { return &c.EndsAt }),
	deadlineField(),
	capacityField(),
	plain[int64]{of: func(e *Event) *int64 { return &e.PeopleLimit }, change: func(c *Changes) **int64 { return &c.PeopleLimit },
		valid: within(1, MaxPeopleLimit), code: "out_of_range", expected: "Expected a whole number from 1 to 20.", shown: number}.
		field("people_limit"),
	plain[Companions]{of: func(e *Event) *Companions { return &e.Companions },
		change: func(c *Changes) **Companions { return &c.Companions },
		valid:  oneOf(CompanionsNo, CompanionsAsked, CompanionsRequired), code: "not_allowed",
		expected: "Expected one of no, asked, required.",
		shown:    func(d presenter, v Companions) string { return d.lang.T(companionNames[v]) }}.field("companions"),
	questionsField(),
	plain[int64]{of: func(e *Event) *int64 { return &e.OfferHold }, change: func(c *Changes) **int64 { return &c.OfferHold },
		valid: within(1, maxHours), code: "out_of_range", expected: "Expected a whole number from 1 to 336.", shown: number}.
		field("offer_hold_hours"),
	plain[int64]{of: func(e *Event) *int64 { return &e.OfferCutoff }, change: func(c *Changes) **int64 { return &c.OfferCutoff },
		valid: within(0, maxHours), code: "out_of_range", expected: "Expected a whole number from 0 to 336.", shown: number}.
		field("offer_cutoff_hours"),
	plain[State]{of: func(e *Event) *State { return &e.State }, change: func(c *Changes) **State { return &c.State },
		valid: oneOf(Draft, Open, Closed, Full), code: "not_allowed", expected: "Expected one of draft, open, closed.",
		shown: func(d presenter, v State) string { return d.lang.T(stateNames[v]) }}.field("status"),
	plain[string]{of: func(e *Event) *string { return &e.Palette }, change: func(c *Changes) **string { return &c.Palette },
		valid: palette.Known, code: "not_allowed", expected: "Expected one of " + strings.Join(palette.Names(), ", ") + ".",
		shown: func(d presenter, v string) string { return d.lang.T(i18n.Palettes[palette.Of(v).Name]) }}.field("palette"),
	plain[string]{of: func(e *Event) *string { return &e.EmailTemplate }, change: func(c *Changes) **string { return &c.EmailTemplate },
		valid: func(v string) bool { return v == "" || v == BlocksTemplate || template.MatchString(v) }, code: "format",
		expected: "Expected the name of a template, which begins with event-, or nothing for the festive invitation.",
		shown:    presenter.templateName}.field("email_template"),
})

// plain describes a field whose new value replaces the old one.
type plain[T any] struct {
	of     func(*Event) *T
	change func(*Changes) **T

	valid          func(T) bool // nil: every value is
	code, expected string       // the error of another value

	logged func(T) any // nil: as it is
	shown  func(presenter, T) string
}

func (v plain[T]) field(name string) field {
	f := field{name: name, check: func(*errs.Fields, *Changes) {}, logged: func(e Event) any { return *v.of(&e) }}
	if v.valid != nil {
		f.check = func(faults *errs.Fields, c *Changes) {
			if x := *v.change(c); x != nil && !v.valid(*x) {
				faults.Add(name, v.code, v.expected)
			}
		}
	}
	if v.logged != nil {
		f.logged = func(e Event) any { return v.logged(*v.of(&e)) }
	}
	f.apply = func(e *Event, c *Changes) { change.Set(v.of(e), *v.change(c)) }
	f.drop = func(c *Changes) { *v.change(c) = nil }
	f.shown = func(d presenter, e Event) string { return v.shown(d, *v.of(&e)) }
	return f
}

// within returns whether a number lies within limits.
func within(low, high int64) func(int64) bool {
	return func(n int64) bool { return n >= low && n <= high }
}

// oneOf returns whether a value is one of a list.
func oneOf[T comparable](list ...T) func(T) bool {
	return func(v T) bool { return slices.Contains(list, v) }
}

func number(d presenter, n int64) string { return d.lang.Int(n) }

// instant describes a point in time that every event has.
func instant(name string, of func(*Event) *db.Instant, change func(*Changes) **db.Instant) field {
	return plain[db.Instant]{of: of, change: change, logged: func(v db.Instant) any { return v.String() }, shown: presenter.moment}.field(name)
}

// moment formats an instant for people.
func (d presenter) moment(at db.Instant) string { return d.lang.Moment(at.Time().In(d.zone)) }

// deadlineField describes the deadline, without which an event has none of its own.
func deadlineField() field {
	return plain[db.Instant]{of: func(e *Event) *db.Instant { return &e.Deadline },
		change: func(c *Changes) **db.Instant { return &c.Deadline },
		logged: func(v db.Instant) any {
			if v == 0 {
				return nil
			}
			return v.String()
		},
		shown: func(d presenter, v db.Instant) string {
			if v == 0 {
				return ""
			}
			return d.moment(v)
		}}.field("rsvp_deadline")
}

// capacityField describes the capacity: its new value is 0 for none, which an event keeps as nil.
func capacityField() field {
	return field{name: "capacity",
		check: func(faults *errs.Fields, c *Changes) {
			if c.Capacity != nil && !within(0, maxCapacity)(*c.Capacity) {
				faults.Add("capacity", "out_of_range", "Expected a whole number from 1 to 100000, or null for no limit.")
			}
		},
		apply: func(e *Event, c *Changes) {
			if c.Capacity != nil {
				e.Capacity = nil
				if *c.Capacity > 0 {
					e.Capacity = new(*c.Capacity)
				}
			}
		},
		drop:   func(c *Changes) { c.Capacity = nil },
		logged: func(e Event) any { return e.Capacity },
		shown: func(d presenter, e Event) string {
			if e.Capacity == nil {
				return ""
			}
			return d.lang.Int(*e.Capacity)
		}}
}

// questionsName is the name of the questions; those of their parts begin with it.
const questionsName = "questions"

// questionsField describes the questions, which are changed as a whole.
func questionsField() field {
	return field{name: questionsName,
		check: func(faults *errs.Fields, c *Changes) {
			if c.Questions != nil {
				validateQuestions(faults, *c.Questions)
			}
		},
		apply: func(e *Event, c *Changes) {
			if c.Questions != nil {
				rules := c.rules
				rules.list, rules.restore = *c.Questions, c.restore
				e.Questions = rules.merge(e.Questions)
			}
		},
		drop:   func(c *Changes) { c.Questions = nil },
		logged: func(e Event) any { return questionsText(e.Questions) },
		shown:  func(_ presenter, e Event) string { return questionsText(e.Questions) }}
}

// wording describes one text of an event: its JSON name below the language, how to find it, its maximum length and whether it may have
// several lines. Even the longest texts together stay well below the size limit of a page.
type wording struct {
	name    string
	content func(*Content) *string
	change  func(*ContentChanges) **string
	max     int // characters
	lines   bool
}

var texts = []wording{
	{"title", func(c *Content) *string { return &c.Title }, func(w *ContentChanges) **string { return &w.Title }, 120, false},
	{"intro", func(c *Content) *string { return &c.Intro }, func(w *ContentChanges) **string { return &w.Intro }, 2000, true},
	{"details", func(c *Content) *string { return &c.Details }, func(w *ContentChanges) **string { return &w.Details }, 6000, true},
	{"address", func(c *Content) *string { return &c.Address }, func(w *ContentChanges) **string { return &w.Address }, 200, false},
	{"thank_you", func(c *Content) *string { return &c.ThankYou }, func(w *ContentChanges) **string { return &w.ThankYou }, 1000, true},
}

// The names of a text in one of the languages.
func (t wording) inFrench() string  { return "content.fr." + t.name }
func (t wording) inEnglish() string { return "content.en." + t.name }

// of returns the field of the text in one language, French or else English.
func (t wording) of(french bool) field {
	name := t.inEnglish()
	if french {
		name = t.inFrench()
	}
	words := func(c *Changes) **string {
		if french {
			return t.change(&c.FR)
		}
		return t.change(&c.EN)
	}
	f := plain[string]{change: words, shown: func(_ presenter, v string) string { return v },
		of: func(e *Event) *string {
			if french {
				return t.content(&e.Content.FR)
			}
			return t.content(&e.Content.EN)
		}}.field(name)
	f.check = func(faults *errs.Fields, c *Changes) {
		if v := *words(c); v != nil {
			t.clean(faults, name, v)
		}
	}
	return f
}

// textFields returns the fields of all texts, each in French and then in English.
func textFields() (list []field) {
	for _, t := range texts {
		list = append(list, t.of(true), t.of(false))
	}
	return list
}

// clean trims a text, normalizes its line endings, and adds an error for characters that are not allowed. Characters that could
// break a header or change the direction of the text after them are always removed.
func (t wording) clean(faults *errs.Fields, name string, v *string) {
	if *v = strings.TrimSpace(*v); t.lines {
		*v = errs.CleanLines(*v)
	}
	switch n := utf8.RuneCountInString(*v); {
	case !utf8.ValidString(*v):
		faults.Add(name, "format", "Expected valid UTF-8.")
	case n > t.max:
		faults.Add(name, "length", "Expected at most "+strconv.Itoa(t.max)+" characters.")
	case t.lines && TooComplex(faults, name, *v):
	case t.lines:
		faults.Lines(name, *v)
	default:
		faults.Line(name, *v)
	}
}
