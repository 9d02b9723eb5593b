package webhooks

import (
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/accounts/webhooks"
	"presence/views/layout"
	"presence/views/ui"
)

// logRows is the number of deliveries on a page.
const logRows = 20

// pages handles the requests of the pages.
type pages struct {
	s    *Service
	zone *time.Location
}

func (p pages) list(c *gin.Context) error {
	l := auth.Lang(c)
	list, err := p.s.Endpoints(c.Request.Context())
	if err != nil {
		return err
	}
	page := views.List{Tabs: layout.SettingsTabs(l, true, true, paths.Webhooks())}
	if len(list) < maxEndpoints {
		page.New = paths.NewWebhook()
	}
	for _, e := range list {
		page.Rows = append(page.Rows, presentRow(l, e))
	}
	return frame.Page(c, http.StatusOK, views.ListPage, page)
}

func (p pages) newEndpoint(c *gin.Context) error { return p.newPage(c, http.StatusOK, form{}) }

// newPage shows the form of a new endpoint.
func (p pages) newPage(c *gin.Context, status int, f form) error {
	l := auth.Lang(c)
	page := views.New{Crumbs: crumbs(l), Form: f.props(l, p.s.o.Kinds)}
	page.Form.Action, page.Form.Save, page.Form.Cancel = paths.Webhooks(), l.T(i18n.WebhookAdd), paths.Webhooks()
	return frame.Page(c, status, views.NewPage, page)
}

// changesOf returns the fields of a form. The state is only part of the form of an endpoint that exists.
func changesOf(c *gin.Context) Changes {
	address, description, kinds := c.PostForm("url"), c.PostForm("description"), []Kind{}
	for _, k := range c.PostFormArray("kinds") {
		kinds = append(kinds, Kind(k))
	}
	return Changes{URL: &address, Description: &description, Kinds: &kinds}
}

// create adds an endpoint and shows its secret in its own response. Only the sealed secret is stored, so a page after a redirect could not
// show it.
func (p pages) create(c *gin.Context) error {
	changes := changesOf(c)
	e, secret, err := p.s.Create(c.Request.Context(), auth.From(c.Request.Context()), changes)
	if status, f, refused := refusal(auth.Lang(c), changes, err); refused {
		return p.newPage(c, status, f)
	}
	if err != nil {
		return err
	}
	return p.show(c, http.StatusOK, e, shown{secret: secret})
}

// refusal returns the status and the form of the answer to typed values that were not saved because they are invalid or in conflict. If
// err is of another kind, or nil, refused is false.
func refusal(l i18n.Lang, typed Changes, err error) (status int, f form, refused bool) {
	e, ok := errs.Of(err)
	if !ok {
		return 0, form{}, false
	}
	f = form{Endpoint: Endpoint{}.with(typed), faults: e.Fields}
	switch e.Kind {
	case errs.KindInvalid:
		return http.StatusUnprocessableEntity, f, true
	case errs.KindConflict:
		f.refused = l.T(i18n.FaultShown(e.Code, e.Detail))
		return http.StatusConflict, f, true
	}
	return 0, f, false
}

// id returns the id in the address; 0 if it is none.
func (p pages) id(c *gin.Context) int64 { return httpx.ID(c.Param("webhook")) }

// endpoint shows an endpoint with its log of deliveries. After a delivery was queued by hand, the query parameter delivery is its id: until
// its result is known, the page asks again and again for its line of the log (by HTMX), and gets that line alone.
func (p pages) endpoint(c *gin.Context) error {
	e, err := p.s.Endpoint(c.Request.Context(), p.id(c))
	if err != nil {
		return err
	}
	if id := httpx.ID(c.Query("delivery")); id != 0 && httpx.IsHTMX(c) {
		return p.deliveryLine(c, e, id)
	}
	return p.show(c, http.StatusOK, e, shown{})
}

// deliveryLine answers with the line of one delivery in the log.
func (p pages) deliveryLine(c *gin.Context, e Endpoint, id int64) error {
	list, err := p.s.Deliveries(c.Request.Context(), e.ID, id+1, 1)
	if err == nil && (len(list) == 0 || list[0].ID != id) {
		err = errs.NotFound("delivery")
	}
	if err != nil {
		return err
	}
	return frame.Fragment(c, http.StatusOK, views.DeliveryLine, p.delivery(auth.Lang(c), e, list[0], id))
}

// shown is what the page of an endpoint shows besides the stored state.
type shown struct {
	secret   string // a new one, shown this once; empty: none
	form     *form  // what was typed and is refused; nil: the stored values are shown
	rotation string // why the secret was not replaced; empty: it was not refused
}

// show shows an endpoint with a part of its log.
func (p pages) show(c *gin.Context, status int, e Endpoint, x shown) error {
	before := httpx.ID(c.Query("before"))
	list, err := p.s.Deliveries(c.Request.Context(), e.ID, before, logRows+1)
	if err != nil {
		return err
	}
	f := form{Endpoint: e}
	if x.form != nil {
		f = *x.form
	}
	l := auth.Lang(c)
	page := p.present(l, e, list, logView{before: before, queued: httpx.ID(c.Query("delivery"))})
	page.Secret, page.Asking = x.secret, c.Query("ask") == "delete"
	if page.EndOld != nil {
		page.EndOld.Error = x.rotation
	}
	page.Form = f.props(l, p.s.o.Kinds)
	page.Form.Action, page.Form.Save = paths.Webhook(e.ID, nil), l.T(i18n.Save)
	page.Form.Hidden = []ui.Hidden{version(e)}
	page.Form.Enabled = &ui.Field{Name: "enabled", Label: l.T(i18n.WebhookOn), Hint: l.T(i18n.WebhookOnHint), Checked: f.Disabled == Enabled}
	return frame.Page(c, status, views.EndpointPage, page)
}

// update saves the form. If it is refused, the page shows the form again with what was typed. If another person has saved the endpoint in
// the meantime, the form shows what that person saved.
func (p pages) update(c *gin.Context) error {
	ctx, changes, id := c.Request.Context(), changesOf(c), p.id(c)
	on := c.PostForm("enabled") != ""
	changes.Enabled = &on
	_, err := p.s.Update(ctx, auth.From(ctx), id, httpx.FormVersion(c), changes)
	l := auth.Lang(c)
	status, f, refused := refusal(l, changes, err)
	if errs.KindOf(err) == errs.KindStale {
		status, refused = http.StatusPreconditionFailed, true
	}
	if !refused {
		return p.done(c, err, paths.Webhook(id, nil), i18n.WebhookSaved)
	}
	e, err := p.s.Endpoint(ctx, id)
	if err != nil {
		return err
	}
	if status == http.StatusPreconditionFailed {
		f = form{Endpoint: e, refused: l.T(i18n.StaleShown)}
	}
	return p.show(c, status, e, shown{form: &f})
}

// rotate replaces the secret and shows the new one in its own response, as create does. While an old secret signs, it shows the page with
// the reason why not, unless the form says that it ends.
func (p pages) rotate(c *gin.Context) error {
	ctx := c.Request.Context()
	e, secret, err := p.s.Rotate(ctx, auth.From(ctx), p.id(c), nil, c.PostForm("end_old_secret") != "")
	if errs.HasCode(err, codeOldSecret) {
		if e, err = p.s.Endpoint(ctx, p.id(c)); err != nil {
			return err
		}
		l := auth.Lang(c)
		return p.show(c, http.StatusConflict, e, shown{rotation: l.F(i18n.WebhookOldSigns, p.moment(l, e.OldSecretUntil))})
	}
	if err != nil {
		return err
	}
	return p.show(c, http.StatusOK, e, shown{secret: secret})
}

func (p pages) test(c *gin.Context) error {
	delivery, err := p.s.SendTest(c.Request.Context(), auth.From(c.Request.Context()), p.id(c))
	return p.done(c, err, paths.WebhookDelivery(p.id(c), delivery), i18n.WebhookTested)
}

func (p pages) replay(c *gin.Context) error {
	delivery := httpx.ID(c.PostForm("delivery"))
	err := p.s.Replay(c.Request.Context(), auth.From(c.Request.Context()), p.id(c), delivery)
	return p.done(c, err, paths.WebhookDelivery(p.id(c), delivery), i18n.WebhookReplayed)
}

func (p pages) delete(c *gin.Context) error {
	err := p.s.Delete(c.Request.Context(), auth.From(c.Request.Context()), p.id(c), nil)
	return p.done(c, err, paths.Webhooks(), i18n.WebhookDeleted)
}

// done redirects with a message, unless err is an error.
func (p pages) done(c *gin.Context, err error, to string, message i18n.Text) error {
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).T(message)})
	return httpx.SeeOther(c, to)
}
