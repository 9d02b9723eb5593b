package outbox

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/campaigns"
	"presence/app/hub/templates"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	views "presence/views/hub/outbox"
	"presence/views/ui"
)

// onPage is the number of messages on one page of the list.
const onPage = 50

// pages handles the requests of the HTML pages.
type pages struct {
	sends *campaigns.Service
	box   *mail.Outbox
	zone  *time.Location
}

func (p pages) list(c *gin.Context) error {
	l, before := auth.Lang(c), c.Query("before")
	list, more, err := p.box.List(before, onPage)
	if err != nil {
		return err
	}
	page := views.Page{Tabs: campaigns.Tabs(l, paths.Outbox())}
	if auth.From(c.Request.Context()).Role == auth.Admin {
		page.Mail = paths.MailSettings()
	}
	if before != "" {
		page.Newest = paths.Outbox()
	}
	if more {
		page.Older = paths.OutboxBefore(list[len(list)-1].Name)
	}
	if page.Groups, err = p.groups(c.Request.Context(), l, list); err != nil {
		return err
	}
	return frame.Page(c, http.StatusOK, views.List, page)
}

// groups returns the messages grouped by campaign, in the order in which each campaign first occurs in list. Test messages,
// which have no campaign, form one group.
func (p pages) groups(ctx context.Context, l i18n.Lang, list []mail.Summary) (groups []views.Group, err error) {
	tags := make([]string, len(list))
	for i, k := range list {
		ref, _ := campaigns.ParseMessageID(k.ID)
		tags[i] = ref.Tag
	}
	known, err := p.sends.ByMessageTags(ctx, tags)
	if err != nil {
		return nil, err
	}
	titles := p.sends.EventTitles(ctx, l)
	index := map[int64]int{} // of a campaign's group
	for i, k := range list {
		of := known[tags[i]] // the zero Campaign for a test
		if _, begun := index[of.ID]; !begun {
			g := views.Group{Title: l.T(i18n.OutboxGroupTest)}
			if of.ID != 0 {
				title, err := titles(of.EventID)
				if err != nil {
					return nil, err
				}
				g.Title, g.Href = campaigns.OwnTitle(l, of, title), paths.Campaign(of.ID, nil)
			}
			index[of.ID], groups = len(groups), append(groups, g)
		}
		g := &groups[index[of.ID]]
		g.Rows = append(g.Rows, p.kept(l, k))
	}
	return groups, nil
}

func (p pages) kept(l i18n.Lang, k mail.Summary) views.Kept {
	return views.Kept{Href: paths.OutboxMessage(k.Name), Subject: cmp.Or(strings.TrimSpace(k.Subject), l.T(i18n.OutboxNoSubj)),
		To: views.Address(k.To), From: views.Address(k.From),
		When: l.Moment(k.Date.In(p.zone)), Size: l.Bytes(k.Bytes)}
}

func (p pages) message(c *gin.Context) error {
	l := auth.Lang(c)
	m, err := p.box.Read(c.Param("name"))
	if err != nil {
		return err
	}
	page := views.Message{Kept: p.kept(l, m.Summary), Crumbs: []ui.Crumb{{Label: l.T(i18n.Outbox), Href: paths.Outbox()}}, Text: m.Text,
		File: paths.OutboxFile(m.Name)}
	if m.HTML != "" {
		page.HTML = paths.OutboxHTML(m.Name)
	}
	page.Stop = webLink(m.Unsubscribe)
	for i, a := range m.Attachments {
		page.Files = append(page.Files, views.File{Name: a.Filename, Size: l.Bytes(int64(len(a.Data))), Href: paths.OutboxPart(m.Name, i)})
	}
	httpx.AllowFrames(c)
	return frame.Page(c, http.StatusOK, views.One, page)
}

// webLink returns a link that a page may contain: one of http or https; otherwise "".
func webLink(link string) string {
	if u, err := url.Parse(link); err != nil || u.Scheme != "https" && u.Scheme != "http" {
		return ""
	}
	return link
}

// messageHTML serves a message's HTML for a sandboxed frame in which no script runs. The tracking pixel is removed, so that
// staff who look at the message do not count as the guest who opened it.
func (p pages) messageHTML(c *gin.Context) error {
	m, err := p.box.Read(c.Param("name"))
	if err == nil && m.HTML == "" {
		err = errs.NotFound("message")
	}
	if err != nil {
		return err
	}
	return templates.ServeHTML(c, templates.WithoutPixel(m.HTML))
}

func (p pages) messageFile(c *gin.Context) error {
	f, err := p.box.File(c.Param("name"))
	if err != nil {
		return err
	}
	defer f.Close()
	c.Header("Content-Disposition", `attachment; filename="`+c.Param("name")+`"`)
	c.Header("Content-Type", "message/rfc822")
	c.Header("Cache-Control", "no-store")
	c.Status(http.StatusOK)
	_, _ = io.Copy(c.Writer, f) // the client may have disconnected
	return nil
}

// messagePart serves an attachment as a download, whatever its content type.
func (p pages) messagePart(c *gin.Context) error {
	m, err := p.box.Read(c.Param("name"))
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(c.Param("part"))
	if err != nil || n < 0 || n >= len(m.Attachments) {
		return errs.NotFound("attachment")
	}
	a := m.Attachments[n]
	c.Header("Content-Disposition", "attachment; filename*=UTF-8''"+url.PathEscape(a.Filename))
	c.Header("Cache-Control", "no-store")
	c.Data(http.StatusOK, "application/octet-stream", a.Data)
	return nil
}
