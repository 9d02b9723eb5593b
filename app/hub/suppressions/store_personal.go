package suppressions

import "presence/app/platform/personal"

// Personal says what the tables of this package hold of an address. What its owner has refused is kept with the address itself, because
// each message is checked against it; the words of mail servers are erased.
func Personal() []personal.Table {
	const refused = "reason IN ('" + Unsubscribed + "', '" + Complained + "')"
	shown := []string{"email_key", "reason", "since", "cause", "diagnostic"}
	return []personal.Table{
		{Name: "suppressions", Key: "email_key", Of: "email_key IN ({emails}) AND " + refused, At: "since", What: "reason", Link: "email_key",
			Show: shown, Keep: personal.Refusal},
		{Name: "suppressions", Key: "email_key", Of: "email_key IN ({emails}) AND " + refused + " AND (diagnostic <> '' OR cause <> '')",
			At: "since", What: "reason", Link: "email_key", Show: shown, Set: "diagnostic = '', cause = ''", More: true},
		{Name: "suppressions", Key: "email_key", Of: "email_key IN ({emails}) AND NOT " + refused, At: "since", What: "reason",
			Link: "email_key", Show: shown},
		{Name: "soft_bounces", Key: "email_key", Of: "email_key IN ({emails})", At: "last_at", What: "cause", Link: "email_key",
			Show: []string{"email_key", "in_a_row", "cause", "diagnostic", "last_at"}},
		{Name: "guest_preferences", Key: "email_key", Of: "email_key IN ({emails})", At: "changed_at", What: "language", Link: "email_key",
			Show: []string{"email_key", "reminders", "language", "changed_at"}},
	}
}
