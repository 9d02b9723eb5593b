package app

import (
	"bytes"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/accesstokens"
	"presence/app/platform/seal"
	"presence/db"
	"presence/db/dbtest"
)

// TestCompareReplicas runs two servers on one database, of which the second one has other settings.
func TestCompareReplicas(t *testing.T) {
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		type server struct {
			*App
			log *bytes.Buffer
		}
		join := func(address string, zone *time.Location) server {
			u, err := url.Parse(address)
			if err != nil {
				t.Fatal(err)
			}
			log := &bytes.Buffer{}
			a := &App{process: process{DB: d, replicas: &replicaCheck{}},
				config: Config{PublicURL: u, Zone: zone, Log: slog.New(slog.NewTextHandler(log, nil)), Now: time.Now}}
			if a.replica, err = d.Register(t.Context(), "v1"); err != nil {
				t.Fatal(err)
			}
			return server{a, log}
		}
		// says compares a server with the others and returns what it logs.
		says := func(s server, starting bool) string {
			t.Helper()
			s.log.Reset()
			if err := s.compareReplicas(t.Context(), starting); err != nil {
				t.Fatal(err)
			}
			return s.log.String()
		}
		// recorded fails unless commands take that address for the one of the service.
		recorded := func(address string) {
			t.Helper()
			if err := tokensFor(t, d, 1, address).CheckIssuer(t.Context()); err != nil {
				t.Errorf("%s is not recorded: %v", address, err)
			}
		}
		const address, other = "https://presence.example.com", "https://other.example.com"
		first := join(address, time.UTC)
		if text := says(first, true); text != "" {
			t.Errorf("alone, the first one logs %s", text)
		}
		recorded(address)
		second := join(other, paris)
		if text := says(second, true); !strings.Contains(text, "level=ERROR") || !strings.Contains(text, address+" ") &&
			!strings.Contains(text, address+"]") || !strings.Contains(text, other) || !strings.Contains(text, "Europe/Paris") {
			t.Errorf("the second one logs %q at its start", text)
		}
		recorded(address)
		if text := says(second, false); text != "" {
			t.Errorf("the second one repeats itself: %s", text)
		}
		if text := says(first, false); text != "" {
			t.Errorf("the first one logs what may pass: %s", text)
		}
		if text := says(first, false); !strings.Contains(text, other) {
			t.Errorf("the first one logs %q when it lasts", text)
		}
		if err := first.replica.Leave(t.Context()); err != nil {
			t.Fatal(err)
		}
		if text := says(second, false); !strings.Contains(text, "the same settings again") {
			t.Errorf("the second one, alone, logs %q", text)
		}
		recorded(other)
		if err := second.replica.Leave(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}

// tokensFor returns the tokens of a server with a SECRET_KEY of one repeated byte.
func tokensFor(t *testing.T, d *db.DB, key byte, address string) *accesstokens.Tokens {
	t.Helper()
	sealer, err := seal.New(bytes.Repeat([]byte{key}, 32), "signing key")
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := accesstokens.New(t.Context(), d, sealer, address, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}
