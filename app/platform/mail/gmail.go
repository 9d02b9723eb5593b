package mail

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/jwt"
)

// GmailURL is the address of Gmail's API.
const GmailURL = "https://gmail.googleapis.com"

const (
	googleTokens = "https://oauth2.googleapis.com/token"
	gmailSend    = "https://www.googleapis.com/auth/gmail.send"
	gmailRead    = "https://www.googleapis.com/auth/gmail.readonly"
)

// Gmail is the channel for Google mailboxes: each message is sent from its sender's mailbox and appears in its Sent folder.
type Gmail struct{ box *mailbox }

// googleCredentials is the JSON file that Google issues for a service account, or for a user who gave consent.
type googleCredentials struct {
	Type         string `json:"type"`
	ClientEmail  string `json:"client_email"`
	PrivateKey   string `json:"private_key"`
	PrivateKeyID string `json:"private_key_id"`
	TokenURI     string `json:"token_uri"`
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
	RefreshToken string `json:"refresh_token"`
}

var errGoogleCredentials = errors.New("must be the JSON of a service account (with domain-wide delegation) or of an authorized user")

// NewGmail makes the channel from credentials: a service account sends as every sender of the domain, an authorized user only
// as that user. base is the address of the API (GmailURL); tester is the sender that Test uses.
func NewGmail(base string, credentials []byte, tester string) (*Gmail, error) {
	var c googleCredentials
	if err := json.Unmarshal(credentials, &c); err != nil {
		return nil, errGoogleCredentials // the cause could contain the key
	}
	if c.TokenURI == "" {
		c.TokenURI = googleTokens
	}
	box := &mailbox{base: strings.TrimSuffix(base, "/"), tester: tester, failureOf: gmailFailure, sources: map[string]oauth2.TokenSource{}}
	switch {
	case c.Type == "service_account" && c.ClientEmail != "" && c.PrivateKey != "":
		box.source = func(ctx context.Context, sender string) oauth2.TokenSource {
			config := jwt.Config{Email: c.ClientEmail, PrivateKey: []byte(c.PrivateKey), PrivateKeyID: c.PrivateKeyID, Subject: sender,
				Scopes: []string{gmailSend, gmailRead}, TokenURL: c.TokenURI}
			return config.TokenSource(ctx)
		}
	case c.Type == "authorized_user" && c.ClientID != "" && c.RefreshToken != "":
		config := oauth2.Config{ClientID: c.ClientID, ClientSecret: c.ClientSecret, Endpoint: oauth2.Endpoint{TokenURL: c.TokenURI}}
		box.source = func(ctx context.Context, _ string) oauth2.TokenSource {
			return config.TokenSource(ctx, &oauth2.Token{RefreshToken: c.RefreshToken})
		}
	default:
		return nil, errGoogleCredentials
	}
	return &Gmail{box}, nil
}

// CheckGoogleCredentials validates credentials that were typed: NewGmail must accept them, and tokens must be requested from Google.
func CheckGoogleCredentials(credentials []byte) error {
	if _, err := NewGmail(GmailURL, credentials, ""); err != nil {
		return err
	}
	var c googleCredentials
	_ = json.Unmarshal(credentials, &c) // NewGmail has parsed them
	if c.TokenURI == "" {
		return nil // that of Google is used
	}
	u, err := url.Parse(c.TokenURI)
	if err != nil || u.Scheme != "https" || u.Host != "accounts.google.com" && !strings.HasSuffix(u.Host, ".googleapis.com") {
		return errors.New("must have a token_uri of Google")
	}
	return nil
}

// Name returns "gmail".
func (c *Gmail) Name() string { return "gmail" }

// Tracked returns false: a person's mailbox is not tracked.
func (c *Gmail) Tracked() bool { return false }

// Open returns a session; there is no connection to open.
func (c *Gmail) Open(context.Context) (Session, error) { return webSession{c.send}, nil }

// Test searches the tester's mailbox, which changes nothing.
func (c *Gmail) Test(ctx context.Context) error {
	return c.box.test(ctx, "/gmail/v1/users/me/messages?maxResults=1")
}

func (c *Gmail) send(ctx context.Context, m *Message, mark func() error) error {
	return c.box.post(ctx, m, "/upload/gmail/v1/users/me/messages/send?uploadType=media", "message/rfc822", encode(m), mark)
}

// Find searches the sender's mailbox. Gmail may have replaced the Message-ID, so that false proves nothing.
func (c *Gmail) Find(ctx context.Context, from, messageID string) (bool, error) {
	a, f := c.box.get(ctx, from, "/gmail/v1/users/me/messages?includeSpamTrash=true&maxResults=1&q="+url.QueryEscape("rfc822msgid:"+messageID))
	return found(a, f, func(body []byte) bool {
		var list struct{ Messages []struct{ ID string } }
		return json.Unmarshal(body, &list) == nil && len(list.Messages) > 0
	})
}

// gmailFailure interprets an error response. An exceeded quota may have the same status as a refused account.
func gmailFailure(a answer) *Failure {
	var said struct {
		Error struct {
			Message string
			Status  string
			Errors  []struct{ Reason string }
		}
	}
	_ = json.Unmarshal(a.body, &said) // if it cannot be parsed, only the status counts
	reason := said.Error.Status
	if len(said.Error.Errors) > 0 {
		reason = said.Error.Errors[0].Reason
	}
	f := a.failure(said.Error.Message)
	switch {
	case a.status == http.StatusForbidden && strings.HasSuffix(strings.ToLower(reason), "limitexceeded"), reason == "RESOURCE_EXHAUSTED":
		f.Kind, f.After = Down, a.after()
	case a.status == http.StatusBadRequest && strings.EqualFold(reason, "failedPrecondition"): // no mailbox, or no delegation
		f.Kind = SignIn
	}
	return f
}
