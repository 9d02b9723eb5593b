package openid

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"presence/app/apptest/idp"
	"presence/app/platform/errs"
)

// scripted is a provider without a socket, for the clock of synctest: it takes its time, and fails when it is told to.
type scripted struct {
	takes time.Duration
	down  bool
	asked atomic.Int32 // for its description
}

// RoundTrip answers with the description or the keys.
func (s *scripted) RoundTrip(r *http.Request) (*http.Response, error) {
	keys := strings.HasSuffix(r.URL.Path, "/keys")
	if !keys {
		s.asked.Add(1)
		time.Sleep(s.takes)
	}
	answer := httptest.NewRecorder()
	answer.Header().Set("Content-Type", "application/json")
	switch {
	case s.down:
		answer.WriteHeader(http.StatusBadGateway)
	case keys:
		io.WriteString(answer, `{"keys":[]}`)
	default:
		io.WriteString(answer, `{"issuer":"https://id.example","authorization_endpoint":"https://id.example/a",
			"token_endpoint":"https://id.example/t","jwks_uri":"https://id.example/keys"}`)
	}
	return answer.Result(), nil
}

func TestProvider_described(t *testing.T) {
	run := func(name string, fn func(t *testing.T, s *scripted, p *Provider)) {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &scripted{takes: time.Second}
				p := New(Config{Issuer: "https://id.example"}, publicURL, time.Now)
				p.client.Transport, p.client.Timeout = s, 0
				fn(t, s, p)
			})
		})
	}
	run("is asked for once by many, and again after an hour", func(t *testing.T, s *scripted, p *Provider) {
		for range 50 {
			go func() {
				if _, err := p.described(t.Context()); err != nil {
					t.Error(err)
				}
			}()
		}
		time.Sleep(descriptionFresh - time.Second)
		if d, err := p.described(t.Context()); d == nil || err != nil || s.asked.Load() != 1 {
			t.Errorf("asked %d times within the hour: %v", s.asked.Load(), err)
		}
		time.Sleep(time.Second)
		if _, err := p.described(t.Context()); err != nil || s.asked.Load() != 2 {
			t.Errorf("asked %d times after the hour: %v", s.asked.Load(), err)
		}
	})
	run("is not asked for again at once when that failed, and what is known stays in use", func(t *testing.T, s *scripted, p *Provider) {
		s.takes, s.down = 0, true
		for range 10 {
			if _, err := p.described(t.Context()); !errs.HasCode(err, "provider_unavailable") {
				t.Error(err)
			}
		}
		if n := s.asked.Load(); n != 1 {
			t.Errorf("asked %d times at once", n)
		}
		time.Sleep(retryInterval)
		s.down = false
		first, err := p.described(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		s.down = true
		time.Sleep(2 * descriptionFresh)
		for range 10 {
			if d, err := p.described(t.Context()); d != first || err != nil {
				t.Error(d, err)
			}
		}
		if n := s.asked.Load(); n != 3 {
			t.Errorf("asked %d times in all", n)
		}
	})
	run("keeps nobody waiting beyond their time, nor long when something is known", func(t *testing.T, s *scripted, p *Provider) {
		s.takes = time.Minute
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		if _, err := p.described(ctx); !errs.HasCode(err, "provider_unavailable") || time.Since(began) != time.Second {
			t.Error(err, time.Since(began))
		}
		first, err := p.described(t.Context())
		if err != nil || s.asked.Load() != 1 {
			t.Error(err)
		}
		time.Sleep(2 * descriptionFresh)
		began = time.Now()
		if d, err := p.described(t.Context()); d != first || err != nil || time.Since(began) != staleWait {
			t.Error(d, err, time.Since(began))
		}
		time.Sleep(descriptionFresh)
	})
	run("is asked for again when the clock was set back", func(t *testing.T, s *scripted, p *Provider) {
		now := time.Now()
		p.now = func() time.Time { return now }
		for want := int32(1); want < 4; want++ {
			if _, err := p.described(t.Context()); err != nil || s.asked.Load() != want {
				t.Error(s.asked.Load(), err)
			}
			now = now.Add(-time.Hour)
		}
	})
}

// A test of a typed address must not show what other services in the network of the server answer.
func TestCheck_quotes_no_other_service(t *testing.T) {
	inside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "the password is sesame", http.StatusForbidden)
	}))
	defer inside.Close()
	err := Check(t.Context(), Config{Issuer: inside.URL, ClientID: "presence"}, publicURL, time.Now)
	if err == nil || strings.Contains(err.Error(), "sesame") || !strings.Contains(err.Error(), "403") {
		t.Error(err)
	}
}

func TestWithin(t *testing.T) {
	for age, want := range map[time.Duration]bool{-1: false, 0: true, time.Minute - 1: true, time.Minute: false} {
		if got := within(age, time.Minute); got != want {
			t.Errorf("%v is within a minute: %v", age, got)
		}
	}
}

func TestProvider_whose_word_is_not_taken(t *testing.T) {
	for what, change := range map[string]func(i *idp.Provider){
		"another issuer": func(i *idp.Provider) { i.Describe = func(d map[string]any) { d["issuer"] = "https://evil.example" } },
		"a redirect": func(i *idp.Provider) {
			i.Answer = func(w http.ResponseWriter, r *http.Request) bool {
				if r.URL.Path == "/moved" {
					return false
				}
				http.Redirect(w, r, "/moved", http.StatusFound)
				return true
			}
		},
		"a huge description": func(i *idp.Provider) { i.Describe = func(d map[string]any) { d["x"] = strings.Repeat("x", maxAnswer) } },
		"no keys' address":   func(i *idp.Provider) { i.Describe = func(d map[string]any) { delete(d, "jwks_uri") } },
		"a file for keys":    func(i *idp.Provider) { i.Describe = func(d map[string]any) { d["jwks_uri"] = "file:///etc/passwd" } },
		"a bare path":        func(i *idp.Provider) { i.Describe = func(d map[string]any) { d["token_endpoint"] = "/token" } },
		"no JSON": func(i *idp.Provider) {
			i.Answer = func(w http.ResponseWriter, _ *http.Request) bool {
				_, err := w.Write([]byte("<html>"))
				return err == nil
			}
		},
	} {
		t.Run(what, func(t *testing.T) {
			c := newClient(t)
			change(c.idp)
			if _, err := c.AuthCodeURL(t.Context(), "a state", nonce, verifier); !errs.HasCode(err, "provider_unavailable") || c.Available(t.Context()) {
				t.Error(err)
			}
			if _, err := c.VerifyAccessToken(t.Context(), c.idp.Access(nil)); !errs.HasCode(err, "provider_unavailable") {
				t.Errorf("a token: %v", err)
			}
		})
	}
}

func TestProvider_last(t *testing.T) {
	now := time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
	broken := errors.New("broken")
	read := func(ago time.Duration) *description { return &description{at: now.Add(-ago)} }
	for _, x := range []struct {
		name   string
		known  *description
		failed error
		asked  time.Duration // ago
		ask    bool
		fails  bool
	}{
		{"nothing is known", nil, nil, 0, true, false}, {"a first read has just failed", nil, broken, 0, false, true},
		{"a first read failed a while ago", nil, broken, retryInterval, true, true}, {"it is fresh", read(descriptionFresh - 1), nil, 0, false,
			false},
		{"it is old", read(descriptionFresh), nil, time.Hour, true, false}, {"it is old, and a read has just failed", read(descriptionFresh),
			broken, 0, false, false},
		{"it is old, and a read failed a while ago", read(descriptionFresh), broken, retryInterval, true, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := &Provider{now: func() time.Time { return now }, known: x.known, failed: x.failed, asked: now.Add(-x.asked)}
			if _, ask, err := p.last(); ask != x.ask || (err != nil) != x.fails {
				t.Errorf("to be asked: %v, %v", ask, err)
			}
		})
	}
}

func TestProvider_checkAddresses(t *testing.T) {
	good := metadata{Authorization: "https://id.example/a", Token: "https://id.example/t", Keys: "https://id.example/k"}
	for _, x := range []struct {
		name   string
		issuer string
		change func(*metadata)
		want   bool
	}{
		{"by https", "https://id.example", func(*metadata) {}, true},
		{"with user info", "https://id.example", func(m *metadata) { m.UserInfo = "https://id.example/u" }, true},
		{"with user info by http", "https://id.example", func(m *metadata) { m.UserInfo = "http://id.example/u" }, false},
		{"with keys by http", "https://id.example", func(m *metadata) { m.Keys = "http://id.example/k" }, false},
		{"with keys by http, of a provider by http", "http://id.example", func(m *metadata) { m.Keys = "http://id.example/k" }, true},
		{"with keys by ftp, of a provider by http", "http://id.example", func(m *metadata) { m.Keys = "ftp://id.example/k" }, false},
		{"without keys", "https://id.example", func(m *metadata) { m.Keys = "" }, false},
		{"without a host", "https://id.example", func(m *metadata) { m.Token = "https:///t" }, false},
		{"with a token endpoint by http", "https://id.example", func(m *metadata) { m.Token = "http://id.example/t" }, false},
		{"with no address", "https://id.example", func(m *metadata) { m.Token = "https://id.example/\x00" }, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			m := good
			x.change(&m)
			if err := (&Provider{Config: Config{Issuer: x.issuer}}).checkAddresses(m); (err == nil) != x.want {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestTruncated(t *testing.T) {
	for n, want := range map[int]int{200: 200, 201: 200 + len("…")} {
		if got := len(truncated(errors.New(strings.Repeat("a", n))).Error()); got != want {
			t.Errorf("%d bytes are logged as %d, want %d", n, got, want)
		}
	}
}

func TestProvider_that_is_slow(t *testing.T) {
	c := newClient(t)
	hang := make(chan struct{})
	c.idp.Server.Config.Handler = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-hang:
		case <-r.Context().Done():
		}
	})
	t.Cleanup(func() { close(hang) })
	c.client.Timeout = 50 * time.Millisecond
	if _, err := c.AuthCodeURL(t.Context(), "a state", nonce, verifier); !errs.HasCode(err, "provider_unavailable") {
		t.Errorf("a sign-in: %v", err)
	}
	if _, err := c.VerifyAccessToken(t.Context(), c.idp.Access(nil)); !errs.HasCode(err, "provider_unavailable") {
		t.Errorf("a token: %v", err)
	}
}
