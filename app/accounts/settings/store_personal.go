package settings

import "presence/app/platform/personal"

// PersonalEntries says what the audit log holds of a guest. That something was done, by whom and when, stays.
func PersonalEntries() []personal.Table {
	const set = "changes = '{}', record_id = CASE WHEN kind = 'suppression' THEN '' ELSE record_id END, " +
		"ip = CASE WHEN person_id = '' THEN '' ELSE ip END"
	return []personal.Table{{
		Name: "audit_log",
		Of: "kind = 'rsvp' AND record_id IN ({whole texts}) AND (changes <> '{}' OR ip <> '' AND person_id = '') " +
			"OR kind = 'waiting_party' AND record_id IN ({party texts}) AND changes <> '{}' " +
			"OR kind = 'suppression' AND record_id IN ({emails}) " +
			"OR kind = 'audience' AND action = 'entry_removed' AND EXISTS (SELECT 1 FROM ({numbers}) n " +
			"WHERE REPLACE(changes, '\"customer_id\":[\"' || n.value || '\",', '') <> changes)",
		At: "at", What: "action", Link: "kind",
		Show: []string{"id", "at", "person_name", "via", "ip", "action", "kind", "record_id", "changes"},
		Set:  set,
	}, { // entries of answers of others to the same registration are not shown
		Name: "audit_log", Set: set, More: true,
		Of: "kind = 'rsvp' AND record_id IN ({registration texts}) AND (changes <> '{}' OR ip <> '' AND person_id = '')",
	}}
}

// AuditRules are the old entries of the audit log.
func AuditRules() []personal.Rule {
	return []personal.Rule{{Group: "kind", Table: personal.Table{Name: "audit_log", Of: "at < {before}"}}}
}
