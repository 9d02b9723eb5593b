package events

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"presence/app/platform/errs"
	"presence/db"
)

// Companions says whether guests are asked for the names of those who come with them.
type Companions string

// The values of Companions.
const (
	CompanionsNo       Companions = "no"
	CompanionsAsked    Companions = "asked" // they may be left out
	CompanionsRequired Companions = "required"
)

// Kind says how a question is answered.
type Kind string

// The kinds of questions.
const (
	Choice    Kind = "choice"  // one of the options
	Several   Kind = "several" // any of the options
	Number    Kind = "number"  // a whole number, 0 or more
	ShortText Kind = "text"    // a line
)

// HasOptions reports whether the question is answered with options.
func (k Kind) HasOptions() bool { return k == Choice || k == Several }

// Per says who answers a question.
type Per string

// The values of Per.
const (
	PerParty  Per = "party"  // the guest, once
	PerPerson Per = "person" // the guest and each companion
)

// Words is a short text in both languages. Where the English is empty, the French one is used.
type Words struct {
	FR string `json:"fr"`
	EN string `json:"en"`
}

// In returns the text in a language, "fr" or "en".
func (w Words) In(lang string) string {
	if lang == "en" && w.EN != "" {
		return w.EN
	}
	return w.FR
}

// Option is one of the answers from which guests choose.
type Option struct {
	ID       int64 `json:"id"` // unique in its question, never used again
	Text     Words `json:"text"`
	Archived bool  `json:"archived,omitzero"` // not offered any more; answers may still name it
}

// Question is a question that guests of an event are asked. Answers refer to it and to its options by their ids, so both can be
// reworded.
type Question struct {
	ID       int64    `json:"id"` // unique in its event, never used again; 0: a new one
	Kind     Kind     `json:"kind"`
	Per      Per      `json:"per"`
	Required bool     `json:"required"`
	Text     Words    `json:"text"`
	Options  []Option `json:"options,omitempty"` // for choice and several
	Archived bool     `json:"archived,omitzero"` // not asked any more; there may be answers to it
}

// Offered returns the options from which guests can choose.
func (q Question) Offered() []Option {
	return slices.DeleteFunc(slices.Clone(q.Options), func(o Option) bool { return o.Archived })
}

// Option returns the option with an id; archived ones too.
func (q Question) Option(id int64) (Option, bool) {
	i := slices.IndexFunc(q.Options, func(o Option) bool { return o.ID == id })
	if i < 0 {
		return Option{}, false
	}
	return q.Options[i], true
}

// Asked returns the questions that guests are asked.
func (e Event) Asked() []Question {
	return slices.DeleteFunc(slices.Clone(e.Questions), func(q Question) bool { return q.Archived })
}

// Question returns the question with an id; archived ones too.
func (e Event) Question(id int64) (Question, bool) {
	i := slices.IndexFunc(e.Questions, func(q Question) bool { return q.ID == id })
	if i < 0 {
		return Question{}, false
	}
	return e.Questions[i], true
}

// Limits of questions.
const (
	MaxQuestions    = 5 // that are asked
	MaxOptions      = 10
	MaxPeopleLimit  = 20
	maxKept         = 30 // questions of an event, archived ones included; and options of a question
	maxQuestionText = 120
	maxOptionText   = 60
)

// questionAt returns the name of a field of the question at index i.
func questionAt(i int, field string) string { return "questions[" + strconv.Itoa(i) + "]." + field }

// optionAt returns the name of a field of an option at index j.
func optionAt(i, j int, field string) string {
	return questionAt(i, "options[") + strconv.Itoa(j) + "]." + field
}

// validateQuestions cleans the questions and returns the errors that each has by itself.
func validateQuestions(faults *errs.Fields, list []Question) {
	for i := range list {
		q, at := &list[i], questionAt(i, "")
		if !slices.Contains([]Kind{Choice, Several, Number, ShortText}, q.Kind) {
			faults.Add(at+"kind", "not_allowed", "Expected one of choice, several, number, text.")
		}
		if !slices.Contains([]Per{PerParty, PerPerson}, q.Per) {
			faults.Add(at+"per", "not_allowed", "Expected party or person.")
		}
		q.Text.validate(faults, questionAt(i, "text"), maxQuestionText)
		q.validateOptions(faults, i)
	}
}

func (q *Question) validateOptions(faults *errs.Fields, i int) {
	at := questionAt(i, "options")
	switch n := len(q.Offered()); {
	case q.Kind.HasOptions() && !q.Archived && (n < 2 || n > MaxOptions):
		faults.Add(at, "option_count", "Expected 2 to 10 options.")
	case !q.Kind.HasOptions() && len(q.Options) > 0:
		faults.Add(at, "not_allowed", "Only questions of kind choice or several have options.")
	}
	seen := map[string]bool{}
	for j := range q.Options {
		o := &q.Options[j]
		name := optionAt(i, j, "text")
		o.Text.validate(faults, name, maxOptionText)
		if key := strings.ToLower(o.Text.FR); !o.Archived && key != "" {
			if seen[key] {
				faults.Add(name+".fr", "duplicate_option", "The question has this option already.")
			}
			seen[key] = true
		}
	}
}

func (w *Words) validate(faults *errs.Fields, name string, limit int) {
	for _, x := range []struct {
		lang string
		text *string
	}{{"fr", &w.FR}, {"en", &w.EN}} {
		*x.text = strings.TrimSpace(*x.text)
		at := name + "." + x.lang
		switch n := utf8.RuneCountInString(*x.text); {
		case n == 0 && x.lang == "fr":
			faults.Add(at, "required", "This field is required.")
		case !utf8.ValidString(*x.text):
			faults.Add(at, "format", "Expected valid UTF-8.")
		case n > limit:
			faults.Add(at, "length", fmt.Sprintf("Expected at most %d characters.", limit))
		default:
			faults.Line(at, *x.text)
		}
	}
}

// checkQuestions returns the errors of new questions that depend on the ones of the event. answered: there are registrations, so that
// the kind of a question and who answers it cannot change.
func (e Event) checkQuestions(list []Question, answered bool) errs.Fields {
	var faults errs.Fields
	seen := map[int64]bool{}
	for i, q := range list {
		if q.ID == 0 {
			continue
		}
		at := questionAt(i, "")
		old, known := e.Question(q.ID)
		switch {
		case !known:
			faults.Add(at+"id", "not_found", "The event has no such question.")
		case seen[q.ID]:
			faults.Add(at+"id", "duplicate_question", "This question is in the list twice.")
		case answered && old.Kind != q.Kind:
			faults.Add(at+"kind", "question_answered", "Guests may have replied. Archive the question and add another one.")
		case answered && old.Per != q.Per:
			faults.Add(at+"per", "question_answered", "Guests may have replied. Archive the question and add another one.")
		}
		seen[q.ID] = true
		used := map[int64]bool{}
		for j, o := range q.Options {
			if o.ID == 0 {
				continue
			}
			if _, known := old.Option(o.ID); !known || used[o.ID] {
				faults.Add(at+"options["+strconv.Itoa(j)+"].id", "not_found", "The question has no such option.")
			}
			used[o.ID] = true
		}
	}
	return faults
}

// questionRules says how a changed list of questions is merged with the one of the event.
type questionRules struct {
	list    []Question
	restore []int64 // archived questions to ask again, at the end of the list
	firstID int64   // the smallest id of a new question
	drop    bool    // there are no registrations: what is missing is dropped, not archived
}

// merge returns the questions old as the rules change them: in the order of the list, then those that are missing there, archived.
func (r questionRules) merge(old []Question) []Question {
	var list []Question
	byID := map[int64]Question{}
	next := r.firstID
	for _, q := range old {
		byID[q.ID] = q
		next = max(next, q.ID+1)
	}
	for _, q := range r.list {
		before := byID[q.ID]
		delete(byID, q.ID)
		if q.Options = mergeOptions(before.Options, q.Options, r.drop); q.ID == 0 {
			q.ID = next
			next++
		}
		list = append(list, q)
	}
	for _, q := range old {
		if _, missing := byID[q.ID]; !missing {
			continue
		}
		q.Archived = !slices.Contains(r.restore, q.ID)
		list = append(list, q)
	}
	if r.drop {
		list = slices.DeleteFunc(list, func(q Question) bool { return q.Archived })
	}
	return list
}

// mergeOptions returns the new options with their ids, then those of old that are missing, archived. A new option with the French text of
// an archived one is that option again. drop: the archived ones are left out, but for the one with the largest id: a guest may have it on
// a page that is open, and no other option may get its id.
func mergeOptions(old, list []Option, drop bool) []Option {
	list = slices.Clone(list)
	next := int64(1)
	for _, o := range old {
		next = max(next, o.ID+1)
	}
	named := func(id int64) bool { return slices.ContainsFunc(list, func(o Option) bool { return o.ID == id }) }
	for i, o := range list {
		if o.ID != 0 {
			continue
		}
		again := slices.IndexFunc(old, func(x Option) bool { return x.Archived && strings.EqualFold(x.Text.FR, o.Text.FR) && !named(x.ID) })
		if again >= 0 {
			list[i].ID = old[again].ID
			continue
		}
		list[i].ID = next
		next++
	}
	for _, o := range old {
		if !named(o.ID) {
			o.Archived = true
			list = append(list, o)
		}
	}
	if drop {
		list = slices.DeleteFunc(list, func(o Option) bool { return o.Archived && o.ID != next-1 })
	}
	return list
}

// countFaults returns the error of too many questions.
func (e Event) countFaults() (faults errs.Fields) {
	if len(e.Asked()) > MaxQuestions {
		faults.Add("questions", "too_many_questions", "Expected at most 5 questions that are not archived.")
	}
	tooMany := func(q Question) bool { return len(q.Options) > maxKept }
	if len(e.Questions) > maxKept || slices.ContainsFunc(e.Questions, tooMany) {
		faults.Add("questions", "too_many_archived", "An event keeps at most 30 questions, and a question at most 30 options.")
	}
	return faults
}

// questionsText returns the questions as text, one line each, for the audit log and the notice of conflicting edits.
func questionsText(list []Question) string {
	lines := make([]string, len(list))
	both := func(w Words) string {
		if w.EN == "" {
			return w.FR
		}
		return w.FR + " / " + w.EN
	}
	for i, q := range list {
		var options []string
		for _, o := range q.Options {
			text := both(o.Text)
			if o.Archived {
				text = "[" + text + "]"
			}
			options = append(options, text)
		}
		notes := []string{string(q.Kind), string(q.Per)}
		if q.Required {
			notes = append(notes, "required")
		}
		if q.Archived {
			notes = append(notes, "archived")
		}
		lines[i] = both(q.Text) + " (" + strings.Join(notes, ", ") + ")"
		if len(options) > 0 {
			lines[i] += ": " + strings.Join(options, ", ")
		}
	}
	return strings.Join(lines, "\n")
}

// prepareQuestions returns the errors of the changed questions of e, and sets how they are merged.
func (c *Changes) prepareQuestions(e Event, registrations int64, at db.Instant) errs.Fields {
	if c.Questions == nil {
		return nil
	}
	c.rules = questionRules{firstID: int64(at), drop: registrations == 0}
	return e.checkQuestions(*c.Questions, registrations > 0)
}
