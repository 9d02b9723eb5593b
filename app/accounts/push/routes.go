package push

import (
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

// API registers the JSON routes.
func API(r *httpx.Router, s *Service) {
	a := api{s}
	op := func(method, path, id, summary string, success int) httpx.Op {
		return httpx.Op{Method: method, Path: "/push-subscriptions" + path, Rule: httpx.SignedIn, ID: id, Tag: "push-subscriptions",
			Summary: summary, Success: success}
	}
	httpx.Handle(r, op(http.MethodGet, "", "list-push-subscriptions", "The devices on which the caller receives notices",
		http.StatusOK), a.list)
	httpx.Handle(r, op(http.MethodPost, "", "create-push-subscription", "Receive notices on a device", http.StatusCreated), a.create)
	httpx.Handle(r, op(http.MethodDelete, "/{subscription_id}", "delete-push-subscription", "Receive no more notices on a device",
		http.StatusNoContent), a.delete)
}

// Pages registers the forms of the page of preferences, which package notifications shows.
func Pages(r *httpx.Router, s *Service) {
	p := pages{s}
	r.Page(http.MethodPost, "/staff/settings/devices", httpx.SignedIn, p.add)
	r.Page(http.MethodPost, "/staff/settings/devices/remove", httpx.SignedIn, p.remove)
}

type pages struct{ s *Service }

// add adds the browser that sends the form, which a script has filled in.
func (p pages) add(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	if _, err := p.s.Add(c.Request.Context(), by, Subscription{Endpoint: c.PostForm("endpoint"), P256DH: c.PostForm("p256dh"),
		Auth: c.PostForm("auth"), Agent: c.Request.UserAgent()}); err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.T(i18n.PushAdded)})
	return httpx.SeeOther(c, paths.NotificationPreferences())
}

func (p pages) remove(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	id, err := strconv.ParseInt(c.PostForm("device"), 10, 64)
	if err != nil {
		return errs.NotFound("device")
	}
	if err := p.s.Remove(c.Request.Context(), by, id); err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.T(i18n.PushRemoved)})
	return httpx.SeeOther(c, paths.NotificationPreferences())
}
