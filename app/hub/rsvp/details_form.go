package rsvp

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	views "presence/views/hub/rsvp"
)

// detailForm builds the fields of a form about the details of a party.
type detailForm struct {
	lang   i18n.Lang
	event  events.Event
	values url.Values
	faults errs.Fields
	kept   bool // no field is required: blank fields keep the earlier answers
	staff  bool // no field is required, and archived options that were chosen stay
}

// companionFields is the approximate number of fields about companions that a form has before the guest has entered how many
// people come. More fields would make the page slow on a phone.
const companionFields = 16

// shown returns the number of people for whom the form has fields: at least those who are coming; 0: it has none about single persons.
func (d detailForm) shown(people int64) int64 {
	if !asksCompanions(d.event) {
		return 0
	}
	limit, fields := d.event.PeopleLimit, int64(0)
	if d.event.Companions != events.CompanionsNo {
		fields++
	}
	for _, q := range d.event.Asked() {
		if q.Per == events.PerPerson {
			fields += 1 + int64(len(q.Offered()))/3
		}
	}
	return max(people, min(limit, 1+max(1, companionFields/fields)))
}

// party returns the fields that are answered once.
func (d detailForm) party() (list []views.Ask) {
	for _, q := range d.event.Asked() {
		if q.Per == events.PerParty {
			list = append(list, d.question(q, 0))
		}
	}
	return list
}

// persons returns the fields of each of the people shown, the guest first. Those of the guest are empty if there is nothing to ask.
func (d detailForm) persons(shown int64) (guest views.Person, companions []views.Person) {
	for person := range shown {
		x := d.person(person)
		if person == 0 {
			guest = x
			continue
		}
		companions = append(companions, x)
	}
	return guest, companions
}

func (d detailForm) person(person int64) views.Person {
	x := views.Person{Title: d.title(person)}
	if name := companionField(person); person > 0 && d.event.Companions != events.CompanionsNo {
		x.Asks = append(x.Asks, views.Ask{Name: name, Kind: views.AskText, Label: d.lang.T(i18n.RsvpCompanionName), Max: MaxName,
			Required: d.event.Companions == events.CompanionsRequired && !d.staff && !d.kept, Values: d.values[name], Fault: d.fault(name)})
	}
	for _, q := range d.event.Asked() {
		if q.Per == events.PerPerson {
			x.Asks = append(x.Asks, d.question(q, person))
		}
	}
	return x
}

func (d detailForm) title(person int64) string {
	if person == 0 {
		return d.lang.T(i18n.RsvpYou)
	}
	return d.lang.F(i18n.RsvpPersonN, d.lang.Int(person+1))
}

func (d detailForm) question(q events.Question, person int64) views.Ask {
	name := replyField(q.ID, person)
	a := views.Ask{Name: name, Kind: views.AskKind(q.Kind), Label: q.Text.In(string(d.lang)), Required: q.Required && !d.staff && !d.kept,
		Values: d.values[name], Fault: d.fault(name), Max: maxReplyText}
	for _, o := range q.Options {
		value := strconv.FormatInt(o.ID, 10)
		if !o.Archived || d.staff && slices.Contains(a.Values, value) {
			a.Options = append(a.Options, views.Choice{Value: value, Label: o.Text.In(string(d.lang))})
		}
	}
	return a
}

func (d detailForm) fault(name string) string {
	for _, f := range d.faults {
		if f.Field == name {
			return d.faultOf(f)
		}
	}
	return ""
}

// faultOf returns the text of an error: to a guest, what to do about a field that is blank.
func (d detailForm) faultOf(f errs.Field) string {
	if d.staff {
		return d.lang.T(i18n.Fault(f.Code, f.Detail))
	}
	blank := i18n.RsvpWriteCompanion
	if q, _, ok := d.questionOf(f.Field); ok {
		blank = blankReply[q.Kind]
	}
	return d.lang.T(faultText(f, blank))
}

// blankReply says what to do about a question that has no answer.
var blankReply = map[events.Kind]i18n.Text{events.Choice: i18n.RsvpChooseOne, events.Several: i18n.RsvpChooseSome,
	events.Number: i18n.RsvpWriteNumber, events.ShortText: i18n.RsvpWriteText}

// questionOf returns the question that a field answers, and for which person of the party; false: it answers none.
func (d detailForm) questionOf(field string) (q events.Question, person int64, ok bool) {
	rest, ok := strings.CutPrefix(field, "answers.")
	if !ok {
		return q, 0, false
	}
	id, of, _ := strings.Cut(rest, ".")
	question, _ := strconv.ParseInt(id, 10, 64)
	person, _ = strconv.ParseInt(of, 10, 64)
	q, _ = d.event.Question(question)
	return q, person, true
}

// label returns the label of a field of the details in a list of errors; false: it is no such field.
func (d detailForm) label(field string) (string, bool) {
	if field == "companions" {
		return d.lang.T(i18n.RsvpCompanions), true
	}
	if rest, ok := strings.CutPrefix(field, "companions["); ok {
		i, _ := strconv.ParseInt(strings.TrimSuffix(rest, "]"), 10, 64)
		return d.title(i + 1), true
	}
	q, person, ok := d.questionOf(field)
	if !ok {
		return "", false
	}
	if q.Per == events.PerPerson && asksCompanions(d.event) {
		return d.title(person) + " – " + q.Text.In(string(d.lang)), true
	}
	return q.Text.In(string(d.lang)), true
}

// detailFaults returns the errors of the details, in the order of the validation, for the list above the form.
func (d detailForm) detailFaults() (list views.Faults) {
	for _, f := range d.faults.FirstPerField() {
		if label, ok := d.label(f.Field); ok {
			list = append(list, views.Fault{Field: f.Field, Label: label, Text: d.faultOf(f)})
		}
	}
	return list
}

// replyText returns an answer to a question as text for people.
func replyText(l i18n.Lang, q events.Question, r Reply) string {
	switch {
	case r.Number != nil:
		return l.Int(*r.Number)
	case r.Text != "":
		return r.Text
	}
	names := make([]string, len(r.Options))
	for i, id := range r.Options {
		o, _ := q.Option(id)
		names[i] = o.Text.In(string(l))
	}
	return strings.Join(names, ", ")
}

// personName returns the name of a person of a party; of a companion without a name, which number it is.
func personName(l i18n.Lang, a Answer, person int64) string {
	if person == 0 {
		return a.Name
	}
	if name := a.Companion(person); name != "" {
		return name
	}
	return l.F(i18n.RsvpPersonN, l.Int(person+1))
}

// detailLines returns the details of an answer with their labels: the companions, then each question that has an answer, archived ones
// too. An answer for each person has a line each.
func detailLines(l i18n.Lang, e events.Event, a Answer) (lines []views.Line) {
	if names := a.NamedCompanions(); len(names) > 0 {
		lines = append(lines, views.Line{Name: l.T(i18n.RsvpCompanions), Value: strings.Join(names, "\n")})
	}
	return append(lines, questionLines(l, e, a)...)
}

// questionLines returns the answers to the questions with their words as labels.
func questionLines(l i18n.Lang, e events.Event, a Answer) (lines []views.Line) {
	for _, q := range e.Questions {
		texts := Replies(l, q, a)
		if len(texts) > 0 {
			lines = append(lines, views.Line{Name: q.Text.In(string(l)), Value: strings.Join(texts, "\n")})
		}
	}
	return lines
}

// Replies returns the answers to a question as texts, with who gave them if the question is for each person of a party.
func Replies(l i18n.Lang, q events.Question, a Answer) (texts []string) {
	for _, r := range a.Answers {
		if r.Question != q.ID {
			continue
		}
		text := replyText(l, q, r)
		if q.Per == events.PerPerson && a.People > 1 {
			text = personName(l, a, r.Person) + l.Colon() + text
		}
		texts = append(texts, text)
	}
	return texts
}
