package notifications

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"presence/app/accounts/webhooks"
	"presence/db"
)

// webhookData is the member data of a webhook that reports an event: which records it is about, and the facts in Data, which are the same
// for every recipient of the notification. Instants and money are written as in the JSON API (C5, C6): publishWebhooks fills the fields
// for them from Data.
type webhookData struct {
	Record string  `json:"record"`        // the kind of record, as in the JSON API
	IDs    []int64 `json:"ids,omitempty"` // of the records; none for an event or a person
	Data
	PersonID string  `json:"person_id,omitzero"` // with FactorsReset
	Amount   float64 `json:"amount,omitzero"`    // in dollars, in place of Data.Cents
	Start    string  `json:"start,omitzero"`     // RFC 3339, in place of Data.Start
	End      string  `json:"end,omitzero"`       // and of Data.End
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
	d.Record = cmp.Or(kinds[kind].published, kinds[kind].record)
	d.Amount, d.Cents = float64(d.Cents)/100, 0
	if d.Data.Start != 0 {
		d.Start, d.End = d.Data.Start.String(), d.Data.End.String()
	}
	return webhooks.Publish(ctx, tx, webhooks.Event{Kind: webhooks.Kind(kind), At: at, Data: d})
}
