package webhooks

import "presence/app/platform/personal"

// Personal says what deliveries hold of a guest: those of registrations, whose data begins with their id.
func Personal() []personal.Table {
	const of = "kind LIKE 'rsvp.%' AND SUBSTR(payload, 1, 200) LIKE '%\"data\":{\"id\":%' AND EXISTS (SELECT 1 FROM ("
	const id = ") r WHERE payload LIKE '%\"data\":{\"id\":' || r.value || ',%')"
	return []personal.Table{
		{
			Name: "webhook_deliveries", Of: of + "{whole texts}" + id, At: "created_at", What: "kind", Link: "endpoint_id",
			Show: []string{"id", "endpoint_id", "kind", "payload", "state", "created_at"},
		},
		{Name: "webhook_deliveries", Of: of + "{registration texts} UNION ALL {shared texts}" + id, More: true},
	}
}
