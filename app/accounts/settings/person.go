package settings

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/accounts/settings"
	"presence/views/ui"
)

func (p pages) person(c *gin.Context) error {
	return p.personPage(c, http.StatusOK, nil, nil, "")
}

// personPage shows an account with its actions. values are the typed values; nil: the stored ones. link is the link to choose a
// password that was just made; "": none.
func (p pages) personPage(c *gin.Context, status int, values url.Values, faults errs.Fields, link string) error {
	by := auth.From(c.Request.Context())
	x, own, err := p.s.auth.Person(c.Request.Context(), by, c.Param("person"))
	if err != nil {
		return err
	}
	access, err := p.s.auth.Access(c.Request.Context(), by, x.ID)
	if err != nil {
		return err
	}
	if values == nil {
		values = url.Values{"email": {x.Email}, "name": {own}, "role": {string(x.Role)}, "language": {string(x.Language)}}
	}
	l := by.Language
	page := views.Person{Title: x.Name, Crumbs: crumbs(l), State: accountState(l, auth.Account{Person: x, State: access.State}),
		Since: p.moment(l, x.CreatedAt), Gone: x.Archived,
		Link: link, Log: paths.AuditLog() + "?person_id=" + url.QueryEscape(x.ID)}
	if page.Title == "" {
		page.Title = x.Email
	}
	for _, line := range access.Lines(l, func(at db.Instant) string { return p.moment(l, at) }) {
		page.Access = append(page.Access, views.Fact(line))
	}
	factors, err := p.s.auth.FactorsOf(c.Request.Context(), by, x)
	if err != nil {
		return err
	}
	if page.Factors = factorsText(l, factors); factors.Any() {
		page.ResetFactors = paths.PersonFactorsReset(x.ID)
	}
	if x.EmployeeID != 0 {
		page.Record = paths.Employee(x.EmployeeID)
	}
	if x.Disabled {
		page.Enable = paths.PersonEnable(x.ID)
	} else {
		page.Disable = paths.PersonDisable(x.ID)
	}
	page.Form = views.Form{Action: paths.Person(x.ID), Save: l.T(i18n.Save)}
	page.Form.Fields, page.Form.Selects, page.Form.Faults = fields(l, values, faults)
	page.LinkText = l.T(i18n.AccessNoMail)
	if access.MayInvite && access.ByMail {
		page.Invite, page.InviteLabel, page.LinkText = paths.PersonInvitation(x.ID), access.InviteLabel(l), l.T(i18n.AccessByMail)
	}
	if access.MayCopy {
		page.NewLink = paths.PersonPasswordLink(x.ID)
	}
	return frame.Page(c, status, views.PersonPage, page)
}

// factorsText returns the second factors of a person as text.
func factorsText(l i18n.Lang, f auth.Factors) string {
	var parts []string
	if f.Passkeys > 0 {
		parts = append(parts, l.N(f.Passkeys, i18n.PersonPasskeys))
	}
	if f.CodesSince != 0 {
		parts = append(parts, l.T(i18n.PersonCodes))
	}
	if parts == nil {
		return l.T(i18n.PersonNoFactor)
	}
	return strings.Join(parts, " · ")
}

func (p pages) resetFactors(c *gin.Context) error {
	err := p.s.auth.ResetFactors(c.Request.Context(), auth.From(c.Request.Context()), c.Param("person"))
	return p.respond(c, err, i18n.PersonFactorsDone)
}

func (p pages) changePerson(c *gin.Context) error {
	var changes auth.PersonChanges
	if v, sent := c.GetPostForm("email"); sent {
		changes.Email = &v
	}
	if v, sent := c.GetPostForm("name"); sent {
		changes.Name = &v
	}
	if v, sent := c.GetPostForm("role"); sent {
		role := auth.Role(v)
		changes.Role = &role
	}
	if v, sent := c.GetPostForm("language"); sent {
		lang := i18n.Lang(v)
		changes.Language = &lang
	}
	err := p.s.auth.ChangePerson(c.Request.Context(), auth.From(c.Request.Context()), c.Param("person"), nil, changes)
	if list := errs.FieldsOf(err); list != nil {
		return p.personPage(c, http.StatusUnprocessableEntity, c.Request.PostForm, list, "")
	}
	return p.respond(c, err, i18n.PersonSaved)
}

// passwordLink makes a link to choose a password and shows it in its own response. Only a hash of it is stored, so a page after a
// redirect could not show it.
func (p pages) passwordLink(c *gin.Context) error {
	made, err := p.s.auth.PasswordLink(c.Request.Context(), auth.From(c.Request.Context()), c.Param("person"))
	if err != nil {
		return err
	}
	return p.personPage(c, http.StatusOK, nil, nil, made.Link)
}

// invite invites the person by e-mail, or shows the link where none can be sent.
func (p pages) invite(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	made, err := p.s.auth.Invite(c.Request.Context(), by, c.Param("person"))
	switch {
	case err != nil:
		return err
	case made.Link != "":
		return p.personPage(c, http.StatusOK, nil, nil, made.Link)
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.F(i18n.AccessInvited, made.Email)})
	return httpx.SeeOther(c, paths.Person(c.Param("person")))
}

func (p pages) disable(c *gin.Context) error {
	return p.respond(c, p.s.auth.SetDisabledByID(c.Request.Context(), auth.From(c.Request.Context()), c.Param("person"), true), i18n.PersonOut)
}

func (p pages) enable(c *gin.Context) error {
	return p.respond(c, p.s.auth.SetDisabledByID(c.Request.Context(), auth.From(c.Request.Context()), c.Param("person"), false), i18n.PersonIn)
}

// respond redirects to the account's page with message. If the change failed because the person is the last administrator, the
// page shows that instead; other errors are returned.
func (p pages) respond(c *gin.Context, err error, message i18n.Text) error {
	if errs.HasCode(err, "last_admin") {
		l := auth.From(c.Request.Context()).Language
		httpx.Flash(c, ui.Toast{Tone: ui.Bad, Text: l.T(i18n.Fault("last_admin", ""))})
		return httpx.SeeOther(c, paths.Person(c.Param("person")))
	}
	if err != nil {
		return err
	}
	return p.done(c, paths.Person(c.Param("person")), message)
}
