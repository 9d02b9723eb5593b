package tracking

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/mail"
)

// maxWebhookBody is larger than any call of Mailjet, whose events have a few hundred bytes each.
const maxWebhookBody = 2 << 20

// mailjet handles the events of Mailjet's webhook. The request carries the token of the settings, as the password of basic
// authentication (https://mailjet:token@…) or as the query parameter "token". Without a token in the settings it answers 404.
func (p public) mailjet(c *gin.Context) error {
	if p.s.o.WebhookToken == "" {
		return errs.NotFound("webhook")
	}
	_, token, carried := c.Request.BasicAuth()
	if !carried {
		token = c.Query("token")
	}
	if !httpx.SameSecret(token, p.s.o.WebhookToken) {
		return &errs.Error{Kind: errs.KindUnauthenticated, Code: "unauthenticated", Detail: "The token is missing or wrong."}
	}
	body, err := httpx.WholeBody(c, maxWebhookBody)
	if err != nil {
		return err
	}
	reports, err := mail.ParseMailjetEvents(body)
	if err != nil {
		return &errs.Error{Kind: errs.KindInvalid, Code: "malformed_json", Detail: "The body is no event of Mailjet, nor a list of them."}
	}
	if err := p.s.RecordDeliveryEvents(c.Request.Context(), reports); err != nil {
		return err
	}
	c.Status(http.StatusOK)
	return nil
}
