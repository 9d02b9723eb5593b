package bounces

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/go-json-experiment/json"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/mail"
)

// ses handles the notifications of Amazon SES, which come from a topic of SNS. Only messages of the topic of the settings are taken, with
// a signature of SNS. A request to confirm the subscription of that topic is answered by confirming it.
func (p public) ses(c *gin.Context) error {
	if p.s.o.SESTopic == "" {
		return errs.NotFound("webhook")
	}
	body, err := httpx.WholeBody(c, maxWebhookBody)
	if err != nil {
		return err
	}
	var m snsMessage
	if err := json.Unmarshal(body, &m); err != nil {
		return malformed("The body is no message of Amazon SNS.")
	}
	err = errTopic
	if httpx.SameSecret(m.TopicArn, p.s.o.SESTopic) {
		err = p.s.keys.verify(c.Request.Context(), m, p.s.now())
	}
	if err == nil {
		err = p.s.takeSNS(c.Request.Context(), m)
	}
	switch {
	case err == nil:
		c.Status(http.StatusOK)
		return nil
	case errors.Is(err, errTopic), errors.Is(err, errSignature):
		return &errs.Error{Kind: errs.KindUnauthenticated, Code: "unauthenticated", Detail: err.Error()}
	case errors.Is(err, errSNS): // it calls again
		return &errs.Error{Kind: errs.KindUnavailable, Code: "unavailable", Detail: err.Error(), RetryAfter: 60}
	}
	return err
}

var errTopic = errors.New("the topic is another one")

// takeSNS does what a message asks for whose signature is valid.
func (s *Service) takeSNS(ctx context.Context, m snsMessage) error {
	switch m.Type {
	case snsSubscription:
		if !isOfSNS(m.SubscribeURL, regionOf(s.o.SESTopic)) {
			return errSignature
		}
		_, err := s.keys.get(ctx, m.SubscribeURL, maxCertificate)
		return err
	case snsNotification:
		e, ok, err := parseSES([]byte(m.Message))
		if err != nil {
			return malformed("The message is no notification of Amazon SES.")
		}
		if ok {
			return s.tracking.RecordDeliveryEvents(ctx, []mail.ProviderEvent{e})
		}
	}
	return nil
}

// sesEvent is the JSON of a notification of SES. Other members are ignored.
type sesEvent struct {
	NotificationType string `json:"notificationType"` // of notifications of an identity
	EventType        string `json:"eventType"`        // of those of a configuration set
	Bounce           struct {
		Type       string    `json:"bounceType"`
		SubType    string    `json:"bounceSubType"`
		Timestamp  time.Time `json:"timestamp"`
		Recipients []struct {
			Status     string `json:"status"`
			Diagnostic string `json:"diagnosticCode"`
		} `json:"bouncedRecipients"`
	} `json:"bounce"`
	Complaint struct {
		Feedback  string    `json:"complaintFeedbackType"`
		Timestamp time.Time `json:"timestamp"`
	} `json:"complaint"`
	Delivery struct {
		Timestamp time.Time `json:"timestamp"`
	} `json:"delivery"`
	Mail struct {
		Headers []struct {
			Name  string `json:"name"`
			Value string `json:"value"`
		} `json:"headers"`
		CommonHeaders struct {
			MessageID string `json:"messageId"`
		} `json:"commonHeaders"`
	} `json:"mail"`
}

// unsubscribeToken matches the token of the unsubscribe link in a header.
var unsubscribeToken = regexp.MustCompile(`/u/([A-Za-z0-9_-]{32})(?:[^A-Za-z0-9_-]|$)`)

// parseSES parses a notification; ok is false when it says nothing about a message of ours. SES replaces the Message-ID: the message is
// found by its original header, which the notifications must include.
func parseSES(body []byte) (e mail.ProviderEvent, ok bool, err error) {
	var x sesEvent
	if err := json.Unmarshal(body, &x); err != nil {
		return e, false, err
	}
	e.ID = strings.Trim(x.Mail.CommonHeaders.MessageID, "<> ")
	for _, h := range x.Mail.Headers {
		switch strings.ToLower(h.Name) {
		case "message-id":
			e.ID = strings.Trim(h.Value, "<> ")
		case "list-unsubscribe":
			if m := unsubscribeToken.FindStringSubmatch(h.Value); m != nil {
				e.Token = m[1]
			}
		}
	}
	switch x.NotificationType + x.EventType {
	case "Bounce":
		e.Kind, e.At = mail.Bounced, x.Bounce.Timestamp
		status := ""
		for _, r := range x.Bounce.Recipients {
			status, e.Reason = r.Status, mail.OneLine(strings.TrimPrefix(r.Diagnostic, "smtp; "))
			break
		}
		if e.Reason == "" {
			e.Reason = x.Bounce.SubType
		}
		e.Cause, e.Permanent = mail.CauseOf(status, e.Reason), x.Bounce.Type == "Permanent"
		if x.Bounce.SubType == "MailboxFull" {
			e.Cause = mail.MailboxFull
		}
	case "Complaint":
		e.Kind, e.At = mail.Complained, x.Complaint.Timestamp
		if x.Complaint.Feedback == "not-spam" {
			return e, false, nil
		}
	case "Delivery":
		e.Kind, e.At = mail.Delivered, x.Delivery.Timestamp
	default:
		return e, false, nil
	}
	return e, e.ID != "" || e.Token != "", nil
}
