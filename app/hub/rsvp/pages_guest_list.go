package rsvp

import (
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/frame"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/hub/rsvp"
	"presence/views/ui"
)

// listedGuests is how many registrations one page of the guest list has.
const listedGuests = 500

// guestList shows the guests by family name, to be printed and ticked off at the door.
func (d pages) guestList(c *gin.Context) error {
	ctx, l := c.Request.Context(), auth.Lang(c)
	f, err := d.s.Stats(ctx, c.Param("event"))
	if err != nil {
		return err
	}
	after, _ := strconv.ParseInt(c.Query("after"), 10, 64)
	g, err := d.s.ByFamilyName(ctx, f.Event.ID, after, listedGuests)
	if err != nil {
		return err
	}
	p := views.GuestList{Head: d.head(l, f.Event), Subtitle: l.N(int(f.Headcount), i18n.RsvpPeopleCount),
		Back: paths.Registrations(f.Event.ID), Badges: paths.Badges(f.Event.ID, "letter", 0)}
	for _, r := range g.Rows {
		last, first := familyName(r.Name)
		p.Rows = append(p.Rows, views.Expected{Last: last, First: first, People: int(r.People), Count: l.Int(r.People), Allergies: r.Allergies,
			Companions: joinNotes(r.named()...), Answers: questionLines(l, f.Event, r.Answer)})
	}
	if !g.Begins || !g.Ends {
		number := func(n int) string { return l.Int(int64(n)) }
		p.Pages = &ui.Pages{Text: l.F(i18n.RegPaged, number(g.First), number(g.First+len(g.Rows)-1), number(g.Total))}
		p.Subtitle += " · " + p.Pages.Text
		if !g.Begins {
			p.Pages.Prev = paths.GuestListAfter(f.Event.ID, g.Previous)
		}
		if !g.Ends {
			p.Pages.Next = paths.GuestListAfter(f.Event.ID, g.Next)
		}
	}
	return frame.Page(c, http.StatusOK, views.Printed, p)
}
