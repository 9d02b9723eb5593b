package employees

import (
	"context"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	"presence/views/ui"
	views "presence/views/workforce/employees"
)

type inviteInput struct {
	httpx.ByID
	Body *httpx.Body[auth.InviteBody, bool]
}

func (a api) invite(ctx context.Context, in *inviteInput) (*auth.InvitationOut, error) {
	e, err := a.s.Get(ctx, auth.From(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return a.s.accounts.InviteFor(ctx, e.UserID, in.Body.ValueOr(false))
}

type invitedJSON struct {
	Invited int  `json:"invited" doc:"How many messages were queued" example:"12"`
	More    bool `json:"more" doc:"More than 500 people cannot sign in yet: call it again"`
}

type invitedOut struct{ Body invitedJSON }

func (a api) inviteAll(ctx context.Context, _ *struct{}) (*invitedOut, error) {
	n, more, err := a.s.accounts.InviteAll(ctx, auth.From(ctx))
	return &invitedOut{invitedJSON{n, more}}, err
}

// access returns how an employee signs in; nil for those who may not see it.
func (p pages) access(ctx context.Context, by auth.Actor, e Employee) (*auth.Access, error) {
	if !by.SeesAll() {
		return nil, nil
	}
	x, err := p.s.accounts.Access(ctx, by, e.UserID)
	return &x, err
}

// access returns how an employee signs in, with the viewer's actions. link is one that was just made; "": none.
func (d presenter) access(id int64, x auth.Access, link string) *views.Access {
	v := &views.Access{Link: link, Badge: paths.Badge(id)}
	for _, line := range x.Lines(d.lang, func(at db.Instant) string { return d.lang.Moment(at.Time().In(d.zone)) }) {
		v.Facts = append(v.Facts, views.Fact{Name: line.Name, Value: line.Value})
	}
	if x.MayCopy {
		v.NewLink = paths.EmployeePasswordLink(id)
	}
	switch {
	case x.MayInvite && x.ByMail:
		v.Invite, v.InviteLabel, v.Text = paths.EmployeeInvitation(id), x.InviteLabel(d.lang), d.lang.T(i18n.AccessByMail)
	case x.MayCopy:
		v.Text = d.lang.T(i18n.AccessNoMail)
	case x.Active:
		v.Text = d.lang.T(i18n.AccessAdminCopies)
	}
	return v
}

// invite invites an employee by e-mail, or shows the link where none can be sent.
func (p pages) invite(c *gin.Context) error { return p.inviteBy(c, p.s.accounts.Invite) }

// passwordLink makes a link with which an employee chooses a password, and shows it in its own response.
func (p pages) passwordLink(c *gin.Context) error { return p.inviteBy(c, p.s.accounts.PasswordLink) }

func (p pages) inviteBy(c *gin.Context, invite func(context.Context, auth.Actor, string) (auth.Invitation, error)) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	e, err := p.s.Get(ctx, by, httpx.ID(c.Param("id")))
	if err != nil {
		return err
	}
	made, err := invite(ctx, by, e.UserID)
	switch {
	case err != nil:
		return err
	case made.Link != "":
		return p.profilePage(c, made.Link)
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.F(i18n.AccessInvited, made.Email)})
	return httpx.SeeOther(c, paths.Employee(e.ID))
}

// inviteAll invites everyone who cannot sign in yet, or those who are selected on the list, and says how many.
func (p pages) inviteAll(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	if c.PostForm("selected") != "" {
		return p.inviteSelected(c, by)
	}
	n, more, err := p.s.accounts.InviteAll(c.Request.Context(), by)
	if err != nil {
		return err
	}
	text := by.Language.T(i18n.InviteAllNone)
	if n > 0 {
		text = by.Language.N(n, i18n.InviteAllDone)
	}
	if more {
		text += " " + by.Language.T(i18n.InviteAllMore)
	}
	httpx.Flash(c, ui.Toast{Text: text})
	return httpx.SeeOther(c, address(viewState{Search: Search{NoWayIn: true}}.query()))
}

// addSignIns adds to a list without groups when each employee was invited.
func (p pages) addSignIns(ctx context.Context, d presenter, page *views.List, list []Listed) error {
	ids := make([]string, len(list))
	for i, l := range list {
		ids[i] = l.UserID
	}
	states, err := p.s.accounts.SignInStates(ctx, auth.From(ctx), ids)
	if err != nil {
		return err
	}
	page.SignIns = true
	day := func(at db.Instant) string { return d.lang.Day(at.Time().In(d.zone)) }
	for i, l := range list {
		if x := states[l.UserID]; x != nil {
			row := &page.Groups[0].Rows[i]
			if row.Invitee = new(x.Invitee(d.lang, l.UserID, row.Name, day)); row.Invitee.Label != "" {
				page.Invite = paths.InviteEmployees()
			}
		}
	}
	return nil
}

func (p pages) inviteSelected(c *gin.Context, by auth.Actor) error {
	n, err := p.s.accounts.InviteSelected(c.Request.Context(), by, auth.SelectedPeople(c.Request.PostForm))
	toast, err := auth.Invited(by.Language, n, err)
	if err != nil {
		return err
	}
	httpx.Flash(c, toast)
	return httpx.SeeOther(c, paths.EmployeesWithoutSignIn())
}

// inviteAllOf returns the button that invites everyone on the list of people who cannot sign in yet; nil: no button.
func (d presenter) inviteAllOf(by auth.Actor, v viewState, found SearchResult, byMail bool) *views.InviteAll {
	narrowed := v.Text != "" || v.SupervisorID != 0 || v.CompanyCode != 0 // the list is not everyone who would be invited
	if !v.NoWayIn || v.Archive || narrowed || found.All == 0 || !by.SeesAll() {
		return nil
	}
	x := &views.InviteAll{Title: d.lang.N(int(found.All), i18n.InviteAllWho), Links: paths.EmployeePasswordLinks(),
		LinksText: d.lang.T(i18n.InviteLinksText), Again: ui.Field{Name: "again", Label: d.lang.T(i18n.InviteLinksAgain)}}
	admin := by.Role == auth.Admin
	if !admin {
		x.LinksText += " " + d.lang.T(i18n.InviteLinksPlain)
	}
	switch {
	case byMail:
		x.Text, x.Action = d.lang.T(i18n.InviteAllText), paths.InviteEmployees()
	case admin:
		x.Text, x.Mail = d.lang.T(i18n.InviteNoMail), paths.MailSettings()
	default:
		x.Text = d.lang.T(i18n.InviteNoMail)
	}
	return x
}

// inviteTick returns the tick of the form for a new record; nil where no message can be sent.
func (d presenter) inviteTick(byMail, checked bool) *ui.Field {
	if !byMail {
		return nil
	}
	return &ui.Field{Name: "invite", Label: d.lang.T(i18n.AccessTick), Hint: d.lang.T(i18n.AccessByMail), Checked: checked}
}

// showNew shows the form for a new record.
func (p pages) showNew(c *gin.Context, status int, form views.Form, invite bool) error {
	d := presenter{auth.From(c.Request.Context()).Language, p.s.zone}
	form.Invite = d.inviteTick(p.s.accounts.MailConfigured(), invite)
	return frame.Page(c, status, views.FormPage, form)
}
