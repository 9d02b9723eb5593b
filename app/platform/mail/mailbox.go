package mail

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"sync"

	"golang.org/x/oauth2"
)

// mailbox is what Gmail and Graph have in common: an access token for each sender, renewed once when it is refused, and
// messages that are sent as MIME.
type mailbox struct {
	base      string
	tester    string // the sender whose mailbox Test reads
	source    func(ctx context.Context, sender string) oauth2.TokenSource
	failureOf func(a answer) *Failure // interprets an error response

	mu      sync.Mutex
	sources map[string]oauth2.TokenSource
}

// token returns an access token for a sender. refused is the token that the provider has just refused; empty: none.
func (b *mailbox) token(sender, refused string) (string, *Failure) {
	b.mu.Lock()
	source := b.sources[sender]
	b.mu.Unlock()
	if source != nil && refused != "" {
		if t, err := source.Token(); err == nil && t.AccessToken == refused {
			source = nil
		}
	}
	if source == nil {
		source = b.source(context.WithValue(context.Background(), oauth2.HTTPClient, webClient), sender)
		b.mu.Lock()
		b.sources[sender] = source
		b.mu.Unlock()
	}
	t, err := source.Token()
	if err != nil {
		return "", failureOfToken(err)
	}
	return t.AccessToken, nil
}

// failureOfToken returns the Failure of a token request: a refusal needs an administrator, other errors may be temporary.
func failureOfToken(err error) *Failure {
	f := &Failure{Kind: Down, Text: OneLine(err.Error()), cause: err}
	answer, ok := errors.AsType[*oauth2.RetrieveError](err)
	if ok && answer.Response != nil {
		f.Code = answer.Response.StatusCode
		if f.Code >= 400 && f.Code < 500 && f.Code != http.StatusTooManyRequests && f.Code != http.StatusRequestTimeout {
			f.Kind = SignIn
		}
	}
	return f
}

// do sends a request for a sender, and repeats it with a new token if the first one is refused: a refused request has no
// effect.
func (b *mailbox) do(sender string, request func() (*http.Request, error)) (answer, *Failure) {
	refused := ""
	for {
		token, f := b.token(sender, refused)
		if f != nil {
			return answer{}, f
		}
		req, err := request()
		if err != nil {
			return answer{}, &Failure{Kind: Down, Text: OneLine(err.Error()), cause: err}
		}
		req.Header.Set("Authorization", "Bearer "+token)
		a, f := call(req)
		if f != nil || a.status != http.StatusUnauthorized || refused != "" {
			return a, f
		}
		refused = token
	}
}

// get sends a GET request about a sender's mailbox.
func (b *mailbox) get(ctx context.Context, sender, path string) (answer, *Failure) {
	return b.do(sender, func() (*http.Request, error) {
		return http.NewRequestWithContext(ctx, http.MethodGet, b.base+path, nil)
	})
}

// test sends a GET request about the tester's mailbox.
func (b *mailbox) test(ctx context.Context, path string) error {
	a, f := b.get(ctx, b.tester, path)
	if f == nil && a.status != http.StatusOK {
		f = b.failureOf(a)
	}
	return asError(f)
}

// post sends a message with one request.
func (b *mailbox) post(ctx context.Context, m *Message, path, contentType string, body []byte, mark func() error) error {
	sender, _ := wireAddress(m.From.Email) // Check has validated the address
	if _, f := b.token(sender, ""); f != nil {
		return f
	}
	if err := mark(); err != nil {
		return err
	}
	a, f := b.do(sender, func() (*http.Request, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.base+path, bytes.NewReader(body))
		if err == nil {
			req.Header.Set("Content-Type", contentType)
		}
		return req, err
	})
	if f == nil && a.status/100 != 2 {
		f = b.failureOf(a)
	}
	return asError(f)
}

// encode returns the message in MIME.
func encode(m *Message) []byte {
	var b bytes.Buffer
	_, _ = m.WriteTo(&b) // a bytes.Buffer never fails
	return b.Bytes()
}
