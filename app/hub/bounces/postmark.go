package bounces

import (
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/go-json-experiment/json"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/mail"
)

// maxWebhookBody is larger than any call of Postmark or SNS, whose messages have 256 KiB at most.
const maxWebhookBody = 320 << 10

// public handles the webhooks.
type public struct{ s *Service }

// postmark handles Postmark's webhook. The request carries the token of the settings, as the password of basic authentication.
func (p public) postmark(c *gin.Context) error {
	if p.s.o.PostmarkToken == "" {
		return errs.NotFound("webhook")
	}
	if _, token, _ := c.Request.BasicAuth(); !httpx.SameSecret(token, p.s.o.PostmarkToken) {
		return &errs.Error{Kind: errs.KindUnauthenticated, Code: "unauthenticated", Detail: "The token is missing or wrong."}
	}
	body, err := httpx.WholeBody(c, maxWebhookBody)
	if err != nil {
		return err
	}
	e, ok, err := parsePostmark(body)
	if err != nil {
		return malformed("The body is no event of Postmark.")
	}
	if ok {
		if err := p.s.tracking.RecordDeliveryEvents(c.Request.Context(), []mail.ProviderEvent{e}); err != nil {
			return err
		}
	}
	c.Status(http.StatusOK)
	return nil
}

func malformed(detail string) error {
	return &errs.Error{Kind: errs.KindInvalid, Code: "malformed_json", Detail: detail}
}

// postmarkEvent is the JSON of a call of Postmark's webhook. Other members are ignored.
type postmarkEvent struct {
	RecordType        string
	Type              string // of a bounce
	Email             string // of a bounce or a complaint
	Recipient         string // of the others
	Description       string
	Details           string
	BouncedAt         time.Time
	DeliveredAt       time.Time
	ChangedAt         time.Time
	SuppressSending   bool
	SuppressionReason string
	Metadata          map[string]string
	Headers           []struct{ Name, Value string }
	UserAgent         string
	Content           string // of a bounce: the message that came back, if Postmark includes it
}

// permanentTypes are the types of bounces of addresses that take no mail.
var permanentTypes = map[string]mail.Cause{"HardBounce": mail.NoSuchAddress, "BadEmailAddress": mail.NoSuchAddress,
	"ManuallyDeactivated": mail.Disabled}

// parsePostmark parses the body of a call; ok is false for kinds of events that say nothing about a message of ours. The message is found
// by the metadata "message-id", which the relay of Postmark takes from the field X-PM-Metadata-message-id, or by its own Message-ID.
func parsePostmark(body []byte) (e mail.ProviderEvent, ok bool, err error) {
	var x postmarkEvent
	if err := json.Unmarshal(body, &x); err != nil {
		return e, false, err
	}
	e = mail.ProviderEvent{ID: strings.Trim(x.Metadata["message-id"], "<>"), Agent: mail.OneLine(x.UserAgent)}
	for _, h := range x.Headers {
		if e.ID == "" && strings.EqualFold(h.Name, "Message-ID") {
			e.ID = strings.Trim(h.Value, "<> ")
		}
	}
	switch x.RecordType {
	case "Bounce":
		e.Kind, e.At, e.Reason = mail.Bounced, x.BouncedAt, mail.OneLine(strings.TrimSpace(x.Details+" "+x.Description))
		e.Cause, e.Permanent = permanentTypes[x.Type], permanentTypes[x.Type] != ""
		switch x.Type {
		case "Transient", "AutoResponder", "ChallengeVerification", "AddressChange", "Subscribe", "TestEmail":
			return e, false, nil // it is tried again, or a person answers
		case "SpamComplaint":
			e.Kind = mail.Complained
		case "Unsubscribe":
			e.Kind = mail.Unsubscribed
		}
	case "SpamComplaint":
		e.Kind, e.At = mail.Complained, x.BouncedAt
	case "Delivery":
		e.Kind, e.At = mail.Delivered, x.DeliveredAt
	case "SubscriptionChange":
		e.Kind, e.At = mail.Unsubscribed, x.ChangedAt
		return e, x.SuppressSending && x.SuppressionReason == "ManualSuppression" && e.ID != "", nil
	default:
		return e, false, nil
	}
	return e, e.ID != "", nil
}
