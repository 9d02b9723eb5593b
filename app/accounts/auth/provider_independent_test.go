package auth

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/oauth2-proxy/mockoidc"
	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	zitadel "github.com/zitadel/oidc/v3/pkg/op"

	"presence/app/accounts/openid"
	"presence/app/apptest/idp"
	"presence/db"
	"presence/db/dbtest"
)

// independent is a provider that others wrote.
type independent struct {
	oidc   openid.Config
	email  string     // whom it signs in
	signIn url.Values // what its form wants; nil: it has none
}

func independents(t *testing.T) map[string]independent {
	return map[string]independent{"mockoidc": startMockOIDC(t), "zitadel": startZitadel(t)}
}

func startMockOIDC(t *testing.T) independent {
	t.Helper()
	m, err := mockoidc.Run()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Shutdown(); err != nil {
			t.Error(err)
		}
	})
	return independent{oidc: openid.Config{Issuer: m.Issuer(), ClientID: m.ClientID, ClientSecret: m.ClientSecret}, email: mockoidc.DefaultUser().Email}
}

// jwtStorage gives access tokens that say something, where the example's are opaque.
type jwtStorage struct{ *storage.Storage }

type jwtClient struct{ zitadel.Client }

func (jwtClient) AccessTokenType() zitadel.AccessTokenType { return zitadel.AccessTokenTypeJWT }

func (s jwtStorage) GetClientByClientID(ctx context.Context, id string) (zitadel.Client, error) {
	c, err := s.Storage.GetClientByClientID(ctx, id)
	return jwtClient{c}, err
}

func startZitadel(t *testing.T) independent {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	issuer := "http://" + server.Listener.Addr().String()
	users := storage.NewUserStore(issuer)
	kept := storage.NewStorageWithClients(users, map[string]*storage.Client{idp.ClientID: storage.WebClient(idp.ClientID, idp.ClientSecret,
		testURL+"/auth/callback")})
	server.Config.Handler = exampleop.SetupServer(issuer, jwtStorage{kept}, slog.New(slog.NewTextHandler(io.Discard, nil)), false)
	server.Start()
	t.Cleanup(server.Close)
	user := users.GetUserByID("id1")
	return independent{oidc: openid.Config{Issuer: issuer, ClientID: idp.ClientID, ClientSecret: idp.ClientSecret}, email: user.Email,
		signIn: url.Values{"username": {user.Username}, "password": {user.Password}}}
}

// TestIndependentProviders lets providers of other hands say whether we speak the protocol.
func TestIndependentProviders(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, i := range independents(t) {
			t.Run(name, func(t *testing.T) {
				w := newWorldOf(t, Options{DB: d, PublicURL: testURL, OIDC: i.oidc})
				w.now = time.Now() // theirs is the machine's
				b := w.browser()
				wantStatus(t, b.visit(b.follow(b.begin(""), i.signIn), asPage), http.StatusBadRequest) // nobody here has that address
				p := w.person(i.email)

				back := b.follow(b.begin("/staff/time"), i.signIn)
				rec := b.visit(back, asPage)
				wantStatus(t, rec, http.StatusOK)
				if rec.Header().Get("Refresh") != "0; url=/staff/time" || b.me() != p.ID {
					t.Errorf("on to %q as %q", rec.Header().Get("Refresh"), b.me())
				}
				wantStatus(t, b.visit(back, asPage), http.StatusBadRequest)

				begun := decode(t, w.get("/auth/v1/login", asProgram))
				rec = w.get(w.browser().follow(begun["authorization_url"].(string), i.signIn), asProgram)
				wantStatus(t, rec, http.StatusOK)
				if decode(t, rec)["user"].(map[string]any)["id"] != p.ID {
					t.Error("another person's tokens")
				}

				// Of the tokens that the provider itself gives, the access token opens our API and the ID token does not.
				tokens := w.exchange(i, w.browser())
				wantStatus(t, w.get("/auth/v1/me", bearerOf(tokens.access)), http.StatusOK)
				wantStatus(t, w.get("/auth/v1/me", bearerOf(tokens.id)), http.StatusUnauthorized)
			})
		}
	})
}

type providerTokens struct{ access, id string }

// exchange does by hand what the callback does, to see the provider's own tokens.
func (w *world) exchange(i independent, b *browser) providerTokens {
	w.t.Helper()
	begun, err := w.s.startProviderSignIn(w.ctx(), "", true, "192.0.2.1", &requestSession{})
	if err != nil {
		w.t.Fatal(err)
	}
	code := mustParse(w.t, b.follow(begun.URL, i.signIn)).Query().Get("code")
	row, err := w.s.consumeSignIn(w.ctx(), callbackParams{State: begun.State, Browser: begun.Browser})
	if err != nil {
		w.t.Fatal(err)
	}
	form := url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {testURL + "/auth/callback"},
		"client_id": {i.oidc.ClientID}, "client_secret": {i.oidc.ClientSecret}, "code_verifier": {row.Verifier}}
	answer, err := http.PostForm(tokenEndpoint(w.t, i.oidc.Issuer), form)
	if err != nil {
		w.t.Fatal(err)
	}
	defer answer.Body.Close()
	rec := httptest.NewRecorder()
	if _, err := io.Copy(rec, answer.Body); err != nil {
		w.t.Fatal(err)
	}
	body := decode(w.t, rec)
	return providerTokens{body["access_token"].(string), body["id_token"].(string)}
}

// tokenEndpoint reads it from the provider's metadata.
func tokenEndpoint(t *testing.T, issuer string) string {
	t.Helper()
	answer, err := http.Get(issuer + "/.well-known/openid-configuration")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var metadata struct {
		Token string `json:"token_endpoint"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&metadata); err != nil {
		t.Fatal(err)
	}
	return metadata.Token
}
