package notifications

import (
	"context"
	"maps"
	"slices"

	"presence/app/accounts/webhooks"
	"presence/db"
)

// webhookData is the member data of a webhook that reports an event: which records it is about, and the facts in Data, which are the same
// for every recipient of the notification.
type webhookData struct {
	Record string  `json:"record"`        // the kind of record, as in the JSON API
	IDs    []int64 `json:"ids,omitempty"` // of the records; of the employees with SheetReminder; none for an event or a person
	Data
	PersonID string `json:"person_id,omitempty"` // with FactorsReset
}

// notPublished is the kind about webhooks that fail, which is not sent to webhooks.
const notPublished = WebhookTrouble

// WebhookKinds returns the kinds of events that this package publishes to webhooks: every kind of notification but that about webhooks.
func WebhookKinds() (list []webhooks.Kind) {
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		if k != notPublished {
			list = append(list, webhooks.Kind(k))
		}
	}
	return list
}

// publishWebhooks publishes an event to webhooks, in the transaction that causes it, also if no person gets a notification.
func publishWebhooks(ctx context.Context, tx *db.Tx, kind Kind, at db.Instant, d webhookData) error {
	d.Record = kinds[kind].record
	return webhooks.Publish(ctx, tx, webhooks.Event{Kind: webhooks.Kind(kind), At: at, Data: d})
}
