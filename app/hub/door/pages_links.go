package door

import (
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/rsvp"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/app/platform/paths"
	"presence/app/platform/qr"
	views "presence/views/hub/door"
	"presence/views/layout"
	"presence/views/ui"
)

// links shows the check-in links of an event.
func (d pages) links(c *gin.Context) error {
	return d.linksPage(c, http.StatusOK, func(*views.Links) error { return nil })
}

// linksPage shows the links with the form for a new one; more modifies the page before.
func (d pages) linksPage(c *gin.Context, status int, more func(*views.Links) error) error {
	ctx, l, event := c.Request.Context(), auth.Lang(c), c.Param("event")
	list, e, err := d.s.Links(ctx, event)
	if err != nil {
		return err
	}
	head, err := d.head(ctx, event, layout.EventRegistrations)
	if err != nil {
		return err
	}
	until := linksEnd(e).Time().In(d.zone)
	p := views.Links{Title: l.T(i18n.DoorLinks), EventName: head.Title, Event: paths.Registrations(event), Door: paths.Door(event),
		Action: paths.DoorLinks(event), Until: l.F(i18n.DoorLinksUntil, l.MomentBrief(until, d.s.now().In(d.zone))),
		Name: ui.Field{Name: "name", Label: l.T(i18n.DoorLinkName), Hint: l.T(i18n.DoorLinkNameHint), Required: true,
			MaxLength: maxLinkName, AutoComplete: "off"}}
	p.Over = !d.s.now().Before(linksEnd(e).Time())
	for _, k := range list {
		p.List = append(p.List, views.Link{Name: k.Name, Made: l.MomentBrief(k.CreatedAt.Time().In(d.zone), d.s.now().In(d.zone)),
			Revoke: paths.RevokeDoorLink(event, k.ID), RevokeOf: l.F(i18n.DoorLinkRevokeOf, k.Name)})
	}
	if err := more(&p); err != nil {
		return err
	}
	return frame.Page(c, status, views.LinksPage, p)
}

// createLink creates a link and shows it in its own response. Only a hash of its token is stored, so a page after a redirect
// could not show it.
func (d pages) createLink(c *gin.Context) error {
	ctx, l, event := c.Request.Context(), auth.Lang(c), c.Param("event")
	name := c.PostForm("name")
	token, k, err := d.s.CreateLink(ctx, auth.From(ctx), event, name)
	if e, ok := errs.Of(err); ok && (e.Kind == errs.KindInvalid || e.Kind == errs.KindConflict) {
		status := http.StatusUnprocessableEntity
		if e.Kind == errs.KindConflict {
			status = http.StatusConflict
		}
		return d.linksPage(c, status, func(p *views.Links) error {
			p.Name.Value = name
			for _, f := range e.Fields {
				p.Faults.Add(l, f.Field, p.Name.Label, f.Code, f.Detail)
			}
			p.Name.Error = p.Faults.Of("name")
			if e.Kind == errs.KindConflict {
				p.Refused = l.T(i18n.Fault(e.Code, e.Detail))
			}
			return nil
		})
	}
	if err != nil {
		return err
	}
	return d.linksPage(c, http.StatusOK, func(p *views.Links) (err error) {
		p.New = &views.NewLink{Title: l.F(i18n.DoorLinkMade, k.Name), URL: d.s.origin + paths.OpenDoor(token)}
		p.New.QR, err = qr.Code(p.New.URL)
		return err
	})
}

func (d pages) revokeLink(c *gin.Context) error {
	ctx, l, event := c.Request.Context(), auth.Lang(c), c.Param("event")
	id, _ := strconv.ParseInt(c.Param("link"), 10, 64)
	if err := d.s.RevokeLink(ctx, auth.From(ctx), event, id); err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: l.T(i18n.DoorLinkRevoked)})
	return httpx.SeeOther(c, paths.DoorLinks(event))
}

// open gives a browser the cookie of a check-in link, and leads it to the page of the event.
func (d pages) open(c *gin.Context) error {
	l, until, err := d.s.OpenLink(c.Request.Context(), c.Param("token"), httpx.InfoOf(c.Request.Context()).IP)
	if err != nil {
		return err
	}
	http.SetCookie(c.Writer, d.s.cookie(c.Param("token"), until))
	c.Header("Cache-Control", "private, no-store")
	c.Header("Referrer-Policy", "no-referrer")
	return httpx.SeeOther(c, paths.Door(l.EventID))
}

// guestPolicy is the Content-Security-Policy of the page behind a check-in code, which needs no script.
const guestPolicy = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; " +
	"base-uri 'none'"

// code is where a check-in code leads. Staff and the helpers of the event come to the guest's registration on the check-in page.
// Everybody else sees the code, to be shown at the door. That page looks up nothing, so that it tells nothing about any guest.
func (d pages) code(c *gin.Context) error {
	ctx, code := c.Request.Context(), c.Param("code")
	if !rsvp.IsCode(code) {
		return errs.NotFound("check-in code")
	}
	actor := auth.From(ctx)
	helper, carried, err := d.s.Identify(c.Request, actor)
	if !actor.RunsEvents() && (!carried || err != nil) {
		return d.showCode(c, code)
	}
	r, err := d.s.rsvp.ByCode(ctx, code)
	switch {
	case errs.KindOf(err) == errs.KindNotFound:
		return d.noParty(c)
	case err != nil:
		return err
	case !actor.RunsEvents() && helper.HelperOf != r.EventID:
		return d.showCode(c, code)
	}
	return httpx.SeeOther(c, paths.DoorAt(r.EventID, r.ID))
}

func (d pages) showCode(c *gin.Context, code string) error {
	l := auth.Lang(c)
	p := views.Code{Lang: l, Palette: palette.Of(palette.Default).Class(),
		SignIn: paths.LoginThen(paths.Local(paths.CheckInCode(code)))}
	var err error
	if p.QR, err = qr.Code(d.s.origin + paths.CheckInCode(code)); err != nil {
		return err
	}
	c.Header("Content-Security-Policy", guestPolicy)
	return httpx.Render(c, http.StatusOK, views.CodePage(p))
}

// noParty answers 404 with the page without a QR code, for a code that belongs to no registration. The page has no link to a guest list,
// because the event is unknown.
func (d pages) noParty(c *gin.Context) error {
	l := auth.Lang(c)
	c.Header("Content-Security-Policy", guestPolicy)
	return httpx.Render(c, http.StatusNotFound, views.CodePage(views.Code{Lang: l, Palette: palette.Of(palette.Default).Class()}))
}
