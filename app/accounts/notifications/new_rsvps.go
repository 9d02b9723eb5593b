package notifications

import (
	"context"

	"presence/db"
)

// NewRSVPs are the answers of guests since the last notification about their event.
type NewRSVPs struct {
	At               db.Instant
	Record           int64 // id of the event's tally
	EventID          string
	TitleFR, TitleEN string
	Count            int64
}

// NotifyRSVPs notifies the people who run events of new answers, in the transaction that saves the last of them. It replaces an
// unread notification about the same event and adds its count. It should be called last in the transaction (see Notify).
func NotifyRSVPs(ctx context.Context, tx *db.Tx, a NewRSVPs) error {
	d := Data{EventID: a.EventID, TitleFR: a.TitleFR, TitleEN: a.TitleEN, Count: a.Count}
	if err := publishWebhooks(ctx, tx, AnswersReceived, a.At, webhookData{Data: d}); err != nil {
		return err
	}
	people, err := eventStaff(ctx, tx, "")
	if err != nil || len(people) == 0 {
		return err
	}
	if err := tx.SerializeBy(ctx, signal); err != nil {
		return err
	}
	before, err := unread(ctx, tx, AnswersReceived, a.Record)
	if err != nil {
		return err
	}
	counts := map[string]int64{}
	for _, n := range before {
		counts[n.PersonID] = n.Data.Count
	}
	list := make([]Notification, len(people))
	for i, p := range people {
		list[i] = Notification{PersonID: p, Kind: AnswersReceived, RecordID: a.Record, At: a.At, Data: d}
		list[i].Data.Count += counts[p]
	}
	if err := deleteUnread(ctx, tx, list); err != nil {
		return err
	}
	return publish(ctx, tx, list)
}
