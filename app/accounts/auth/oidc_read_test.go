package auth

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

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
	run := func(name string, fn func(t *testing.T, s *scripted, p *provider)) {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &scripted{takes: time.Second}
				p := newProvider(OIDC{Issuer: "https://id.example"}, testURL, time.Now)
				p.client.Transport, p.client.Timeout = s, 0
				fn(t, s, p)
			})
		})
	}
	run("is asked for once by many, and again after an hour", func(t *testing.T, s *scripted, p *provider) {
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
	run("is not asked for again at once when that failed, and what is known stays in use", func(t *testing.T, s *scripted, p *provider) {
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
	run("keeps nobody waiting beyond their time, nor long when something is known", func(t *testing.T, s *scripted, p *provider) {
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
	run("is asked for again when the clock was set back", func(t *testing.T, s *scripted, p *provider) {
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
func TestCheckProvider_quotes_no_other_service(t *testing.T) {
	inside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "the password is sesame", http.StatusForbidden)
	}))
	defer inside.Close()
	err := CheckProvider(t.Context(), OIDC{Issuer: inside.URL, ClientID: "presence"}, testURL, time.Now)
	if err == nil || strings.Contains(err.Error(), "sesame") || !strings.Contains(err.Error(), "403") {
		t.Error(err)
	}
}
