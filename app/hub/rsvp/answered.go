package rsvp

import (
	"context"
	"strings"

	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	views "presence/views/hub/rsvp"
)

// Answered returns the registration of the owner of a personal link: the one that is kept under the customer or the address of the link.
// One that is only similar, such as an answer with the same phone, may be another person's and is not returned. ok is false if there is
// none.
func (s *Service) Answered(ctx context.Context, e events.Event, g Guest) (r RSVP, ok bool, err error) {
	identity := claimsOf(Answer{}, keys{}, Attribution{}, g).identity()
	if !strings.HasPrefix(identity, customerIdentity) && !strings.HasPrefix(identity, emailIdentity) {
		return r, false, nil
	}
	r, err = byIdentity(ctx, s.db, e.ID, identity)
	if errs.KindOf(err) == errs.KindNotFound {
		return RSVP{}, false, nil
	}
	return r, err == nil, err
}

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
	p.Notice, p.Waiting, p.Greeting = nil, nil, ""
	p.Form.Unfold, p.Form.Folded = false, l.T(i18n.RsvpChange)
	if r.Declines() {
		p.Form.Folded = l.T(i18n.RsvpComeAfterAll)
		return
	}
	m.Cancels = true
	p.Form.Values.People, p.Form.Values.Allergies = int(min(r.People, v.e.PeopleLimit)), r.Allergies
	v.withDetails(p.Form, r.formOf(), nil)
}
