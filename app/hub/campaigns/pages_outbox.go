package campaigns

import (
	"cmp"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/hub/templates"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	views "presence/views/hub/campaigns"
	"presence/views/ui"
)

func (p pages) outboxPage(c *gin.Context) error {
	l, before := auth.Lang(c), c.Query("before")
	list, more, err := p.outbox.List(before, onPage)
	if err != nil {
		return err
	}
	page := views.OutboxPage{Tabs: tabs(l, paths.Outbox())}
	if before != "" {
		page.Newest = paths.Outbox()
	}
	if more {
		page.Older = paths.OutboxBefore(list[len(list)-1].Name)
	}
	for _, k := range list {
		page.Rows = append(page.Rows, p.kept(l, k))
	}
	return frame.Page(c, http.StatusOK, views.Outbox, page)
}

func (p pages) kept(l i18n.Lang, k mail.Summary) views.Kept {
	return views.Kept{Href: paths.OutboxMessage(k.Name), Subject: cmp.Or(strings.TrimSpace(k.Subject), l.T(i18n.OutboxNoSubj)),
		To: views.Address(k.To), From: views.Address(k.From),
		When: l.Moment(k.Date.In(p.zone)), Size: l.Bytes(k.Bytes)}
}

func (p pages) message(c *gin.Context) error {
	l := auth.Lang(c)
	m, err := p.outbox.Read(c.Param("name"))
	if err != nil {
		return err
	}
	page := views.Message{Kept: p.kept(l, m.Summary), Crumbs: []ui.Crumb{{Label: l.T(i18n.Outbox), Href: paths.Outbox()}}, Text: m.Text,
		File: paths.OutboxFile(m.Name)}
	if m.HTML != "" {
		page.HTML = paths.OutboxHTML(m.Name)
	}
	if u, err := url.Parse(m.Unsubscribe); err == nil && (u.Scheme == "https" || u.Scheme == "http") {
		page.Stop = m.Unsubscribe
	}
	for i, a := range m.Attachments {
		page.Files = append(page.Files, views.File{Name: a.Filename, Size: l.Bytes(int64(len(a.Data))), Href: paths.OutboxPart(m.Name, i)})
	}
	httpx.AllowFrames(c)
	return frame.Page(c, http.StatusOK, views.Mail, page)
}

// messageHTML is the message as a mail program shows it, alone in its frame: nothing of it runs. Staff who look at it have
// not opened it as the guest.
func (p pages) messageHTML(c *gin.Context) error {
	m, err := p.outbox.Read(c.Param("name"))
	if err == nil && m.HTML == "" {
		err = errs.NotFound("message")
	}
	if err != nil {
		return err
	}
	return templates.ServeHTML(c, templates.WithoutPixel(m.HTML))
}

func (p pages) messageFile(c *gin.Context) error {
	f, err := p.outbox.File(c.Param("name"))
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

// messagePart hands an attachment over as a file to keep, whatever it claims to be.
func (p pages) messagePart(c *gin.Context) error {
	m, err := p.outbox.Read(c.Param("name"))
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
