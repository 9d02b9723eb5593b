package guestlist

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/hub/rsvp"
	"presence/app/platform/frame"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/guestlist"
	"presence/views/ui"
)

// listedGuests is how many registrations one page of the guest list has.
const listedGuests = 500

// guestList shows the guests by family name, to be printed and ticked off at the door.
func (d pages) guestList(c *gin.Context) error {
	ctx, l := c.Request.Context(), auth.Lang(c)
	g, err := byFamilyName(ctx, d.rsvps, c.Param("event"), after(c), listedGuests)
	if err != nil {
		return err
	}
	p := views.GuestList{Head: head(l, g.event, l.N(int(g.headcount), i18n.RsvpPeopleCount)), Badges: paths.Badges(g.event.ID, "letter", 0),
		Pages: g.pagination(l, func(after int64) string { return paths.GuestListAfter(g.event.ID, after) })}
	if p.Pages != nil {
		p.Subtitle += " · " + p.Pages.Text
	}
	for _, r := range g.rows {
		last, first := rsvp.FamilyName(r.Name)
		p.Rows = append(p.Rows, views.Expected{Last: last, First: first, People: int(r.People), Count: l.Int(r.People), Allergies: r.Allergies,
			Companions: strings.Join(r.NamedCompanions(), " · "), Answers: answersOf(l, g.event, r.Answer)})
	}
	return frame.Page(c, http.StatusOK, views.Printed, p)
}

// answersOf returns the answers to each question that has some, with the words of the question.
func answersOf(l i18n.Lang, e events.Event, a rsvp.Answer) (list []views.Text) {
	for _, q := range e.Questions {
		if texts := rsvp.Replies(l, q, a); len(texts) > 0 {
			list = append(list, views.Text{Name: q.Text.In(string(l)), Value: strings.Join(texts, ", ")})
		}
	}
	return list
}

// after returns the id of the registration behind which the requested page begins; 0: it is the first page.
func after(c *gin.Context) int64 {
	id, _ := strconv.ParseInt(c.Query("after"), 10, 64)
	return id
}

// pagination returns the links between the pages; nil: there is one. link returns the address of the page behind a registration.
func (g page) pagination(l i18n.Lang, link func(after int64) string) *ui.Pages {
	if g.begins && g.ends {
		return nil
	}
	number := func(n int) string { return l.Int(int64(n)) }
	p := &ui.Pages{Text: l.F(i18n.RegPaged, number(g.first), number(g.first+len(g.rows)-1), number(g.total))}
	if !g.begins {
		p.Prev = link(g.previous)
	}
	if !g.ends {
		p.Next = link(g.next)
	}
	return p
}

// totals shows the totals of the answers for the caterer, with the allergies, to be printed.
func (d pages) totals(c *gin.Context) error {
	l := auth.Lang(c)
	t, err := addUp(c.Request.Context(), d.rsvps, c.Param("event"))
	if err != nil {
		return err
	}
	p := views.Totals{Head: head(l, t.event, l.N(int(t.seats.Headcount), i18n.RsvpPeopleCount)), File: paths.TotalsFile(t.event.ID)}
	for _, q := range t.questions {
		if !q.Archived || q.answered > 0 {
			p.Questions = append(p.Questions, totalView(l, q))
		}
	}
	for _, r := range t.allergies {
		p.Allergies = append(p.Allergies, views.Text{Name: r.Name, Value: r.Allergies})
	}
	if t.more {
		p.More = paths.RegistrationsOf(t.event.ID, map[string][]string{"allergies": {"1"}})
	}
	return frame.Page(c, http.StatusOK, views.Totalled, p)
}

func totalView(l i18n.Lang, q total) views.Total {
	x := views.Total{Title: q.Text.In(string(l)), Note: l.N(int(q.answered), i18n.TotalsParties), Parties: q.Per == events.PerParty}
	if q.Per == events.PerPerson {
		x.Note = l.N(int(q.answered), i18n.TotalsPeople)
	}
	if q.Archived {
		x.Note += " · " + l.T(i18n.TotalsArchived)
	}
	if q.Kind == events.Number {
		x.Sum = l.Int(q.sum)
	}
	for _, o := range q.selections() {
		x.Rows = append(x.Rows, views.TotalRow{Name: o.Text.In(string(l)), Answers: l.Int(o.answers), People: l.Int(o.people)})
	}
	return x
}

// badgeParties is how many registrations one page of name badges has.
const badgeParties = 200

// badges shows a name badge for each person who is coming, to be printed on Letter or A4 paper.
func (d pages) badges(c *gin.Context) error {
	ctx, l, begin := c.Request.Context(), auth.Lang(c), after(c)
	g, err := byFamilyName(ctx, d.rsvps, c.Param("event"), begin, badgeParties)
	if err != nil {
		return err
	}
	p := views.Badges{Paper: "letter"}
	if c.Query("paper") == "a4" {
		p.Paper = "a4"
	}
	for _, x := range []struct {
		value string
		label i18n.Text
	}{{"letter", i18n.PaperLetter}, {"a4", i18n.PaperA4}} {
		p.Papers = append(p.Papers, ui.Segment{Label: l.T(x.label), Href: paths.Badges(g.event.ID, x.value, begin), Current: p.Paper == x.value})
	}
	for _, r := range g.rows {
		p.People = append(p.People, badgesOf(l, r.Answer)...)
	}
	p.Head = head(l, g.event, l.N(len(p.People), i18n.BadgesCount))
	p.Pages = g.pagination(l, func(after int64) string { return paths.Badges(g.event.ID, p.Paper, after) })
	return frame.Page(c, http.StatusOK, views.NameBadges, p)
}

// badgesOf returns the badges of a party: the guest, then each companion; one without a name has the guest's.
func badgesOf(l i18n.Lang, a rsvp.Answer) (list []views.NameBadge) {
	for person := range a.People {
		b := views.NameBadge{Name: a.Name}
		if person > 0 {
			b.Name, b.With = a.Companion(person), l.F(i18n.BadgeWith, a.Name)
			if b.Name == "" {
				b.With = l.F(i18n.BadgeGuestOf, a.Name)
			}
		}
		list = append(list, b)
	}
	return list
}
