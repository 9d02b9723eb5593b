package rsvp

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"presence/app/hub/events"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/rsvp"
	"presence/views/ui"
)

// addAnswered shows an earlier answer to the owner of a personal link, with the buttons to change and to cancel it while answers
// are taken. The link may have been passed on (ADR 43), so the page shows only the number of people, the first names of
// companions, and whether there are allergies and answers to questions, but not their texts. Fields that the guest leaves blank
// keep their earlier values.
func (v presenter) addAnswered(p *views.Page, r RSVP) {
	l := v.lang
	m := &views.Answered{Title: l.T(i18n.RsvpSaidNo)}
	if !r.Declines() {
		m.Title = l.N(int(r.People), i18n.RsvpSaidYes)
		m.Lines = companionLine(l, r.Answer)
		if r.Allergies != "" || len(r.Answers) > 0 {
			m.Private = l.T(i18n.RsvpPrivate)
		}
	}
	p.Answered = m
	if p.Form == nil || r.Declines() && p.Notice != nil { // the event is closed, or full
		return
	}
	p.Notice, p.Waiting, p.Decline, p.Greeting = nil, nil, nil, ""
	p.Form.Unfold, p.Form.Folded = false, l.T(i18n.RsvpChange)
	if r.Declines() {
		p.Form.Folded = l.T(i18n.RsvpComeAfterAll)
		return
	}
	m.Cancels = true
	p.Form.Values.People = int(min(r.People, v.e.PeopleLimit))
	p.Form.Keep = r.Allergies != "" || len(r.Answers) > 0 || len(r.NamedCompanions()) > 0
	v.withDetails(p.Form, nil, nil)
}

// changing returns the page with the form as a guest without a personal link has filled it in. The page after the answer sends these
// values back; nothing stored is shown.
func (v presenter) changing(s Submission) views.Page {
	p, l := v.invitation(), v.lang
	if p.Form == nil { // the event has closed since
		return p
	}
	p.Notice, p.Waiting, p.Decline = nil, nil, nil
	p.Answered = &views.Answered{Title: l.T(i18n.RsvpSaidNo)}
	p.Form.Folded, p.Form.How = l.T(i18n.RsvpComeAfterAll), l.F(i18n.RsvpKeepSame, l.T(foundBy(s)))
	if s.People > 0 {
		p.Answered.Title, p.Answered.Cancels = l.N(int(s.People), i18n.RsvpSaidYes), given(s.Email) || s.code != ""
		p.Form.Folded = l.T(i18n.RsvpChange)
	}
	v.fillAgain(&p, s, nil)
	p.Form.Changes = true
	p.For, p.NotYou = strings.TrimSpace(s.Name), paths.Rsvp(v.e.ID, string(v.lang), "")
	if p.Fixed = p.For != "" && foundBy(s) == i18n.RsvpOwnName; p.Fixed {
		p.Form.How = ""
	}
	return p
}

// sentBack returns the fields of an answer for a form that shows them again.
func sentBack(s Submission, d Details) (list []ui.Hidden) {
	form := d.formOf()
	for name, value := range map[string]string{"name": s.Name, "email": s.Email, "phone": s.Phone, "customer_number": s.CustomerNumber,
		"allergies": s.Allergies, "language": string(s.Language), "people": strconv.FormatInt(s.People, 10), "code": s.code} {
		if given(value) {
			form.Set(name, value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(form)) {
		for _, value := range form[name] {
			list = append(list, ui.Hidden{Name: name, Value: value})
		}
	}
	return list
}

func given(text string) bool { return strings.TrimSpace(text) != "" }

// companionLine returns the first names of the companions; nothing if none is named.
func companionLine(l i18n.Lang, a Answer) []views.Line {
	names := a.NamedCompanions()
	if len(names) == 0 {
		return nil
	}
	for i := range names {
		names[i] = firstName(names[i])
	}
	return []views.Line{{Name: l.T(i18n.RsvpCompanions), Value: strings.Join(names, "\n")}}
}

// keeping returns the submission with the allergies and the details of an earlier answer in the fields that were left blank. Those of
// people who no longer come are left out.
func (s Submission) keeping(e events.Event, before Answer) Submission {
	if strings.TrimSpace(s.Allergies) == "" {
		s.Allergies = before.Allergies
	}
	form, earlier := maps.Clone(s.form), before.formOf()
	keep := func(name string) {
		filled := slices.ContainsFunc(form[name], func(v string) bool { return strings.TrimSpace(v) != "" })
		if !filled && earlier.Has(name) {
			form[name] = earlier[name]
		}
	}
	for person := range s.People {
		if person > 0 {
			keep(companionField(person))
		}
		for _, q := range e.Asked() {
			keep(replyField(q.ID, person))
		}
	}
	s.form = form
	return s
}
