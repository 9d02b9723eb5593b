package rsvp

import (
	"presence/app/platform/i18n"
	views "presence/views/hub/rsvp"
)

// addAnswered shows an earlier answer to the owner of a personal link, with the buttons to change and to cancel it while answers are
// taken. The email, the phone and the customer number that were given are not shown: the link may have been passed on.
func (v presenter) addAnswered(p *views.Page, r RSVP) {
	l := v.lang
	m := &views.Answered{Title: l.T(i18n.RsvpSaidNo)}
	if !r.Declines() {
		m.Title = l.N(int(r.People), i18n.RsvpSaidYes)
		if r.Allergies != "" {
			m.Lines = append(m.Lines, views.Line{Name: l.T(i18n.RsvpAllergies), Value: r.Allergies})
		}
		m.Lines = append(m.Lines, detailLines(l, v.e, r.Answer)...)
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
	p.Form.Values.People, p.Form.Values.Allergies = int(min(r.People, v.e.PeopleLimit)), r.Allergies
	v.withDetails(p.Form, r.formOf(), nil)
}
