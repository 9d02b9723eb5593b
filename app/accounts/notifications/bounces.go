package notifications

import (
	"context"

	"presence/db"
)

// Bounces is the number of addresses that staff are to keep or exclude, because several messages in a row came back.
type Bounces struct {
	At    db.Instant
	Count int64
}

// allBounces is the record id of the notification: there is one for all addresses.
const allBounces = 1

// NotifyBounces notifies the people who run events of addresses to decide about. It replaces an unread notification of the same
// kind. It should be called last in the transaction (see Notify).
func NotifyBounces(ctx context.Context, tx *db.Tx, b Bounces) error {
	if err := publishWebhooks(ctx, tx, BouncesToDecide, b.At, webhookData{Data: Data{Count: b.Count}}); err != nil {
		return err
	}
	people, err := eventStaff(ctx, tx, "")
	if err != nil || len(people) == 0 {
		return err
	}
	if err := tx.SerializeBy(ctx, signal); err != nil {
		return err
	}
	list := make([]Notification, len(people))
	for i, p := range people {
		list[i] = Notification{PersonID: p, Kind: BouncesToDecide, RecordID: allBounces, At: b.At, Data: Data{Count: b.Count}}
	}
	if err := deleteUnreadOf(ctx, tx, list); err != nil {
		return err
	}
	return publish(ctx, tx, list)
}
