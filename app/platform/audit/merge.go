package audit

import (
	"context"
	"maps"
	"reflect"

	"presence/db"
)

// StateBefore tells what a record, which is now as given, said some versions ago, and who changed it last. It is for records
// each version of which left one entry. Nil stands for what the history does not tell.
func StateBefore(ctx context.Context, q db.Queryer, kind, recordID string, now map[string]any, versions int64) (was map[string]any, last *Entry, err error) {
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

// Conflicts compares what is saved with what was to be saved, both of which came of what was; all three are what Diff takes.
// Both are the fields that both changed, and not to the same value; taken are those that only what is saved changed.
// Where nobody knows what was (nil), every difference is one of both.
func Conflicts(was, saved, mine any) (both, taken map[string]bool) {
	b, s, m := fieldsOf(was), fieldsOf(saved), fieldsOf(mine)
	both, taken = map[string]bool{}, map[string]bool{}
	for field := range Diff(saved, mine) {
		switch {
		case len(b) == 0 || !reflect.DeepEqual(b[field], s[field]) && !reflect.DeepEqual(b[field], m[field]):
			both[field] = true
		case reflect.DeepEqual(b[field], m[field]):
			taken[field] = true
		}
	}
	return both, taken
}
