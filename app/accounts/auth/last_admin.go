package auth

import (
	"context"
	"slices"

	"presence/app/platform/errs"
	"presence/db"
)

// KeepAdmin refuses, with a conflict "last_admin", an act after which these people could act no more when no active
// administrator would remain. Whatever takes away a role, a sign-in or the employee record that lets a person act calls
// it in its transaction, before it writes: administrators stay locked until the end, so that of two such acts at once
// the second sees what the first has done.
func KeepAdmin(ctx context.Context, tx *db.Tx, leaving ...string) error {
	last, err := LastAdmins(ctx, tx, leaving...)
	if err == nil && len(last) > 0 {
		err = errs.Conflict("last_admin", "This is the last administrator: make another one first.")
	}
	return err
}

// LastAdmins are those of the leaving who have to stay: the active administrators, when all of them would leave. It
// locks as KeepAdmin does.
func LastAdmins(ctx context.Context, tx *db.Tx, leaving ...string) ([]string, error) {
	if err := lockAdmins(ctx, tx); err != nil {
		return nil, err
	}
	active, err := activeAdmins(ctx, tx)
	if err != nil || slices.ContainsFunc(active, func(id string) bool { return !slices.Contains(leaving, id) }) {
		return nil, err
	}
	return active, nil
}
