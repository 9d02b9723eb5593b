package rsvp

import (
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/events"
	"presence/app/platform/frame"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/rsvp"
	"presence/views/ui"
)

// totals shows the totals of the answers for the caterer, with the allergies, to be printed.
func (d pages) totals(c *gin.Context) error {
	l := auth.Lang(c)
	t, err := d.s.Totals(c.Request.Context(), c.Param("event"))
	if err != nil {
		return err
	}
	p := views.Totals{Head: d.head(l, t.Event), Subtitle: l.N(int(t.Seats.Headcount), i18n.RsvpPeopleCount),
		Back: paths.Registrations(t.Event.ID), File: paths.TotalsFile(t.Event.ID)}
	for _, q := range t.Questions {
		if !q.Archived || q.Answered > 0 {
			p.Questions = append(p.Questions, totalView(l, q))
		}
	}
	for _, r := range t.Allergies {
		p.Allergies = append(p.Allergies, views.Line{Name: r.Name, Value: r.Allergies})
	}
	if t.More {
		p.More = paths.RegistrationsOf(t.Event.ID, map[string][]string{"allergies": {"1"}})
	}
	return frame.Page(c, http.StatusOK, views.Totalled, p)
}

func totalView(l i18n.Lang, q Total) views.Total {
	x := views.Total{Title: q.Text.In(string(l)), Note: l.N(int(q.Answered), i18n.TotalsParties), Parties: q.Per == events.PerParty}
	if q.Per == events.PerPerson {
		x.Note = l.N(int(q.Answered), i18n.TotalsPeople)
	}
	if q.Archived {
		x.Note = joinNotes(x.Note, l.T(i18n.TotalsArchived))
	}
	if q.Kind == events.Number {
		x.Sum = l.Int(q.Sum)
	}
	for _, o := range q.selections() {
		x.Rows = append(x.Rows, views.TotalRow{Name: o.Text.In(string(l)), Answers: l.Int(o.Answers), People: l.Int(o.People)})
	}
	return x
}

// badgeParties is how many registrations one page of name badges has.
const badgeParties = 200

// badges shows a name badge for each person who is coming, to be printed on Letter or A4 paper.
func (d pages) badges(c *gin.Context) error {
	ctx, l := c.Request.Context(), auth.Lang(c)
	e, err := d.s.Event(ctx, c.Param("event"))
	if err != nil {
		return err
	}
	after, _ := strconv.ParseInt(c.Query("after"), 10, 64)
	g, err := d.s.ByFamilyName(ctx, e.ID, after, badgeParties)
	if err != nil {
		return err
	}
	p := views.Badges{Head: d.head(l, e), Back: paths.Registrations(e.ID), Paper: "letter"}
	if c.Query("paper") == "a4" {
		p.Paper = "a4"
	}
	for _, x := range []struct {
		value string
		label i18n.Text
	}{{"letter", i18n.PaperLetter}, {"a4", i18n.PaperA4}} {
		p.Papers = append(p.Papers, ui.Segment{Label: l.T(x.label), Href: paths.Badges(e.ID, x.value, after), Current: p.Paper == x.value})
	}
	for _, r := range g.Rows {
		p.People = append(p.People, badgesOf(l, r.Answer)...)
	}
	p.Subtitle = l.N(len(p.People), i18n.BadgesCount)
	if !g.Begins || !g.Ends {
		number := func(n int) string { return l.Int(int64(n)) }
		p.Pages = &ui.Pages{Text: l.F(i18n.RegPaged, number(g.First), number(g.First+len(g.Rows)-1), number(g.Total))}
		if !g.Begins {
			p.Pages.Prev = paths.Badges(e.ID, p.Paper, g.Previous)
		}
		if !g.Ends {
			p.Pages.Next = paths.Badges(e.ID, p.Paper, g.Next)
		}
	}
	return frame.Page(c, http.StatusOK, views.NameBadges, p)
}

// badgesOf returns the badges of a party: the guest, then each companion; one without a name has the guest's.
func badgesOf(l i18n.Lang, a Answer) (list []views.NameBadge) {
	for person := range a.People {
		b := views.NameBadge{Name: personName(l, a, person)}
		if person > 0 {
			b.With = l.F(i18n.BadgeWith, a.Name)
			if a.companion(person) == "" {
				b.Name, b.With = "", l.F(i18n.BadgeGuestOf, a.Name)
			}
		}
		list = append(list, b)
	}
	return list
}
