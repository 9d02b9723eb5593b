package notifications

import (
	"context"

	"presence/app/accounts/webhooks"
	"presence/db"
)

// NotifyWebhook notifies the administrators of an endpoint that gets nothing. It replaces unread notifications about the same
// endpoint. It should be called last in the transaction (see Notify).
func NotifyWebhook(ctx context.Context, tx *db.Tx, t webhooks.Trouble) error {
	people, err := administrators(ctx, tx)
	if err != nil || len(people) == 0 {
		return err
	}
	if err := tx.SerializeBy(ctx, signal); err != nil {
		return err
	}
	d := Data{Webhook: t.Endpoint.Host(), Disabled: string(t.Endpoint.Disabled)}
	list := make([]Notification, len(people))
	for i, p := range people {
		list[i] = Notification{PersonID: p, Kind: WebhookTrouble, RecordID: t.Endpoint.ID, At: t.At, Data: d}
	}
	if err := deleteUnreadOf(ctx, tx, list); err != nil {
		return err
	}
	return publish(ctx, tx, list)
}
