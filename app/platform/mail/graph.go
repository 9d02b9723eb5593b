package mail

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

// The addresses of Microsoft Graph and of its tokens.
const (
	GraphURL = "https://graph.microsoft.com"
	LoginURL = "https://login.microsoftonline.com"
)

// GraphApp is an application registered in Microsoft Entra with the permissions Mail.Send and Mail.Read.
type GraphApp struct {
	Tenant   string
	ClientID string
	Secret   string
	URL      string // empty: GraphURL; tokens are requested for this address
	Login    string // empty: LoginURL, or URL if that is set
	Tester   string // the sender that Test uses
}

// Graph is the channel for Microsoft mailboxes: each message is sent from its sender's mailbox and appears in its Sent folder.
type Graph struct{ box *mailbox }

// NewGraph makes the channel of an application.
func NewGraph(app GraphApp) *Graph {
	if app.Login == "" {
		app.Login = app.URL
	}
	if app.URL == "" {
		app.URL = GraphURL
	}
	if app.Login == "" {
		app.Login = LoginURL
	}
	base := strings.TrimSuffix(app.URL, "/")
	config := clientcredentials.Config{ClientID: app.ClientID, ClientSecret: app.Secret, Scopes: []string{base + "/.default"},
		TokenURL:  strings.TrimSuffix(app.Login, "/") + "/" + url.PathEscape(app.Tenant) + "/oauth2/v2.0/token",
		AuthStyle: oauth2.AuthStyleInParams}
	return &Graph{&mailbox{base: base, tester: app.Tester, failureOf: graphFailure, sources: map[string]oauth2.TokenSource{},
		source: func(ctx context.Context, _ string) oauth2.TokenSource { return config.TokenSource(ctx) }}}
}

// Name returns "graph".
func (c *Graph) Name() string { return "graph" }

// Tracked returns false: a person's mailbox is not tracked.
func (c *Graph) Tracked() bool { return false }

// Open returns a session; there is no connection to open.
func (c *Graph) Open(context.Context) (Session, error) { return webSession{c.send}, nil }

// Test searches the tester's mailbox, which changes nothing.
func (c *Graph) Test(ctx context.Context) error {
	return c.box.test(ctx, userPath(c.box.tester)+"/messages?$top=1&$select=id")
}

func userPath(sender string) string { return "/v1.0/users/" + url.PathEscape(sender) }

func (c *Graph) send(ctx context.Context, m *Message, mark func() error) error {
	mime := encode(m)
	body := base64.StdEncoding.AppendEncode(make([]byte, 0, base64.StdEncoding.EncodedLen(len(mime))), mime)
	sender, _ := wireAddress(m.From.Email) // Check has validated the address
	return c.box.post(ctx, m, userPath(sender)+"/sendMail", "text/plain", body, mark)
}

// Find searches the sender's mailbox for the Message-ID, which Exchange keeps.
func (c *Graph) Find(ctx context.Context, from, messageID string) (bool, error) {
	filter := "internetMessageId eq '<" + strings.ReplaceAll(messageID, "'", "''") + ">'"
	a, f := c.box.get(ctx, from, userPath(from)+"/messages?$top=1&$select=id&$filter="+url.QueryEscape(filter))
	return found(a, f, func(body []byte) bool {
		var list struct{ Value []struct{ ID string } }
		return json.Unmarshal(body, &list) == nil && len(list.Value) > 0
	})
}

// graphFailure interprets an error response. A sender without a mailbox is an error of the account, not of the recipient.
func graphFailure(a answer) *Failure {
	var said struct {
		Error struct{ Code, Message string }
	}
	_ = json.Unmarshal(a.body, &said) // if it cannot be parsed, only the status counts
	f := a.failure(strings.TrimPrefix(said.Error.Code+": "+said.Error.Message, ": "))
	if a.status == http.StatusNotFound || said.Error.Code == "ErrorSendAsDenied" {
		f.Kind = SignIn
	}
	return f
}
