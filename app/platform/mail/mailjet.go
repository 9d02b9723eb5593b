package mail

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

// MailjetURL is the address of Mailjet's API.
const MailjetURL = "https://api.mailjet.com"

// Mailjet is the channel for Mailjet's Send API v3.1. Mailjet sets its own Message-ID, so ours is sent as CustomID, by which
// the message can be found and its events assigned. Mailjet's tracking is off, since the message contains ours.
type Mailjet struct{ base, key, secret string }

// NewMailjet makes the channel of an account; base is the address of the API (MailjetURL).
func NewMailjet(base, key, secret string) *Mailjet {
	return &Mailjet{strings.TrimSuffix(base, "/"), key, secret}
}

// Name returns "mailjet".
func (c *Mailjet) Name() string { return "mailjet" }

// Tracked returns true: Mailjet is a bulk sender.
func (c *Mailjet) Tracked() bool { return true }

// Open returns a session; there is no connection to open.
func (c *Mailjet) Open(context.Context) (Session, error) { return webSession{c.send}, nil }

// Test requests the account's senders, which needs its keys and changes nothing.
func (c *Mailjet) Test(ctx context.Context) error {
	a, f := c.get(ctx, "/v3/REST/sender?Limit=1")
	if f == nil && a.status != http.StatusOK {
		f = a.failure(mailjetText(a.body))
	}
	return asError(f)
}

func (c *Mailjet) get(ctx context.Context, path string) (answer, *Failure) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return answer{}, &Failure{Kind: Down, Text: OneLine(err.Error()), cause: err}
	}
	req.SetBasicAuth(c.key, c.secret)
	return call(req)
}

// Find asks Mailjet for a message with this CustomID. A message just sent may not be listed yet.
func (c *Mailjet) Find(ctx context.Context, _, messageID string) (bool, error) {
	a, f := c.get(ctx, "/v3/REST/message?Limit=1&CustomID="+url.QueryEscape(messageID))
	return found(a, f, func(body []byte) bool {
		var list struct{ Count int }
		return json.Unmarshal(body, &list) == nil && list.Count > 0
	})
}

// The JSON of a request to Mailjet.
type (
	mailjetBody    struct{ Messages []mailjetMessage }
	mailjetAddress struct {
		Email string
		Name  string `json:",omitempty"`
	}
	mailjetFile struct {
		ContentType, Filename string
		ContentID             string `json:",omitempty"`
		Base64Content         []byte
	}
	mailjetMessage struct {
		From        mailjetAddress
		ReplyTo     *mailjetAddress `json:",omitempty"`
		To          []mailjetAddress
		Subject     string
		TextPart    string `json:",omitempty"`
		HTMLPart    string `json:",omitempty"`
		CustomID    string
		Headers     map[string]string `json:",omitempty"`
		Attachments []mailjetFile     `json:",omitempty"`
		Inlined     []mailjetFile     `json:"InlinedAttachments,omitempty"`
		TrackOpens  string
		TrackClicks string
	}
)

func mailjetAddressOf(a Address) mailjetAddress {
	email, _ := wireAddress(a.Email) // Check has validated the address
	return mailjetAddress{Email: email, Name: a.Name}
}

func mailjetMessageOf(m *Message) mailjetMessage {
	out := mailjetMessage{From: mailjetAddressOf(m.From), To: []mailjetAddress{mailjetAddressOf(m.To)}, Subject: m.Subject, TextPart: m.Text,
		HTMLPart: m.HTML,
		CustomID: m.ID, Headers: map[string]string{}, TrackOpens: "disabled", TrackClicks: "disabled"}
	if m.ReplyTo != (Address{}) {
		reply := mailjetAddressOf(m.ReplyTo)
		out.ReplyTo = &reply
	}
	if m.Lang != "" {
		out.Headers["Content-Language"] = m.Lang
	}
	if m.Unsubscribe != "" {
		out.Headers["List-Unsubscribe"], out.Headers["List-Unsubscribe-Post"] = "<"+m.Unsubscribe+">", "List-Unsubscribe=One-Click"
	}
	if m.Calendar != nil {
		out.Attachments = append(out.Attachments, mailjetFile{ContentType: "text/calendar", Filename: calendarFile,
			Base64Content: m.Calendar})
	}
	if m.Image != nil {
		out.Inlined = []mailjetFile{{ContentType: "image/png", Filename: imageFile, ContentID: imageID, Base64Content: m.Image}}
	}
	if m.Parts != nil {
		for _, a := range m.Parts.raw {
			out.Attachments = append(out.Attachments, mailjetFile{ContentType: mediaType(a.MediaType), Filename: fileName(a.Filename),
				Base64Content: a.Data})
		}
	}
	return out
}

func (c *Mailjet) send(ctx context.Context, m *Message, mark func() error) error {
	var body bytes.Buffer
	out := json.NewEncoder(&body)
	out.SetEscapeHTML(false)
	err := out.Encode(mailjetBody{[]mailjetMessage{mailjetMessageOf(m)}})
	if err != nil {
		return &Failure{Kind: Refused, Text: OneLine(err.Error()), cause: err}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/v3.1/send", bytes.NewReader(body.Bytes()))
	if err != nil {
		return &Failure{Kind: Down, Text: OneLine(err.Error()), cause: err}
	}
	req.SetBasicAuth(c.key, c.secret)
	req.Header.Set("Content-Type", "application/json")
	if err := mark(); err != nil {
		return err
	}
	a, f := call(req)
	if f != nil {
		return f
	}
	return asError(mailjetVerdict(a))
}

// mailjetAnswer is the JSON of a response: one result for each message, or an error of the whole request.
type mailjetAnswer struct {
	ErrorMessage string
	Messages     []struct {
		Status string
		Errors []struct {
			StatusCode   int
			ErrorMessage string
		}
	}
}

func mailjetVerdict(a answer) *Failure {
	var answered mailjetAnswer
	err := json.Unmarshal(a.body, &answered)
	if len(answered.Messages) > 0 {
		result := answered.Messages[0]
		if result.Status == "success" && a.status == http.StatusOK {
			return nil
		}
		if len(result.Errors) > 0 {
			if code := result.Errors[0].StatusCode; code >= 400 {
				a.status = code
			}
			return a.failure(result.Errors[0].ErrorMessage)
		}
	}
	if a.status/100 == 2 {
		return &Failure{Kind: Unknown, Code: a.status, Text: "Mailjet's answer cannot be read", cause: err}
	}
	return a.failure(mailjetText(a.body))
}

func mailjetText(body []byte) string {
	var answered mailjetAnswer
	_ = json.Unmarshal(body, &answered) // a proxy's error page is no JSON; then it stays empty
	return answered.ErrorMessage
}
