package outgoingmail

import "presence/app/platform/personal"

// Personal says what the queue holds of a guest. Messages to people with an account are theirs.
func Personal() []personal.Table {
	return []personal.Table{{
		Name: "outgoing_mail", Of: "person_id IS NULL AND recipient_key <> '' AND recipient_key IN ({emails})", At: "created_at", Event: "about",
		What: "subject", Show: []string{"id", "kind", "recipient", "language", "subject", "state", "reason", "about", "created_at", "sent_at"},
	}}
}
