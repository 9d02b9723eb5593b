package employees

import (
	"bytes"
	"context"
	"encoding/base64"
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/platform/qr"
	"presence/app/platform/tablewriter"
	"presence/views/ui"
	views "presence/views/workforce/employees"
)

type makeLinksBody struct {
	Again httpx.Opt[bool] `json:"again,omitzero" nullable:"false" doc:"Also for those who have a valid invitation, which becomes void" example:"false"`
}

// Parse returns whether those with a valid invitation get a link too.
func (b makeLinksBody) Parse(context.Context) (again bool, f errs.Fields) {
	b.Again.Ptr(&f, "again")
	return b.Again.Value, f
}

type linksInput struct {
	Body *httpx.Body[makeLinksBody, bool]
}

type linkJSON struct {
	Name       string `json:"name" doc:"The person's name" example:"Maude Thériault"`
	Email      string `json:"email" format:"email" doc:"The address that the person signs in with" example:"maude.theriault@example.com"`
	Language   string `json:"language" enum:"fr,en" doc:"The person's language"`
	ValidUntil string `json:"valid_until" format:"date-time" doc:"Until when the link can be used, once" example:"2026-11-23T13:00:00Z"`
	Link       string `json:"link" doc:"The link to choose a password" example:"https://time.example.com/auth/password/3f6c…"`
}

type linksJSON struct {
	Links []linkJSON `json:"links" doc:"At most 500, sorted by name; they are not shown again"`
	More  bool       `json:"more" doc:"Others have no link yet: call it again"`
}

type linksOut struct {
	CacheControl string `header:"Cache-Control"`
	Body         linksJSON
}

func (a api) passwordLinks(ctx context.Context, in *linksInput) (*linksOut, error) {
	list, more, err := a.s.accounts.PasswordLinks(ctx, auth.From(ctx), in.Body.ValueOr(false))
	if err != nil {
		return nil, err
	}
	out := &linksOut{CacheControl: "no-store", Body: linksJSON{Links: make([]linkJSON, len(list)), More: more}}
	for i, v := range list {
		out.Body.Links[i] = linkJSON{v.Name, v.Email, string(v.Language), v.ValidUntil.String(), v.Link}
	}
	return out, nil
}

// passwordLinks makes links for the employees who cannot sign in yet, and shows them in its own response: only hashes are stored.
func (p pages) passwordLinks(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	list, more, err := p.s.accounts.PasswordLinks(c.Request.Context(), by, c.PostForm("again") != "")
	if err != nil {
		return err
	}
	if len(list) == 0 {
		text := i18n.InviteAllNone
		if by.Role != auth.Admin {
			text = i18n.InviteLinksNone
		}
		httpx.Flash(c, ui.Toast{Tone: ui.Warn, Text: by.Language.T(text)})
		return httpx.SeeOther(c, paths.EmployeesWithoutSignIn())
	}
	page, err := presenter{by.Language, p.s.zone}.slips(list, more)
	if err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.SlipsPage, page)
}

// slips returns the page of links that were just made.
func (d presenter) slips(list []auth.Invitation, more bool) (page views.Slips, err error) {
	page = views.Slips{Title: d.lang.N(len(list), i18n.SlipsTitle), Crumbs: d.crumbs(), Note: d.lang.T(i18n.SlipsNote)}
	if more {
		page.More, page.Again = d.lang.T(i18n.SlipsMore), paths.EmployeePasswordLinks()
	}
	for _, v := range list {
		l := v.Language
		x := views.Slip{Lang: l, Name: v.Name, Title: l.T(i18n.InviteSubject) + ".", Scan: l.T(i18n.SlipScan), Link: v.Link,
			SignIn: l.F(i18n.SlipSignIn, v.Email), Valid: l.F(i18n.SlipValid, l.Moment(v.ValidUntil.Time().In(d.zone))),
			QRLabel: l.T(i18n.SlipCode)}
		if x.QR, err = qr.Code(v.Link); err != nil {
			return page, err
		}
		page.List = append(page.List, x)
	}
	o := tablewriter.Options{Format: tablewriter.CSV, BOM: true}
	if d.lang == i18n.FR {
		o.Sep = ';'
	}
	file, err := d.linksFile(list, o)
	page.File = "data:text/csv;charset=utf-8;base64," + base64.StdEncoding.EncodeToString(file)
	page.FileName = d.lang.T(i18n.SlipsFileName) + ".csv"
	return page, err
}

// linksFile returns the links as a file.
func (d presenter) linksFile(list []auth.Invitation, o tablewriter.Options) ([]byte, error) {
	var b bytes.Buffer
	rows, err := tablewriter.New(&b, o)
	if err != nil {
		return nil, err
	}
	for _, heading := range []i18n.Text{i18n.TeamName, i18n.PersonEmail, i18n.PersonLanguage, i18n.SlipsLink, i18n.SlipsUntil} {
		rows.Text(d.lang.T(heading))
	}
	err = rows.EndRow()
	for _, v := range list {
		if err != nil {
			return nil, err
		}
		for _, cell := range []string{v.Name, v.Email, string(v.Language), v.Link, d.lang.Moment(v.ValidUntil.Time().In(d.zone))} {
			rows.Text(cell)
		}
		err = rows.EndRow()
	}
	if err == nil {
		err = rows.Close()
	}
	return b.Bytes(), err
}
