package auth

import (
	"context"
	"maps"
	"slices"
	"strings"

	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// KeepAdmin fails with the conflict "last_admin" if all active administrators are among leaving. Every function that takes away
// a role, a sign-in or an employee record calls it in its transaction, before it writes. It locks the administrators until the
// end of the transaction, so that of two concurrent changes the second sees the first.
func KeepAdmin(ctx context.Context, tx *db.Tx, leaving ...string) error {
	last, err := LastAdmins(ctx, tx, leaving...)
	if err == nil && len(last) > 0 {
		err = errs.Conflict("last_admin", "This is the last Presence administrator. Make someone else an administrator first.")
	}
	return err
}

// LastAdmins returns the active administrators if all of them are among leaving, else none. It locks as KeepAdmin does.
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

// AdminsToAsk names the active administrators for the middle of a sentence, three of them at most: any one may be asked.
func AdminsToAsk(ctx context.Context, q db.Queryer, l i18n.Lang) (string, error) {
	active, err := activeAdmins(ctx, q)
	if err != nil || len(active) == 0 {
		return l.T(i18n.AskAnAdmin), err
	}
	names, err := displayNames(ctx, q, active)
	list := slices.Sorted(maps.Values(names))
	if n := min(len(list), 3); n > 1 {
		return l.F(i18n.AskOr, strings.Join(list[:n-1], ", "), list[n-1]), err
	}
	return strings.Join(list, ""), err
}

// AdminsAmong returns those of the people who are active administrators.
func AdminsAmong(ctx context.Context, q db.Queryer, people []string) ([]string, error) {
	active, err := activeAdmins(ctx, q)
	return slices.DeleteFunc(active, func(id string) bool { return !slices.Contains(people, id) }), err
}

// RequireAdminFor fails with Forbidden "admin_not_allowed" if an active administrator is among the people and the actor is none.
func RequireAdminFor(ctx context.Context, tx *db.Tx, by Actor, people ...string) error {
	if by.Role == Admin || len(people) == 0 {
		return nil
	}
	found, err := AdminsAmong(ctx, tx, people)
	if err == nil && len(found) > 0 {
		err = errs.Forbidden("admin_not_allowed", "Only a Presence administrator can archive the record of another administrator.")
	}
	return err
}
