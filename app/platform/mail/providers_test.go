package mail_test

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"presence/app/platform/mail"
)

// provider is a server that speaks a provider's protocol: it takes messages, says why it takes none, and answers
// searches. A fault stands in for its next answers.
type provider struct {
	*httptest.Server
	t *testing.T

	mu      sync.Mutex
	taken   map[string]mail.Content // by Message-ID
	faults  []fault
	tokens  int    // given so far
	refused string // a token that is refused
}

// fault is an answer other than the usual.
type fault struct {
	status int
	body   string
	header map[string]string
	lost   bool // takes the message, and hangs up
	early  bool // hangs up before the request is read
}

func serve(t *testing.T, handle func(p *provider, w http.ResponseWriter, r *http.Request)) *provider {
	t.Helper()
	p := &provider{t: t, taken: map[string]mail.Content{}}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		handle(p, w, r)
	}))
	t.Cleanup(p.Close)
	return p
}

// kept is what it took so far.
func (p *provider) kept() map[string]mail.Content {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.taken)
}

// given is the number of tokens so far.
func (p *provider) given() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.tokens
}

// fail sets the faults of the next answers.
func (p *provider) fail(list ...fault) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = list
}

// refuse makes a token invalid.
func (p *provider) refuse(token string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused = token
}

// next is the fault that is due.
func (p *provider) next() (f fault) {
	if len(p.faults) > 0 {
		f, p.faults = p.faults[0], p.faults[1:]
	}
	return f
}

// say answers with the fault; false when the fault has no answer.
func (f fault) say(w http.ResponseWriter) bool {
	if f.lost || f.early {
		panic(http.ErrAbortHandler)
	}
	for k, v := range f.header {
		w.Header().Set(k, v)
	}
	if f.status != 0 {
		w.WriteHeader(f.status)
		_, _ = io.WriteString(w, f.body)
	}
	return f.status != 0
}

// takeMIME stores a message in MIME, and gives its Message-ID.
func (p *provider) takeMIME(raw []byte) string {
	c, err := mail.Parse(bytes.NewReader(raw))
	if err != nil {
		p.t.Error("the provider cannot read the message:", err)
	}
	p.taken[c.ID] = c
	return c.ID
}

// decode reads JSON strictly: a provider's schema has no other keys.
func decode(t *testing.T, r io.Reader, into any) {
	t.Helper()
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		t.Error("the provider cannot read the request:", err)
	}
}

// mailjet speaks the Send API v3.1 and the part of the REST API that is used.
func mailjet(t *testing.T) (*provider, mail.Channel) {
	p := serve(t, func(p *provider, w http.ResponseWriter, r *http.Request) {
		f := p.next()
		if f.early {
			f.say(w)
		}
		if key, secret, _ := r.BasicAuth(); key != "key" || secret != "secret" {
			fault{status: 401, body: `{"ErrorIdentifier":"x","StatusCode":401,"ErrorMessage":"API key authentication/authorization failure."}`}.say(w)
			return
		}
		switch {
		case r.Method == "POST" && r.URL.Path == "/v3.1/send":
			if f.status != 0 && f.say(w) {
				return
			}
			if media := r.Header.Get("Content-Type"); media != "application/json" {
				p.t.Errorf("Mailjet reads no body of type %q", media)
			}
			id := p.takeMailjet(r)
			f.say(w)
			fmt.Fprintf(w, `{"Messages":[{"Status":"success","CustomID":%q,"To":[{"Email":"x@example.com","MessageUUID":"u","MessageID":456,"MessageHref":"h"}],"Cc":[],"Bcc":[]}]}`, id)
		case r.Method == "GET" && r.URL.Path == "/v3/REST/message":
			if f.say(w) {
				return
			}
			_, kept := p.taken[r.URL.Query().Get("CustomID")]
			fmt.Fprintf(w, `{"Count":%d,"Data":[],"Total":0}`, map[bool]int{true: 1}[kept])
		case r.Method == "GET" && r.URL.Path == "/v3/REST/sender":
			if !f.say(w) {
				_, _ = io.WriteString(w, `{"Count":0,"Data":[],"Total":0}`)
			}
		default:
			http.NotFound(w, r)
		}
	})
	return p, mail.NewMailjet(p.URL+"/", "key", "secret")
}

func (p *provider) takeMailjet(r *http.Request) string {
	type address struct{ Name, Email string }
	var body struct {
		Messages []struct {
			From                              address
			ReplyTo                           *address
			To                                []address
			Subject, TextPart, HTMLPart       string
			CustomID, TrackOpens, TrackClicks string
			Headers                           map[string]string
			Attachments                       []struct{ ContentType, Filename, Base64Content string }
		}
	}
	decode(p.t, r.Body, &body)
	if len(body.Messages) != 1 || len(body.Messages[0].To) != 1 {
		p.t.Errorf("not one message for one person: %+v", body)
		return ""
	}
	m := body.Messages[0]
	for name := range m.Headers {
		if !strings.Contains(" Content-Language List-Unsubscribe List-Unsubscribe-Post ", " "+name+" ") {
			p.t.Errorf("Mailjet refuses the header %s", name)
		}
	}
	c := mail.Content{HTML: lines(m.HTMLPart), Text: lines(m.TextPart), Lang: m.Headers["Content-Language"],
		Unsubscribe: strings.Trim(m.Headers["List-Unsubscribe"], "<>")}
	c.ID, c.Subject, c.From, c.To = m.CustomID, m.Subject, mail.Address(m.From), mail.Address(m.To[0])
	for _, a := range m.Attachments {
		data, err := base64.StdEncoding.DecodeString(a.Base64Content)
		if err != nil {
			p.t.Error(err)
		}
		c.Attachments = append(c.Attachments, mail.Attachment{Filename: a.Filename, MediaType: a.ContentType, Data: data})
	}
	p.taken[c.ID] = c
	return c.ID
}

// giveToken answers a request for a token.
func (p *provider) giveToken(w http.ResponseWriter, f fault) {
	if f.say(w) {
		return
	}
	p.tokens++
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"access_token":"token%d","token_type":"Bearer","expires_in":3599}`, p.tokens)
}

// admits reports whether a call carries a token of ours.
func (p *provider) admits(w http.ResponseWriter, r *http.Request, body string) bool {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer token")
	if !ok || "token"+token == p.refused || token > fmt.Sprint(p.tokens) {
		fault{status: 401, body: body}.say(w)
		return false
	}
	return true
}

var signingKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
})

// gmail speaks Gmail's API and the token endpoint of a service account.
func gmail(t *testing.T) (*provider, mail.Channel) {
	p := serve(t, func(p *provider, w http.ResponseWriter, r *http.Request) {
		f := p.next()
		if f.early {
			f.say(w)
		}
		if r.URL.Path == "/token" {
			p.checkAssertion(r)
			p.giveToken(w, f)
			return
		}
		if !p.admits(w, r, `{"error":{"code":401,"message":"Invalid Credentials","errors":[{"reason":"authError"}]}}`) {
			return
		}
		switch {
		case r.Method == "POST" && r.URL.Path == "/upload/gmail/v1/users/me/messages/send" && r.URL.Query().Get("uploadType") == "media" &&
			r.Header.Get("Content-Type") == "message/rfc822":
			if f.status != 0 && f.say(w) {
				return
			}
			raw, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			id := p.takeMIME(raw)
			f.say(w)
			fmt.Fprintf(w, `{"id":"g1","threadId":%q,"labelIds":["SENT"]}`, id)
		case r.Method == "GET" && r.URL.Path == "/gmail/v1/users/me/messages":
			if f.say(w) {
				return
			}
			id, _ := strings.CutPrefix(r.URL.Query().Get("q"), "rfc822msgid:")
			if _, kept := p.taken[id]; kept {
				_, _ = io.WriteString(w, `{"messages":[{"id":"g1","threadId":"t1"}],"resultSizeEstimate":1}`)
				return
			}
			_, _ = io.WriteString(w, `{"resultSizeEstimate":0}`)
		default:
			http.NotFound(w, r)
		}
	})
	der, err := x509.MarshalPKCS8PrivateKey(signingKey())
	if err != nil {
		t.Fatal(err)
	}
	credentials, err := json.Marshal(map[string]string{"type": "service_account", "client_email": "robot@project.example",
		"private_key_id": "k1",
		"private_key":    string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})), "token_uri": p.URL + "/token"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := mail.NewGmail(p.URL, credentials, "fetes@presence.example")
	if err != nil {
		t.Fatal(err)
	}
	return p, c
}

// checkAssertion holds a service account's claim against what Google demands of it.
func (p *provider) checkAssertion(r *http.Request) {
	parts := strings.Split(r.FormValue("assertion"), ".")
	if r.FormValue("grant_type") != "urn:ietf:params:oauth:grant-type:jwt-bearer" || len(parts) != 3 {
		p.t.Error("no assertion:", r.Form)
		return
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	signature, _ := base64.RawURLEncoding.DecodeString(parts[2])
	if err := rsa.VerifyPKCS1v15(&signingKey().PublicKey, crypto.SHA256, sum[:], signature); err != nil {
		p.t.Error("the assertion is not signed:", err)
	}
	claims, _ := base64.RawURLEncoding.DecodeString(parts[1])
	var c struct {
		Iss, Sub, Prn, Aud, Scope string
		Exp, Iat                  int64
	}
	decode(p.t, bytes.NewReader(claims), &c)
	if c.Iss != "robot@project.example" || c.Sub != "fetes@presence.example" || c.Aud != p.URL+"/token" ||
		!strings.Contains(c.Scope, "gmail.send") {
		p.t.Errorf("the assertion claims %+v", c)
	}
}

// graph speaks Microsoft Graph and the token endpoint of Entra.
func graph(t *testing.T) (*provider, mail.Channel) {
	p := serve(t, func(p *provider, w http.ResponseWriter, r *http.Request) {
		f := p.next()
		if f.early {
			f.say(w)
		}
		if r.URL.Path == "/tenant1/oauth2/v2.0/token" {
			if r.FormValue("grant_type") != "client_credentials" || r.FormValue("client_id") != "app1" || r.FormValue("client_secret") != "secret" ||
				r.FormValue("scope") != p.URL+"/.default" {
				t.Error("asks for a token with", r.Form)
			}
			p.giveToken(w, f)
			return
		}
		if !p.admits(w, r, `{"error":{"code":"InvalidAuthenticationToken","message":"Access token has expired."}}`) {
			return
		}
		switch {
		case r.Method == "POST" && r.URL.Path == "/v1.0/users/fetes@presence.example/sendMail" && r.Header.Get("Content-Type") == "text/plain":
			if f.status != 0 && f.say(w) {
				return
			}
			raw, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, r.Body))
			if err != nil {
				t.Error(err)
			}
			p.takeMIME(raw)
			f.say(w)
			w.WriteHeader(http.StatusAccepted)
		case r.Method == "GET" && r.URL.Path == "/v1.0/users/fetes@presence.example/messages":
			if f.say(w) {
				return
			}
			id := strings.TrimSuffix(strings.TrimPrefix(r.URL.Query().Get("$filter"), "internetMessageId eq '<"), ">'")
			if _, kept := p.taken[id]; kept {
				_, _ = io.WriteString(w, `{"value":[{"id":"AAMk"}]}`)
				return
			}
			_, _ = io.WriteString(w, `{"value":[]}`)
		default:
			http.NotFound(w, r)
		}
	})
	return p, mail.NewGraph(mail.GraphApp{Tenant: "tenant1", ClientID: "app1", Secret: "secret", URL: p.URL, Tester: "fetes@presence.example"})
}
