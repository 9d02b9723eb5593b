package auth

import (
	"context"

	"presence/app/platform/errs"
	"presence/db"
)

// issuerName is the row of auth_secrets that holds the PUBLIC_URL of the service on this database. It is not secret.
const issuerName = "issuer"

// RecordIssuer notes under which PUBLIC_URL the service takes tokens, for commands that issue tokens beside it.
func (s *Service) RecordIssuer(ctx context.Context) error {
	known, err := secretByName(ctx, s.db, issuerName)
	if err != nil || string(known) == s.publicURL {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return saveSecret(ctx, tx, issuerName, []byte(s.publicURL), db.InstantOf(s.now()))
	})
}

// checkIssuer fails where the service runs with another PUBLIC_URL than this process: it would refuse the token. Before a
// service has run on the database nothing is checked.
func (s *Service) checkIssuer(ctx context.Context) error {
	known, err := secretByName(ctx, s.db, issuerName)
	if err != nil || known == nil || string(known) == s.publicURL {
		return err
	}
	return errs.Conflict("other_public_url", "The service runs with PUBLIC_URL="+string(known)+", this command with "+s.publicURL+
		": its tokens would be refused. Set the same PUBLIC_URL, or SETTINGS_FILE to the service's settings file.")
}
