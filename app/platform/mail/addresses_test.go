package mail

import (
	"context"
	"net/http"
	"strings"
	"testing"
)

func TestMetadataAddresses_are_refused(t *testing.T) {
	t.Run("by a relay", func(t *testing.T) {
		err := NewRelay(SMTP{Host: "169.254.169.254", Port: "25"}).Test(t.Context())
		if err == nil || !strings.Contains(err.Error(), "link-local addresses") {
			t.Error(err)
		}
	})
	t.Run("by a provider", func(t *testing.T) {
		r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "http://169.254.169.254/", nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, f := call(r); f == nil || !strings.Contains(f.Text, "link-local addresses") {
			t.Error(f)
		}
	})
}

func TestSMTP_URL(t *testing.T) {
	for _, c := range []SMTP{
		{Host: "relay.example", Port: "587", StartTLS: Required},
		{Host: "relay.example", Port: "2525", StartTLS: Off, User: "a@b.example", Password: "p:ä/ss?#%&@ word"},
		{Host: "relay.example", Port: "465", Implicit: true, User: "u", Hello: "presence.example"},
		{Host: "2001:db8::1", Port: "25", StartTLS: Optional},
	} {
		t.Run(c.Host+":"+c.Port, func(t *testing.T) {
			if got, err := ParseSMTP(c.URL()); err != nil || got != c {
				t.Errorf("%s is read as %+v, %v", c.URL(), got, err)
			}
		})
	}
}

func TestCheckGoogleCredentials(t *testing.T) {
	for uri, good := range map[string]bool{"": true, "https://oauth2.googleapis.com/token": true, "https://accounts.google.com/o/oauth2/token": true,
		"http://oauth2.googleapis.com/token": false, "https://oauth2.googleapis.com.evil.example/token": false,
		"https://evilgoogleapis.com/token": false, "http://10.0.0.1/": false, "https://%zz": false} {
		t.Run(uri, func(t *testing.T) {
			err := CheckGoogleCredentials([]byte(`{"type":"authorized_user","client_id":"c","refresh_token":"r","token_uri":"` + uri + `"}`))
			if (err == nil) != good {
				t.Error(err)
			}
		})
	}
	if CheckGoogleCredentials([]byte("{}")) == nil {
		t.Error("empty credentials are accepted")
	}
}
