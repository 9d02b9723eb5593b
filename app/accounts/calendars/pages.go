package calendars

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/platform/qr"
	views "presence/views/accounts/calendars"
	"presence/views/layout"
	"presence/views/ui"
)

type pages struct{ s *Service }

var contentTexts = map[Content]i18n.Text{Shifts: i18n.CalendarShifts, Leave: i18n.CalendarOwnLeave, Team: i18n.CalendarTeam,
	Periods: i18n.CalendarPeriods, Events: i18n.CalendarEvents}

// address returns the secret address of a calendar.
func (s *Service) address(secret string) string { return s.Origin + paths.CalendarFile(secret) }

func (p pages) list(c *gin.Context) error {
	return p.page(c, http.StatusOK, nil, func(*views.Page) error { return nil })
}

// page shows the calendars and the form, in which the contents chosen are ticked; nil: all. more modifies it before.
func (p pages) page(c *gin.Context, status int, chosen []Content, more func(*views.Page) error) error {
	by := auth.From(c.Request.Context())
	list, err := p.s.List(c.Request.Context(), by)
	if err != nil {
		return err
	}
	l := by.Language
	page := views.Page{Tabs: layout.AccountTabs(l, paths.Calendars()),
		Name: ui.Field{Name: "name", Label: l.T(i18n.CalendarName), Hint: l.T(i18n.CalendarNameHint), Required: true, MaxLength: maxName,
			AutoComplete: "off"}}
	for _, content := range p.s.Offered(by) {
		page.Contents = append(page.Contents, ui.Field{Name: "contents", ID: "contents-" + string(content), Value: string(content),
			Label: l.T(contentTexts[content]), Checked: chosen == nil || slices.Contains(chosen, content)})
	}
	for _, x := range list {
		v := views.Calendar{ID: strconv.FormatInt(x.ID, 10), Name: x.Name, Made: l.Moment(x.CreatedAt.Time().In(p.s.Zone)),
			Read: l.T(i18n.TokenUnused), Revoke: l.F(i18n.TokenRevokeOf, x.Name)}
		if x.ReadAt != 0 {
			v.Read = l.Moment(x.ReadAt.Time().In(p.s.Zone))
		}
		for _, content := range x.Contents {
			v.Contents = append(v.Contents, l.T(contentTexts[content]))
		}
		page.List = append(page.List, v)
	}
	if err := more(&page); err != nil {
		return err
	}
	return frame.Page(c, status, views.CalendarsPage, page)
}

// create makes a calendar and shows its address in its own response, as only a hash of the secret is stored.
func (p pages) create(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	n := New{Name: c.PostForm("name"), Contents: []Content{}}
	for _, name := range c.PostFormArray("contents") {
		n.Contents = append(n.Contents, Content(name))
	}
	chosen := slices.Clone(n.Contents)
	made, secret, err := p.s.Create(c.Request.Context(), by, n)
	if fields := errs.FieldsOf(err); fields != nil {
		return p.page(c, http.StatusUnprocessableEntity, append(chosen, ""), func(page *views.Page) error {
			page.Name.Value = n.Name
			for _, f := range fields {
				name, label := f.Field, page.Name.Label
				if f.Field == "contents" {
					name, label = "contents-"+string(Shifts), by.Language.T(i18n.CalendarContents)
					if len(page.Contents) > 0 {
						name = page.Contents[0].ID
					}
				}
				page.Faults.Add(by.Language, name, label, f.Code, f.Detail)
			}
			page.Name.Error = page.Faults.Of("name")
			return nil
		})
	}
	if err != nil {
		return err
	}
	return p.page(c, http.StatusOK, nil, func(page *views.Page) (err error) {
		url := p.s.address(secret)
		page.New = &views.Secret{Name: by.Language.F(i18n.CalendarMade, made.Name), URL: url}
		_, rest, _ := strings.Cut(url, "://")
		page.New.Webcal = "webcal://" + rest
		page.New.QR, err = qr.Code(page.New.Webcal)
		return err
	})
}

func (p pages) revoke(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	id, err := strconv.ParseInt(c.PostForm("calendar"), 10, 64)
	if err != nil {
		return errs.NotFound("calendar")
	}
	if err := p.s.Revoke(c.Request.Context(), by, id); err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.T(i18n.CalendarRevoked)})
	return httpx.SeeOther(c, paths.Calendars())
}

// read answers a calendar program. It has no session, and nothing keeps the answer but the program.
func (p pages) read(c *gin.Context) error {
	secret, ok := strings.CutSuffix(c.Param("secret"), ".ics")
	if !ok {
		return errs.NotFound("calendar")
	}
	f, err := p.s.Read(c.Request.Context(), httpx.InfoOf(c.Request.Context()).IP, secret, func(tag string) bool {
		return slices.ContainsFunc(strings.Split(c.GetHeader("If-None-Match"), ","), func(known string) bool {
			return strings.TrimPrefix(strings.TrimSpace(known), "W/") == tag
		})
	})
	if err != nil {
		return err
	}
	c.Header("Cache-Control", "private, no-cache")
	c.Header("ETag", f.Tag)
	if f.Body == nil {
		c.Status(http.StatusNotModified)
		return nil
	}
	c.Header("Content-Disposition", `inline; filename="presence.ics"`)
	c.Data(http.StatusOK, "text/calendar; charset=utf-8", f.Body)
	return nil
}
