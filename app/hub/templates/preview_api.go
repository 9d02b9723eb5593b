package templates

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/hub/events"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/views/emails"
	"presence/views/ui"
)

// invitePreview handles GET /events/{event_id}/invite-preview (R14). It answers with sandboxed HTML, or with JSON if the client
// asks for that.
func (a api) invitePreview(c *gin.Context) error {
	ctx := c.Request.Context()
	e, err := a.s.Event(ctx, c.Param("event_id"))
	if err != nil {
		return err
	}
	o, err := readPreviewOptions(c, e)
	if err != nil {
		return err
	}
	p, err := a.s.PreviewOf(ctx, e, o)
	if err != nil {
		return err
	}
	if httpx.PrefersJSON(c.Request) {
		c.Header("Cache-Control", "no-store")
		c.JSON(http.StatusOK, p)
		return nil
	}
	if scheme := c.Query("scheme"); scheme != "" {
		p.HTML = emails.InScheme(p.HTML, scheme == ui.SchemeDark)
	}
	return ServeHTML(c, p.HTML)
}

// framed sets the headers of a page that is shown in a frame of our own pages: no script, no form, no content but images and styles.
func framed(c *gin.Context) {
	c.Header("Content-Security-Policy",
		"sandbox allow-popups; default-src 'none'; img-src 'self' https: data:; style-src 'unsafe-inline'; frame-ancestors 'self'")
	c.Header("X-Frame-Options", "SAMEORIGIN")
	c.Header("Cache-Control", "no-store")
}

// ServeHTML answers with the HTML of an e-mail. Its Content-Security-Policy forbids scripts and forms, and allows only images
// to be loaded.
func ServeHTML(c *gin.Context, html string) error {
	framed(c)
	c.Data(http.StatusOK, "text/html; charset=utf-8", []byte(html))
	return nil
}

// previewParams are the query parameters of a preview.
var previewParams = []string{"look", "template", "lang", "reminder", "scheme"}

// readPreviewOptions reads the query parameters of a preview.
func readPreviewOptions(c *gin.Context, e events.Event) (o Options, err error) {
	var faults errs.Fields
	query := c.Request.URL.Query()
	for name := range query {
		if !slices.Contains(previewParams, name) {
			faults.Add(name, "unknown", "There is no such parameter.")
		}
	}
	switch query.Get("look") {
	case "festive":
	case "", "configured":
		o.Template = e.EmailTemplate
	case "override":
		if o.Template = query.Get("template"); !nameShape.MatchString(o.Template) {
			faults.Add("template", "format", "Expected the name of a template, which begins with event-.")
		}
	default:
		faults.Add("look", "not_allowed", "Expected one of festive, configured, override.")
	}
	o.Lang = i18n.FR
	if v := query.Get("lang"); v != "" {
		var known bool
		if o.Lang, known = i18n.Parse(v); !known {
			faults.Add("lang", "not_allowed", "Expected one of fr, en.")
		}
	}
	switch query.Get("scheme") {
	case "", ui.SchemeLight, ui.SchemeDark:
	default:
		faults.Add("scheme", "not_allowed", "Expected one of light, dark.")
	}
	if v := query.Get("reminder"); v != "" {
		if o.Reminder, err = strconv.ParseBool(v); err != nil {
			faults.Add("reminder", "format", "Expected 1 or 0.")
		}
	}
	return o, faults.Err()
}
