package rsvp

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"presence/app/hub/events"
	"presence/app/platform/errs"
)

// Reply is the answer of one person to one question of the event.
type Reply struct {
	Question int64   `json:"question_id" minimum:"1" doc:"Of the event" example:"1795608000000"`
	Person   int64   `json:"person,omitzero" minimum:"0" maximum:"19" doc:"0 or left out: the guest; 1: the first companion"`
	Options  []int64 `json:"options,omitempty" nullable:"false" maxItems:"30" doc:"The ids of the chosen options" example:"[2]"`
	Number   *int64  `json:"number,omitempty" minimum:"0" maximum:"9999" doc:"Of a question of that kind"`
	Text     string  `json:"text,omitempty" doc:"Of a question of that kind, at most 200 characters"`
}

// Details are the parts of an answer that depend on the event: the names of companions, and the answers to its questions.
type Details struct {
	Companions []string `json:"companions,omitempty"` // names; empty where none was given
	Answers    []Reply  `json:"answers,omitempty"`    // to the questions of the event
}

// IsEmpty reports whether there are no details.
func (d Details) IsEmpty() bool { return len(d.Companions) == 0 && len(d.Answers) == 0 }

// Reply returns the answer of a person to a question.
func (d Details) Reply(question, person int64) (Reply, bool) {
	i := slices.IndexFunc(d.Answers, func(r Reply) bool { return r.Question == question && r.Person == person })
	if i < 0 {
		return Reply{}, false
	}
	return d.Answers[i], true
}

// Companion returns the name of a companion, from 1 on; empty: none was given.
func (d Details) Companion(person int64) string {
	if person > int64(len(d.Companions)) {
		return ""
	}
	return d.Companions[person-1]
}

// NamedCompanions returns the names of companions that were given.
func (d Details) NamedCompanions() []string {
	return slices.DeleteFunc(slices.Clone(d.Companions), func(name string) bool { return name == "" })
}

// Limits of details.
const (
	maxReplyText = 200 // characters
	maxReply     = 9_999
)

// companionField returns the name of the field of a companion's name, from 1 on.
func companionField(person int64) string {
	return "companions[" + strconv.FormatInt(person-1, 10) + "]"
}

// replyField returns the name of the field of a person's answer to a question.
func replyField(question, person int64) string {
	return "answers." + strconv.FormatInt(question, 10) + "." + strconv.FormatInt(person, 10)
}

// audit returns the details as text, for the audit log and the notice of conflicting edits.
func (d Details) audit() (companions, answers string) {
	list := make([]string, len(d.Answers))
	for i, r := range d.Answers {
		value := r.Text
		switch {
		case r.Number != nil:
			value = strconv.FormatInt(*r.Number, 10)
		case len(r.Options) > 0:
			value = strings.Trim(fmt.Sprint(r.Options), "[]")
		}
		list[i] = strings.TrimPrefix(replyField(r.Question, r.Person), "answers.") + "=" + value
	}
	return strings.Join(d.Companions, ", "), strings.Join(list, "; ")
}

// personsOf returns the numbers of those who answer a question, in a party with this number of people: 0 is the guest.
func personsOf(q events.Question, people int64) []int64 {
	if q.Per == events.PerParty {
		people = min(people, 1)
	}
	list := make([]int64, people)
	for i := range list {
		list[i] = int64(i)
	}
	return list
}

// detailsCheck checks the details of an answer.
type detailsCheck struct {
	event  events.Event
	guest  bool  // sent by the guest: the limit of people holds, and required fields must be answered
	shown  int64 // the number of people for whom the form had fields; 0: not a form
	faults errs.Fields
}

// run cleans the details of an answer and returns their errors.
func (c *detailsCheck) run(a *Answer) errs.Fields {
	if a.Declines() || a.People < 0 || a.People > MaxPeople {
		a.Details = Details{}
		return c.faults
	}
	if c.guest {
		if c.faults = checkLimit(c.event, a.People); len(c.faults) > 0 {
			return c.faults
		}
	}
	if c.faults = checkShown(c.event, c.shown, a.People); len(c.faults) > 0 {
		return c.faults
	}
	c.companions(a)
	c.replies(a)
	if c.guest {
		c.required(*a)
	}
	return c.faults
}

// checkLimit returns the error of a guest's answer that counts more people than the event allows.
func checkLimit(e events.Event, people int64) (faults errs.Fields) {
	if people > e.PeopleLimit {
		faults.Add("people", "over_limit", fmt.Sprintf("One response of this event may count at most %d people.", e.PeopleLimit))
	}
	return faults
}

// checkShown returns the error of a form that had fields for fewer people than are coming, so that it is shown again with the others.
// shown is 0 if it was not a form.
func checkShown(e events.Event, shown, people int64) (faults errs.Fields) {
	if shown > 0 && people > shown && people <= MaxPeople && asksCompanions(e) {
		faults.Add("companions", "more_companions", "The form had no fields for all of them.")
	}
	return faults
}

// asksCompanions reports whether the form of an event has fields for each companion.
func asksCompanions(e events.Event) bool {
	return e.Companions != events.CompanionsNo ||
		slices.ContainsFunc(e.Asked(), func(q events.Question) bool { return q.Per == events.PerPerson })
}

func (c *detailsCheck) companions(a *Answer) {
	if int64(len(a.Companions)) > a.People-1 {
		c.faults.Add("companions", "out_of_range", "Expected no more names than people who come with the guest.")
		return
	}
	for i := range a.Companions {
		cleanLine(&c.faults, companionField(int64(i)+1), &a.Companions[i], MaxName)
	}
	for len(a.Companions) > 0 && a.Companions[len(a.Companions)-1] == "" {
		a.Companions = a.Companions[:len(a.Companions)-1]
	}
	if len(a.Companions) > 0 && c.guest && c.event.Companions == events.CompanionsNo {
		c.faults.Add("companions", "not_asked", "This event does not ask for the names of companions.")
	}
	if len(a.Companions) == 0 {
		a.Companions = nil
	}
}

// replies checks each answer by itself, and sorts them by question and person.
func (c *detailsCheck) replies(a *Answer) {
	type key struct{ question, person int64 }
	seen := map[key]bool{}
	for i := range a.Answers {
		r := &a.Answers[i]
		name := replyField(r.Question, r.Person)
		q, known := c.event.Question(r.Question)
		switch {
		case !known || q.Archived && c.guest:
			c.faults.Add(name, "not_asked", "The event does not ask this question.")
		case !slices.Contains(personsOf(q, a.People), r.Person):
			c.faults.Add(name, "not_asked", "No person with this number is asked this question.")
		case seen[key{r.Question, r.Person}]:
			c.faults.Add(name, "answered_twice", "There are two responses to this question.")
		default:
			c.reply(name, q, r)
		}
		seen[key{r.Question, r.Person}] = true
	}
	a.Answers = slices.DeleteFunc(a.Answers, func(r Reply) bool { return r.isEmpty() })
	a.sortAnswers()
	if len(a.Answers) == 0 {
		a.Answers = nil
	}
}

func (r Reply) isEmpty() bool { return len(r.Options) == 0 && r.Number == nil && r.Text == "" }

func (c *detailsCheck) reply(name string, q events.Question, r *Reply) {
	if len(r.Options) > 0 && !q.Kind.HasOptions() || r.Number != nil && q.Kind != events.Number || r.Text != "" && q.Kind != events.ShortText {
		c.faults.Add(name, "type", "The response does not fit the kind of its question.")
		return
	}
	cleanLine(&c.faults, name, &r.Text, maxReplyText)
	if r.Number != nil && (*r.Number < 0 || *r.Number > maxReply) {
		c.faults.Add(name, "out_of_range", "Expected a whole number from 0 to 9999.")
	}
	slices.Sort(r.Options)
	r.Options = slices.Compact(r.Options)
	if q.Kind == events.Choice && len(r.Options) > 1 {
		c.faults.Add(name, "one_option", "Expected one option.")
	}
	for _, id := range r.Options {
		if o, known := q.Option(id); !known || o.Archived && c.guest {
			c.faults.Add(name, "not_offered", "The question has no such option.")
		}
	}
}

// required adds the errors of required fields that are empty.
func (c *detailsCheck) required(a Answer) {
	if c.event.Companions == events.CompanionsRequired {
		for i := range a.People - 1 {
			if a.Companion(i+1) == "" {
				c.faults.Add(companionField(i+1), "required", "This field is required.")
			}
		}
	}
	for _, q := range c.event.Asked() {
		if !q.Required {
			continue
		}
		for _, person := range personsOf(q, a.People) {
			if _, answered := a.Reply(q.ID, person); !answered {
				c.faults.Add(replyField(q.ID, person), "required", "This field is required.")
			}
		}
	}
}

// readDetails reads the fields of a form that has been shown for an event. Fields of people who are not coming are ignored, and so are
// fields of questions that the event no longer has. A number that cannot be read becomes -1, which is out of range.
func readDetails(form url.Values, e events.Event, people int64) (d Details) {
	if e.Companions != events.CompanionsNo || form.Has(companionField(1)) {
		for person := int64(1); person < people && form.Has(companionField(person)); person++ {
			d.Companions = append(d.Companions, form.Get(companionField(person)))
		}
	}
	for _, q := range e.Questions {
		for _, person := range personsOf(q, people) {
			r := Reply{Question: q.ID, Person: person}
			for _, value := range form[replyField(q.ID, person)] {
				r.read(q.Kind, strings.TrimSpace(value))
			}
			if !r.isEmpty() {
				d.Answers = append(d.Answers, r)
			}
		}
	}
	return d
}

// read adds a value of the form to the answer.
func (r *Reply) read(kind events.Kind, value string) {
	switch {
	case value == "":
	case kind == events.ShortText:
		r.Text = value
	case kind == events.Number:
		r.Number = new(number(value))
	default:
		r.Options = append(r.Options, number(value))
	}
}

// dropArchived removes the answers to questions that are not asked, which no form shows.
func (d *Details) dropArchived(e events.Event) {
	d.Answers = slices.DeleteFunc(d.Answers, func(r Reply) bool {
		q, known := e.Question(r.Question)
		return !known || q.Archived
	})
}

// formOf returns the values of the form for details, by the names of the fields.
func (d Details) formOf() url.Values {
	form := url.Values{}
	for i, name := range d.Companions {
		form.Set(companionField(int64(i)+1), name)
	}
	for _, r := range d.Answers {
		name := replyField(r.Question, r.Person)
		switch {
		case r.Number != nil:
			form.Set(name, strconv.FormatInt(*r.Number, 10))
		case r.Text != "":
			form.Set(name, r.Text)
		}
		for _, id := range r.Options {
			form.Add(name, strconv.FormatInt(id, 10))
		}
	}
	return form
}

// keepArchived adds the earlier answers to questions that are archived, which no form shows.
func (a *Answer) keepArchived(e events.Event, before Details) {
	for _, r := range before.Answers {
		q, known := e.Question(r.Question)
		_, answered := a.Reply(r.Question, r.Person)
		if (!known || q.Archived) && !answered && r.Person < a.People {
			a.Answers = append(slices.Clip(a.Answers), r)
		}
	}
	a.sortAnswers()
}

// keepUnanswered adds the earlier details that are blank now, if a guest could still enter them.
func (d *Details) keepUnanswered(e events.Event, before Details) {
	if e.Companions != events.CompanionsNo {
		d.Companions = slices.Clone(d.Companions)
		for i, name := range before.Companions {
			if i == len(d.Companions) {
				d.Companions = append(d.Companions, name)
			} else if strings.TrimSpace(d.Companions[i]) == "" {
				d.Companions[i] = name
			}
		}
	}
	for _, r := range before.Answers {
		q, known := e.Question(r.Question)
		now, answered := d.Reply(r.Question, r.Person)
		c := detailsCheck{guest: true}
		if c.reply("", q, &r); !known || q.Archived || len(c.faults) > 0 || answered && !now.isEmpty() {
			continue
		}
		d.Answers = slices.DeleteFunc(slices.Clone(d.Answers), func(x Reply) bool { return x.Question == r.Question && x.Person == r.Person })
		d.Answers = append(d.Answers, r)
	}
}

// sortAnswers sorts the answers by question and person.
func (d *Details) sortAnswers() {
	slices.SortStableFunc(d.Answers, func(x, y Reply) int {
		return cmp.Or(cmp.Compare(x.Question, y.Question), cmp.Compare(x.Person, y.Person))
	})
}

// marshal returns the details as they are stored.
func (d Details) marshal() (string, error) {
	if d.IsEmpty() {
		return noDetails, nil
	}
	text, err := json.Marshal(d)
	return string(text), err
}

// noDetails is how empty details are stored.
const noDetails = "{}"

// UnmarshalDetails reads details as they are stored.
func UnmarshalDetails(text string) (d Details, err error) {
	if text != noDetails {
		err = json.Unmarshal([]byte(text), &d)
	}
	return d, err
}
