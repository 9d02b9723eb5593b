// Package oauthsessions stores the access that people have been given at other services: tokens that are encrypted in the
// database and shown only to their owner (A4).
package oauthsessions

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"presence/app/platform/audit"
	"presence/app/platform/change"
	"presence/app/platform/errs"
	"presence/db"
)

// Masked replaces a token for everyone but its owner.
const Masked = "********"

const (
	maxApplication = 2000  // bytes
	maxToken       = 16384 // bytes
	maxScopes      = 100
	maxScope       = 200 // bytes
)

// Session is the access of one person to one service.
type Session struct {
	ID            string // UUID
	UserID        string // UUID of the person whose access it is
	Application   string // URL that the access token is for
	AccessToken   string // Masked for anyone but the owner
	RefreshToken  string // Masked for anyone but the owner
	AccessExpiry  db.Instant
	RefreshExpiry db.Instant // 0: not known
	Scopes        []string   // never nil
	Version       int64
	UpdatedAt     db.Instant
}

// AuditFields implements audit.Auditable. The tokens are left out.
func (s Session) AuditFields() audit.Fields {
	expiry := any(nil)
	if s.RefreshExpiry != 0 {
		expiry = s.RefreshExpiry.String()
	}
	return audit.Fields{
		"id": s.ID, "user_id": s.UserID, "application": s.Application, "access_token": Masked, "refresh_token": Masked,
		"access_token_expiry": s.AccessExpiry.String(), "refresh_token_expiry": expiry, "scopes": s.Scopes,
	}
}

// New is the input for a new session.
type New struct {
	UserID        string
	Application   string
	AccessToken   string
	RefreshToken  string
	AccessExpiry  db.Instant
	RefreshExpiry db.Instant // 0: not known
	Scopes        []string
}

// Changes are the new values of a session's fields; nil leaves a field as it is.
type Changes struct {
	UserID        *string
	Application   *string
	AccessToken   *string
	RefreshToken  *string
	AccessExpiry  *db.Instant
	RefreshExpiry *db.Instant // 0: not known
	Scopes        *[]string
}

// all returns every field of n as a change; Validate cleans n through it.
func (n *New) all() Changes {
	return Changes{UserID: &n.UserID, Application: &n.Application, AccessToken: &n.AccessToken, RefreshToken: &n.RefreshToken,
		AccessExpiry: &n.AccessExpiry, RefreshExpiry: &n.RefreshExpiry, Scopes: &n.Scopes}
}

// Validate cleans n and returns all its errors.
func (n *New) Validate() errs.Fields {
	return n.all().Validate()
}

// Validate cleans the changed fields and returns the errors of each field by itself.
func (c Changes) Validate() errs.Fields {
	var faults errs.Fields
	checkUser(&faults, c.UserID)
	checkApplication(&faults, c.Application)
	checkToken(&faults, "access_token", c.AccessToken)
	checkToken(&faults, "refresh_token", c.RefreshToken)
	if c.AccessExpiry != nil && *c.AccessExpiry == 0 {
		faults.Add("access_token_expiry", "required", "This field is required.")
	}
	if c.Scopes != nil {
		checkScopes(&faults, *c.Scopes)
	}
	return faults
}

// checkUser requires a user id; the foreign key checks that the person exists.
func checkUser(faults *errs.Fields, v *string) {
	switch {
	case v == nil:
	case *v == "":
		faults.Add("user_id", "required", "This field is required.")
	default:
		*v = strings.ToLower(*v)
	}
}

func checkApplication(faults *errs.Fields, v *string) {
	if v == nil {
		return
	}
	u, err := url.Parse(*v)
	switch {
	case *v == "":
		faults.Add("application", "required", "This field is required.")
	case len(*v) > maxApplication:
		faults.Add("application", "length", "Expected at most 2000 bytes.")
	case !oneWord(*v) || err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil:
		faults.Add("application", "format", "Expected a URL, such as https://example.com/api.")
	}
}

func checkToken(faults *errs.Fields, field string, v *string) {
	switch {
	case v == nil:
	case *v == "":
		faults.Add(field, "required", "This field is required.")
	case len(*v) > maxToken:
		faults.Add(field, "length", "Expected at most 16384 bytes.")
	case *v == Masked:
		faults.Add(field, "masked", "This is the mask over a token, not a token.")
	case !oneWord(*v):
		faults.Add(field, "format", "Expected one line of text without spaces or control characters.")
	}
}

func checkScopes(faults *errs.Fields, scopes []string) {
	if len(scopes) > maxScopes {
		faults.Add("scopes", "length", "Expected at most 100 scopes.")
	}
	if slices.ContainsFunc(scopes, func(s string) bool { return s == "" || len(s) > maxScope || !oneWord(s) }) {
		faults.Add("scopes", "format", "Expected words of at most 200 bytes, without spaces or control characters.")
	}
}

func oneWord(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
}

// unmasked returns c without tokens that are Masked, so that a client that sends a session back as it read it does not change
// them (A4).
func (c Changes) unmasked() Changes {
	for _, token := range []**string{&c.AccessToken, &c.RefreshToken} {
		if *token != nil && **token == Masked {
			*token = nil
		}
	}
	return c
}

// with returns s with the changes, for validation as a whole.
func (s Session) with(c Changes) New {
	n := New{UserID: s.UserID, Application: s.Application, AccessToken: s.AccessToken, RefreshToken: s.RefreshToken,
		AccessExpiry: s.AccessExpiry, RefreshExpiry: s.RefreshExpiry, Scopes: s.Scopes}
	change.Set(&n.UserID, c.UserID)
	change.Set(&n.Application, c.Application)
	change.Set(&n.AccessToken, c.AccessToken)
	change.Set(&n.RefreshToken, c.RefreshToken)
	change.Set(&n.AccessExpiry, c.AccessExpiry)
	change.Set(&n.RefreshExpiry, c.RefreshExpiry)
	change.Set(&n.Scopes, c.Scopes)
	return n
}

// masked returns s with its tokens replaced by Masked.
func (s Session) masked() Session {
	s.AccessToken, s.RefreshToken = Masked, Masked
	return s
}
