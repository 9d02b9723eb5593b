package audit

import (
	"context"
	"maps"

	"presence/db"
)

// StateBefore returns the fields that a record had a number of versions ago (was), computed from its current fields and its
// history, and its last change. It requires that each version of the record wrote exactly one entry. was is nil when the
// history does not reach back that far; last is nil when there is no entry.
func StateBefore(ctx context.Context, q db.Queryer, kind, recordID string, now Fields,
	versions int64) (was Fields, last *Entry, err error) {
	const most = 100
	entries, err := History(ctx, q, kind, recordID, int(min(max(versions, 1), most)))
	if err != nil || len(entries) == 0 {
		return nil, nil, err
	}
	if int64(len(entries)) != versions {
		return nil, &entries[0], nil
	}
	was = maps.Clone(now)
	for _, e := range entries {
		for field, change := range e.Changes {
			was[field] = change[0]
		}
	}
	return was, &entries[0], nil
}

// Conflicts compares two states that were both edited from the state was: saved, which is stored, and mine, which was to be
// stored. both contains the fields that both changed, to different values; taken those that only saved changed. If was is nil,
// every difference counts as changed by both.
func Conflicts(was, saved, mine Auditable) (both, taken map[string]bool) {
	b, s, m := fieldsOf(was), fieldsOf(saved), fieldsOf(mine)
	both, taken = map[string]bool{}, map[string]bool{}
	for field := range Diff(s, m) {
		switch {
		case len(b) == 0 || !sameValue(b[field], s[field]) && !sameValue(b[field], m[field]):
			both[field] = true
		case sameValue(b[field], m[field]):
			taken[field] = true
		}
	}
	return both, taken
}
