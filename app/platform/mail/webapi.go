package mail

import (
	"context"
	"io"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"sync/atomic"
	"time"

	"presence/app/platform/outbound"
	"presence/db"
)

const (
	callTime  = 2 * time.Minute // for one request and its response
	maxAnswer = 1 << 20         // bytes of a response
)

// idleTime is how long an idle connection is kept. It is short: if a provider closes a connection at the moment when it is used
// again, it is unknown whether the message was accepted.
const idleTime = 10 * time.Second

// webClient sends requests to providers. It follows no redirect, because that would send the account's key to another host.
var webClient = &http.Client{
	Transport: func() http.RoundTripper {
		t := outbound.Transport()
		t.MaxIdleConnsPerHost, t.IdleConnTimeout = 32, idleTime
		return t
	}(),
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Timeout:       callTime,
}

// webSession sends each message with one request; it keeps no state between requests.
type webSession struct {
	send func(ctx context.Context, m *Message, mark func() error) error
}

// Send implements Session. The next message needs no announcement.
func (s webSession) Send(ctx context.Context, m, _ *Message, mark func() error) error {
	if f := precheck(ctx, m); f != nil {
		return f
	}
	return s.send(ctx, m, mark)
}

// Close does nothing.
func (webSession) Close() error { return nil }

// precheck returns the failure of a message that is invalid, before it is sent, or that may not be sent now.
func precheck(ctx context.Context, m *Message) *Failure {
	if err := db.NotInWrite(ctx); err != nil {
		return &Failure{Kind: Down, Text: OneLine(err.Error()), cause: err}
	}
	if err := m.Check(); err != nil {
		return &Failure{Kind: Refused, Text: OneLine(err.Error()), cause: err}
	}
	if err := ctx.Err(); err != nil {
		return &Failure{Kind: Down, Text: "sending was stopped", cause: err}
	}
	return nil
}

// answer is a provider's response.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// call sends one request. It fails with Unknown if the whole request was sent, because the provider may have acted on it;
// before that the request may be repeated.
func call(req *http.Request) (answer, *Failure) {
	var connected, written atomic.Bool
	trace := &httptrace.ClientTrace{
		GotConn:      func(httptrace.GotConnInfo) { connected.Store(true) },
		WroteRequest: func(info httptrace.WroteRequestInfo) { written.Store(info.Err == nil) },
	}
	res, err := webClient.Do(req.WithContext(httptrace.WithClientTrace(req.Context(), trace)))
	if err != nil {
		f := &Failure{Kind: Down, Text: OneLine(err.Error()), cause: err}
		switch {
		case written.Load():
			f.Kind = Unknown
		case connected.Load():
			f.Kind = Retry
		}
		return answer{}, f
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil && res.StatusCode/100 == 2 {
		return answer{}, &Failure{Kind: Unknown, Code: res.StatusCode, Text: OneLine("the answer broke off: " + err.Error()), cause: err}
	}
	return answer{res.StatusCode, res.Header, body}, nil
}

// failure returns the Failure for an error response, by the rules that all providers share. A gateway's error after a complete
// request is Unknown.
func (a answer) failure(text string) *Failure {
	f := &Failure{Kind: Refused, Code: a.status, Text: OneLine(text)}
	switch a.status {
	case http.StatusUnauthorized, http.StatusForbidden:
		f.Kind = SignIn
	case http.StatusRequestTimeout:
		f.Kind = Retry
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		f.Kind, f.After = Down, a.after()
	default:
		if a.status >= 500 {
			f.Kind = Unknown
		}
		if a.status < 400 {
			f.Kind = Down // another server than the intended one has answered
		}
	}
	if f.Text == "" {
		f.Text = http.StatusText(a.status)
	}
	return f
}

// after returns how long the provider asks to wait. A date is compared with the provider's own clock.
func (a answer) after() time.Duration {
	value := a.header.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil && seconds >= 0 {
		return time.Duration(min(seconds, 24*3600)) * time.Second
	}
	until, err1 := http.ParseTime(value)
	now, err2 := http.ParseTime(a.header.Get("Date"))
	if err1 != nil || err2 != nil {
		return 0
	}
	return min(max(0, until.Sub(now)), 24*time.Hour)
}

// found interprets the response to a search; an error response is an error.
func found(a answer, f *Failure, matches func(body []byte) bool) (bool, error) {
	if f != nil {
		return false, f
	}
	if a.status != http.StatusOK {
		return false, a.failure(string(a.body))
	}
	return matches(a.body), nil
}

// asError converts a nil *Failure to a nil error.
func asError(f *Failure) error {
	if f == nil {
		return nil
	}
	return f
}
