package tracking

import (
	"crypto/sha256"
	"crypto/subtle"
	"io"
	"net/http"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/mail"
)

// maxWebhookBody is more than Mailjet puts into one call, at some hundred bytes an event.
const maxWebhookBody = 2 << 20

// mailjet takes the events of Mailjet's webhook. Its address carries the token of the settings, as the password of the
// address (https://mailjet:token@…) or as the parameter "token"; where none is set there is nothing here.
func (p public) mailjet(c *gin.Context) error {
	if p.s.o.WebhookToken == "" {
		return errs.NotFound("webhook")
	}
	_, token, carried := c.Request.BasicAuth()
	if !carried {
		token = c.Query("token")
	}
	if !sameToken(token, p.s.o.WebhookToken) {
		return &errs.Error{Kind: errs.KindUnauthenticated, Code: "unauthenticated", Detail: "The token is missing or wrong."}
	}
	body, err := io.ReadAll(httpx.LargeBody(c, maxWebhookBody))
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

// sameToken takes the same time whatever is wrong with the token.
func sameToken(got, want string) bool {
	a, b := sha256.Sum256([]byte(got)), sha256.Sum256([]byte(want))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
