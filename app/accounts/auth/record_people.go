package auth

import (
	"cmp"
	"context"

	"presence/app/platform/audit"
	"presence/app/platform/i18n"
	"presence/db"
)

// KnownPerson is what a record needs of the person whom it may be linked to.
type KnownPerson struct {
	ID   string
	Role Role
}

// PeopleByEmail returns those of the normalized addresses by which people sign in, with these people.
func PeopleByEmail(ctx context.Context, q db.Queryer, emails []string) (map[string]KnownPerson, error) {
	return peopleByEmail(ctx, q, emails)
}

// AddRecordPeople creates the people of new records (W17), as EnsurePerson does, with few statements. Their ids and addresses are
// valid and not taken.
func AddRecordPeople(ctx context.Context, tx *db.Tx, by Actor, at db.Instant, list []RecordPerson) error {
	if err := insertRecordPeople(ctx, tx, list, at); err != nil {
		return err
	}
	entries := make([]audit.Entry, len(list))
	for i, p := range list {
		entries[i] = audit.Entry{At: at, Who: by.Who(), Action: "created", Kind: "person", RecordID: p.UserID,
			Changes: audit.Diff(nil, audit.Fields{"email": p.Email, "name": p.Name, "role": Employee, "language": cmp.Or(p.Language, i18n.FR)})}
	}
	return audit.Record(ctx, tx, entries...)
}

// UsedPeople returns those of the people who have ever signed in, or whose account was changed since it was created.
func UsedPeople(ctx context.Context, q db.Queryer, ids []string) ([]string, error) {
	return usedPeople(ctx, q, ids)
}

// RemoveRecordPeople deletes those of the people that no record names any more. It undoes AddRecordPeople; the caller has made sure
// that none of them is among UsedPeople.
func RemoveRecordPeople(ctx context.Context, tx *db.Tx, by Actor, at db.Instant, ids []string) error {
	removed, err := deleteRecordPeople(ctx, tx, ids)
	if err != nil {
		return err
	}
	entries := make([]audit.Entry, len(removed))
	for i, p := range removed {
		entries[i] = audit.Entry{At: at, Who: by.Who(), Action: "deleted", Kind: "person", RecordID: p.UserID,
			Changes: audit.Diff(audit.Fields{"email": p.Email, "name": p.Name}, nil)}
	}
	return audit.Record(ctx, tx, entries...)
}
