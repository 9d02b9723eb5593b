package settings

import (
	"context"
	"encoding/json"

	"presence/app/platform/audit"
	"presence/app/platform/personal"
	"presence/db"
)

// PersonalEntries says what the audit log holds of a guest. That something was done, by whom and when, stays. find finds the entries
// with values of a guest whose record is gone, or is shared with another guest; only the guest's values of them are shown and erased.
func PersonalEntries(find func(ctx context.Context, q db.Queryer, of *personal.Subject) error) []personal.Table {
	const own = "kind = 'rsvp' AND record_id IN ({whole texts}) AND (changes <> '{}' OR ip <> '' AND person_id = '') " +
		"OR kind = 'waiting_party' AND record_id IN ({party texts}) AND changes <> '{}' " +
		"OR kind = 'suppression' AND record_id IN ({emails}) " +
		"OR kind = 'audience' AND action = 'entry_removed' AND EXISTS (SELECT 1 FROM ({numbers}) n " +
		"WHERE REPLACE(changes, '\"customer_id\":[\"' || n.value || '\",', '') <> changes)"
	const withoutGuest = "ip = CASE WHEN person_id = '' THEN '' ELSE ip END"
	return []personal.Table{{
		Name: "audit_log", Of: "id IN (SELECT a.id FROM audit_log a WHERE " + own + " UNION ALL {entries})", At: "at", What: "action",
		Link: "kind", Show: []string{"id", "at", "person_name", "via", "ip", "action", "kind", "record_id", "changes"},
		Find: find, Hide: hideOthers, View: true,
	}, {
		Name: "audit_log", Of: own, More: true,
		Set: "changes = '{}', record_id = CASE WHEN kind = 'suppression' THEN '' ELSE record_id END, " + withoutGuest,
	}, {
		Name: "audit_log", Of: "id IN ({entries})", Set: withoutGuest, Find: find, Before: removeValues, More: true,
	}}
}

// hideOthers removes the values that are not the subject's from the changes of an exported entry.
func hideOthers(record map[string]any, s personal.Subject) {
	id, _ := record["id"].(int64)
	sides, found := s.Entries[id]
	if !found {
		return
	}
	text, _ := record["changes"].(string)
	var changes audit.Changes
	if json.Unmarshal([]byte(text), &changes) != nil {
		changes = nil
	}
	shown, _ := json.Marshal(changes.Without(audit.Sides{!sides[0], !sides[1]})) // what was read as JSON can be written
	record["changes"] = string(shown)
}

// removeValues removes the subject's values from entries.
func removeValues(ctx context.Context, tx *db.Tx, s personal.Subject, ids []int64) error {
	entries := make(map[int64]audit.Sides, len(ids))
	for _, id := range ids {
		entries[id] = s.Entries[id]
	}
	return audit.RemoveValues(ctx, tx, entries, "email")
}

// AuditRules are the old entries of the audit log.
func AuditRules() []personal.Rule {
	return []personal.Rule{{Group: "kind", Table: personal.Table{Name: "audit_log", Of: "at < {before}"}}}
}
