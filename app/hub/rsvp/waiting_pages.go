package rsvp

import (
	"cmp"
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"

	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/hub/rsvp"
)

// join handles the form that puts a party on the waiting list. JSON goes to the API's handler.
func (g *Guests) join(c *gin.Context) error {
	ctx, s := c.Request.Context(), readForm(c)
	id, lang := c.Param("event_id"), cmp.Or(s.Language, i18n.Match(c.GetHeader("Accept-Language")))
	p, err := g.s.Join(ctx, id, s, Visitor{IP: httpx.InfoOf(ctx).IP, Language: lang})
	v, gone := g.load(ctx, id, cmp.Or(p.Language, lang))
	switch {
	case gone != nil:
		return cmp.Or(err, gone)
	case err != nil:
		return g.showJoinAgain(c, v, s, err)
	}
	page := v.partyPage(p, "")
	page.Mail = v.lang.F(i18n.WaitMailed, p.Email)
	return g.showParty(c, http.StatusOK, page)
}

// showJoinAgain shows the invitation with the values that were sent and their errors, or as it is now that the list is closed. It
// returns any other error.
func (g *Guests) showJoinAgain(c *gin.Context, v presenter, s Submission, refusal error) error {
	e, ok := errs.Of(refusal)
	if !ok || e.Kind != errs.KindInvalid && e.Code != ListClosed && e.Code != Room {
		return refusal
	}
	p, status := v.invitation(), http.StatusConflict
	if e.Code == Room && p.Form != nil {
		p.Waiting = nil
		p.Notice = &views.Notice{Sign: views.SignFull, Title: v.lang.T(i18n.WaitRoom), Texts: []string{v.lang.T(i18n.WaitRoomText)}}
		p.Form.Token, p.Form.Values, p.Form.Folded, p.Form.How = s.Token, formValues(s), "", ""
	}
	if e.Kind == errs.KindInvalid {
		status = http.StatusUnprocessableEntity
		if p.Form != nil {
			v.showFull(&p)
		}
	}
	if p.Waiting != nil {
		p.Waiting.Token, p.Waiting.Values, p.Waiting.Faults = s.Token, formValues(s), faultsOf(v.lang, e.Fields)
	}
	return g.show(c, status, p)
}

// party shows where the party of a personal link stands. Without a link it leads to the invitation.
func (g *Guests) party(c *gin.Context) error {
	asked, token := readGuestQuery(c.Request.URL.RawQuery)
	return g.partyOf(c, http.StatusOK, asked, token)
}

func (g *Guests) partyOf(c *gin.Context, status int, asked i18n.Lang, token string) error {
	ctx := c.Request.Context()
	e, p, err := g.s.PartyOf(ctx, c.Param("event_id"), token)
	if errs.KindOf(err) == errs.KindNotFound && e.ID != "" && e.State != events.Draft {
		return httpx.SeeOther(c, paths.Rsvp(e.ID, string(asked), token))
	}
	if err != nil {
		return err
	}
	v, err := g.load(ctx, e.ID, cmp.Or(asked, p.Language))
	if err != nil {
		return err
	}
	page := v.partyPage(p, token)
	if page.Take != "" && status == http.StatusConflict { // it is offered, and was refused: staff have lowered the capacity
		page.Take, page.Heading, page.Text = "", v.lang.T(i18n.RsvpFull), v.lang.T(i18n.OfferGone)
	}
	return g.showParty(c, status, page)
}

// take handles the button that takes the places that are offered. JSON goes to the API's handler.
func (g *Guests) take(c *gin.Context) error {
	ctx, id, token := c.Request.Context(), c.Param("event_id"), c.PostForm("t")
	sent := Submission{Token: token, form: c.Request.PostForm, shown: max(0, number(c.PostForm("shown")))}
	out, sub, err := g.s.TakeOffer(ctx, id, sent, Visitor{IP: httpx.InfoOf(ctx).IP, Language: i18n.Match(c.GetHeader("Accept-Language"))})
	switch e, ok := errs.Of(err); {
	case ok && e.Kind == errs.KindConflict: // the page says what has become of the offer
		return g.partyOf(c, http.StatusConflict, "", token)
	case ok && e.Kind == errs.KindInvalid:
		return g.showOfferAgain(c, sub, e.Fields)
	}
	if err != nil {
		return err
	}
	v, err := g.load(ctx, id, out.Language)
	if err != nil {
		return err
	}
	c.Writer.Header()["Content-Security-Policy"] = guestPolicy
	return httpx.Render(c, http.StatusOK, views.Thank(v.thanks(sub, out)))
}

// showOfferAgain shows the page of an offer with the details that were sent and their errors.
func (g *Guests) showOfferAgain(c *gin.Context, sub Submission, faults errs.Fields) error {
	ctx := c.Request.Context()
	e, p, err := g.s.PartyOf(ctx, c.Param("event_id"), sub.Token)
	if err != nil {
		return err
	}
	asked, _ := i18n.Parse(c.PostForm("language"))
	v, err := g.load(ctx, e.ID, cmp.Or(asked, p.Language))
	if err != nil {
		return err
	}
	p.People = sub.People
	page := v.partyPage(p, sub.Token)
	if page.Take != "" {
		page.Form = v.offerForm(p.People, sub.form, faults)
	}
	return g.showParty(c, http.StatusUnprocessableEntity, page)
}

// leave handles the buttons that decline an offer and that leave the list. JSON goes to the API's handler.
func (g *Guests) leave(c *gin.Context) error {
	if _, _, err := g.s.Leave(c.Request.Context(), c.Param("event_id"), c.PostForm("t")); err != nil {
		return err
	}
	return g.partyOf(c, http.StatusOK, "", c.PostForm("t"))
}

func (g *Guests) showParty(c *gin.Context, status int, p views.PartyPage) error {
	c.Writer.Header()["Content-Security-Policy"] = guestPolicy
	return httpx.Render(c, status, views.Party(p))
}

// partyPage returns the page of a party for the owner of a personal link with the token. An empty token stands for the
// visitor who has just joined the list.
func (v presenter) partyPage(p Party, token string) views.PartyPage {
	l, people := v.lang, v.lang.N(int(p.People), i18n.RsvpPeopleCount)
	page := views.PartyPage{Document: v.document(), Event: v.event(), Token: token, People: int(p.People), Name: p.Name}
	page.Switch = ""
	if token != "" {
		page.Switch = paths.WaitingList(v.e.ID, string(l.Other()), token)
		page.Leave = paths.LeaveWaitingList(v.e.ID)
	}
	state := p.State
	if state == Offered && p.OfferedUntil <= db.InstantOf(v.now) {
		state = Expired
	}
	switch state {
	case Offered:
		page.Heading, page.Text = l.T(i18n.OfferTitle), l.F(i18n.OfferText, people, v.moment(p.OfferedUntil))
		page.Take, page.Form = paths.TakeOffer(v.e.ID), v.offerForm(p.People, nil, nil)
		return page
	case Expired:
		page.Heading, page.Text = l.T(i18n.OfferEnded), l.F(i18n.OfferEndedText, v.moment(p.OfferedUntil))
	case Taken:
		page.Heading, page.Text = l.T(i18n.OfferTaken), l.T(i18n.OfferTakenText)
		page.Link, page.Label = paths.Rsvp(v.e.ID, string(l), token)+"#answer", l.T(i18n.RsvpChange)
	case Left:
		page.Heading, page.Text = l.T(i18n.WaitLeft), l.T(i18n.WaitLeftText)
	default:
		page.Heading, page.Text = l.T(i18n.WaitOn), l.F(i18n.WaitOnText, people, p.Email)
		return page
	}
	page.Leave, page.People = "", 0
	if page.Link == "" {
		page.Link, page.Label = paths.Rsvp(v.e.ID, string(l), token), l.T(i18n.WaitInvitation)
	}
	return page
}

// offerForm returns the fields of the details for a party of so many people, with what was sent, or empty ones.
func (v presenter) offerForm(people int64, form url.Values, faults errs.Fields) *views.Form {
	d := detailForm{lang: v.lang, event: v.e, values: form, faults: faults}
	f := &views.Form{Party: d.party(), Faults: d.detailFaults()}
	if asksCompanions(v.e) {
		f.Shown = int(people)
	}
	f.Guest, f.Others = d.persons(int64(max(1, f.Shown)))
	return f
}

// moment formats an instant with its day and time.
func (v presenter) moment(at db.Instant) string {
	t := at.Time().In(v.zone)
	return v.lang.F(i18n.RsvpDayTime, v.lang.DayNear(t), v.lang.Clock(t))
}
