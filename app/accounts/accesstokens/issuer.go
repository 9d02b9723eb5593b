package accesstokens

import (
	"context"
	"strings"

	"presence/app/platform/errs"
	"presence/db"
)

// issuerName is the row of auth_secrets with the PUBLIC_URL of the service on this database. It is not secret.
const issuerName = "issuer"

func issuerOf(publicURL string) string { return strings.TrimRight(publicURL, "/") }

// RecordIssuer stores the PUBLIC_URL of the service, for commands that issue tokens.
func RecordIssuer(ctx context.Context, d *db.DB, publicURL string, at db.Instant) error {
	issuer := issuerOf(publicURL)
	known, err := valueByName(ctx, d, issuerName)
	if err != nil || string(known) == issuer {
		return err
	}
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return save(ctx, tx, issuerName, []byte(issuer), at) })
}

// CheckIssuer fails if the service runs with another PUBLIC_URL than this process, because it would refuse the token. If no
// service has run on the database yet, it does nothing.
func (t *Tokens) CheckIssuer(ctx context.Context) error {
	known, err := valueByName(ctx, t.db, issuerName)
	if err != nil || known == nil || string(known) == t.issuer {
		return err
	}
	return errs.Conflict("other_public_url", "The service runs with PUBLIC_URL="+string(known)+", this command with "+t.issuer+
		": its tokens would be refused. Set the same PUBLIC_URL, or SETTINGS_FILE to the service's settings file.")
}
