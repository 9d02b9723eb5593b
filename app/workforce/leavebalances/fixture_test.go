package leavebalances_test

import (
	"context"

	"presence/db"
)

// exec returns a write that runs one statement.
func exec(statement string, args ...any) func(context.Context, *db.Tx) error {
	return func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, statement, args...)
		return err
	}
}
