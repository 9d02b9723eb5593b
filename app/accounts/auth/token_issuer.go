package auth

import (
	"context"

	"presence/app/platform/errs"
	"presence/db"
)

// issuerName is the row of auth_secrets with the PUBLIC_URL of the service on this database. It is not secret.
const issuerName = "issuer"

// RecordIssuer stores the PUBLIC_URL of the service, for commands that issue tokens.
func (s *Service) RecordIssuer(ctx context.Context) error {
	known, err := secretByName(ctx, s.db, issuerName)
	if err != nil || string(known) == s.publicURL {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return saveSecret(ctx, tx, issuerName, []byte(s.publicURL), db.InstantOf(s.now()))
	})
}

// checkIssuer fails if the service runs with another PUBLIC_URL than this process, because it would refuse the token. If no
// service has run on the database yet, it does nothing.
func (s *Service) checkIssuer(ctx context.Context) error {
	known, err := secretByName(ctx, s.db, issuerName)
	if err != nil || known == nil || string(known) == s.publicURL {
		return err
	}
	return errs.Conflict("other_public_url", "The service runs with PUBLIC_URL="+string(known)+", this command with "+s.publicURL+
		": its tokens would be refused. Set the same PUBLIC_URL, or SETTINGS_FILE to the service's settings file.")
}
