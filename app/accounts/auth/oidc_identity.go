package auth

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/text/unicode/norm"

	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// identity is the account that the provider has authenticated. email is called only for a subject that is not linked yet.
type identity struct {
	subject string
	email   func(ctx context.Context) (emailClaims, error)
}

// emailClaims are an e-mail address, and whether the provider has verified that it belongs to the person.
type emailClaims struct {
	Email    string     `json:"email"`
	Verified boolString `json:"email_verified"`
}

// boolString reads true and "true": some providers send the boolean as a string.
type boolString bool

// UnmarshalJSON accepts any value; everything except true and "true" is false.
func (c *boolString) UnmarshalJSON(b []byte) error {
	*c = string(b) == "true" || string(b) == `"true"`
	return nil
}

// emailOf returns the address in the ID token, else that of the same subject at the provider's userinfo endpoint.
func (p *provider) emailOf(ctx context.Context, d *description, subject string, c emailClaims, tokens *oauth2.Token) (emailClaims, error) {
	if c.Email != "" || d.UserInfo == "" {
		return c, nil
	}
	info, err := d.provider.UserInfo(oidc.ClientContext(ctx, p.client), oauth2.StaticTokenSource(tokens))
	if _, lost := errors.AsType[*url.Error](err); lost {
		return c, errProviderUnavailable(err)
	}
	if err != nil {
		return c, errProviderUnavailable(errors.New("the provider's user info is refused or unreadable"))
	}
	if info.Subject != subject {
		return c, errSignIn("The provider's user info is of another person.")
	}
	err = info.Claims(&c)
	if _, bad := errors.AsType[*json.UnmarshalTypeError](err); bad {
		return emailClaims{}, nil
	}
	return c, err
}

// errNoAccess returns the error for an account that the provider has authenticated but that has no access: nobody has that
// address, or the person is linked to another subject, is disabled or has left. Signing in never creates a person: an
// administrator must do that first.
func errNoAccess() error {
	return &errs.Error{Kind: errs.KindInvalid, Code: "no_access", Detail: "This account does not open Presence. Ask your administrator."}
}

// personOfIdentity returns the person linked to the subject. At the first sign-in it is the person with the verified e-mail
// address, who is then linked to the subject.
func (s *Service) personOfIdentity(ctx context.Context, by Actor, who identity) (Person, error) {
	p, err := personByIdentity(ctx, s.db, s.provider.Issuer, who.subject)
	if errs.KindOf(err) == errs.KindNotFound {
		p, err = s.linkIdentity(ctx, by, who)
	}
	switch {
	case err != nil:
		return Person{}, err
	case !p.Active():
		return Person{}, errNoAccess()
	}
	return p, nil
}

func (s *Service) linkIdentity(ctx context.Context, by Actor, who identity) (p Person, err error) {
	c, err := who.email(ctx)
	if err != nil {
		return p, err
	}
	email, ok := CleanEmail(c.Email)
	// the address as the provider wrote it, except for its case
	if !ok || !bool(c.Verified) || strings.TrimSpace(c.Email) != c.Email || !norm.NFC.IsNormalString(c.Email) {
		return p, &errs.Error{Kind: errs.KindInvalid, Code: "email_unverified",
			Detail: "The provider does not vouch for an e-mail address of this account."}
	}
	issuer, at := s.provider.Issuer, db.InstantOf(s.now())
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if p, err = personByEmail(ctx, tx, email); err != nil || !p.Active() {
			return err
		}
		linked, err := insertIdentity(ctx, tx, issuer, who.subject, p.ID, at)
		if err != nil {
			return err
		}
		if !linked { // another sign-in linked this subject or this person first
			p, err = personByIdentity(ctx, tx, issuer, who.subject)
			return err
		}
		by.PersonID, by.Name, by.Via = p.ID, p.Name, "oidc"
		return audit.Record(ctx, tx, audit.Entry{At: at, Who: by.Who(), Action: "identity_linked", Kind: "person", RecordID: p.ID,
			Changes: audit.Changes{"issuer": {nil, issuer}, "subject": {nil, who.subject}}})
	})
	if errs.KindOf(err) == errs.KindNotFound {
		return Person{}, errNoAccess()
	}
	return p, err
}

// UnlinkIdentities removes the person's links to subjects and ends their sessions and tokens, so that the next sign-in by the
// verified e-mail address creates a new link.
func (s *Service) UnlinkIdentities(ctx context.Context, by Actor, email string) error {
	clean, _ := CleanEmail(email)
	at := db.InstantOf(s.now())
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := personByEmail(ctx, tx, clean)
		if err != nil {
			return err
		}
		if n, err := deleteIdentities(ctx, tx, p.ID); err != nil || n == 0 {
			return err
		}
		if err := VoidTokens(ctx, tx, p.ID, at); err != nil {
			return err
		}
		return audit.Record(ctx, tx, audit.Entry{At: at, Who: by.Who(), Action: "identity_unlinked", Kind: "person", RecordID: p.ID})
	})
}
