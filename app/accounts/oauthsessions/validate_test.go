package oauthsessions

import (
	"slices"
	"strings"
	"testing"

	"presence/app/platform/errs"
)

func TestNew_Validate(t *testing.T) {
	good := New{UserID: "0C1B9F5E-52f5-4c6d-8a0e-5d1c2f3b4a59", Application: "https://api.example.com", AccessToken: "a", RefreshToken: "b",
		AccessExpiry: 1}
	scopes := func(n, size int) []string { return slices.Repeat([]string{strings.Repeat("s", size)}, n) }
	for _, x := range []struct {
		name   string
		change func(*New)
		want   string
	}{
		{"what holds", func(*New) {}, ""},
		{"no person", func(n *New) { n.UserID = "" }, "user_id required"},
		{"no application", func(n *New) { n.Application = "" }, "application required"},
		{"a long application", func(n *New) {
			n.Application = "https://e.com/" + strings.Repeat("a", maxApplication-len("https://e.com/"))
		}, ""},
		{"a longer one", func(n *New) { n.Application = "https://e.com/" + strings.Repeat("a", maxApplication) }, "application length"},
		{"an application by http", func(n *New) { n.Application = "http://e.com" }, ""},
		{"an application by ftp", func(n *New) { n.Application = "ftp://e.com" }, "application format"},
		{"an application without a host", func(n *New) { n.Application = "https:///path" }, "application format"},
		{"an application with a password", func(n *New) { n.Application = "https://a:b@e.com" }, "application format"},
		{"two words", func(n *New) { n.Application = "https://e.com/a b" }, "application format"},
		{"no access token", func(n *New) { n.AccessToken = "" }, "access_token required"},
		{"a long token", func(n *New) { n.RefreshToken = strings.Repeat("a", maxToken) }, ""},
		{"a longer one", func(n *New) { n.RefreshToken = strings.Repeat("a", maxToken+1) }, "refresh_token length"},
		{"the mask over a token", func(n *New) { n.AccessToken = Masked }, "access_token masked"},
		{"a token of two lines", func(n *New) { n.AccessToken = "a\nb" }, "access_token format"},
		{"a token with a control character", func(n *New) { n.AccessToken = "a\x01b" }, "access_token format"},
		{"a token that is not UTF-8", func(n *New) { n.RefreshToken = "a\xffb" }, "refresh_token format"},
		{"a token that never expires", func(n *New) { n.AccessExpiry = 0 }, "access_token_expiry required"},
		{"a hundred scopes", func(n *New) { n.Scopes = scopes(maxScopes, maxScope) }, ""},
		{"one more", func(n *New) { n.Scopes = scopes(maxScopes+1, 1) }, "scopes length"},
		{"a long scope", func(n *New) { n.Scopes = scopes(1, maxScope+1) }, "scopes format"},
		{"an empty scope", func(n *New) { n.Scopes = []string{"read", ""} }, "scopes format"},
		{"a scope of two words", func(n *New) { n.Scopes = []string{"read all"} }, "scopes format"},
	} {
		t.Run(x.name, func(t *testing.T) {
			n := good
			x.change(&n)
			var got []string
			for _, f := range n.Validate() {
				got = append(got, f.Field+" "+f.Code)
			}
			if strings.Join(got, ", ") != x.want {
				t.Errorf("%q, want %q", got, x.want)
			}
			if n.UserID != strings.ToLower(n.UserID) {
				t.Errorf("the id is kept as %s", n.UserID)
			}
		})
	}
}

// An administrator may move a session to another person with new tokens: they never see those of the person before.
func TestService_Update_moves(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		n := New{UserID: d.ann.PersonID, Application: "https://api.example.com", AccessToken: "a", RefreshToken: "b", AccessExpiry: 1}
		o, err := d.service.Create(t.Context(), d.ann, n)
		if err != nil {
			t.Fatal(err)
		}
		o, err = d.service.Update(t.Context(), d.admin, o.ID, nil,
			Changes{UserID: &d.admin.PersonID, AccessToken: new("c"), RefreshToken: new("d")})
		if err != nil || o.AccessToken != "c" || o.RefreshToken != "d" {
			t.Errorf("%+v, %v", o, err)
		}
	})
}

// A person has at most so many sessions.
func TestService_Create_too_many(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		n := New{UserID: d.ann.PersonID, Application: "https://api.example.com", AccessToken: "a", RefreshToken: "b", AccessExpiry: 1}
		var err error
		for range maxSessions {
			if _, err = d.service.Create(t.Context(), d.ann, n); err != nil {
				t.Fatal(err)
			}
		}
		if _, err = d.service.Create(t.Context(), d.ann, n); !errs.HasCode(err, "too_many_sessions") {
			t.Errorf("one more: %v", err)
		}
		n.UserID = d.cid.PersonID
		if _, err = d.service.Create(t.Context(), d.cid, n); err != nil {
			t.Errorf("of another: %v", err)
		}
	})
}

// The service refuses what the bodies refuse before it, and sessions of others.
func TestService_refusals(t *testing.T) {
	each(t, func(t *testing.T, d *fixture) {
		n := New{UserID: d.ann.PersonID, Application: "https://api.example.com", AccessToken: "a", RefreshToken: "b", AccessExpiry: 1}
		o, err := d.service.Create(t.Context(), d.ann, n)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range []struct {
			name string
			do   func() error
			want string
		}{
			{"a session of another", func() error { _, err := d.service.Create(t.Context(), d.cid, n); return err }, "not_own"},
			{"a session without a token", func() error {
				odd := n
				odd.AccessToken = ""
				_, err := d.service.Create(t.Context(), d.ann, odd)
				return err
			}, "required"},
			{"a token taken away", func() error {
				_, err := d.service.Update(t.Context(), d.ann, o.ID, nil, Changes{AccessToken: new("")})
				return err
			}, "required"},
			{"a session given to another", func() error {
				_, err := d.service.Update(t.Context(), d.ann, o.ID, nil, Changes{UserID: &d.cid.PersonID})
				return err
			}, "not_own"},
			{"a session that moves to another with its tokens", func() error {
				_, err := d.service.Update(t.Context(), d.admin, o.ID, nil, Changes{UserID: &d.admin.PersonID, AccessToken: new("c")})
				return err
			}, "tokens_needed"},
			{"another's session changed", func() error {
				_, err := d.service.Update(t.Context(), d.cid, o.ID, nil, Changes{AccessToken: new("c")})
				return err
			}, "not_found"},
			{"another version", func() error {
				_, err := d.service.Update(t.Context(), d.ann, o.ID, new(o.Version+1), Changes{AccessToken: new("c")})
				return err
			}, "stale"},
			{"another version deleted", func() error { _, err := d.service.Delete(t.Context(), d.ann, o.ID, new(o.Version+1)); return err },
				"stale"},
		} {
			t.Run(x.name, func(t *testing.T) {
				err := x.do()
				code := ""
				if e, ok := errs.Of(err); ok {
					if code = e.Code; len(e.Fields) > 0 {
						code = e.Fields[0].Code
					}
				}
				if code != x.want {
					t.Errorf("got %v, want %s", err, x.want)
				}
			})
		}
		if kept, err := d.service.Update(t.Context(), d.ann, o.ID, &o.Version, Changes{AccessToken: new(Masked)}); err != nil ||
			kept.Version != o.Version+1 {
			t.Errorf("a session as it was shown: %+v, %v", kept, err)
		}
	})
}
