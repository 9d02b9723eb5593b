package auth

import (
	"context"
	"errors"
	"strings"

	"golang.org/x/text/unicode/norm"

	"presence/app/accounts/openid"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// errNoAccess returns the error for an account that the provider has authenticated but that has no access: nobody has that
// address, or the person is linked to another subject, is disabled or has left. Signing in never creates a person: an
// administrator must do that first.
func errNoAccess() error {
	return &errs.Error{Kind: errs.KindInvalid, Code: "no_access", Detail: "This account does not open Presence. Ask your administrator."}
}

// personOfIdentity returns the person linked to the subject. At the first sign-in it is the person with the verified e-mail
// address, who is then linked to the subject.
func (s *Service) personOfIdentity(ctx context.Context, by Actor, who openid.Identity) (Person, error) {
	p, err := personByIdentity(ctx, s.db, s.provider.Issuer, who.Subject, s.today())
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

func (s *Service) linkIdentity(ctx context.Context, by Actor, who openid.Identity) (p Person, err error) {
	given, err := who.Email(ctx)
	if err != nil {
		return p, err
	}
	email, ok := CleanEmail(given.Address)
	// the address as the provider wrote it, except for its case
	if !ok || !given.Verified || strings.TrimSpace(given.Address) != given.Address || !norm.NFC.IsNormalString(given.Address) {
		return p, &errs.Error{Kind: errs.KindInvalid, Code: "email_unverified",
			Detail: "The provider does not confirm an email address for this account."}
	}
	issuer, at := s.provider.Issuer, db.InstantOf(s.now())
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if p, err = personByEmail(ctx, tx, email); err != nil || !p.Active() {
			return err
		}
		linked, err := insertIdentity(ctx, tx, issuer, who.Subject, p.ID, at)
		if err != nil {
			return err
		}
		if !linked { // another sign-in linked this subject or this person first
			p, err = personByIdentity(ctx, tx, issuer, who.Subject, s.today())
			return err
		}
		by.PersonID, by.Name, by.Via = p.ID, p.Name, "oidc"
		return audit.Record(ctx, tx, audit.Entry{At: at, Who: by.Who(), Action: "identity_linked", Kind: "person", RecordID: p.ID,
			Changes: audit.Changes{"issuer": {nil, issuer}, "subject": {nil, who.Subject}}})
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

// personByProviderToken returns the person linked to the subject of an access token of the provider (A3).
func (s *Service) personByProviderToken(ctx context.Context, token string) (Person, error) {
	t, err := s.provider.VerifyAccessToken(ctx, token)
	if errs.KindOf(err) == errs.KindUnavailable {
		return Person{}, err
	}
	if err != nil {
		return Person{}, errToken(err)
	}
	p, err := personByIdentity(ctx, s.db, s.provider.Issuer, t.Subject, s.today())
	switch {
	case errs.KindOf(err) == errs.KindNotFound:
		return Person{}, errToken(err)
	case err != nil:
		return Person{}, err
	case !p.Active() || db.InstantOf(t.Issued) < p.TokensAfter:
		return Person{}, errToken(errors.New("ended"))
	}
	return p, nil
}
